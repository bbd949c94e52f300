import { useMemo, useReducer, useRef, useState } from 'react'
import { keyOf } from '../../../api/query-client.ts'
import { useSession } from '../../../api/session.ts'
import { trpc } from '../../../api/trpc.ts'
import { parseIndex, type ReceiveIndex } from './receive-index.ts'
import type { OrderDetail, Product, ReceiptInfo } from './receive-types.ts'
import type { Known } from './result-words.ts'

/** One order as the receive screen holds it. The index and the receipts are changed in place; `version` tells who draws them. */
export interface ReceiveOrder {
  documentId: number
  detail: OrderDetail | undefined
  known: Known | undefined
  version: number
  /** Up to which receipt the index knows. */
  lastReceiptId: number | undefined
  changed: () => void
  problem: 'notFound' | 'voided' | 'replaced' | 'failed' | undefined
  markVoided: () => void
  /** A corrected file put this order in its place; what is scanned here is received there. */
  replacedBy: number | undefined
  markReplaced: (by: number) => void
  retry: () => void
  retrying: boolean
  /** Reads the whole index again, when the server counts otherwise than this page. */
  reread: () => void
}

/** A recall may be published, or an order compared, while it is received. */
const RECALLS_MS = 60_000
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnReconnect: false } as const

export function useReceiveOrder(documentId: number): ReceiveOrder {
  const me = useSession()?.user?.id ?? 0
  const detail = trpc.order.readOneById.useQuery({ documentId }, { ...once, staleTime: 0, enabled: documentId > 0 })
  const scanIndex = trpc.order.readScanIndex.useQuery({ documentId }, { ...once, structuralSharing: false, enabled: documentId > 0 })
  // Where no server answers nothing is stopped: then nothing is known either.
  const { data: recalls } = trpc.recall.readManyByDocumentid.useQuery(
    { documentId },
    { refetchInterval: RECALLS_MS, enabled: documentId > 0, trpc: { context: { background: true } } },
  )
  const [version, changed] = useReducer((n: number) => n + 1, 0)
  const [voided, setVoided] = useState(false)
  const [successor, setSuccessor] = useState<number>()
  const isVoided = voided || detail.data?.isVoided === true
  const replacedBy = successor ?? detail.data?.replacedById ?? undefined
  // Who is scanning when it happens keeps the page with the last scans; who comes later is led on.
  const wasInUse = useRef(false)
  if (detail.data && !isVoided) wasInUse.current = true
  const receipts = useRef(new Map<number, ReceiptInfo>())
  const index = useMemo<ReceiveIndex | undefined>(() => scanIndex.data && parseIndex(scanIndex.data), [scanIndex.data])
  const products = useMemo<ReadonlyMap<number, Product>>(
    () => new Map((detail.data?.products ?? []).map(({ product }) => [product.id, product])),
    [detail.data],
  )
  if (index) index.recalls = recalls ?? []
  const known = useMemo<Known | undefined>(
    () =>
      index && detail.data
        ? {
            index,
            products,
            receipts: receipts.current,
            me,
            locationId: detail.data.customerLocationId,
            isReadOnly: detail.data.isReadOnly,
          }
        : undefined,
    [index, products, me, detail.data],
  )
  const error = detail.error ?? scanIndex.error
  const missing = documentId <= 0 || keyOf(error) === 'order_not_found'
  return {
    documentId,
    detail: detail.data,
    known,
    version,
    lastReceiptId: scanIndex.data?.lastReceiptId,
    changed,
    problem:
      replacedBy !== undefined
        ? wasInUse.current
          ? undefined
          : 'replaced'
        : isVoided
          ? 'voided'
          : missing
            ? 'notFound'
            : error
              ? 'failed'
              : undefined,
    markVoided: () => setVoided(true),
    replacedBy,
    markReplaced: setSuccessor,
    retry: () => void Promise.all([detail.refetch(), scanIndex.refetch()]),
    retrying: detail.isFetching || scanIndex.isFetching,
    reread: () => void scanIndex.refetch(),
  }
}
