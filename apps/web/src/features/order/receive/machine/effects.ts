import type { Outputs } from '../../../../api/trpc.ts'
import type { LineRange } from '../../../../offline/line-ranges.ts'
import type { NewScan, WaitingScan } from '../../../scan/outbox/scan-store.ts'
import type { Sound } from '../../../scan/scan-sound.ts'
import type { GateState } from '../../../trading-partner/order/partner-gate.ts'
import type { Recalled } from '../receive-index.ts'
import type { Elsewhere, HoldFact } from '../receive-types.ts'
import type { UndoWish } from './panel.ts'

export type ReceiveAnswer = Outputs['order']['updateReceiveAllByDocumentid']
export type Progress = Outputs['order']['readProgress']
/** A stop of the order: a scan that was rejected, as the server recorded it. */
export type StopRow = Outputs['order']['readManyStops'][number]
export type Receipt = Outputs['order']['readManyReceipts'][number]

/** The reason why a call failed: the server's key ('' if it has none) and message; `request` is the id for support. */
export interface Refusal {
  key: string
  sentence: string
  request?: string | undefined
}

/** The server's answer, or why there is none. */
export type CallResult<Answer> = { ok: true; answer: Answer } | ({ ok: false } & Refusal)

/** Side effects of the receive screen. None of them throws. */
export interface ReceiveEffects {
  now: () => Date
  /** The user's calendar day. */
  today: () => string
  play: (sound: Sound) => void
  receiveProduct: (epcisMedVocabularyId: number) => Promise<CallResult<ReceiveAnswer>>
  /** `knownRecallIds`: ids of the recalls that the dialog listed when the user confirmed. */
  receiveAll: (knownRecallIds: readonly number[], recallReason: string | undefined) => Promise<CallResult<ReceiveAnswer>>
  /** Puts recalled lots of the order on hold. */
  holdRecalled: (recalls: readonly Recalled[]) => Promise<CallResult<{ meds: number }>>
  undo: (wish: UndoWish, reason: string | undefined) => Promise<CallResult<{ undone: number }>>
  findElsewhere: (serialNumber: string, gtin: string | null) => Promise<readonly Elsewhere[]>
  /** Details of a hold; undefined if there is none or the call fails. */
  findHold: (serialNumber: string, gtin: string | null) => Promise<HoldFact | undefined>
  readStops: () => Promise<readonly StopRow[]>
  readReceipts: () => Promise<readonly Receipt[]>
  /** Reads what happened after this receipt; undefined if the call fails. */
  readProgress: (afterReceiptId: number) => Promise<Progress | undefined>
  readRecalls: () => Promise<readonly Recalled[] | undefined>
  /** Reloads the whole index if the server's counts differ from this page's. */
  reread: () => void
  /**
   * Saves the scan on the device, then sends it. Calls `onSaved` before the answer is processed. Resolves to false if the device could not save the
   * scan.
   */
  keep: (scan: NewScan, onSaved: (whole: WaitingScan) => void) => Promise<boolean>
  /** Discards a scan that has not been sent yet. Resolves to false if it is too late for that. */
  takeBack: (scanId: number) => Promise<boolean>
  /** Records in the offline cache that these lines were received on the server, or that their receipt was undone there. */
  noteLines: (ranges: readonly LineRange[], isReceived: boolean, heardUpTo?: number) => void
  /** Asks the server whether goods from the order's partner may be received, which depends on the partner's license. */
  readStanding: () => Promise<GateState>
  /** Tells the user why an undo was refused. */
  sayFailed: (refusal: Refusal) => void
  sayNotUndone: (receipt: Receipt) => void
  sayOnItsWay: () => void
}
