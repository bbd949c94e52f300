import type { Shipment } from '@seriatim/schema'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { useRouteId } from '../../ui/page/found-or-none.tsx'
import { loadable } from '../../ui/page/loadable.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { SentShipment } from './sent/sent-shipment.tsx'

/** Loaded only with a draft, together with the scanner. */
const DraftShipment = loadable(() => import('./draft/draft-shipment.tsx'))

const POLL_MS = 1500

/** One shipment: the packages scanned into it until it is sent, then the packages and documents that left. */
export default function ShipmentPage() {
  const shipmentId = useRouteId('/outbound/:shipmentId')
  const query = trpc.shipment.readOne.useQuery(
    { shipmentId },
    { enabled: shipmentId > 0, refetchInterval: ({ state }) => (state.data && isChanging(state.data) ? POLL_MS : false) },
  )
  return (
    <Loaded
      query={query}
      subject="This shipment"
      sentence={findServerSentence(query.error)}
      safe="Your records are safe"
      waiting={<SkeletonCard />}
    >
      {(shipment) => (shipment.state === 'draft' ? <DraftShipment shipment={shipment} /> : <SentShipment shipment={shipment} />)}
    </Loaded>
  )
}

/** Whether the shipment is about to change: its documents are being generated, an email is waiting, or a first delivery is in progress. */
const isChanging = ({ papers, sendings, deliveries }: Shipment) =>
  papers === 'queued' ||
  sendings.some(({ status }) => status === 'waiting') ||
  deliveries.some(({ state, status, error }) => state === 'waiting' && status === null && error === null)
