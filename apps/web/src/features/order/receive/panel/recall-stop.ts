import type { LineRange } from '../../../../offline/line-ranges.ts'
import { findRecall, isFree, isOpen, listNaming, type Recalled, type ReceiveIndex } from '../receive-index.ts'
import type { NewScanResult } from '../receive-types.ts'

/** Marks the recalls that were answered on this page since the list was loaded. */
export function withAnswers(read: readonly Recalled[], answered: readonly number[]): readonly Recalled[] {
  if (answered.length === 0) return read
  return read.map((one) => (answered.includes(one.recallId) ? { ...one, isAnswered: true } : one))
}

/**
 * Ids of the unanswered recalls of packages in these lines that are still to be received. The call that receives the lines sends these ids together
 * with the user's answer.
 */
export function pickAsked(index: ReceiveIndex, ranges: readonly LineRange[]): number[] {
  if (index.recalls.every(({ isAnswered }) => isAnswered)) return []
  const ids = new Set<number>()
  for (const [from, to] of ranges)
    for (let line = from; line <= to; line += 1)
      for (const { recallId, isAnswered } of isFree(index, line) ? listNaming(index, line) : []) if (!isAnswered) ids.add(recallId)
  return [...ids]
}

/** Unanswered recalls of packages still to be received in the units that the user picked, including units that a stop excludes from bulk receipts. */
export function pickRecalls(index: ReceiveIndex, ranges: readonly LineRange[]): number[] {
  const ids = new Set<number>()
  for (const [from, to] of ranges)
    for (let line = from; line <= to; line += 1)
      for (const { recallId, isAnswered } of isOpen(index.states[line]) ? listNaming(index, line) : []) if (!isAnswered) ids.add(recallId)
  return [...ids]
}

/** Recalls of packages still to be received, most severe first, each with its meds and lots. */
export function recalledMeds(index: ReceiveIndex): { recall: Recalled; meds: number; lots: Recalled[] }[] {
  if (index.recalls.length === 0) return []
  const found = new Map<number, { recall: Recalled; meds: number; lots: Set<Recalled> }>()
  for (let line = 0; line < index.count; line += 1) {
    if (!isFree(index, line)) continue
    for (const [id, lots] of Map.groupBy(listNaming(index, line), ({ recallId }) => recallId)) {
      const [recall] = lots
      if (!recall) continue
      const was = found.get(id) ?? { recall, meds: 0, lots: new Set<Recalled>() }
      for (const lot of lots) was.lots.add(lot)
      found.set(id, { ...was, meds: was.meds + 1 })
    }
  }
  return [...found.values()]
    .map(({ lots, ...one }) => ({ ...one, lots: [...lots] }))
    .sort((a, b) => (a.recall.classification ?? 'Z').localeCompare(b.recall.classification ?? 'Z') || a.recall.recallId - b.recall.recallId)
}

/** Returns the first of `lines` that a recall stops from being received; undefined if there is none. */
export const firstNamed = (index: ReceiveIndex, lines: readonly number[]): number | undefined =>
  lines.find((line) => findRecall(index, line))

/** The panel's result for a recalled line. */
export const recalledStop = (line: number): NewScanResult => ({ kind: 'stop', line, why: 'recalled', days: 0, how: 'serial' })
