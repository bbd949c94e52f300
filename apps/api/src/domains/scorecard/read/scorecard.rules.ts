import {
  addTallies,
  EMPTY_TALLY,
  isComparableFigure,
  median,
  readFigures,
  SCORECARD_KEYS,
  type ScorecardFigures,
  type ScorecardMedians,
  type ScorecardRow,
  type ScorecardSearch,
  type ScorecardTally,
} from '@seriatim/schema'

/** The figures about one sender at one location in one month. */
export interface MonthRow {
  month: string
  locationId: number | null
  sender: string
  tally: ScorecardTally
}

/**
 * A trading partner together with one of its GLNs (`sender`), by which files identify it as their sender. `locationId`: the location to which the
 * partner belongs; null if the partner belongs to all.
 */
export interface Owner {
  sender: string
  partnerId: number
  name: string
  locationId: number | null
  isActive: boolean
  isSupplier: boolean
}

/** Finds the trading partner to which a row belongs; undefined if its sender is no trading partner. */
export type FindOwner = (row: { sender: string; locationId: number | null }) => Owner | undefined

/**
 * Returns a function that finds the trading partner of a row. If several partners have the sender's GLN, it prefers active partners to deactivated
 * ones, and among those, partners of the row's location to partners shared by all locations.
 */
export function makeFindOwner(owners: readonly Owner[]): FindOwner {
  const bySender = Map.groupBy(owners, ({ sender }) => sender)
  return (row) => {
    const [owner] = (bySender.get(row.sender) ?? [])
      .filter(({ locationId }) => locationId === null || locationId === row.locationId)
      .toSorted((a, b) => rank(a) - rank(b) || a.partnerId - b.partnerId)
    return owner
  }
}

export interface PartnerRows {
  partner: Omit<Owner, 'sender'>
  rows: MonthRow[]
}

/**
 * Assigns each row to one trading partner. Suppliers without rows are included. `unassigned` are the rows of senders that are not trading partners.
 */
export function assignRows(rows: readonly MonthRow[], owners: readonly Owner[]): { partners: PartnerRows[]; unassigned: MonthRow[] } {
  const findOwner = makeFindOwner(owners)
  const partners = new Map<number, PartnerRows>()
  const rowsOf = ({ sender: _, ...partner }: Owner) => {
    const known = partners.get(partner.partnerId) ?? { partner, rows: [] }
    partners.set(partner.partnerId, known)
    return known.rows
  }
  for (const owner of owners) if (owner.isActive && owner.isSupplier) rowsOf(owner)
  const unassigned: MonthRow[] = []
  for (const row of rows) {
    const owner = findOwner(row)
    if (owner) rowsOf(owner).push(row)
    else unassigned.push(row)
  }
  return { partners: [...partners.values()], unassigned }
}

const rank = ({ isActive, locationId }: Owner) => Number(!isActive) * 2 + Number(locationId === null)

export const totalOf = (rows: readonly MonthRow[]): ScorecardTally => addTallies(rows.map(({ tally }) => tally))

/** Computes the figures of each of these months, including months without orders. */
export function figuresByMonth(months: readonly string[], rows: readonly MonthRow[]): { month: string; figures: ScorecardFigures }[] {
  const byMonth = Map.groupBy(rows, ({ month }) => month)
  return months.map((month) => ({ month, figures: readFigures(totalOf(byMonth.get(month) ?? []) ?? EMPTY_TALLY) }))
}

/** A median of a single partner would only repeat its own value. */
const LEAST_PARTNERS = 2

export function mediansOf(partners: readonly ScorecardFigures[]): ScorecardMedians {
  const entries = SCORECARD_KEYS.map((key) => {
    const values = partners
      .map((figures) => figures[key])
      .filter(isComparableFigure)
      .flatMap(({ value }) => value ?? [])
      .sort((a, b) => a - b)
    const middle = values.length < LEAST_PARTNERS ? null : median(values)
    return [key, { value: middle === null ? null : Math.round(middle * 10) / 10, partners: values.length }]
  })
  return Object.fromEntries(entries) as ScorecardMedians // one entry per key
}

/** Sorts by a figure; partners without a value come last in both directions. */
export function sortRows(rows: readonly ScorecardRow[], { sort, order }: Pick<ScorecardSearch, 'sort' | 'order'>): ScorecardRow[] {
  const direction = order === 'asc' ? 1 : -1
  const byName = (a: ScorecardRow, b: ScorecardRow) => a.partnerName.localeCompare(b.partnerName, 'en') || a.partnerId - b.partnerId
  if (sort === 'name') return rows.toSorted((a, b) => direction * byName(a, b))
  const figureOf = ({ figures }: ScorecardRow) => figures[sort].value
  return rows.toSorted((a, b) => {
    const [one, other] = [figureOf(a), figureOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byName(a, b)
    return direction * (one - other) || byName(a, b)
  })
}
