import { Button, TextInput } from '@mantine/core'
import { formatAmount, type RecalledReceivers, recallNotice } from '@seriatim/schema'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { toRefusal } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { Muted, SubText } from '../../ui/text/text.tsx'

type Receiver = RecalledReceivers[number]

/** Partners to whom recalled packages were sent, with the emails that notified them of the recall. Renders nothing if there are none. */
export function SentOn({ recallId }: { recallId: number }) {
  const [notifying, setNotifying] = useState<Receiver>()
  const { data } = trpc.shipment.readManyRecalled.useQuery({ recallId }, { enabled: mayUse('shipment:read', useSession()) })
  if (!data || data.length === 0) return null
  return (
    <Section title="Shipped to partners">
      <Card>
        <Lines
          label="Partners that received affected packages"
          lines={data.map((receiver) => ({
            key: receiver.tradingPartnerId,
            name: receiver.toName,
            content: (
              <>
                <b>{receiver.toName}</b>, {formatAmount(receiver.meds, 'package')} with{' '}
                {receiver.shipmentIds.map((shipmentId, at) => (
                  <span key={shipmentId}>
                    {at > 0 && ', '}
                    <Link href={`/outbound/${shipmentId}`}>shipment {shipmentId}</Link>
                  </span>
                ))}
                <Notices receiver={receiver} />
              </>
            ),
            end: receiver.mayNotify && (
              <Button
                size="xs"
                leftSection={<Glyph of={IconMail} size={16} />}
                aria-label={`Email the recall to ${receiver.toName}`}
                onClick={() => setNotifying(receiver)}
              >
                {receiver.notices.length > 0 ? 'Email again' : 'Email the recall'}
              </Button>
            ),
          }))}
        />
      </Card>
      {notifying && <NoticeDialog recallId={recallId} receiver={notifying} onClose={() => setNotifying(undefined)} />}
    </Section>
  )
}

const STATUS = {
  waiting: { icon: IconClock, meaning: undefined, words: 'The email is on its way.' },
  sent: { icon: IconCircleCheck, meaning: 'done', words: 'Their mail server accepted the email.' },
  failed: { icon: IconAlertTriangle, meaning: 'stop', words: 'Not delivered.' },
  stopped: { icon: IconAlertTriangle, meaning: 'stop', words: 'Not sent.' },
} as const

function Notices({ receiver: { notices } }: { receiver: Receiver }) {
  if (notices.length === 0)
    return (
      <IconText of={IconAlertTriangle} meaning="attention">
        Not notified yet
      </IconText>
    )
  return notices.map(({ id, at, by, to, status, error }) => (
    <div key={id}>
      <IconText of={STATUS[status].icon} meaning={STATUS[status].meaning}>
        {`Emailed to ${to}, ${formatWhen(at)}`}
      </IconText>
      <SubText>
        By {by}. {STATUS[status].words}
        {error && ` ${error}`}
      </SubText>
    </div>
  ))
}

function NoticeDialog({ recallId, receiver, onClose }: { recallId: number; receiver: Receiver; onClose: () => void }) {
  const send = trpc.shipment.createOneRecallNotice.useMutation({
    meta: { quiet: true, touches: ['shipment'], done: 'The email is on its way.' },
  })
  const form = useZodForm({
    shape: recallNotice.omit({ recallId: true, tradingPartnerId: true }),
    initial: { to: receiver.emailAddresses[0] ?? '' },
    send: ({ to }) => send.mutateAsync({ recallId, tradingPartnerId: receiver.tradingPartnerId, to }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened title={`Email the recall to ${receiver.toName}`} submitLabel="Send" form={form} onClose={onClose}>
      <Muted>
        The email has the text of the recall and the {formatAmount(receiver.meds, 'package')} that they received, with lot and serial
        number. Replies come to you.
      </Muted>
      <TextInput label="To" {...form.field('to')} />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
