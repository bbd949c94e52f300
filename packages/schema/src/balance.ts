import { z } from 'zod'
import { id, isoInstant } from './common.ts'
import type { OwnFigures } from './inspection.ts'

/** Package counts for one NDC at one location over a period, as recorded in Seriatim. */
export const balanceLine = z.object({
  locationId: id,
  locationName: z.string(),
  /** Eleven digits, or the text in the document if that is not an NDC; empty if no document contains an NDC. */
  ndc: z.string(),
  productName: z.string().nullable(),
  /** Number of packages shipped to us, whether or not they arrived. */
  bought: z.int(),
  received: z.int(),
  typedIn: z.int(),
  /** Number of packages that left with a shipment to another owner. */
  sold: z.int(),
  returned: z.int(),
  destroyed: z.int(),
  /** Number of packages that left the location in any way that is not counted above. */
  otherwise: z.int(),
  /** Number of packages reported on recalls as returned or destroyed. */
  recalled: z.int(),
})
export type BalanceLine = z.infer<typeof balanceLine>

export const balanceRowKind = z.enum(['received', 'typedIn', 'sold', 'returned', 'destroyed', 'otherwise', 'recalled'])
export type BalanceRowKind = z.infer<typeof balanceRowKind>

/** A record that is counted in one of the figures of the balance. */
export const balanceRow = z.object({
  kind: balanceRowKind,
  at: isoInstant,
  ndc: z.string(),
  locationName: z.string(),
  lotNumber: z.string().nullable(),
  amount: z.int(),
  documentId: id.nullable(),
  purchaseOrders: z.string().nullable(),
  seller: z.string().nullable(),
  /** The seller's licenses on the day of the shipment, in words. */
  license: z.string().nullable(),
  note: z.string().nullable(),
})
export type BalanceRow = z.infer<typeof balanceRow>

/** The customer's own figures for an NDC. A figure that the customer did not enter is null. */
export interface OwnAmounts {
  opening: number | null
  dispensed: number | null
}

type BalanceAmounts = Pick<BalanceLine, 'received' | 'typedIn' | 'sold' | 'returned' | 'destroyed' | 'otherwise' | 'recalled'>

/**
 * Computes how many packages should be left: the opening stock plus everything that came in, minus everything that went out or was dispensed. Null if
 * the customer entered no dispensed quantity.
 */
export function closeBalance(line: BalanceAmounts, own: OwnAmounts): number | null {
  if (own.dispensed === null) return null
  const came = line.received + line.typedIn
  const went = line.sold + line.returned + line.destroyed + line.otherwise + line.recalled
  return (own.opening ?? 0) + came - went - own.dispensed
}

/** The balance of one NDC over the chosen locations, with the lines of each location. */
export interface NdcBalance extends OwnAmounts {
  ndc: string
  productName: string | null
  bought: number
  amounts: BalanceAmounts
  closing: number | null
  lines: BalanceLine[]
}

const COLUMNS = ['received', 'typedIn', 'sold', 'returned', 'destroyed', 'otherwise', 'recalled'] as const

/**
 * To what a pack is limited. `ndcs`: the NDCs of the chosen products, as digits in every spelling; null if the pack covers all products. `hasLots`
 * and `hasPartners`: whether the pack covers only some lots or partners.
 */
export interface BalanceNarrowing {
  ndcs: readonly string[] | null
  hasLots: boolean
  hasPartners: boolean
}

/**
 * Whether the pack can be compared with dispensed quantities: not if it is narrowed to lots or suppliers, which a dispensing report doesn't contain.
 */
export const isComparable = ({ hasLots, hasPartners }: BalanceNarrowing): boolean => !hasLots && !hasPartners

type OwnLine = { ndc: string } & OwnAmounts

/** The customer's own figures that are used for a balance. */
export interface OwnBalance {
  lines: readonly OwnLine[]
  /** Whether there is a dispensing report. If there is, NDCs that it does not contain count as not dispensed. */
  hasReport: boolean
  /** NDCs for which lines of the report could not be counted; they have no closing balance. */
  incomplete: readonly string[]
}

