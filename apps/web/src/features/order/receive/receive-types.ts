import type { Label } from '@seriatim/gs1'
import type { StopKind } from '@seriatim/schema'
import type { Outputs } from '../../../api/trpc.ts'
import type { ProductCode } from './resolve-scan.ts'
import type { Reading, StopAnswers, StopReason } from './scan-result.ts'

export type OrderDetail = Outputs['order']['readOneById']
export type OrderProduct = OrderDetail['products'][number]['product']
export type Elsewhere = Outputs['order']['readElsewhere']['found'][number]
export type How = NonNullable<Outputs['order']['readManyUnits']['items'][number]['how']>

/** Person, time and method of a receipt known to this page. */
export interface ReceiptInfo {
  userId: number
  by: string
  at: string
  how: How
}

/** Whether the user scanned the med's barcode or entered only its serial number, as sent to the server. */
export type ByHand = 'scan' | 'serial'

/** Lot and expiration date according to the document, for a package whose label differs. */
export interface FileLabel {
  lotNumber: string | null
  expirationDate: string | null
}

/** Person, time and reason of a hold on a package. */
export interface HoldFact {
  by: string
  at: string
  reason: string
}

type Outcome =
  | {
      kind: 'received'
      /** What was received: one med, the contents of a container, the packages of a product, or all packages of the order. */
      of: 'med' | 'container' | 'product' | 'all'
      line: number
      productId: number | null
      amount: number
      expired: number
      held: number
      /** Number of packages that the receipt skipped because they were stopped at the counter (`scan_stop`) and nobody has resolved the stop yet. */
      stopped?: number
      departed?: number
      receiptId: number | null
      pending: boolean
      /**
       * True while the receipt is saved only on this device: until the network returns or, if `behindOthers` is true, until somebody else's lock on
       * the order ends.
       */
      waiting: boolean
      behindOthers?: boolean
      /** Id of the order on which the package was received, if that order has replaced the one on screen. */
      movedTo?: number
    }
  | { kind: 'already'; line: number }
  | { kind: 'stop'; line: number; why: StopReason; days: number; how: ByHand; said?: StopAnswers; hold?: HoldFact }
  | { kind: 'receivedElsewhere'; line: number; how: ByHand; found: Elsewhere[]; said?: StopAnswers }
  | { kind: 'differs'; line: number; how: ByHand; label: Label; file: FileLabel }
  /** A linear barcode, which identifies a product of the order but no single package. */
  | { kind: 'productCode'; code: ProductCode; productId: number | null }
  | { kind: 'missing'; reading: Reading; isSearching: boolean; found: Elsewhere[] }
  | { kind: 'choose'; lines: number[]; serialNumber: string; how: ByHand }
  | { kind: 'unreadable'; text: string; why: string; noSerial?: true }
  | { kind: 'failed'; line: number; amount: number; sentence: string; retry: () => void }
  | { kind: 'undone'; line: number; amount: number }
  /**
   * The package was received into another open order, while this order stayed on screen. `amount`: number of packages received; undefined until the
   * server has answered.
   */
  | { kind: 'there'; reading: Reading; other: Elsewhere; amount: number | undefined }

/** A result as shown in the middle of the screen and among the last ten scans. */
export type ScanResult = NewScanResult & { id: number; at: string }
export type ScanResultOf<Kind extends ScanResult['kind']> = Extract<ScanResult, { kind: Kind }>
/** `restored`: true if the scan arrived without a group separator. The result then shows the only possible reading that the order lists. */
export type NewScanResult = Outcome & { restored?: boolean }

/** A receipt or a rejected scan by somebody else, or from before this page was opened. */
export interface OtherEvent {
  id: string
  at: string
  words: string
  tail: string
  undone: boolean
  /** Why the scan was rejected; absent if the entry is a receipt. */
  stop?: StopKind
}
export type LogEntry = { result: ScanResult } | { heard: OtherEvent }
