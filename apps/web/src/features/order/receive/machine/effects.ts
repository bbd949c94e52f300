import type { Outputs } from '../../../../api/trpc.ts'
import type { LineRange } from '../../../../offline/line-ranges.ts'
import type { NewScan, WaitingScan } from '../../../scan/outbox/scan-store.ts'
import type { Sound } from '../../../scan/scan-sound.ts'
import type { Standing } from '../../../trading-partner/order/partner-gate.ts'
import type { Recalled } from '../receive-index.ts'
import type { Elsewhere, HoldFact } from '../receive-types.ts'
import type { UndoWish } from './panel.ts'

export type Received = Outputs['order']['updateReceiveAllByDocumentid']
export type Progress = Outputs['order']['readProgress']
/** A scan that did not receive, as the order keeps it. */
export type StopRow = Outputs['order']['readManyStops'][number]
export type Receipt = Outputs['order']['readManyReceipts'][number]

/** Why something was not done: the server's key ('' where it has none) and its words; `request`: what support asks for. */
export interface Refusal {
  key: string
  sentence: string
  request?: string | undefined
}

/** The server's answer, or why there is none. */
export type Said<Answer> = { ok: true; answer: Answer } | ({ ok: false } & Refusal)

/** All that the receive screen does outside itself. Nothing of it throws. */
export interface ReceiveEffects {
  now: () => Date
  /** The user's calendar day. */
  today: () => string
  play: (sound: Sound) => void
  receiveProduct: (epcisMedVocabularyId: number) => Promise<Said<Received>>
  /** `knownRecallIds`: recalls that the question before it has named. */
  receiveAll: (knownRecallIds: readonly number[], recallReason: string | undefined) => Promise<Said<Received>>
  /** Puts the lots of the order that recalls name on hold. */
  holdRecalled: (recalls: readonly Recalled[]) => Promise<Said<{ meds: number }>>
  undo: (wish: UndoWish, reason: string | undefined) => Promise<Said<{ undone: number }>>
  findElsewhere: (serialNumber: string, gtin: string | null) => Promise<readonly Elsewhere[]>
  /** Who put it on hold; undefined where that cannot be asked. */
  findHold: (serialNumber: string, gtin: string | null) => Promise<HoldFact | undefined>
  readStops: () => Promise<readonly StopRow[]>
  readReceipts: () => Promise<readonly Receipt[]>
  /** Undefined: the server could not be asked. */
  readProgress: (afterReceiptId: number) => Promise<Progress | undefined>
  readRecalls: () => Promise<readonly Recalled[] | undefined>
  /** Reads the whole index again, when the server counts otherwise than this page. */
  reread: () => void
  /** Writes the scan down on the device, then sends it. `onKept` hears it before anybody hears of its answer; false: the device could not keep it. */
  keep: (scan: NewScan, onKept: (whole: WaitingScan) => void) => Promise<boolean>
  /** Forgets a scan that the server has not seen. */
  takeBack: (scanId: number) => Promise<boolean>
  /** The server has received lines, or given them back: tells what is kept on the device. */
  noteLines: (ranges: readonly LineRange[], isReceived: boolean, heardUpTo?: number) => void
  /** Whether goods of the order's partner may be taken in. */
  readStanding: () => Promise<Standing>
  /** An undo that was refused. */
  sayFailed: (refusal: Refusal) => void
  sayNotUndone: (receipt: Receipt) => void
  sayOnItsWay: () => void
}
