import type { Label } from '@seriatim/gs1'
import type { StopKind } from '@seriatim/schema'
import type { Outputs } from '../../../api/trpc.ts'
import type { ProductCode } from './resolve-scan.ts'
import type { Reading, Said, Stop } from './scan-result.ts'

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

/** What the document has where the label says something else. */
export interface FileLabel {
  lotNumber: string | null
  expirationDate: string | null
}

/** Who put a package on hold, when and why. */
export interface HoldFact {
  by: string
  at: string
  reason: string
}

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
      /** Left out, because a stop at the counter is not answered. */
      stopped?: number
      receiptId: number | null
      pending: boolean
      /** Kept on the device until the network is back; `behindOthers`: until somebody else is done with the order. */
      waiting: boolean
      behindOthers?: boolean
      /** On this order, which took the place of the one that is shown. */
      movedTo?: number
    }
  | { kind: 'already'; line: number }
  | { kind: 'stop'; line: number; why: Stop; days: number; how: ByHand; said?: Said; hold?: HoldFact }
  | { kind: 'receivedElsewhere'; line: number; how: ByHand; found: Elsewhere[]; said?: Said }
  | { kind: 'differs'; line: number; how: ByHand; label: Label; file: FileLabel }
  /** A striped code: it names a product of the order, and no package. */
  | { kind: 'productCode'; code: ProductCode; productId: number | null }
  | { kind: 'missing'; reading: Reading; looking: boolean; found: Elsewhere[] }
  | { kind: 'choose'; lines: number[]; serialNumber: string; how: ByHand }
  | { kind: 'unreadable'; text: string; why: string; noSerial?: true }
  | { kind: 'failed'; line: number; amount: number; sentence: string; retry: () => void }
  | { kind: 'undone'; line: number; amount: number }
  /** Received on another open order, without leaving this one. Undefined: the server has not answered yet. */
  | { kind: 'there'; reading: Reading; other: Elsewhere; amount: number | undefined }

/** What the middle of the screen shows, and the last ten scans list. */
export type Result = NewResult & { id: number; at: string }
export type ResultOf<Kind extends Result['kind']> = Extract<Result, { kind: Kind }>
/** `restored`: a group separator was lost, and only one reading is on the order. */
export type NewResult = Outcome & { restored?: boolean }

/** A receipt of somebody else, or from before this page was opened. */
export interface Heard {
  id: string
  at: string
  words: string
  tail: string
  undone: boolean
  /** A scan that did not receive: what it was stopped for. */
  stop?: StopKind
}
export type LogEntry = { result: Result } | { heard: Heard }
