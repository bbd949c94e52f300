import { DAY_MS } from '@seriatim/schema'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { AppRouter } from '../../../api/app-router.ts'
import { makeLinks } from '../../../api/links.ts'
import { endUnauthenticated } from '../../../api/session/session.ts'
import type { Outputs } from '../../../api/trpc.ts'
import { getNetwork, subscribeNetwork } from '../../../offline/network.ts'
import { formatAmount } from '../../../ui/text/format.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { Outbox, type SendResult, type SettledResult } from './outbox.ts'
import { movedWords, unseenWords } from './outcome-words.ts'
import { makeDatabaseStore, type WaitingScan } from './scan-store.ts'

type Received = Outputs['order']['updateReceiveAllByDocumentid']
/** null: the server has recorded a stop. */
type Answer = Received | null
export type ReceiveOutcome = SettledResult<Answer>
/** Handles the outcome of a scan. Returns true if the page has shown the outcome. */
type Handler = (scan: WaitingScan, outcome: ReceiveOutcome) => boolean

const LONGEST_MS = 15_000
/** Number of server failures on the same scan after which the scan counts as refused. */
const MOST_FAILURES = 5

const client = createTRPCClient<AppRouter>({ links: makeLinks() })
const store = makeDatabaseStore()
const handlers = new Set<Handler>()
const failures = new Map<number, number>()
let unseen = 0
/** How many of the scans counted in `unseen` belonged to an order that a corrected file had replaced. */
let moved = 0

/** HTTP status of the server's answer; undefined if there was no answer. */
function decideStatus(error: unknown): number | undefined {
  const status: unknown = error instanceof TRPCClientError ? error.data?.httpStatus : undefined
  return typeof status === 'number' ? status : undefined
}

/** Maximum age of a scan that the server accepts. */
const MOST_MS_AGO = 30 * DAY_MS

/** Milliseconds since the scan. Both times come from this device's clock, so a wrong clock does not change their difference. */
const measureAge = ({ at }: WaitingScan) => Math.min(MOST_MS_AGO, Math.max(0, Date.now() - Date.parse(at)))

async function call(scan: WaitingScan): Promise<Answer> {
  const {
    documentId,
    kind,
    key,
    gtin,
    how,
    lotNumber,
    expirationDate,
    reason,
    elsewhereReason,
    stopReason,
    recallReason,
    knownRecallIds,
    stop,
  } = scan
  const options = { signal: AbortSignal.timeout(LONGEST_MS) }
  const scannedMsAgo = measureAge(scan)
  if (kind === 'stop') {
    const label = { ...(lotNumber ? { lotNumber } : {}), ...(expirationDate ? { expirationDate } : {}) }
    const of = { ...(gtin ? { gtin } : {}), ...label, ...stop, kind: stop?.kind ?? 'setAside' }
    await client.order.createOneStop.mutate(
      { documentId, serialNumber: key, how, scanKey: `${scan.id} ${scan.at}`, scannedMsAgo, ...of },
      options,
    )
    return null
  }
  const of = {
    scannedMsAgo,
    ...(scan.stopDated ? { stopDated: true } : {}),
    ...(stopReason ? { stopReason } : {}),
    ...(recallReason ? { recallReason } : {}),
    ...(gtin ? { gtin } : {}),
    ...(lotNumber ? { lotNumber } : {}),
    ...(expirationDate ? { expirationDate } : {}),
    ...(reason ? { reason } : {}),
    ...(elsewhereReason ? { elsewhereReason } : {}),
    ...(knownRecallIds ? { knownRecallIds } : {}),
  }
  return kind === 'med'
    ? client.order.updateReceiveManyBySerialnumber.mutate({ documentId, serialNumber: key, how, ...of }, options)
    : client.order.updateReceiveManyByShippingContainerCode.mutate({ documentId, shippingContainerCode: key, ...of }, options)
}

