import { z } from 'zod'
import { formatAmount, formatCount } from './counted.ts'

/**
 * The counts and values of some orders of one supplier. Two tallies can be added, so that months and locations can be combined without reading the
 * orders.
 */
export const scorecardTally = z.object({
  orders: z.int(),
  units: z.int(),
  /** Number of files that could not become an order. */
  failedFiles: z.int(),
  /** Number of orders whose first file was right: no ticket, no resent file, no wrong GLN, no label that differed. */
  right: z.int(),
  /** Number of orders whose file has a transaction statement. */
  stated: z.int(),
  /** For each order, the minutes from the arrival of the data to the first scan; negative if the goods were scanned first. Ascending. */
  minutes: z.array(z.int()),
  /** Number of orders that were received completely or closed short. */
  finishedOrders: z.int(),
  finishedUnits: z.int(),
  missing: z.int(),
  unexpected: z.int(),
  /** Number of orders of which any package was received. */
  receivedOrders: z.int(),
  receivedUnits: z.int(),
  labelDifferences: z.int(),
  /** For each resolved ticket, the minutes from its opening to its resolution. Ascending. */
  fixMinutes: z.array(z.int()),
  openTickets: z.int(),
  /** Number of orders whose file was sent more than once. */
  resent: z.int(),
  /** Number of files addressed to a GLN that is not ours. */
  wrongGln: z.int(),
  /** Number of orders for each guideline release that the orders' files state; the key is `none` for files that state none. */
  releases: z.record(z.string(), z.int()),
  lots: z.int(),
  recalledLots: z.int(),
  recallIds: z.array(z.int()),
  returns: z.int(),
  credited: z.int(),
})
export type ScorecardTally = z.infer<typeof scorecardTally>

export const EMPTY_TALLY: Readonly<ScorecardTally> = {
  orders: 0,
  units: 0,
  failedFiles: 0,
  right: 0,
  stated: 0,
  minutes: [],
  finishedOrders: 0,
  finishedUnits: 0,
  missing: 0,
  unexpected: 0,
  receivedOrders: 0,
  receivedUnits: 0,
  labelDifferences: 0,
  fixMinutes: [],
  openTickets: 0,
  resent: 0,
  wrongGln: 0,
  releases: {},
  lots: 0,
  recalledLots: 0,
  recallIds: [],
  returns: 0,
  credited: 0,
}

const byNumber = (one: number, other: number) => one - other

/** Adds up tallies of different orders. A recall is counted once, even if it concerns several months or locations. */
export function addTallies(tallies: readonly Readonly<ScorecardTally>[]): ScorecardTally {
  const sums: Record<string, number> = {}
  const releases: Record<string, number> = {}
  for (const tally of tallies) {
    for (const [key, value] of Object.entries(tally)) if (typeof value === 'number') sums[key] = (sums[key] ?? 0) + value
    for (const [release, orders] of Object.entries(tally.releases)) releases[release] = (releases[release] ?? 0) + orders
  }
  return {
    ...EMPTY_TALLY,
    ...sums,
    releases,
    minutes: tallies.flatMap(({ minutes }) => minutes).sort(byNumber),
    fixMinutes: tallies.flatMap(({ fixMinutes }) => fixMinutes).sort(byNumber),
    recallIds: [...new Set(tallies.flatMap(({ recallIds }) => recallIds))].sort(byNumber),
  }
}

/** Below this number of orders no share, rate or comparison is shown, because a single order would change it too much. */
export const LEAST_ORDERS = 10

/** The release of the GS1 US guideline that suppliers should follow; a later one is fine too. */
const GUIDELINE_RELEASE = 1.3

/** A figure about some orders, with the counts it was computed from. */
export const scorecardFigure = z.object({
  /**
   * The figure as a percentage, a rate per 1,000, a number of minutes or hours, or a count. null if there is nothing to count, or too little for a
   * meaningful figure.
   */
  value: z.number().nullable(),
  /** The counted part of `of`, for example the number of orders that were right. */
  amount: z.int(),
  /** The total of which `amount` is a part, for example the number of all orders. */
  of: z.int(),
  /** Number of orders, tickets or returns on which the figure is based. */
  basis: z.int(),
})
export type ScorecardFigure = z.infer<typeof scorecardFigure>

