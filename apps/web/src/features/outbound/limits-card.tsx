import { formatCount, type ShipmentLimits, TRANSFER_LIMIT } from '@seriatim/schema'
import { trpc } from '../../api/trpc.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Facts } from '../../ui/list/facts.tsx'
import { Muted } from '../../ui/text/text.tsx'

/** Share of the limit from which on the card warns. */
const NEAR = 0.8

type Place = ShipmentLimits['locations'][number]

/** What went to other pharmacies, of all that was received: percent. Null if nothing was received. */
const shareOf = ({ sent, received }: Place): number | null => (received > 0 ? (100 * sent) / received : null)

/** The yearly count of packages that went to other pharmacies. It only warns, because states have limits of their own. */
export function LimitsCard() {
  const { data } = trpc.shipment.readOneLimits.useQuery()
  if (!data || data.locations.length === 0) return null
  const near = data.locations.filter((place) => (shareOf(place) ?? 100) >= TRANSFER_LIMIT.percent * NEAR)
  return (
    <Section title={`To other pharmacies in ${data.year}`}>
      <Card>
        <CardBody>
          {near.length > 0 && (
            <Note
              meaning="attention"
              title={`${near.map(({ locationName }) => locationName).join(', ')}: near or above ${TRANSFER_LIMIT.percent}%.`}
            >
              Ask your board of pharmacy whether you need a license as a distributor before you send more.
            </Note>
          )}
          <Facts facts={data.locations.map((place) => ({ label: place.locationName, value: shareWords(place) }))} />
          <Muted>
            The federal limit of {TRANSFER_LIMIT.percent}% counts controlled substances ({TRANSFER_LIMIT.source}, known from secondary
            sources); many states have limits of their own. Dispensed packages are not recorded here, so those received stand in for them.
          </Muted>
        </CardBody>
      </Card>
    </Section>
  )
}

function shareWords(place: Place): string {
  const share = shareOf(place)
  const words = `${formatCount(place.sent)} sent, ${formatCount(place.received)} received`
  return share === null ? words : `${words}: ${share.toFixed(1)}%`
}
