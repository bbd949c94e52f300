import { DAY_MS } from '../../../core/day.ts'
import { isInRange, isSameLot, lotKey } from '../load/lot.rules.ts'

export type Confidence = 'exact' | 'probable' | 'possible'

/** A customer's stock of a lot, in the form in which it is compared with recalls. */
export interface StockFacts {
  ndc10: string | null
  lotNumber: string | null
  /** `YYYY-MM-DD` */
  expirationDate: string | null
  sentAt: Date
}

export interface LotFacts {
  kind: 'lot' | 'range' | 'prefix' | 'suffix' | 'any'
  lot: string
  lotTo: string | null
  /** Expiration date of the lot in the recall, `YYYY-MM-DD` or `YYYY-MM`; null if the recall states none. */
  expiration: string | null
}

/**
 * What a recall's code and the customer's package have in common. `package`: the NDC of the package. `anyPackage`: the product, and the recall lists
 * no packages of it. `product`: the product, but in another package. `label`: an NDC that the FDA added to the recall from a label. `firm`: only the
 * manufacturer.
 */
export type Via = 'package' | 'anyPackage' | 'product' | 'label' | 'firm'

export interface CodeFacts {
  via: Via
  allLots: boolean
  /** True if neither lots nor "all lots" could be read from the recall's code information. */
  isUnread: boolean
  /** Whether the recall's code information names lots. If so, a stock record without a lot may belong to one of them. */
  namesLots: boolean
  /** Those lots in the recall's code information that may match the customer's lot. */
  lots: readonly LotFacts[]
  /** `YYYY-MM-DD`: the day on which the firm began the recall. */
  initiatedOn: string | null
}

export interface Judgment {
  confidence: Confidence
  /** The reason in words, such as "Same NDC and lot, expiry differs by a month". */
  why: string
}

const RANK: Record<Confidence, number> = { exact: 3, probable: 2, possible: 1 }
export const isStronger = (one: Confidence, other: Confidence): boolean => RANK[one] > RANK[other]

/** Goods shipped this long after a recall began were probably made after it, so its "all lots" does not cover them. */
const NEW_STOCK_DAYS = 365

const SAME: Record<Via, string> = {
  package: 'Same NDC',
  anyPackage: 'Same NDC',
  product: 'Same product in another package',
  label: 'Same NDC as on the label listed by the FDA',
  firm: 'Same manufacturer, the recall names no NDC',
}

const NO_PACKAGE = 'the recall names no package'

/**
 * Whether a recall's code names one of our lots, and with what certainty (decision 56). Exact: the package and the lot match, and the expiry does not
 * contradict. Probable: the package or the lot matches in another spelling, or the recall names "all lots" of the package or product. Possible: the
 * text names no lot, or the lot without the package.
 *
 * @returns undefined if it does not name the lot.
 */
export function matchCertainty(stock: StockFacts, code: CodeFacts): Judgment | undefined {
  const found = stock.lotNumber === null ? undefined : namedLot(stock.lotNumber, code.lots)
  if (found) return ofNamedLot(stock, code, found)
  if (code.via === 'firm' || code.via === 'label') return undefined
  if (code.allLots) return ofAllLots(stock, code)
  if (stock.lotNumber === null && code.namesLots) return { confidence: 'possible', why: `${SAME[code.via]}, your record has no lot` }
  return code.isUnread && !isNewStock(stock, code) ? { confidence: 'possible', why: `${SAME[code.via]}, lots not readable` } : undefined
}

/** Whether an entry of a recall covers this lot: the entry is a range of lots that includes it, or the beginning or ending of its number. */
export function coversLot({ kind, lot, lotTo }: Pick<LotFacts, 'kind' | 'lot' | 'lotTo'>, mine: string): boolean {
  const key = lotKey(mine)
  if (kind === 'range') return lotTo !== null && isInRange(mine, lot, lotTo)
  return (kind === 'prefix' && key.startsWith(lotKey(lot))) || (kind === 'suffix' && key.endsWith(lotKey(lot)))
}

interface Found {
  how: 'same' | 'spelled' | 'range' | 'part'
  expirations: readonly string[]
}

/**
 * Compares our lot with the lots in the recall's code in four ways, beginning with the strictest. Returns the first way in which some of the lots
 * match, with the expiry dates that apply; undefined if none matches.
 */
