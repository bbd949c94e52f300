import { Button, Stack, Textarea } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { sentOtherwise, writeFullName } from '@seriatim/schema'
import { IconCheck, IconClock, IconMail, IconPhone, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { Failed } from '../../../ui/page/loaded.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { GlnChoice } from '../part/gln-choice.tsx'
import type { Partner } from '../partner-words.ts'
import { SendGlns } from './send-glns.tsx'

type SentGln = Outputs['tradingPartner']['readManySentGlns'][number]

const FOR = { 'SHIP TO': 'Ship-to', 'BILL TO': 'Bill-to', BOTH: 'Both' } as const

/**
 * Shows which of our GLNs we sent to the partner and which ones the partner has confirmed. A wholesaler sends no data before it has confirmed them.
 */
export function OurGlns({ partner }: { partner: Partner }) {
  const [ask, setAsk] = useState<'send' | 'note'>()
  const sentGln = trpc.tradingPartner.readManySentGlns.useQuery({ id: partner.id })
  const { data } = sentGln
  const confirm = trpc.tradingPartner.updateConfirmSentGln.useMutation({ meta: { touches: ['tradingPartner'] } })
  if (sentGln.isError && !data)
    return (
      <Section title="Our GLNs on file with them">
        <Failed query={sentGln} subject="Our GLNs on file with them" safe="It is safe" />
      </Section>
    )
  if (!data || data.length === 0) return null
  return (
    <Section
      title="Our GLNs on file with them"
      aside={
        partner.mayWrite && (
          <Button size="xs" variant="subtle" leftSection={<Glyph of={IconMail} size={16} />} onClick={() => setAsk('send')}>
            Send GLNs
          </Button>
        )
      }
    >
      <Card
        foot={
          partner.mayWrite && (
            <Button size="xs" variant="subtle" leftSection={<Glyph of={IconPhone} size={16} />} onClick={() => setAsk('note')}>
              Record GLNs sent another way
            </Button>
          )
        }
      >
        <Lines
          lines={data.map((sentGln) => ({
            key: sentGln.globalLocationNumberId,
            name: `GLN ${sentGln.globalLocationNumber}`,
            content: <Code groups={groupCode('gln', sentGln.globalLocationNumber)} />,
            sub: (
              <>
                {sentGln.locationName}, {FOR[sentGln.disposition]}
                <How sentGln={sentGln} />
              </>
            ),
            end: <State sentGln={sentGln} />,
            actions:
              partner.mayWrite && sentGln.sent
                ? [
                    {
                      label: sentGln.confirmedAt ? 'Mark as not confirmed' : 'Mark as confirmed',
                      onClick: () => sentGln.sent && confirm.mutate({ id: sentGln.sent.id, isConfirmed: sentGln.confirmedAt === null }),
                    },
                  ]
                : [],
          }))}
        />
      </Card>
      {ask === 'send' && <SendGlns partner={partner} glns={data} onClose={() => setAsk(undefined)} />}
      {ask === 'note' && <SentOtherwise partner={partner} glns={data} onClose={() => setAsk(undefined)} />}
    </Section>
  )
}

/** Says when, to whom and by whom a GLN was sent. */
function How({ sentGln: { sent, confirmedAt } }: { sentGln: SentGln }) {
  if (!sent) return null
  const by = sent.by ? ` by ${writeFullName(sent.by)}` : ''
  const words = sent.to === null ? `Notified ${formatDate(sent.at)}${by}: ${sent.note}` : `Sent ${formatDate(sent.at)} to ${sent.to}${by}`
  return (
    <>
      <br />
      {words}
      {confirmedAt && (
        <>
          <br />
          Confirmed {formatDate(confirmedAt)}
        </>
      )}
    </>
  )
}

function State({ sentGln: { sent, confirmedAt } }: { sentGln: SentGln }) {
  if (confirmedAt)
    return (
      <IconText of={IconCheck} meaning="done">
        Confirmed
      </IconText>
    )
  if (!sent) return 'Not notified yet'
  if (sent.mail === 'failed')
    return (
      <IconText of={IconX} meaning="stop">
        Not sent
      </IconText>
    )
  return <IconText of={IconClock}>{sent.to === null ? 'Notified' : 'Sent'}</IconText>
}

interface SentOtherwiseProps {
  partner: Partner
  glns: Outputs['tradingPartner']['readManySentGlns']
  onClose: () => void
}

const shape = sentOtherwise.omit({ tradingPartnerId: true })

/** Records that the partner received the GLNs by phone or on the partner's own form, with a note on who told them and how. */
function SentOtherwise({ partner, glns, onClose }: SentOtherwiseProps) {
  const note = trpc.tradingPartner.createManySentGlns.useMutation({
    meta: { quiet: true, done: 'Note saved.', touches: ['tradingPartner'] },
  })
  const form = useZodForm({
    shape,
    initial: { globalLocationNumberIds: glns.filter((gln) => gln.sent === null).map((gln) => gln.globalLocationNumberId), note: '' },
    send: (values) => note.mutateAsync({ ...values, tradingPartnerId: partner.id }),
    refusalOf: toRefusal,
    otherwise: 'note',
    onSent: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} size={560} title="Record GLNs sent another way" form={form} submitLabel="Save note">
      <Stack gap="md">
        <p>Use this if you gave them the GLNs by phone, on their website or on one of their forms. No email is sent.</p>
        <GlnChoice
          glns={glns}
          chosen={form.values.globalLocationNumberIds}
          onChange={(ids) => form.set('globalLocationNumberIds', ids)}
          fault={form.field('globalLocationNumberIds').error}
        />
        <Textarea label="Who you notified, and how" placeholder="By phone to Marta Lind" rows={2} data-autofocus {...form.field('note')} />
      </Stack>
    </FormDialog>
  )
}
