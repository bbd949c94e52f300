import { type RecallCode, readRecall } from '@seriatim/recall'
import { cutEnd, cutEnds } from '../../../core/text/cut-ends.ts'
import { firmKey, lotKey, type NdcKey, ndcKeys } from './lot.rules.ts'

/**
 * A stored row that describes lots of a recall: a single lot, a range of lots, the text that lots begin or end with (`prefix`, `suffix`), or only an
 * expiration date, which applies to any lot (`any`).
 */
export interface LotRow {
  kind: 'lot' | 'range' | 'prefix' | 'suffix' | 'any'
  lot: string
  lotKey: string
  lotTo: string | null
  expiration: string | null
}

export interface CodeRow {
  ndc: string
  formFactor: string
  allLots: boolean
  isOpen: boolean
  amountOfLots: number
  keys: (NdcKey & { isLabel: boolean })[]
  lots: LotRow[]
}

/** A stored record of openFDA's drug enforcement download. */
export interface RecordRow {
  recallNumber: string
  eventId: string | null
  firm: string
  firmKey: string
  title: string
  description: string
  quantity: string | null
  reason: string | null
  codeInfo: string | null
  moreCodeInfo: string | null
  classification: string | null
  status: string | null
  distributions: string[]
  initiatedOn: string | null
  reportedOn: string | null
  terminatedOn: string | null
  codes: CodeRow[]
  unread: string[]
}

/**
 * Maximum number of characters of a field of a recall record; the rest is cut off. No published field is this long, so a longer one is damaged or
 * hostile.
 */
const LONGEST = 400_000

/**
 * Makes the row of a recall record. @returns undefined for a record without recall number, firm or description, because it could be neither shown nor
 * found.
 */
export function makeRecord(data: unknown): RecordRow | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const record = data as Record<string, unknown> // each field is checked before it is used
  const text = (name: string) => {
    const value = record[name]
    // PostgreSQL cannot store NUL, and a lone surrogate is not a character.
    return typeof value === 'string' ? value.replaceAll('\0', ' ').toWellFormed().trim().slice(0, LONGEST) || null : null
  }
  const recallNumber = text('recall_number')
  const firm = text('recalling_firm')
  const description = text('product_description')
  if (!recallNumber || recallNumber.length > 100 || !firm || !description) return undefined
  const codeInfo = text('code_info')
  const moreCodeInfo = text('more_code_info')
  const reading = readRecall({
    recall_number: recallNumber,
    product_description: description,
    code_info: codeInfo ?? '',
    more_code_info: moreCodeInfo ?? '',
  })
  const labelNdcs = collectLabels(record.openfda)
  return {
    recallNumber,
    eventId: text('event_id'),
    firm,
    firmKey: firmKey(firm) ?? firm.toLowerCase(),
    title: makeTitle(description, record.openfda),
    description,
    quantity: text('product_quantity'),
    reason: text('reason_for_recall'),
    codeInfo,
    moreCodeInfo,
    classification: text('classification'),
    status: text('status'),
    distributions: collectDistributions(text('distribution_pattern')),
    initiatedOn: readDay(text('recall_initiation_date')),
    reportedOn: readDay(text('report_date')),
    terminatedOn: readDay(text('termination_date')),
    codes: reading.codes.map((code) => codeRow(short(code), description, labelNdcs)),
    unread: [...reading.unread, ...reading.codes.flatMap(({ lots }) => lots.filter(isTooLong))],
  }
}

/** Whether a text is longer than any lot can be, so that it must be text that the reader could not interpret. */
const isTooLong = (lot: string) => lot.length > 80
const short = (code: RecallCode): RecallCode => ({
  ...code,
  ndc: code.ndc === null || code.ndc.length > 40 ? null : code.ndc,
  lots: code.lots.filter((lot) => !isTooLong(lot)),
  ranges: code.ranges.filter((range) => !range.some(isTooLong)),
})

