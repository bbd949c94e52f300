import { differingFields, type Label } from '@seriatim/gs1'
import { SHORT_DATED_DAYS } from '@seriatim/schema'
import { DAY_MS } from '../../../core/day.ts'

/** Parses PostgreSQL's multirange of integers, `{[0,3),[7,8)}`, into pairs with both ends included. */
export function parseRanges(text: string): [number, number][] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map((match) => [Number(match[1]), Number(match[2]) - 1])
}

/** Parses an SSCC as callers write it: 18 digits, or with the AI 00 in front, bracketed or not; undefined for anything else. */
export function pickSscc(text: string): string | undefined {
  const digits = text.replace(/^\(00\)|^00(?=\d{18}$)/, '').replace(/\s/g, '')
  return /^\d{18}$/.test(digits) ? digits : undefined
}

export interface SerialMatch {
  gtin: string | null
  lotNumber: string | null
  regulatedProductName: string | null
}

/** The serial number and the meds that share it, for the caller to choose from. */
export function ambiguousSerial(serialNumber: string, matches: readonly SerialMatch[]): Record<string, unknown> {
  return {
    serialNumber,
    candidates: matches.map(({ gtin, lotNumber, regulatedProductName }) => ({ gtin, lotNumber, medName: regulatedProductName })),
  }
}

/** Lot and expiration date according to the label and according to the file's line, if label and line differ; otherwise undefined. */
export function findLabelDifference(
  label: { [Field in keyof Label]?: string | undefined },
  line: { lotNumber: string | null; expirationDate: string | null },
) {
  if (differingFields(label, line).length === 0) return undefined
  return {
    label: { lotNumber: label.lotNumber ?? null, expirationDate: label.expirationDate ?? null },
    file: { lotNumber: line.lotNumber, expirationDate: line.expirationDate },
  }
}

/**
 * Whether a package is expired on `today` (`YYYY-MM-DD`) or expires within {@link SHORT_DATED_DAYS}; undefined if it is neither, or has no expiration
 * date.
 */
export function expiryWarning(expirationDate: string | null, today: string): 'expired' | 'short' | undefined {
  if (expirationDate === null) return undefined
  const days = Math.round((Date.parse(expirationDate) - Date.parse(today)) / DAY_MS)
  if (days < 0) return 'expired'
  return days <= SHORT_DATED_DAYS ? 'short' : undefined
}