interface Definition {
  label: string
  /** Text shown beside the figure. It completes a sentence that begins with the label and "is". */
  definition: string
  unit: 'count' | 'share' | 'rate' | 'minutes' | 'hours'
  /** Whether a high or a low value is better; null if neither is. */
  better: 'high' | 'low' | null
  /** Singular noun for what the `basis` of the figure counts. */
  basis: 'order' | 'ticket' | 'return'
  /** Singular noun for what `of` counts in the figure, such as `order`. */
  of: string
  read: (tally: Readonly<ScorecardTally>) => Pick<ScorecardFigure, 'amount' | 'of'> & { basis?: number; value?: number | null }
}

const define = <Key extends string>(definitions: Readonly<Record<Key, Definition>>) => definitions
const countFiles = ({ orders, failedFiles }: Readonly<ScorecardTally>) => orders + failedFiles

/**
 * The meaning and computation of each figure of a scorecard. Server and screens use only this table, so that a figure always matches its definition.
 */
export const SCORECARD_FIGURES = define({
  orders: {
    label: 'Orders',
    definition:
      'Orders from this supplier, by the day on which the first file of each arrived. A corrected file does not count as another order, and voided orders do not count.',
    unit: 'count',
    better: null,
    basis: 'order',
    of: 'order',
    read: ({ orders }) => ({ amount: orders, of: orders, value: orders }),
  },
  units: {
    label: 'Units',
    definition: 'Packages that the files of these orders list as shipped.',
    unit: 'count',
    better: null,
    basis: 'order',
    of: 'package',
    read: ({ units }) => ({ amount: units, of: units, value: units }),
  },
  firstTimeRight: {
    label: 'Right the first time',
    definition:
      'Files that became an order and needed no correction: no error in the file, nothing missing or unexpected, no label that differs, and no second file. Warnings and withdrawn tickets do not count against a file. Counted among all first files, including files that could not become an order.',
    unit: 'share',
    better: 'high',
    basis: 'order',
    of: 'file',
    read: (tally) => ({ amount: tally.right, of: countFiles(tally), basis: tally.orders }),
  },
  statement: {
    label: 'Transaction statement',
    definition: 'Orders whose file contains the transaction statement, among all orders. For a corrected order, the corrected file counts.',
    unit: 'share',
    better: 'high',
    basis: 'order',
    of: 'order',
    read: ({ stated, orders }) => ({ amount: stated, of: orders }),
  },
  minutes: {
    label: 'Data before goods',
    definition:
      'Median time from the arrival of an order’s first file to the first scan of its goods, among orders that were scanned. The figure is negative if most goods were scanned before their data arrived.',
    unit: 'minutes',
    better: 'high',
    basis: 'order',
    of: 'scanned order',
    read: ({ minutes }) => ({ amount: minutes.filter((one) => one < 0).length, of: minutes.length, value: median(minutes) }),
  },
  missing: {
    label: 'Missing packages',
    definition:
      'Packages that tickets report as missing, per 1,000 packages of orders whose receiving is finished. Closing an order short opens such a ticket. Withdrawn tickets do not count.',
    unit: 'rate',
    better: 'low',
    basis: 'order',
    of: 'package',
    read: ({ missing, finishedUnits, finishedOrders }) => ({ amount: missing, of: finishedUnits, basis: finishedOrders }),
  },
  unexpected: {
    label: 'Unexpected packages',
    definition:
      'Packages that tickets report as unlisted, surplus or the wrong product, per 1,000 packages of orders whose receiving is finished. Withdrawn tickets do not count.',
    unit: 'rate',
    better: 'low',
    basis: 'order',
    of: 'package',
    read: ({ unexpected, finishedUnits, finishedOrders }) => ({ amount: unexpected, of: finishedUnits, basis: finishedOrders }),
  },
  labelDifferences: {
    label: 'Label differences',
    definition: 'Packages that were received although the lot or expiry on the label differs from the file, per 1,000 received packages.',
    unit: 'rate',
    better: 'low',
    basis: 'order',
    of: 'package',
    read: ({ labelDifferences, receivedUnits, receivedOrders }) => ({ amount: labelDifferences, of: receivedUnits, basis: receivedOrders }),
  },
  hoursToFix: {
    label: 'Hours to fix',
    definition:
      'Median time from opening to resolution of the tickets about these orders and files. Only resolved tickets count. Withdrawn tickets and tickets about damage or only about warnings do not count.',
    unit: 'hours',
    better: 'low',
    basis: 'ticket',
    of: 'resolved ticket',
    read: ({ fixMinutes, openTickets }) => ({ amount: openTickets, of: fixMinutes.length, value: toHours(median(fixMinutes)) }),
  },
  resent: {
    label: 'Files sent again',
    definition:
      'Orders whose file was sent more than once: a corrected file, or the same file again by email, SFTP or another automatic delivery. Counted among all orders.',
    unit: 'share',
    better: 'low',
    basis: 'order',
    of: 'order',
    read: ({ resent, orders }) => ({ amount: resent, of: orders }),
  },
  wrongGln: {
    label: 'Wrong GLN',
    definition: 'Files that name no valid GLN of ours as the receiver, among all files, including files that could not become an order.',
    unit: 'share',
    better: 'low',
    basis: 'order',
    of: 'file',
    read: (tally) => ({ amount: tally.wrongGln, of: countFiles(tally), basis: tally.orders }),
  },
  guideline: {
    label: `Guideline R${GUIDELINE_RELEASE}`,
    definition: `Orders whose file states that it follows release ${GUIDELINE_RELEASE} of the GS1 US guideline, or a later one, among all orders. A file that states no release counts as earlier.`,
    unit: 'share',
    better: 'high',
    basis: 'order',
    of: 'order',
    read: ({ releases, orders }) => ({ amount: countCurrent(releases), of: orders }),
  },
  recalls: {
    label: 'Recalls',
    definition:
      'Recalls that name a lot number in these orders. For information only: a supplier does not cause a recall by delivering the product. Possible matches do not count.',
    unit: 'count',
    better: null,
    basis: 'order',
    of: 'lot',
    read: ({ recallIds, recalledLots, lots, orders }) => ({ amount: recalledLots, of: lots, basis: orders, value: recallIds.length }),
  },
  returnsCredited: {
    label: 'Returns credited',
    definition: 'Returns to this supplier that were marked as credited, among all returns sent in the month. Voided returns do not count.',
    unit: 'share',
    better: 'high',
    basis: 'return',
    of: 'return',
    read: ({ credited, returns }) => ({ amount: credited, of: returns }),
  },
})
export type ScorecardKey = keyof typeof SCORECARD_FIGURES
export const SCORECARD_KEYS = Object.keys(SCORECARD_FIGURES) as ScorecardKey[] // Object.keys() returns string[]
/** The figures that have a chart by month. The numbers of orders and units are shown above the charts instead. */
export const CHARTED_KEYS = SCORECARD_KEYS.filter((key) => key !== 'orders' && key !== 'units')

