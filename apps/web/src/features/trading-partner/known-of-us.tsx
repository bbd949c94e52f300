import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/card.tsx'
import { Code, groupCode } from '../../ui/code.tsx'
import { formatDate } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Lines } from '../../ui/lines.tsx'
import { Failed } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import css from './partner.module.css'
import type { Partner } from './partner-words.ts'
import { SendGlns } from './send-glns.tsx'

type Told = Outputs['tradingPartner']['readManyTold'][number]

const FOR = { 'SHIP TO': 'Ship-to', 'BILL TO': 'Bill-to', BOTH: 'Both' } as const

/** Which of our GLNs the partner was told, and which it has confirmed: without them a wholesaler sends no data. */
export function KnownOfUs({ partner }: { partner: Partner }) {
  const [sending, setSending] = useState(false)
  const told = trpc.tradingPartner.readManyTold.useQuery({ id: partner.id })
  const { data } = told
  const confirm = trpc.tradingPartner.updateConfirmTold.useMutation({ meta: { touches: ['tradingPartner'] } })
  if (told.isError && !data)
    return (
      <Section title="What they know of us">
        <Failed
          query={told}
          what="What they know of us could not be loaded."
          meaning="It is safe; this page just cannot reach the server."
        />
      </Section>
    )
  if (!data || data.length === 0) return null
  return (
    <Section
      title="What they know of us"
      aside={
        partner.mayWrite && (
          <Button size="xs" variant="subtle" leftSection={<Glyph of={IconMail} size={16} />} onClick={() => setSending(true)}>
            Send GLNs
          </Button>
        )
      }
    >
      <Card>
        <Lines
          lines={data.map((told) => ({
            key: told.globalLocationNumberId,
            name: `GLN ${told.globalLocationNumber}`,
            content: <Code groups={groupCode(told.globalLocationNumber, 'gln')} />,
            sub: `${told.locationName}, ${FOR[told.disposition]}`,
            end: <State told={told} />,
            actions:
              partner.mayWrite && told.sent
                ? [
                    {
                      label: told.confirmedAt ? 'Mark as not confirmed' : 'Mark as confirmed',
                      onClick: () => told.sent && confirm.mutate({ id: told.sent.id, isConfirmed: told.confirmedAt === null }),
                    },
                  ]
                : [],
          }))}
        />
      </Card>
      {sending && <SendGlns partner={partner} glns={data} onClose={() => setSending(false)} />}
    </Section>
  )
}

function State({ told: { sent, confirmedAt } }: { told: Told }) {
  if (confirmedAt)
    return (
      <span className={css.told}>
        <Glyph of={IconCheck} size={16} className={css.yes} /> Confirmed {formatDate(confirmedAt)}
      </span>
    )
  if (!sent) return 'Not sent'
  if (sent.mail === 'failed') return <span className={css.no}>Could not be sent</span>
  return (
    <span className={css.told}>
      <Glyph of={IconClock} size={16} /> Sent {formatDate(sent.at)}
    </span>
  )
}
