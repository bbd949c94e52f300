import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter, Outputs } from '../api/app-router.ts'
import { isUnreachable } from '../api/session/auth-calls.ts'
import { getSession } from '../api/session/session.ts'
import { cacheAnswer, findCachedAnswer } from './answer-cache.ts'
import { noteReachable, noteUnreachable, watchCall } from './network.ts'
import { bringUpToDate, forgetLines } from './receipts-since.ts'

const SCAN_INDEX = 'order.readScanIndex'
const UNITS = 'order.readManyUnits'
/** Maximum number of cached answers about units. Each container level that a person opens adds an answer. */
const MOST_UNITS = 300
type ScanIndex = Outputs['order']['readScanIndex']

/** Calls that the shell, the receiving screen, Home and the order list need to open offline. */
const CACHED_QUERIES: ReadonlySet<string> = new Set([
  'order.readManySearch',
  'order.readTotals',
  UNITS,
  'settings.readListSetting',
  'order.readOneById',
  SCAN_INDEX,
  'recall.readManyByDocumentid',
  'tradingPartner.readOneByDocumentid',
  'location.readAllByUserid',
  'user.readOneById',
])

/** Network first: answers are cached and returned when the same call later reaches no server. Reports whether the server is reachable. */
export function cacheLink(): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const userId = getSession()?.user?.id ?? 0
        const isCacheable = op.type === 'query' && CACHED_QUERIES.has(op.path) && userId > 0
        const giveCached = async (error: TRPCClientError<AppRouter>) => {
          const kept = isCacheable ? await findCachedAnswer(op.path, op.input, userId) : undefined
          if (!kept) return observer.error(error)
          const data = op.path === SCAN_INDEX ? await bringUpToDate(kept.data as ScanIndex, userId) : kept.data // the cached answer has the type of this call
          observer.next({ result: { type: 'data', data } })
          observer.complete()
        }
        let isGivenUp = false
        // A query that seems lost is abandoned and answered from the cache. A mutation may have reached the server, so it always waits for the
        // server's answer.
        const endWatch = watchCall(() => {
          if (op.type !== 'query') return
          isGivenUp = true
          subscription.unsubscribe()
          void giveCached(TRPCClientError.from(new TypeError('Failed to fetch')))
        })
        const subscription = next(op).subscribe({
          next(envelope) {
            if (isGivenUp) return
            endWatch()
            noteReachable()
            if (isCacheable && 'data' in envelope.result) {
              void cacheAnswer(op.path, op.input, userId, envelope.result.data, op.path === UNITS ? MOST_UNITS : undefined)
              if (op.path === SCAN_INDEX) forgetLines((envelope.result.data as ScanIndex).documentId) // the answer has the type of this call
            }
            observer.next(envelope)
          },
          error(error) {
            if (isGivenUp) return
            endWatch()
            // The page canceled the call, so the error does not show whether the network works.
            if (error.cause?.name === 'AbortError') observer.error(error)
            else if (isUnreachable(error)) {
              noteUnreachable()
              void giveCached(error)
            } else {
              noteReachable()
              observer.error(error)
            }
          },
          complete: () => observer.complete(),
        })
        return () => {
          endWatch()
          subscription.unsubscribe()
        }
      })
}
