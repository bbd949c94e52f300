import { ruleAt } from './ai-rules.ts'
import { associate } from './associations.ts'
import { collect } from './collect.ts'
import type { Decoded } from './decode-types.ts'
import type { Part } from './fault.ts'
import { judge } from './judge.ts'
import { SEPARATORS } from './lenient.ts'

/** Data on a label besides GTIN and serial number; a field is missing if the label lacks it. */
export interface Label {
  readonly lotNumber?: string
  /** `YYYY-MM-DD`, or `YYYY-MM` if the label's day is 00. */
  readonly expirationDate?: string
}
export type LabelField = keyof Label

/** Lot and expiry as printed. An expiry with day 00 is returned as a month, although `Decoded` gives the last day of that month. */
export function toLabel({ elements, lotNumber, expirationDate }: Decoded): Label {
  const isMonth = elements.some(({ ai, value }) => ai === '17' && value.endsWith('00'))
  return {
    ...(lotNumber === undefined ? {} : { lotNumber }),
    ...(expirationDate === undefined ? {} : { expirationDate: isMonth ? expirationDate.slice(0, 7) : expirationDate }),
  }
}

type Recorded = { readonly [Field in LabelField]?: string | null | undefined }

/**
 * Fields in which a label differs from a record. Lots are compared without regard to case and surrounding spaces, expiries by day, or by month if one
 * of the two has no day (decision 64). A missing field never differs.
 */
export function differingFields(label: Recorded, record: Recorded): LabelField[] {
  const fields: LabelField[] = []
  if (label.lotNumber && record.lotNumber && plain(label.lotNumber) !== plain(record.lotNumber)) fields.push('lotNumber')
  const [onLabel, onRecord] = [label.expirationDate, record.expirationDate]
  if (onLabel && onRecord) {
    const length = Math.min(onLabel.length, onRecord.length)
    if (onLabel.slice(0, length) !== onRecord.slice(0, length)) fields.push('expirationDate')
  }
  return fields
}

const plain = (lot: string) => lot.trim().toUpperCase()

/** The only identifiers that a reading of a drug's label may contain, each at most once: GTIN, lot, expiry, serial number and NDC. */
const LABEL_AIS: ReadonlySet<string> = new Set(['01', '10', '17', '21', '715'])
const MAX_LENGTH = 120

/**
 * Finds every way to read a drug's label as a GTIN, serial number, lot, expiry and NDC (each field at most once), given that group separators may
 * have been lost. Every reading satisfies all rules, so only a list of known serial numbers can tell which one is meant.
 *
 * @returns the readings with a GTIN and a serial number; empty if there are none.
 */
export function labelReadings(scan: string, currentYear: number = new Date().getFullYear()): Decoded[] {
  const text = scan.trim().replace(/^\][A-Za-z]\d/, '')
  if (text.length > MAX_LENGTH || !/^01\d{14}/.test(text)) return []
  const found: Decoded[] = []
  const take = (at: number, parts: readonly Part[]) => {
    if (at >= text.length) {
      const read = associate(parts).error === null ? collect(parts, currentYear, []) : undefined
      if (read?.gtin14 && read.serialNumber) found.push(read)
      return
    }
    if (SEPARATORS.includes(text.charAt(at))) return take(at + 1, parts)
    const rule = ruleAt(text, at)
    if (!rule || !LABEL_AIS.has(rule.ai) || parts.some((part) => part.rule === rule)) return
    const start = at + rule.ai.length
    let last = start
    while (last < text.length && last - start < rule.max && !SEPARATORS.includes(text.charAt(last))) last += 1
    for (let end = start + (rule.predefined ? rule.max : rule.min); end <= last; end += 1) {
      const value = text.slice(start, end)
      if (judge(rule, value, start) === null) take(end, [...parts, { rule, value, position: start }])
    }
  }
  take(0, [])
  return found
}