/** The middle value of ascending values, or the mean of the two in the middle. Null if there are none. */
export function median(ascending: readonly number[]): number | null {
  const middle = ascending.length / 2
  const [low = null, high = null] = Number.isInteger(middle) ? ascending.slice(middle - 1, middle + 1) : ascending.slice(middle, middle + 1)
  if (low === null) return null
  return high === null ? low : (low + high) / 2
}

const toHours = (minutes: number | null) => (minutes === null ? null : Math.round(minutes / 6) / 10)

function countCurrent(releases: Readonly<Record<string, number>>): number {
  return Object.entries(releases).reduce((sum, [release, orders]) => sum + (Number(release) >= GUIDELINE_RELEASE ? orders : 0), 0)
}

const PER: Readonly<Record<Definition['unit'], number>> = { share: 100, rate: 1000, count: 1, minutes: 1, hours: 1 }

/** Computes a figure. A share or a rate is null if it is based on fewer than {@link LEAST_ORDERS} orders, tickets or returns. */
export function readFigure(key: ScorecardKey, tally: Readonly<ScorecardTally>): ScorecardFigure {
  const { read, unit } = SCORECARD_FIGURES[key]
  const { amount, of, basis = of, value } = read(tally)
  if (value !== undefined) return { value, amount, of, basis }
  const isEnough = basis >= LEAST_ORDERS && of > 0
  return { value: isEnough ? Math.round((amount / of) * PER[unit] * 10) / 10 : null, amount, of, basis }
}

