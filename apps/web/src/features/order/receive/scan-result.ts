import { type Decoded, decode, differingFields, type Label, toLabel } from '@seriatim/gs1'
import { DAY_MS, SHORT_DATED_DAYS } from '@seriatim/schema'
import { UNKNOWN_BELOW } from '../../scan/scanner/scan-hints.ts'
import { findOpenStop } from './list/stopped-lines.ts'
import {
  comparedFacts,
  ELSEWHERE,
  findFact,
  findLines,
  findRecall,
  HELD,
  heldIn,
  leftIn,
  NOT_SHIPPED,
  PACKAGE,
  RECEIVED,
  type ReceiveIndex,
} from './receive-index.ts'

/** Interpreted input from a scanner or the keyboard. */
export type Reading =
  | { kind: 'unit'; gtin: string; serialNumber: string; how: 'scan'; label?: Label }
  /** `label`: lot and expiry of the contents, if the container's label states them. */
  | { kind: 'container'; sscc: string; how: 'scan'; label?: Label }
  | { kind: 'serial'; serialNumber: string; how: 'serial' }
  | { kind: 'unreadable'; text: string; why: string; noSerial?: true }

/**
 * GS1 General Specifications, AI (21), limits serial numbers to 20 characters. More are accepted, because some suppliers include a separator or two.
 */
const LONGEST_SERIAL = 28

/** Characters that no GS1 value may contain (GS, RS and `^`). Scanners send them as separators between the parts of a barcode. */
const separators = new RegExp(`[${String.fromCharCode(29, 30)}^]`)

/** Reads a GS1 barcode with or without separators, or an SSCC; any other text is a serial number. */
export function readScan(text: string, currentYear?: number): Reading {
  const scan = text.replace(/[\r\n\t ]+$/, '').replace(/^[\r\n\t ]+/, '')
  const digits = scan.replace(/\s/g, '')
  if (/^\d{18}$/.test(digits)) return { kind: 'container', sscc: digits, how: 'scan' }
  // This text is too short to contain a GTIN and a serial number. It counts as unknown text (P1 §5) and may be a printed serial number.
  if (scan.length < UNKNOWN_BELOW && !/^(01|\(01\))\d{14}$/.test(scan)) return { kind: 'serial', serialNumber: scan, how: 'serial' }
  const decoded = decode(scan, { lenient: true, ...(currentYear === undefined ? {} : { currentYear }) })
  if (decoded.ok) {
    const { gtin14, sscc } = decoded.value
    if (sscc) return { kind: 'container', sscc, how: 'scan', ...labelled(decoded.value) }
    const unit = makeUnit(decoded.value)
    if (unit) return unit
    const why = 'The barcode has a GTIN but no serial number. Scan the square 2D code.'
    if (gtin14) return { kind: 'unreadable', text: scan, why, noSerial: true }
  }
  const isNoSerial = scan.length > LONGEST_SERIAL || !/^[!-z ]+$/.test(scan)
  const isBarcode = separators.test(scan) || /^\(\d{2,4}\)|^\][A-Za-z]\d/.test(scan) || (/^01\d{14}/.test(scan) && scan.length > 24)
  if (isBarcode && !decoded.ok) return { kind: 'unreadable', text: scan, why: `${decoded.error.message}.` }
  if (isNoSerial) return { kind: 'unreadable', text: scan, why: 'It is neither a GS1 barcode nor a serial number.' }
  return { kind: 'serial', serialNumber: scan, how: 'serial' }
}

/** Returns the package that a barcode identifies, with the data on its label; undefined if the barcode lacks the GTIN or the serial number. */
export function makeUnit(decoded: Decoded): Extract<Reading, { kind: 'unit' }> | undefined {
  const { gtin14: gtin, serialNumber } = decoded
  if (!gtin || !serialNumber) return undefined
  return { kind: 'unit', gtin, serialNumber, how: 'scan', ...labelled(decoded) }
}

function labelled(decoded: Decoded): { label?: Label } {
  const label = toLabel(decoded)
  return Object.keys(label).length > 0 ? { label } : {}
}

/** Returns the label data that a reading contains; undefined if it contains none. */
export const labelIn = (reading: Reading): Label | undefined => ('label' in reading ? reading.label : undefined)

/** Label data, and the user's decision on each stop of the package. A decision on one stop never overrides another stop. */
export interface StopAnswers extends Label {
  /** Reason for receiving the package with the data in the file although the label differs. */
  readonly reason?: string
  /** Reason for receiving the package although it is expired or short-dated, or was set aside. */
  readonly stopReason?: string
  /** Reason for receiving the package despite a recall. */
  readonly recallReason?: string
  /** Reason for receiving the package although it was received on another order. */
  readonly elsewhereReason?: string
}

/** Selects the fields to send, leaving out unset ones. */
export function pickStopAnswers({
  lotNumber,
  expirationDate,
  reason,
  elsewhereReason,
  stopReason,
  recallReason,
}: { [Key in keyof StopAnswers]?: string | undefined }): StopAnswers {
  return {
    ...(lotNumber ? { lotNumber } : {}),
    ...(expirationDate ? { expirationDate } : {}),
    ...(reason ? { reason } : {}),
    ...(elsewhereReason ? { elsewhereReason } : {}),
    ...(stopReason ? { stopReason } : {}),
    ...(recallReason ? { recallReason } : {}),
  }
}