/** `20230719` -> `2023-07-19`; null for anything else. */
export function readDay(text: string | null): string | null {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text ?? '')
  if (!parts) return null
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`
  const read = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== day ? null : day
}

/**
 * Returns the NDCs that the FDA added to the record (`openfda`). Some belong to sister products that are not recalled, so such an NDC identifies a
 * package only together with a lot.
 */
function collectLabels(openfda: unknown): string[] {
  if (typeof openfda !== 'object' || openfda === null) return []
  const { package_ndc, product_ndc } = openfda as { package_ndc?: unknown; product_ndc?: unknown } // each field is checked before it is used
  const all = [package_ndc, product_ndc].flatMap((list) => (Array.isArray(list) ? list : []))
  return all.filter((one): one is string => typeof one === 'string').slice(0, 200)
}

function codeRow(code: RecallCode, description: string, labelNdcs: readonly string[]): CodeRow {
  const own = code.ndc === null ? [] : ndcKeys(code.ndc)
  const labels = own.length ? [] : labelNdcs.flatMap(ndcKeys)
  const lots = collectLots(code)
  const isUnread = !code.allLots && lots.every(({ kind }) => kind === 'any')
  return {
    ndc: code.ndc ?? '',
    formFactor: findFormFactor(description, code.ndc),
    allLots: code.allLots,
    isOpen: code.allLots || isUnread || lots.some(({ kind }) => kind !== 'lot' && kind !== 'any'),
    amountOfLots: code.lots.length + code.ranges.length,
    keys: [...own.map((key) => ({ ...key, isLabel: false })), ...labels.map((key) => ({ ...key, isLabel: true }))],
    lots,
  }
}

/**
 * Makes a row for each lot and each of its expiration dates. A date without a lot applies to the code's lot ranges or, if it has none, to the whole
 * code.
 */
function collectLots({ lots, ranges, lotPrefixes = [], lotSuffixes = [], lotMayBeFollowedBy, expirations }: RecallCode): LotRow[] {
  const whole = expirations.filter(({ lot }) => lot === null).map(({ expiration }) => expiration)
  const row = (kind: LotRow['kind'], lot: string, more: Partial<LotRow> = {}): LotRow => ({
    kind,
    lot,
    lotKey: lotKey(lot),
    lotTo: null,
    expiration: null,
    ...more,
  })
  const dated = (kind: LotRow['kind'], lot: string, dates: readonly string[], more: Partial<LotRow> = {}) =>
    dates.length ? dates.map((expiration) => row(kind, lot, { ...more, expiration })) : [row(kind, lot, more)]
  const endings = (lotMayBeFollowedBy ?? '').match(/[A-Za-z\d]{1,4}/g)?.filter((one) => /\d/.test(one)) ?? []
  // Groups the dates by lot once, because searching all dates for every lot would be slow for a recall with thousands of lots.
  const byLot = Map.groupBy(expirations, ({ lot }) => lot)
  return [
    ...lots.flatMap((lot) => {
      const dates = byLot.get(lot)?.map(({ expiration }) => expiration) ?? []
      return [lot, ...endings.map((ending) => lot + ending)].flatMap((one) => dated('lot', one, dates))
    }),
    ...ranges.flatMap(([from, to]) => dated('range', from, whole, { lotTo: to })),
    ...lotPrefixes.map((lot) => row('prefix', lot)),
    ...lotSuffixes.map((lot) => row('suffix', lot)),
    ...whole.map((expiration) => row('any', '', { expiration })),
  ]
}

const FORMS =
  /\b(bottle|vial|carton|tube|syringe|bag|blister|pouch|ampule|ampoule|kit|jar|canister|can|inhaler|pen|patch|cartridge|packet|box|cup|drum|pail|tray|pack)(?:e?s)?\b/gi

/** Finds the container's name, such as "Bottle": the last one in the text before the NDC, else the first one in the text. */
function findFormFactor(description: string, ndc: string | null): string {
  const at = ndc === null ? -1 : description.indexOf(ndc)
  const all = [...description.slice(0, 20_000).matchAll(FORMS)]
  const before = at < 0 ? undefined : all.filter((found) => found.index < at).at(-1)
  const word = (before ?? all[0])?.[1]?.toLowerCase() ?? 'package'
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const TITLE_END =
  /,? ?(?:\b(?:NDC|UPC|Rx|OTC|Mfd|Mfg|Manufactured|Distributed|Dist\.|Packaged|Repackaged|Made|Item|Net\b|a\))|\(NDC|\[NDC|\(?Rx only)/i

const TITLE_REST = /[\s,;:([-]/

/** A short name: the description up to the first words about packing or a firm. */
function makeTitle(description: string, openfda: unknown): string {
  const flat = description.replace(/\s+/g, ' ')
  const end = flat.slice(1, 400).search(TITLE_END)
  const name = cutEnd(end > 3 ? flat.slice(0, end + 1) : flat, TITLE_REST)
  if (name.length <= 90) return name || genericName(openfda) || flat.slice(0, 90)
  const cut = name.slice(0, 90)
  return `${cutEnd(cut.slice(0, Math.max(cut.lastIndexOf(' '), 40)), TITLE_REST)} …`
}

function genericName(openfda: unknown): string | undefined {
  if (typeof openfda !== 'object' || openfda === null) return undefined
  const { brand_name } = openfda as { brand_name?: unknown } // the type of `brand_name` is checked before the value is used
  return Array.isArray(brand_name) && typeof brand_name[0] === 'string' ? brand_name[0] : undefined
}

/** Splits a recall's distribution text into places if it is a list of short names; otherwise returns its first 2,000 characters as the only entry. */
function collectDistributions(text: string | null): string[] {
  if (text === null) return []
  const flat = text.replace(/\s+/g, ' ')
  const parts = flat
    .split(/[,;]|\band\b/)
    .map((part) => cutEnds(part, /[\s.]/))
    .filter(Boolean)
  return parts.length > 1 && parts.length <= 70 && parts.every((part) => part.length <= 24) ? parts : [flat.slice(0, 2000)]
}