/**
 * Returns the customer's own figures for the chosen products. They say nothing about lots or suppliers, so the result is empty if the pack is limited
 * to some of these.
 */
export function narrowOwnFigures({ report, lines }: OwnFigures, narrowing: BalanceNarrowing): OwnBalance {
  if (!isComparable(narrowing)) return { lines: [], hasReport: false, incomplete: [] }
  const { ndcs } = narrowing
  return {
    hasReport: report !== null,
    incomplete: report?.incomplete ?? [],
    lines: ndcs ? lines.filter(({ ndc }) => ndcs.includes(ndc)) : lines,
  }
}

/**
 * Compares the customer's own figures with the recorded ones. An NDC that was dispensed but never bought gets a separate balance.
 * @param toNdc11 returns the eleven-digit spellings that an NDC may have; an empty list for a text that no report can contain.
 */
export function balanceByNdc(lines: readonly BalanceLine[], own: OwnBalance, toNdc11: (ndc: string) => readonly string[]): NdcBalance[] {
  const given = new Map(own.lines.map((one) => [one.ndc, one]))
  const used = new Set<string>()
  const isIncomplete = (ndc: string) => toNdc11(ndc).some((form) => own.incomplete.includes(form))
  const toOwn = (ndc: string, { opening, dispensed }: OwnAmounts = { opening: null, dispensed: null }): OwnAmounts => ({
    opening,
    dispensed: isIncomplete(ndc) ? null : (dispensed ?? (own.hasReport && toNdc11(ndc).length > 0 ? 0 : null)),
  })
  const known = [...Map.groupBy(lines, ({ ndc }) => ndc)].map(([ndc, of]) => {
    const match = toNdc11(ndc).find((form) => given.has(form) && !used.has(form))
    if (match !== undefined) used.add(match)
    return toBalance(ndc, of, toOwn(ndc, given.get(match ?? '')))
  })
  const unbought = own.lines.filter(({ ndc }) => !used.has(ndc)).map((one) => toBalance(one.ndc, [], toOwn(one.ndc, one)))
  return [...known, ...unbought].toSorted((one, other) => one.ndc.localeCompare(other.ndc))
}

function toBalance(ndc: string, lines: BalanceLine[], own: OwnAmounts): NdcBalance {
  const sum = (column: (typeof COLUMNS)[number] | 'bought') => lines.reduce((all, line) => all + line[column], 0)
  const amounts = Object.fromEntries(COLUMNS.map((column) => [column, sum(column)])) as Record<(typeof COLUMNS)[number], number> // Object.fromEntries() loses the key type
  const { opening, dispensed } = own
  const productName = lines.find((line) => line.productName !== null)?.productName ?? null
  return { ndc, productName, bought: sum('bought'), amounts, opening, dispensed, closing: closeBalance(amounts, own), lines }
}

/** The limits of every balance: what it cannot distinguish or does not include. This text appears with every balance. */
export const BALANCE_LIMITS: readonly string[] = [
  'Quantities are packages as shipped. A dispensing report that counts tablets or milliliters cannot be compared with them.',
  'Only packages that left with a shipment recorded here count as sold. This includes loans, donations and packages for a patient of another pharmacy.',
  'A package that was disposed of without having been received counts neither as received nor as returned or destroyed.',
  'A package that was disposed of from a hold and also reported for a recall is counted in both columns, because recall responses report quantities, not serial numbers.',
  'Dispensed and opening quantities are your own figures and are not split by location. They are compared with the sum of the chosen locations.',
  'Without an opening count the balance begins at zero.',
  'An NDC that the dispensing report does not contain counts as not dispensed, and an NDC with lines that could not be counted has no closing balance. The report names neither lots nor suppliers, so a pack limited to certain lots or suppliers shows no closing balance.',
]