function namedLot(lot: string, lots: readonly LotFacts[]): Found | undefined {
  const key = lotKey(lot)
  const ways = [
    ['same', (one: LotFacts) => one.kind === 'lot' && isSameLot(one.lot, lot)],
    ['spelled', (one: LotFacts) => one.kind === 'lot' && lotKey(one.lot) === key],
    ['range', (one: LotFacts) => one.kind === 'range' && coversLot(one, lot)],
    ['part', (one: LotFacts) => one.kind !== 'range' && coversLot(one, lot)],
  ] as const
  for (const [how, is] of ways) {
    const rows = lots.filter(is)
    if (rows.length) return { how, expirations: collectExpirations(rows, lots) }
  }
  return undefined
}

/** Collects the expiration dates of the matching entries or, if they have none, of the recall's "all lots" entries. */
function collectExpirations(rows: readonly LotFacts[], lots: readonly LotFacts[]): string[] {
  const own = rows.flatMap(({ expiration }) => expiration ?? [])
  return own.length ? own : lots.flatMap(({ kind, expiration }) => (kind === 'any' ? (expiration ?? []) : []))
}

function ofNamedLot(stock: StockFacts, { via }: CodeFacts, { how, expirations }: Found): Judgment {
  const differs = expiryWords(stock.expirationDate, expirations)
  const lotWords = {
    same: 'lot',
    spelled: 'lot, spelled differently',
    range: 'a lot in the range',
    part: 'a lot that the text names only partly',
  }[how]
  if (via === 'firm') return { confidence: 'possible', why: `Same manufacturer and ${lotWords}; the recall names no NDC` }
  if (via === 'anyPackage')
    return { confidence: 'probable', why: `Same NDC and ${lotWords}${differs ? `, expiry differs by ${differs}` : ''}; ${NO_PACKAGE}` }
  const same = `${SAME[via]} and ${lotWords}`
  if (differs) return { confidence: 'probable', why: `${same}, expiry differs by ${differs}` }
  if (via !== 'package' || how === 'spelled' || how === 'part') return { confidence: 'probable', why: same }
  const isKnown = stock.expirationDate !== null && expirations.length > 0
  if (how === 'range') return { confidence: 'exact', why: `Same NDC, lot in the range${isKnown ? ', same expiry' : ''}` }
  return { confidence: 'exact', why: isKnown ? 'Same NDC, lot and expiry' : 'Same NDC and lot' }
}

function ofAllLots(stock: StockFacts, code: CodeFacts): Judgment | undefined {
  const dates = code.lots.flatMap(({ kind, expiration }) => (kind === 'any' ? (expiration ?? []) : []))
  const differs = expiryWords(stock.expirationDate, dates)
  if (isNewStock(stock, code))
    return { confidence: 'possible', why: `${SAME[code.via]}, all lots, shipped more than a year after the recall` }
  if (code.via === 'product') return { confidence: 'possible', why: `${SAME.product}, all lots are recalled` }
  if (differs) return { confidence: 'possible', why: `Same NDC, all lots, expiry differs by ${differs}` }
  if (code.via === 'anyPackage') return { confidence: 'probable', why: `Same NDC; ${NO_PACKAGE} and means all lots` }
  return { confidence: 'probable', why: 'Same NDC, all lots are recalled' }
}

function isNewStock({ sentAt }: StockFacts, { initiatedOn }: CodeFacts): boolean {
  return initiatedOn !== null && sentAt.getTime() - Date.parse(initiatedOn) > NEW_STOCK_DAYS * DAY_MS
}

/**
 * Describes in words, such as "3 months", how far the lot's expiration date is from the nearest date that the recall lists. Undefined if it equals
 * one of them, or if the lot or the recall has no date.
 */
function expiryWords(expiration: string | null, named: readonly string[]): string | undefined {
  if (expiration === null || named.length === 0 || named.some((one) => isSameExpiry(expiration, one))) return undefined
  const days = Math.min(...named.map((one) => Math.abs(Date.parse(expiration) - Date.parse(endOfPeriod(one))) / DAY_MS))
  if (days < 25) return days === 1 ? 'a day' : `${days} days`
  const months = Math.round(days / 30.4)
  if (months < 12) return months <= 1 ? 'a month' : `${months} months`
  const years = Math.round(months / 12)
  return years === 1 ? 'a year' : `${years} years`
}

/** Whether two expiry dates agree. A day also agrees with the last day of its month: many firms print only the month and mean its last day. */
const isSameExpiry = (expiration: string, named: string) =>
  named.length === 7
    ? expiration.startsWith(named)
    : expiration === named || (expiration.slice(0, 7) === named.slice(0, 7) && isMonthEnd(expiration))

const isMonthEnd = (day: string) => endOfPeriod(day.slice(0, 7)) === day

/** `2028-03` becomes 2028-03-31; a date with a day stays. */
export function endOfPeriod(date: string): string {
  if (date.length > 7) return date
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
