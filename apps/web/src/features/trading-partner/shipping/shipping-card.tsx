import { trpc } from '../../../api/trpc.ts'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { Preference } from './preference.tsx'

/** What a partner gets with the packages that we send to it. */
export function ShippingCard({ partnerId }: { partnerId: number }) {
  const { data } = trpc.tradingPartner.readOneReceiver.useQuery({ tradingPartnerId: partnerId })
  return (
    <Section title="When we send to them">
      <Card>
        <CardBody>
          {data ? <Preference partner={data} /> : <Muted>…</Muted>}
          {data?.preference?.returnPolicy && <Muted>Return policy: {data.preference.returnPolicy}</Muted>}
        </CardBody>
      </Card>
    </Section>
  )
}
