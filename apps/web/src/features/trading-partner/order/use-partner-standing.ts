import { type Outputs, trpc } from '../../../api/trpc.ts'
import { useFailed } from '../../../ui/page/loaded.tsx'
import type { GateState } from './partner-gate.ts'

type OrderPartner = Outputs['tradingPartner']['readOneByDocumentid']

const RETRY_MS = 10_000

function decideStanding(found: OrderPartner | undefined, hasFailed: boolean): GateState {
  if (!found) return { kind: hasFailed ? 'unchecked' : 'unread' }
  if (found.mustAsk) return { kind: 'ask', isUnasked: found.isUnasked }
  return { kind: 'free', wasHeld: found.decided?.choice === 'hold' }
}

/** Asks the server whether goods of an order's partner may be received, and repeats the request as long as it fails. */
export function usePartnerStanding(documentId: number) {
  const query = trpc.tradingPartner.readOneByDocumentid.useQuery(
    { documentId },
    {
      enabled: documentId > 0,
      refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
      trpc: { context: { background: true } },
    },
  )
  return {
    found: query.data,
    standing: decideStanding(query.data, useFailed(query)),
    isReading: query.isFetching,
    reread: async (): Promise<GateState> => {
      const { data } = await query.refetch()
      return decideStanding(data, true)
    },
  }
}
export type PartnerStanding = ReturnType<typeof usePartnerStanding>
