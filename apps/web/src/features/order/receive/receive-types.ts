import type { Outputs } from '../../../api/trpc.ts'
import type { Reading, Stop } from './scan-result.ts'

export type OrderDetail = Outputs['order']['readOneById']
export type Product = OrderDetail['products'][number]['product']
export type Elsewhere = Outputs['order']['readElsewhere']['found'][number]
export type How = NonNullable<Outputs['order']['readManyUnits']['items'][number]['how']>

/** Who received, when and how, of a receipt that this page has heard of. */
export interface ReceiptInfo {
  userId: number
  by: string
  at: string
  how: How
}

/** How a med came to be received, as the call says it. */
export type ByHand = 'scan' | 'serial'

type Outcome =
  | {
      kind: 'received'
      /** One med, or many at once: what holds them. */
      of: 'med' | 'container' | 'product' | 'all'
      line: number
      productId: number | null
      amount: number
      expired: number
      held: number
      receiptId: number | null
      pending: boolean
      /** Kept on the device until the network is back. */
      waiting: boolean
    }
  | { kind: 'already'; line: number }
  | { kind: 'stop'; line: number; why: Stop; days: number; how: ByHand; asking: boolean }
  | { kind: 'receivedElsewhere'; line: number; how: ByHand; found: Elsewhere[] }
  | { kind: 'missing'; reading: Reading; looking: boolean; found: Elsewhere[] }
  | { kind: 'choose'; lines: number[]; serialNumber: string; how: ByHand }
  | { kind: 'unreadable'; text: string; why: string }
  | { kind: 'failed'; line: number; amount: number; sentence: string; retry: () => void }
  | { kind: 'undone'; line: number; amount: number }

/** What the middle of the screen shows, and the last ten scans list. */
export type Result = Outcome & { id: number; at: string }
export type ResultOf<Kind extends Result['kind']> = Extract<Result, { kind: Kind }>
export type NewResult = Outcome

/** A receipt of somebody else, or from before this page was opened. */
export interface Heard {
  id: string
  at: string
  words: string
  tail: string
  undone: boolean
}
export type LogEntry = { result: Result } | { heard: Heard }
