import { useState } from 'react'
import { keyOf, showFailure } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { asRanges } from '../../../offline/line-ranges.ts'
import { toast } from '../../../ui/toast.ts'
import { applyRanges } from './receive-index.ts'
import type { ReceiveOrder } from './use-receive-order.ts'
import type { Receiving } from './use-receiving.ts'

/** A receipt, or one line of it, that somebody wants to take back. */
export interface UndoWish {
  receiptId: number
  line: number
  /** Only this line of the receipt; else all that is left of it. */
  only: boolean
}

/** Takes receipts back: one's own last at once, others with a reason; the server decides (decision 45). */
export function useUndo(order: ReceiveOrder, receiving: Receiving, pollNow: () => void) {
  const { documentId, known } = order
  const utils = trpc.useUtils()
  const mutation = trpc.order.updateUndoReceipt.useMutation({ meta: { quiet: true }, networkMode: 'always' })
  const [asking, setAsking] = useState<UndoWish>()

  async function send(wish: UndoWish, reason?: string): Promise<boolean> {
    const { receiptId, line, only } = wish
    try {
      const { undone } = await mutation.mutateAsync({
        documentId,
        receiptId,
        ...(only ? { lines: [line] } : {}),
        ...(reason ? { reason } : {}),
      })
      const lines: number[] = []
      if (only) lines.push(line)
      else if (known) for (let at = 0; at < known.index.count; at += 1) if (known.index.receipts[at] === receiptId) lines.push(at)
      if (known) applyRanges(known.index, asRanges(lines), false)
      receiving.calls.current.own.add(receiptId)
      receiving.show({ kind: 'undone', line: lines.length === 1 ? (lines[0] ?? line) : line, amount: undone })
      order.changed()
      pollNow()
      await utils.order.readManyReceipts.invalidate({ documentId })
      return true
    } catch (error) {
      if (keyOf(error) === 'reason_needed') setAsking(wish)
      else showFailure(error, 'attention')
      return false
    }
  }

  /** Begins to take back: asks the server what it needs, unless it is what was just done here. */
  async function begin(wish: UndoWish): Promise<void> {
    if (wish.receiptId === receiving.calls.current.last) {
      await send(wish)
      return
    }
    const receipts = await utils.order.readManyReceipts.fetch({ documentId }, { staleTime: 0 }).catch(() => [])
    const receipt = receipts.find((one) => one.id === wish.receiptId)
    if (receipt && !receipt.mayUndo) {
      toast.attention(
        receipt.remaining === 0
          ? 'This receipt was undone already.'
          : `${receipt.by.firstName} ${receipt.by.lastName} received this. A location admin can take it back.`,
      )
    } else if (receipt && !receipt.needsReason) await send(wish)
    else setAsking(wish)
  }

  async function confirm(reason: string): Promise<void> {
    if (asking && (await send(asking, reason))) setAsking(undefined)
  }

  return { begin: (wish: UndoWish) => void begin(wish), asking, confirm, cancel: () => setAsking(undefined), isPending: mutation.isPending }
}
export type Undo = ReturnType<typeof useUndo>
