import { useEffect, useRef } from 'react'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { noteLines } from '../../../offline/kept-receipts.ts'
import { heardOf } from './progress-words.ts'
import { applyRanges } from './receive-index.ts'
import type { ReceiveOrder } from './use-receive-order.ts'
import { isByHand, type Receiving } from './use-receiving.ts'

const EVERY_MS = 3000
/** How many receipts back one looks for the last ten of this order. */
const BACK = 200

type Progress = Outputs['order']['readProgress']

/** Sees what others receive, and what was received before this page was opened. */
export function useProgress(order: ReceiveOrder, receiving: Receiving): { pollNow: () => void } {
  const utils = trpc.useUtils()
  const latest = useRef({ order, receiving })
  latest.current = { order, receiving }
  const now = useRef<() => void>(() => undefined)
  const { documentId, lastReceiptId: firstReceiptId } = order
  const ready = order.known !== undefined

  useEffect(() => {
    if (!ready || firstReceiptId === undefined) return
    let after = firstReceiptId
    let stopped = false
    let busy = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (afterReceiptId: number) =>
      utils.order.readProgress.fetch(
        { documentId, afterReceiptId },
        { trpc: { context: { background: true } }, gcTime: 0, staleTime: 0, retry: false },
      )
    const poll = async () => {
      if (busy) return
      busy = true
      clearTimeout(timer)
      try {
        if (!document.hidden) {
          const progress = await read(after)
          after = progress.lastReceiptId
          if (!stopped) merge(latest.current.order, latest.current.receiving, progress)
        }
      } catch {
        // The next one comes in three seconds; scans say themselves when they cannot be saved.
      }
      busy = false
      if (!stopped) timer = setTimeout(() => void poll(), EVERY_MS)
    }
    now.current = () => void poll()
    void read(Math.max(0, after - BACK))
      .then((progress) => !stopped && remember(latest.current.order, latest.current.receiving, progress, firstReceiptId))
      .catch(() => undefined)
    timer = setTimeout(() => void poll(), EVERY_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [ready, documentId, firstReceiptId, utils])
  return { pollNow: () => now.current() }
}

function note({ known }: ReceiveOrder, change: Progress['changes'][number]): void {
  if (change.undone) return
  known?.receipts.set(change.receiptId, {
    userId: change.userId,
    by: `${change.by.firstName} ${change.by.lastName}`,
    at: change.at,
    how: change.how,
  })
}

const medsOf = (change: Progress['changes'][number]) => change.lines.reduce((sum, [from, to]) => sum + to - from + 1, 0)

/** What happened before: it is in the index already, only who and when is new. */
function remember(order: ReceiveOrder, receiving: Receiving, progress: Progress, last: number): void {
  const { known } = order
  if (!known) return
  const before = progress.changes.filter((change) => change.receiptId <= last)
  for (const change of before) {
    note(order, change)
    for (const [from, to] of change.lines) {
      for (let line = from; line <= to; line += 1) {
        if (known.index.receipts[line] === 0 || change.undone) known.index.receipts[line] = change.undone ? 0 : change.receiptId
      }
    }
  }
  const { events } = receiving.calls.current
  receiving.calls.current.events = [
    ...before
      .filter((change) => !change.undone && isByHand(change.how))
      .map((change) => ({ at: Date.parse(change.at), meds: medsOf(change) })),
    ...events,
  ].slice(-40)
  receiving.remember(before.slice(-10).map((change) => heardOf(known, change)))
  order.changed()
}

function merge(order: ReceiveOrder, receiving: Receiving, progress: Progress): void {
  const { known } = order
  if (!known) return
  const { own, pending, events } = receiving.calls.current
  for (const change of progress.changes) {
    note(order, change)
    applyRanges(known.index, change.lines, !change.undone, change.receiptId)
    noteLines(order.documentId, change.lines, !change.undone, progress.lastReceiptId)
    const isFromHere = own.has(change.receiptId) || (change.userId === known.me && pending > 0)
    if (isFromHere) continue
    receiving.hear([heardOf(known, change)])
    if (!change.undone && isByHand(change.how)) events.push({ at: Date.parse(change.at), meds: medsOf(change) })
  }
  if (progress.changes.length > 0) order.changed()
  if (progress.replacedById !== null) order.markReplaced(progress.replacedById)
  // From then on receipts are counted elsewhere.
  if (order.replacedBy !== undefined || progress.replacedById !== null) return
  const left = known.index.order.total - known.index.order.received
  if (progress.changes.length === 0 && receiving.calls.current.pending === 0 && left !== progress.amountNotReceived) order.reread()
}
