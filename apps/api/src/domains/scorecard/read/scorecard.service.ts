import { readFigures, type Scorecard, type ScorecardInput, type ScorecardPage, type ScorecardSearch } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { listMonths } from '../compute/months.rules.ts'
import { isReader } from '../mail/reader.queries.ts'
import { scorecardErrors } from '../scorecard.facts.ts'
import { findComputedAt, listMonthRows, listOwners, listProductNames, listProductRows, type RowFilter } from './month-rows.queries.ts'
import { assignRows, figuresByMonth, makeFindOwner, mediansOf, type Owner, type PartnerRows, sortRows, totalOf } from './scorecard.rules.ts'

interface Wanted {
  months: number
  customerLocationId?: number | '' | undefined
  gtin?: string | undefined
}

export function toRowFilter({ now, timeZone }: Session, { months, customerLocationId, gtin = '' }: Wanted): RowFilter {
  return { months: listMonths(toDay(now, timeZone).slice(0, 7), months), locationId: customerLocationId || null, gtin }
}

/** Reads the rows of every supplier in the period, and also those of the partner `wanted`, even if it is no longer a supplier. */
export async function readPartnerRows(tx: CustomerTx, filter: RowFilter, wanted?: number) {
  const owners = await listOwners(tx)
  const { partners, unassigned } = assignRows(await listMonthRows(tx, filter), owners)
  return { partners: wanted === undefined ? partners : withFormer(partners, owners, wanted), unassigned, owners }
}

/** @throws AppError scorecard_not_found if the partner does not exist, was merged into another, or never delivered. */
export function expectPartner(session: Session, partners: readonly PartnerRows[], partnerId: number): PartnerRows {
  const found = partners.find(({ partner }) => partner.partnerId === partnerId)
  if (!found) throw new AppError(scorecardErrors.scorecard_not_found)
  must(session, 'scorecard:read', found.partner.locationId)
  return found
}

const SHOWN_PRODUCTS = 200

/** A supplier's figures, by month and in total, beside the median of all partners. @throws AppError scorecard_not_found. */
export async function readScorecard(tx: CustomerTx, session: Session, input: ScorecardInput): Promise<Scorecard> {
  const filter = toRowFilter(session, input)
  const { partners, owners } = await readPartnerRows(tx, filter, input.partnerId)
  const { partner, rows } = expectPartner(session, partners, input.partnerId)
  const computedAt = await findComputedAt(tx)
  return {
    partner: { id: partner.partnerId, name: partner.name, isActive: partner.isActive },
    months: figuresByMonth(filter.months, rows),
    total: readFigures(totalOf(rows)),
    medians: mediansOf(partners.map((one) => readFigures(totalOf(one.rows)))),
    products: await readProducts(tx, filter, owners, input.partnerId),
    computedAt: computedAt?.toISOString() ?? null,
    wantsMail: await isReader(tx, session.userId),
  }
}

/** The products of a partner, or of all partners, most orders first. */
async function readProducts(tx: CustomerTx, filter: RowFilter, owners: readonly Owner[], partnerId?: number) {
  const findOwner = makeFindOwner(owners)
  const orders = new Map<string, number>()
  for (const row of await listProductRows(tx, filter)) {
    const owner = findOwner(row)
    if (owner && (partnerId === undefined || owner.partnerId === partnerId)) orders.set(row.gtin, (orders.get(row.gtin) ?? 0) + row.orders)
  }
  const shown = [...orders].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b)).slice(0, SHOWN_PRODUCTS)
  const names = await listProductNames(
    tx,
    shown.map(([gtin]) => gtin),
  )
  return shown.map(([gtin, amount]) => ({ gtin, name: names.get(gtin) ?? null, orders: amount }))
}

/**
 * Adds the partner `partnerId` with an empty scorecard if it is not listed. Partners that are deactivated or are no suppliers are listed only if they
 * had orders in the period.
 */
function withFormer(partners: readonly PartnerRows[], owners: readonly Owner[], partnerId: number): readonly PartnerRows[] {
  const owner = owners.find((one) => one.partnerId === partnerId)
  const isListed = partners.some(({ partner }) => partner.partnerId === partnerId)
  return isListed || !owner ? partners : [...partners, { partner: owner, rows: [] }]
}

/** All suppliers with their figures of the period. */
export async function listScorecards(tx: CustomerTx, session: Session, search: ScorecardSearch): Promise<ScorecardPage> {
  const filter = toRowFilter(session, search)
  const { partners, unassigned, owners } = await readPartnerRows(tx, filter)
  const rows = partners.map(({ partner, rows: own }) => ({
    partnerId: partner.partnerId,
    partnerName: partner.name,
    isActive: partner.isActive,
    figures: readFigures(totalOf(own)),
  }))
  const name = search.name?.toLowerCase() ?? ''
  const computedAt = await findComputedAt(tx)
  return {
    items: sortRows(
      rows.filter(({ partnerName }) => partnerName.toLowerCase().includes(name)),
      search,
    ),
    medians: mediansOf(rows.map(({ figures }) => figures)),
    products: await readProducts(tx, filter, owners),
    unassignedOrders: totalOf(unassigned).orders,
    computedAt: computedAt?.toISOString() ?? null,
    wantsMail: await isReader(tx, session.userId),
    nextCursor: null,
  }
}
