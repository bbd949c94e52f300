import { useMemo, useRef } from 'react'
import { readErrorKey } from '../../../../api/query-client.ts'
import { useSession } from '../../../../api/session/session.ts'
import { trpc } from '../../../../api/trpc.ts'
import type { WordFacts } from '../panel/line-names.ts'
import { parseIndex, type ReceiveIndex } from '../receive-index.ts'
import type { OrderProduct, ReceiptInfo } from '../receive-types.ts'

/** How often the recalls of an order are read again: a recall may be published or matched while the order is being received. */
const RECALLS_MS = 60_000
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnReconnect: false } as const

/** Reads one order from the server. Afterward, `ReceiveMachine` updates the loaded index and receipts in place. */
export function useOrderData(documentId: number) {
  const me = useSession()?.user?.id ?? 0
  const detail = trpc.order.readOneById.useQuery({ documentId }, { ...once, staleTime: 0, enabled: documentId > 0 })
  const scanIndex = trpc.order.readScanIndex.useQuery({ documentId }, { ...once, structuralSharing: false, enabled: documentId > 0 })
  // If the recalls can't be loaded because the server is unreachable, the list stays empty, and no package is stopped because of a recall.
  const recalls = trpc.recall.readManyByDocumentid.useQuery(
    { documentId },
    { refetchInterval: RECALLS_MS, enabled: documentId > 0, trpc: { context: { background: true } } },
  )
  const receipts = useRef(new Map<number, ReceiptInfo>())
  const index = useMemo<ReceiveIndex | undefined>(() => scanIndex.data && parseIndex(scanIndex.data), [scanIndex.data])
  const products = useMemo<ReadonlyMap<number, OrderProduct>>(
    () => new Map((detail.data?.products ?? []).map(({ product }) => [product.id, product])),
    [detail.data],
  )
  const order = detail.data
  const known = useMemo<WordFacts | undefined>(
    () =>
      index &&
      order && { index, products, receipts: receipts.current, me, locationId: order.customerLocationId, isReadOnly: order.isReadOnly },
    [index, products, me, order],
  )
  const error = detail.error ?? scanIndex.error
  return {
    detail: order,
    known,
    recalls: recalls.data,
    /** Id of the latest receipt that the index includes. */
    lastReceiptId: scanIndex.data?.lastReceiptId,
    isMissing: documentId <= 0 || readErrorKey(error) === 'order_not_found',
    hasFailed: error !== null,
    isFetching: detail.isFetching || scanIndex.isFetching,
    retry: () => void Promise.all([detail.refetch(), scanIndex.refetch()]),
    reread: () => void scanIndex.refetch(),
    rereadRecalls: async () => (await recalls.refetch()).data,
  }
}
export type OrderData = ReturnType<typeof useOrderData>
