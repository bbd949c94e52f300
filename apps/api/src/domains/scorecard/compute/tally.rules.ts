import { addTallies, EMPTY_TALLY, type ScorecardTally } from '@seriatim/schema'

/** The location and sender that a tally is about. */
export interface TallyOwner {
  locationId: number | null
  timeZone: string
  /** The sender's GLN; `partner 12` (its id) for product returns; empty if the file names no sender. */
  sender: string
}

export interface TallyRow extends TallyOwner {
  /** The product's GTIN; empty for all products together. */
  gtin: string
  tally: ScorecardTally
}

/** The amounts that one order or file adds to a product's counts. */
export interface ProductFacts {
  units: number
  missing: number
  unexpected: number
  labelDifferences: number
  lots: number
  recalledLots: number
  recallIds: readonly number[]
}

export const NO_PRODUCT_FACTS: Readonly<ProductFacts> = {
  units: 0,
  missing: 0,
  unexpected: 0,
  labelDifferences: 0,
  lots: 0,
  recalledLots: 0,
  recallIds: [],
}

/** The facts about one order that its scorecard counts. */
export interface OrderFacts extends TallyOwner {
  units: number
  received: number
  isFinished: boolean
  hasStatement: boolean
  /** The guideline version as the file writes it. */
  guidelineVersion: string | null
  /** Minutes from the first file to the first scan; null if nothing was scanned. */
  minutes: number | null
  isResent: boolean
  isWrongGln: boolean
  /** Number of tickets that count against the supplier. */
  tickets: number
  openTickets: number
  fixMinutes: readonly number[]
  /** Keyed by GTIN; the key is an empty string for packages whose GTIN is unknown. */
  products: ReadonlyMap<string, ProductFacts>
}

/** A file that could not become an order. */
export interface FailedFileFacts extends TallyOwner {
  isWrongGln: boolean
  openTickets: number
  fixMinutes: readonly number[]
}

export interface ReturnFacts extends TallyOwner {
  isCredited: boolean
  gtins: readonly string[]
}

/** The release in a text like `GS1 US DSCSA R1.3`; `none` without one. */
const releaseOf = (guidelineVersion: string | null): string => guidelineVersion?.match(/\bR(\d+\.\d+)\b/)?.[1] ?? 'none'

/** Whether an order's first file has no known problem so far. Receiving the goods may still reveal one. */
function isRight({ tickets, isResent, isWrongGln, products }: OrderFacts): boolean {
  return tickets === 0 && !isResent && !isWrongGln && [...products.values()].every(({ labelDifferences }) => labelDifferences === 0)
}

const sum = (facts: readonly ProductFacts[], of: (one: ProductFacts) => number) => facts.reduce((total, one) => total + of(one), 0)

/** Computes the scorecard tally of one order. `products` is either all of its products or the selected ones. */
function tallyOrder(order: OrderFacts, products: readonly ProductFacts[], units: number): ScorecardTally {
  const { isFinished, minutes, received, isResent, isWrongGln } = order
  return {
    ...EMPTY_TALLY,
    orders: 1,
    units,
    right: Number(isRight(order)),
    stated: Number(order.hasStatement),
    minutes: minutes === null ? [] : [minutes],
    finishedOrders: Number(isFinished),
    finishedUnits: isFinished ? units : 0,
    missing: isFinished ? sum(products, ({ missing }) => missing) : 0,
    unexpected: isFinished ? sum(products, ({ unexpected }) => unexpected) : 0,
    receivedOrders: Number(received > 0),
    // The receipts of a partly received order are not counted by product, so a product gets a share of them in proportion to its units.
    receivedUnits: order.units === units || order.units === 0 ? received : Math.round((received * units) / order.units),
    labelDifferences: sum(products, ({ labelDifferences }) => labelDifferences),
    fixMinutes: [...order.fixMinutes],
    openTickets: order.openTickets,
    resent: Number(isResent),
    wrongGln: Number(isWrongGln),
    releases: { [releaseOf(order.guidelineVersion)]: 1 },
    lots: sum(products, ({ lots }) => lots),
    recalledLots: sum(products, ({ recalledLots }) => recalledLots),
    recallIds: [...new Set(products.flatMap(({ recallIds }) => recallIds))],
  }
}

function* tallyEach(
  orders: readonly OrderFacts[],
  failed: readonly FailedFileFacts[],
  returns: readonly ReturnFacts[],
): Generator<TallyRow> {
  for (const order of orders) {
    yield { ...ownerOf(order), gtin: '', tally: tallyOrder(order, [...order.products.values()], order.units) }
    for (const [gtin, product] of order.products)
      if (gtin !== '') yield { ...ownerOf(order), gtin, tally: tallyOrder(order, [product], product.units) }
  }
  for (const file of failed) {
    const { openTickets, fixMinutes } = file
    const tally = { ...EMPTY_TALLY, failedFiles: 1, wrongGln: Number(file.isWrongGln), openTickets, fixMinutes: [...fixMinutes] }
    yield { ...ownerOf(file), gtin: '', tally }
  }
  for (const { isCredited, gtins, ...owner } of returns)
    for (const gtin of ['', ...gtins])
      yield { ...ownerOf(owner), gtin, tally: { ...EMPTY_TALLY, returns: 1, credited: Number(isCredited) } }
}

const ownerOf = ({ locationId, timeZone, sender }: TallyOwner): TallyOwner => ({ locationId, timeZone, sender })

/**
 * Adds up orders, failed files and returns: one tally for each location, sender and product, and one for each location and sender over all products.
 * An order counts once in the tally of each of its products, and once in the tally over all products. A file that led to no order counts only in the
 * tally over all products.
 */
export function tallyMonth(orders: readonly OrderFacts[], failed: readonly FailedFileFacts[], returns: readonly ReturnFacts[]): TallyRow[] {
  const groups = Map.groupBy(tallyEach(orders, failed, returns), ({ locationId, sender, gtin }) =>
    JSON.stringify([locationId, sender, gtin]),
  )
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows
    return first ? [{ ...first, tally: addTallies(rows.map(({ tally }) => tally)) }] : []
  })
}
