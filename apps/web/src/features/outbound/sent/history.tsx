import { formatAmount, purposeOf, type Shipment } from '@seriatim/schema'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { formatWhen } from '../../../ui/text/format.ts'

interface Entry {
  key: string
  at: string
  what: string
  by: string | null
}

/** The history of a shipment, newest first. */
export function History({ shipment }: { shipment: Shipment }) {
  return (
    <Section title="History">
      <Card>
        <Lines
          lines={entriesOf(shipment).map(({ key, at, what, by }) => ({
            key,
            name: what,
            content: what,
            sub: `${by ? `${by}, ` : ''}${formatWhen(at)}`,
          }))}
        />
      </Card>
    </Section>
  )
}

function entriesOf({
  createdAt,
  createdBy,
  sentAt,
  sentBy,
  voidedAt,
  voidedBy,
  meds,
  documents,
  sendings,
  deliveries,
  ...rest
}: Shipment): Entry[] {
  const { purpose, takenBack, settledAt, settledBy, settleNote, approvedBy } = rest
  const [made] = documents
  const entries: Entry[] = [
    { key: 'begun', at: createdAt, what: 'Draft created', by: createdBy },
    ...(sentAt ? [{ key: 'sent', at: sentAt, what: `Sent with ${formatAmount(meds, 'package')}`, by: sentBy }] : []),
    ...(sentAt && approvedBy ? [{ key: 'approved', at: sentAt, what: 'Approved', by: approvedBy }] : []),
    ...(made ? [{ key: 'made', at: made.madeAt, what: 'Documents created', by: null }] : []),
    ...sendings.map(({ id, at, to, by, isReminder }) => ({
      key: `mail ${id}`,
      at,
      what: isReminder ? `Reminder emailed to ${to}` : `Documents emailed to ${to}`,
      by: isReminder ? null : by,
    })),
    ...sendings.flatMap(({ id, lastOpenedAt }) =>
      lastOpenedAt ? [{ key: `open ${id}`, at: lastOpenedAt, what: 'Link opened by the receiver', by: null }] : [],
    ),
    ...deliveries.flatMap(({ id, state, lastAt, to }) =>
      state === 'delivered' && lastAt ? [{ key: `delivery ${id}`, at: lastAt, what: `Delivered to ${to}`, by: null }] : [],
    ),
    ...takenBack.map(({ at, by, reason, meds: amount }) => ({
      key: `back ${at}`,
      at,
      what: `${formatAmount(amount, 'package')} came back without a file: ${reason}`,
      by,
    })),
    ...(settledAt ? [{ key: 'settled', at: settledAt, what: settledWords(purpose, settleNote), by: settledBy }] : []),
    ...(voidedAt ? [{ key: 'voided', at: voidedAt, what: 'Voided', by: voidedBy }] : []),
  ]
  return entries.toSorted((one, other) => other.at.localeCompare(one.at))
}

function settledWords(purpose: Shipment['purpose'], note: string | null): string {
  const done = purposeOf(purpose).ends?.done ?? 'Settled'
  return note ? `${done}: ${note}` : done
}
