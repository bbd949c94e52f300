import { formatAmount, SHIPMENT_PURPOSES } from '@seriatim/schema'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { formatDate, formatDateTime } from '../../../ui/text/format.ts'
import { Muted } from '../../../ui/text/text.tsx'
import { Endpoint } from './endpoint.tsx'
import { Preference } from './preference.tsx'

/** Shows how a partner receives our documents, and the last shipments. */
export function ShippingCard({ partnerId }: { partnerId: number }) {
  const { data } = trpc.tradingPartner.readOneReceiver.useQuery({ tradingPartnerId: partnerId })
  const loans = trpc.shipment.readMany.useQuery({ view: 'loans', tradingPartnerId: partnerId, limit: 20 })
  const shipments = trpc.shipment.readMany.useQuery({ view: 'all', tradingPartnerId: partnerId, limit: 5 })
  const open = loans.data?.items ?? []
  const others = (shipments.data?.items ?? []).filter(({ id }) => !open.some((loan) => loan.id === id))
  return (
    <Section title="Sending to this partner">
      <Card>
        <CardBody>
          {data ? <Preference partner={data} /> : <Muted>…</Muted>}
          {data && <Endpoint partner={data} />}
          {data?.preference?.returnPolicy && <Muted>Return policy: {data.preference.returnPolicy}</Muted>}
        </CardBody>
        <Lines
          label="Open loans and last shipments"
          lines={[...open, ...others].map(({ id, purpose, meds, back, sentAt, dueBack, isOverdue }) => ({
            key: id,
            name: `Shipment ${id}`,
            content: (
              <Link href={`/outbound/${id}`}>
                Shipment {id}: {SHIPMENT_PURPOSES[purpose].name.toLowerCase()}, {formatAmount(meds, 'package')}
              </Link>
            ),
            sub: `${sentAt ? `Sent ${formatDateTime(sentAt)}` : 'Not sent'}${dueBack ? `, ${isOverdue ? 'overdue since' : 'due back'} ${formatDate(dueBack)}, ${back} of ${meds} returned` : ''}`,
          }))}
        />
      </Card>
    </Section>
  )
}
