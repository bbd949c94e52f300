import { firstOutsideSet82, ndcForms, ndcFromGtin, sameNdc, toGtin14 } from '@seriatim/gs1'
import type { MedEntry } from '@seriatim/schema'

/** The values that a person entered for a med; null for an empty field. */
export interface EntryValues {
  lotNumber: string | null
  expirationDate: string | null
  ndc: string | null
  medName: string | null
  manufacturerName: string | null
}
export type EntryField = keyof EntryValues

export interface ParsedEntry extends EntryValues {
  serialNumber: string
  gtin: string | null
}

/** Keys, in med.facts.ts, of the errors of an entry. */
export type EntryProblem =
  | 'entry_serial_missing'
  | 'entry_serial_wrong'
  | 'entry_gtin_digits'
  | 'entry_gtin_length'
  | 'entry_gtin_check'
  | 'entry_lot_wrong'
  | 'entry_expiration_wrong'
  | 'entry_ndc_wrong'
  | 'entry_ndc_not_of_gtin'
  | 'entry_name_too_long'
  | 'entry_maker_too_long'

/** `isMonth`: whether the label shows no day, so that the expiration date is the month's last day. */
type Read = { ok: true; entry: ParsedEntry; isMonth: boolean } | { ok: false; problem: EntryProblem; field: keyof ParsedEntry }

/** Maximum length of serial numbers and lots (GS1 General Specifications, sections 3.4.1 and 3.5.2). */
const CODE_MAX = 20
const NAME_MAX = 300
const GTIN_PROBLEMS = { not_digits: 'entry_gtin_digits', wrong_length: 'entry_gtin_length', check_digit: 'entry_gtin_check' } as const

/** Parses typed values into the form in which they are stored, or returns the first problem. */
export function parseEntry(typed: MedEntry): Read {
  const wrong = (problem: EntryProblem, field: keyof ParsedEntry): Read => ({ ok: false, problem, field })
  const serialNumber = text(typed.serialNumber)
  if (serialNumber === null) return wrong('entry_serial_missing', 'serialNumber')
  if (!isCode(serialNumber)) return wrong('entry_serial_wrong', 'serialNumber')
  const gtin = typed.gtin?.replace(/\s/g, '') ? toGtin14(typed.gtin.replace(/\s/g, '')) : null
  if (gtin && !gtin.ok) return wrong(GTIN_PROBLEMS[gtin.error], 'gtin')
  const lotNumber = text(typed.lotNumber)
  if (lotNumber !== null && !isCode(lotNumber)) return wrong('entry_lot_wrong', 'lotNumber')
  const typedExpiry = text(typed.expirationDate)
  const isMonth = typedExpiry !== null && isMonthIn(typedExpiry)
  const expirationDate = isMonth ? findLastDay(typedExpiry) : typedExpiry
  if (expirationDate !== null && !isDay(expirationDate)) return wrong('entry_expiration_wrong', 'expirationDate')
  const inGtin = gtin ? ndcFromGtin(gtin.value) : null
  const ndc = text(typed.ndc)
  if (ndc !== null && ndcForms(ndc) === null) return wrong('entry_ndc_wrong', 'ndc')
  if (ndc !== null && inGtin !== null && !sameNdc(ndc, inGtin)) return wrong('entry_ndc_not_of_gtin', 'ndc')
  const medName = text(typed.medName)
  if (medName !== null && medName.length > NAME_MAX) return wrong('entry_name_too_long', 'medName')
  const manufacturerName = text(typed.manufacturerName)
  if (manufacturerName !== null && manufacturerName.length > NAME_MAX) return wrong('entry_maker_too_long', 'manufacturerName')
  return {
    ok: true,
    isMonth,
    entry: {
      serialNumber,
      gtin: gtin?.value ?? null,
      lotNumber,
      expirationDate,
      ndc: ndc ?? inGtin,
      medName,
      manufacturerName,
    },
  }
}

/** Trims white space and turns line breaks into spaces; null if nothing is left. */
function text(typed: string | null | undefined): string | null {
  return typed?.replace(/\s+/g, ' ').trim() || null
}

function isCode(code: string): boolean {
  return code.length <= CODE_MAX && firstOutsideSet82(code) < 0
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return /^(19|20|21)\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Whether a text is a year and a month only: the expiration date of a label whose day is 00. */
const isMonthIn = (text: string) => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)

function findLastDay(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10)
}

/** Whether two expiration dates are in the same month. Such dates count as equal if one of them has no day (decision 64). */
export const isSameMonth = (a: string, b: string) => a.slice(0, 7) === b.slice(0, 7)

/**
 * The empty fields of `known` that `typed` fills, and the fields in which the two differ. An empty field never conflicts with a value. With
 * `isMonth`, expiration dates need to share only the month.
 */
export function compareEntry(
  known: EntryValues,
  typed: EntryValues,
  isMonth = false,
): { filled: Partial<EntryValues>; differing: EntryField[] } {
  const filled: Partial<EntryValues> = {}
  const differing: EntryField[] = []
  for (const field of FIELDS) {
    const [before, now] = [known[field], typed[field]]
    if (now === null) continue
    if (before === null) filled[field] = now
    else if (!(isMonth && field === 'expirationDate' ? isSameMonth : SAME[field])(before, now)) differing.push(field)
  }
  return { filled, differing }
}

const exactly = (a: string, b: string) => a === b
const inAnyCase = (a: string, b: string) => a.replace(/\s+/g, ' ').trim().toLowerCase() === b.toLowerCase()
const SAME: Record<EntryField, (a: string, b: string) => boolean> = {
  lotNumber: inAnyCase,
  expirationDate: exactly,
  ndc: sameNdc,
  medName: inAnyCase,
  manufacturerName: inAnyCase,
}
const FIELDS = Object.keys(SAME) as EntryField[] // the keys of the record above

const WORDS: Record<EntryField, string> = {
  lotNumber: 'lot',
  expirationDate: 'expiration date',
  ndc: 'NDC',
  medName: 'med name',
  manufacturerName: 'manufacturer',
}

/** A sentence that says which value is on file, for a field in which the entry differs. */
export function differenceSentence(field: EntryField, known: string | null): string {
  return `This package is on file with a different ${WORDS[field]}: ${known ?? ''}. Nothing was saved. Compare it with the package, then correct the one that is wrong.`
}
