import type { ByHand, How, ResultOf } from '../receive-types.ts'
import type { Said } from '../scan-result.ts'
import type { Received, Refusal } from './effects.ts'

export type Shown = Pick<ResultOf<'received'>, 'of' | 'line' | 'productId'>

/** A receipt that stands on the page before the server has answered. */
export interface PendingReceipt {
  /** Of its result. */
  id: number
  lines: readonly number[]
  shown: Shown
  how: How
  /** What the label said, and why stops were passed. */
  said?: Said
  retry: () => void
}

/** Package by package or case by case. */
export const isByHand = (how: How) => how !== 'product' && how !== 'all'

/** What becomes of receipts that were begun. */
export interface Receiving {
  receiveScanned: (line: number, of: 'med' | 'container', how: ByHand, said?: Said) => void
  /** The server did not receive it. */
  goBack: (begun: PendingReceipt, refusal: Refusal) => void
  /** The server has answered. `waited`: the scan did not go through at once. */
  settle: (begun: PendingReceipt, answer: Received, waited: boolean) => void
}
