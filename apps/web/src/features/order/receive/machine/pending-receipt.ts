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
  /** Lot and expiration date on the label, and the user's reasons for receiving the package despite a stop. */
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
  /**
   * Called once the server has answered the receipt. `waited`: the scan was queued first, because the network was down or somebody else had locked
   * the order.
   */
  settle: (begun: PendingReceipt, answer: ReceiveAnswer, waited: boolean) => void
}