async function send(scan: WaitingScan): Promise<SendResult<Answer>> {
  try {
    return { kind: 'answered', answer: await call(scan) }
  } catch (error) {
    const status = decideStatus(error)
    if (status === undefined || status === 429) return { kind: 'unreached' }
    if (status === 401) {
      endUnauthenticated()
      return { kind: 'signedOut' }
    }
    const { message, data } = error as TRPCClientError<AppRouter> // only a TRPCClientError has a status
    const key = data && 'key' in data && typeof data.key === 'string' ? data.key : ''
    if (key === 'order_busy') return { kind: 'held' }
    const attempts = (failures.get(scan.id) ?? 0) + 1
    failures.set(scan.id, attempts)
    if (status >= 500 && attempts < MOST_FAILURES) return { kind: 'unreached' }
    return { kind: 'refused', key, sentence: key ? message : 'The server could not save it.' }
  }
}

async function whoAmI(): Promise<number | undefined> {
  try {
    return (await client.user.readOneById.query(undefined, { signal: AbortSignal.timeout(LONGEST_MS) })).id
  } catch (error) {
    if (decideStatus(error) === 401) endUnauthenticated()
    return undefined
  }
}

/** Lets open pages show the outcome of a scan. If none of them does, a toast shows it. */
function report(scan: WaitingScan, outcome: ReceiveOutcome, waited: boolean): void {
  const shown = [...handlers].some((handle) => handle(scan, outcome))
  if (!shown) {
    const isStop = outcome.kind === 'answered' && outcome.answer === null
    const words = isStop ? undefined : unseenWords(scan, outcome)
    if (words?.kind === 'stop') toast.stop(words.message, { detail: words.detail, everywhere: true })
    else if (words) toast.attention(words.message, { detail: words.detail, seconds: 10, everywhere: true })
    else if (isStop) return
    else if (waited || (outcome.kind === 'answered' && outcome.answer?.replacedBy !== undefined)) {
      unseen += 1
      if (outcome.kind === 'answered' && outcome.answer?.replacedBy !== undefined) moved += 1
    }
  }
  if (outbox.count() > 0 || unseen === 0) return
  toast.done(`${formatAmount(unseen, 'waiting scan')} ${unseen === 1 ? 'was' : 'were'} sent.`, { everywhere: true, ...movedWords(moved) })
  unseen = 0
  moved = 0
}

export const outbox = new Outbox<Answer>({
  store,
  send,
  whoAmI,
  isOnline: () => navigator.onLine,
  onOutcome: report,
  // The Web Locks API requires https or localhost. Without locks, two windows may send the same scan, which is harmless.
  alone: async (work) => (navigator.locks ? void (await navigator.locks.request('seriatim-scans', work)) : work()),
  setTimer: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
})

/** Sends waiting scans, including old ones, while somebody is signed in. */
export function useOutboxFor(userId: number): void {
  useEffect(() => {
    void outbox.start(userId)
    const again = () => !document.hidden && outbox.tryNow()
    // The browser's `online` event only concerns this device's connection. Any call can find out that the server is reachable again, so retry then
    // too.
    const unsubscribe = subscribeNetwork(() => !getNetwork().isUnreachable && again())
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      unsubscribe()
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
      outbox.stop()
    }
  }, [userId])
}

export function useWaitingScans(documentId: number): readonly WaitingScan[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.waiting)
  return useMemo(() => all.filter((scan) => scan.documentId === documentId), [all, documentId])
}

/** Whether the order's scans wait for somebody else's lock rather than for the network. */
export function useWaitsForOthers(documentId: number): boolean {
  return useSyncExternalStore(outbox.subscribe, () => outbox.waitsForOthers(documentId))
}

/** Registers a page's handler for the outcomes of scans. Returns a function that removes the handler. */
export function handleOutcomes(handler: Handler): () => void {
  handlers.add(handler)
  return () => {
    handlers.delete(handler)
  }
}
