import { usualTiming } from './keystrokes.ts'
import { findTerminator, measureGaps, measurePace, type Take } from './scan-log.ts'
import type { ScannerSettings } from './scanner-settings.ts'

export const SCANS_TO_LEARN = 3
/**
 * Bounds of the learned maximum gap between keys. Nobody types with gaps shorter than `LEAST_MS`; with a maximum above `MOST_MS`, fast typing would
 * count as a scan.
 */
const LEAST_MS = 20
const MOST_MS = 150

/** Whether a burst of keys is usable for learning: long enough, and at a scanner's fast and even pace. */
export function isTeachable(take: Take): boolean {
  const gaps = measureGaps(take)
  if (take.length < 8) return false
  return measurePace(take) <= MOST_MS && gaps.filter((gap) => gap > MOST_MS).length <= gaps.length / 10
}

/**
 * Learns a scanner's settings from its last scans: the maximum gap between keys, which is one and a half times the pace of the slowest scan, within
 * limits; and the terminator, if all scans have the same one. Undefined while there are too few scans.
 */
export function learnScanner(takes: readonly Take[]): ScannerSettings['learned'] {
  const last = takes.slice(-SCANS_TO_LEARN)
  if (last.length < SCANS_TO_LEARN) return undefined
  const gapMs = Math.min(MOST_MS, Math.max(LEAST_MS, usualTiming.gapMs, Math.ceil(Math.max(...last.map(measurePace)) * 1.5)))
  const ends = new Set(last.map(findTerminator))
  return { gapMs, terminator: ends.size === 1 ? findTerminator(last[0] ?? []) : 'none' }
}