/** Computes all figures of a tally, by key. */
export const readFigures = (tally: Readonly<ScorecardTally>): Record<ScorecardKey, ScorecardFigure> =>
  Object.fromEntries(SCORECARD_KEYS.map((key) => [key, readFigure(key, tally)])) as Record<ScorecardKey, ScorecardFigure> // one entry per key

/** Whether a figure has a value and counts enough orders, tickets or returns to be compared with other figures. */
export const isComparableFigure = ({ value, basis }: ScorecardFigure): boolean => value !== null && basis >= LEAST_ORDERS

/**
 * A figure as text: its value, such as `94.2%`, `1.5 per 1,000` or `2 h 10 min`; if the value is null, its counts, such as `7 of 8`, or `None yet`.
 */
export function formatFigure(key: ScorecardKey, { value, amount, of, basis }: ScorecardFigure): string {
  const { unit } = SCORECARD_FIGURES[key]
  if (value === null) return basis === 0 && of === 0 ? 'None yet' : `${formatCount(amount)} of ${formatCount(of)}`
  return formatValue(key, unit === 'count' ? Math.round(value) : value)
}

/** Formats a value without the counts behind it, such as the median of several partners. */
export function formatValue(key: ScorecardKey, value: number): string {
  const { unit } = SCORECARD_FIGURES[key]
  if (unit === 'share') return `${formatDecimal(value)}%`
  if (unit === 'rate') return `${formatDecimal(value)} per 1,000`
  if (unit === 'minutes') return formatMinutes(value)
  return unit === 'hours' ? `${formatDecimal(value)} h` : formatCount(value)
}

const formatDecimal = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })

function formatMinutes(value: number): string {
  const total = Math.round(Math.abs(value))
  const parts = [
    [Math.floor(total / 1440), 'd'],
    [Math.floor((total % 1440) / 60), 'h'],
    [total % 60, 'min'],
  ].filter(([amount]) => amount !== 0)
  const [first, second] = parts.length > 0 ? parts : [[0, 'min']]
  return `${value < 0 && total > 0 ? '−' : ''}${[first, second].flatMap((part) => (part ? [part.join(' ')] : [])).join(' ')}`
}

const BASIS_WORDS = { order: 'orders', ticket: 'tickets', return: 'returns' } as const

/** The counts behind a figure in words: `96 of 102 orders`, `Fewer than 10 orders, so no share is shown`. */
export function describeFigure(key: ScorecardKey, figure: ScorecardFigure): string {
  const { unit, basis } = SCORECARD_FIGURES[key]
  const { value, amount, of, basis: amountOfBasis } = figure
  if (unit === 'minutes' && of > 0)
    return `${countFigure(key, figure)}, ${amount === 0 ? 'none' : formatCount(amount)} where the goods arrived before the data`
  if (unit === 'hours' && of + amount > 0) return `${countFigure(key, figure)}, ${amount === 0 ? 'none' : formatCount(amount)} still open`
  if (amountOfBasis === 0 && of === 0) return `No ${BASIS_WORDS[basis]} to count`
  if (key === 'recalls') return `${countFigure(key, figure)} recalled`
  if (value === null) return `Fewer than ${LEAST_ORDERS} ${BASIS_WORDS[basis]}, so no ${unit} is shown`
  return unit === 'rate' ? `${countFigure(key, figure)} in ${formatAmount(amountOfBasis, basis)}` : countFigure(key, figure)
}

/** Writes only the counts of a figure, not its percentage or rate, for a table cell: `96 of 102 orders`, `34 scanned orders`. */
export function countFigure(key: ScorecardKey, { amount, of }: ScorecardFigure): string {
  const { unit, of: counted } = SCORECARD_FIGURES[key]
  const isWhole = unit === 'minutes' || unit === 'hours' || key === 'orders' || key === 'units'
  return isWhole ? formatAmount(of, counted) : `${formatCount(amount)} of ${formatAmount(of, counted)}`
}
