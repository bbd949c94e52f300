import type { ByHand, How, ScanResultOf } from '../receive-types.ts'
import type { StopAnswers } from '../scan-result.ts'
import type { ReceiveAnswer, Refusal } from './effects.ts'

export type Shown = Pick<ScanResultOf<'received'>, 'of' | 'line' | 'productId'>

/** A receipt shown on the page before the server has answered. */
export interface PendingReceipt {
  /** Id of the result that the page shows for this receipt. */
  id: number
  lines: readonly number[]
  shown: Shown
  how: How
  /** The label's data, and the reasons for receiving despite stops. */
  said?: StopAnswers
  retry: () => void
}

/** Whether the receipt is of single packages or cases, not of a product or of everything at once. */
export const isByHand = (how: How) => how !== 'product' && how !== 'all'

/**
 * Methods of the receiving class that queued scans call: receive a scanned line, take a receipt back, and settle a receipt with the server's answer.
 */
export interface Receiving {
  receiveScanned: (line: number, of: 'med' | 'container', how: ByHand, said?: StopAnswers) => void
  /** Called if the server rejected the receipt. */
  goBack: (begun: PendingReceipt, refusal: Refusal) => void
  /** Called once the server has answered. `waited`: the scan didn't go through immediately. */
  settle: (begun: PendingReceipt, answer: ReceiveAnswer, waited: boolean) => void
}