export type StopReason = 'expired' | 'short' | 'held' | 'notShipped' | 'recalled' | 'setAside'

export type ScanDecision =
  | { kind: 'receive'; line: number }
  | { kind: 'container'; line: number }
  | { kind: 'already'; line: number }
  | { kind: 'stop'; line: number; why: StopReason; days: number }
  /** The med was received with another order, and this order lists it too. */
  | { kind: 'receivedElsewhere'; line: number }
  /** The label's lot or expiry differs from the document's (decision 64). */
  | { kind: 'differs'; line: number; label: Label }
  | { kind: 'choose'; lines: number[] }
  | { kind: 'missing' }
  | { kind: 'unreadable'; why: string }

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** Decides what a scan means for this order, without changing anything. `today` is the user's calendar day. */
export function decide(index: ReceiveIndex, reading: Reading, today: string): ScanDecision {
  if (reading.kind === 'unreadable') return { kind: 'unreadable', why: reading.why }
  const key = reading.kind === 'container' ? reading.sscc : reading.serialNumber
  const lines =
    reading.kind === 'serial' ? findTyped(index, key) : findLines(index, key, reading.kind === 'unit' ? reading.gtin : undefined)
  const [line, ...others] = lines
  if (line === undefined) return { kind: 'missing' }
  // One package may be on two lines of a document. The user has to choose only if the lines are about different products.
  const gtins = new Set(lines.map((one) => findFact(index, one)?.gtin))
  if (others.length > 0 && gtins.size > 1) return { kind: 'choose', lines }
  return decideLine(index, line, today, labelIn(reading))
}

/** Finds the lines for typed text, which may include the spaces printed on the label or use lower case. */
function findTyped(index: ReceiveIndex, text: string): number[] {
  const bare = text.replace(/\s/g, '')
  for (const key of [text, bare, bare.toUpperCase()]) {
    const lines = findLines(index, key)
    if (lines.length > 0) return lines
  }
  return []
}

/** Decides what a scan of a line means, given the user's answers in `said`. */
export function decideLine(index: ReceiveIndex, line: number, today: string, said: StopAnswers = {}): ScanDecision {
  const state = index.states[line]
  // This check comes first, even before the line's state, because a label that differs may belong to another package than the listed one.
  if (said.reason === undefined && comparedFacts(index, line).every((fact) => differingFields(said, fact).length > 0))
    return { kind: 'differs', line, label: pickStopAnswers({ lotNumber: said.lotNumber, expirationDate: said.expirationDate }) }
  if (state === PACKAGE) {
    if (index.meds[line] === 0) return { kind: 'stop', line, why: 'notShipped', days: 0 }
    const left = leftIn(index, line)
    if ((left > 0 && left === index.held[line]) || heldIn(index, line) === index.meds[line])
      return { kind: 'stop', line, why: 'held', days: 0 }
    if (left > 0 && said.recallReason === undefined && findRecall(index, line)) return { kind: 'stop', line, why: 'recalled', days: 0 }
    if (left === 0) return { kind: 'already', line }
    return findOpenStop(index, line, index.lasts[line] ?? line, said)
      ? { kind: 'stop', line, why: 'setAside', days: 0 }
      : { kind: 'container', line }
  }
  if (state === RECEIVED) return index.heldSince.has(line) ? { kind: 'stop', line, why: 'held', days: 0 } : { kind: 'already', line }
  if (state === NOT_SHIPPED) return { kind: 'stop', line, why: 'notShipped', days: 0 }
  if (state === HELD) return { kind: 'stop', line, why: 'held', days: 0 }
  if (said.recallReason === undefined && findRecall(index, line)) return { kind: 'stop', line, why: 'recalled', days: 0 }
  const expiry = findFact(index, line)?.expirationDate
  const days = expiry ? daysBetween(today, expiry) : Number.POSITIVE_INFINITY
  const isAccepted = said.stopReason !== undefined
  if (days < 0 && !isAccepted) return { kind: 'stop', line, why: 'expired', days }
  if (days <= SHORT_DATED_DAYS && !isAccepted) return { kind: 'stop', line, why: 'short', days }
  if (state === ELSEWHERE && said.elsewhereReason === undefined) return { kind: 'receivedElsewhere', line }
  if (findOpenStop(index, line, line, said)) return { kind: 'stop', line, why: 'setAside', days: 0 }
  return { kind: 'receive', line }
}

/** Estimates how many minutes the remaining meds will take at the pace of the last receipts; undefined if too few receipts show a pace. */
export function minutesLeft(events: readonly { at: number; meds: number }[], left: number): number | undefined {
  const pause = 10 * 60_000
  const run: { at: number; meds: number }[] = []
  for (const event of events.toSorted((a, b) => b.at - a.at)) {
    const later = run.at(-1)
    if (later && later.at - event.at > pause) break
    run.push(event)
  }
  const newest = run[0]
  const oldest = run.at(-1)
  if (!newest || !oldest || run.length < 3 || newest.at - oldest.at < 1000) return undefined
  const meds = run.slice(0, -1).reduce((sum, event) => sum + event.meds, 0)
  return Math.max(1, Math.ceil(((newest.at - oldest.at) / meds) * (left / 60_000)))
}
