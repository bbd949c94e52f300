import type { MedSearch } from '@seriatim/schema'
import { type Expression, type NotNull, type SqlBool, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { sentToOf } from '../departure/departure.joins.ts'

export interface MedFilter extends Pick<MedSearch, 'serialNumber' | 'lotNumber' | 'sort' | 'sortOrder' | 'limit'> {
  /** Products that match NDC, name and manufacturer; undefined if none of these was given. */
  productIds: readonly number[] | undefined
  /** Whether to include cases and pallets. They are found by serial number only, because a list of meds does not show them (decision 40). */
  withPackages: boolean
  /** Limits the search to these ids; undefined means no limit. */
  ids?: readonly number[] | undefined
  locationId: number | null
  from: Date | null
  /** Exclusive. */
  to: Date | null
}

const SORT_COLUMNS = {
  date: 'med.datedAt',
  serialNumber: 'med.serialNumber',
  lotNumber: 'med.lotNumber',
  expirationDate: 'med.expirationDate',
} as const

const SORT_TYPES = { date: sql`timestamptz`, serialNumber: sql`text`, lotNumber: sql`text`, expirationDate: sql`date` } as const

/** Which meds a query selects: all, or only those with or without a value in the sorted column. */
type Part = 'every' | 'with' | 'without'

/** The last row of the previous page: its sort value, null if it has none, and its id. */
export type MedKey = readonly [value: string | null, id: number]

/**
 * Matching meds in keyset order. Texts are compared with starts_with and dates with >=, which may use an index under row security; LIKE may not. Meds
 * without a lot or expiry come last in both sort directions. A second query reads them, because in one of the directions the column's index would
 * return them first.
 */
export async function searchMeds(tx: CustomerTx, filter: MedFilter, after: MedKey | undefined) {
  const mayLack = filter.sort === 'lotNumber' || filter.sort === 'expirationDate'
  if (!mayLack) return searchPart(tx, filter, after, 'every')
  const first = after?.[0] === null ? [] : await searchPart(tx, filter, after, 'with')
  const missing = filter.limit - first.length
  if (missing < 0) return first
  return [...first, ...(await searchPart(tx, { ...filter, limit: missing }, after?.[0] === null ? after : undefined, 'without'))]
}

/** SQL condition: the med is neither a case nor a pallet. It is written so that PostgreSQL can use the small partial index of containers. */
const isNoPackage = sql<boolean>`not exists (select from document_med p
  where p.customer_id = current_customer_id() and p.med_id = med.id and p.is_package and p.med_id is not null)`

/**
 * Returns one row more than `limit`. The location is left-joined: with an inner join, PostgreSQL would start from the location, whose number of meds
 * it underestimates if there are many customers, and would sort all of those meds for one page.
 */
function searchPart(tx: CustomerTx, filter: MedFilter, after: MedKey | undefined, part: Part) {
  const { ids, sort, sortOrder, limit } = filter
  const column = SORT_COLUMNS[sort]
  let query = tx
    .selectFrom('med')
    .leftJoin('location', 'location.id', 'med.locationId')
    .leftJoin('epcisMedVocabulary as product', 'product.id', 'med.epcisMedVocabularyId')
    .leftJoin('receipt', 'receipt.id', 'med.receiptId')
    .leftJoin('user', 'user.id', 'receipt.userId')
    .leftJoin('user as creator', 'creator.id', 'med.createdById')
    .select([
      'med.id',
      'med.serialNumber',
      'med.gtin',
      'med.ndc',
      'med.lotNumber',
      'med.expirationDate',
      'med.isEpcisGenerated',
      'med.datedAt',
      'med.createdAt',
      'med.receiptId',
      'med.voidedAt',
      'product.regulatedProductName',
      'product.strengthDescription',
      'product.manufacturerOfTradeItemPartyName',
      'receipt.at as receivedAt',
      'user.firstName',
      'user.lastName',
      'creator.firstName as creatorFirstName',
      'creator.lastName as creatorLastName',
      'med.locationId',
      'location.name as locationName',
      sentToOf('med').as('sentTo'),
    ])
    .$narrowType<{ locationName: NotNull }>()
    .orderBy(column, sortOrder)
    .orderBy('med.id', sortOrder)
    .limit(limit + 1)
  if (ids) query = query.where('med.id', 'in', [...ids])
  const page = selectPageOfProducts(tx, filter, after)
  // Searches with a single statement: a med received between two statements would get a new date, and the second statement would miss it.
  if (page) query = query.where(sql<boolean>`med.id = any(array(${page}))`)
  return query.where((eb) => eb.and(fitting(filter, after, part))).execute()
}

/** The search's conditions on `med`, and the condition that continues after the previous page. Every statement of a search uses them. */
function fitting(filter: MedFilter, after: MedKey | undefined, part: Part): Expression<SqlBool>[] {
  const { serialNumber, lotNumber, productIds, withPackages, locationId, from, to, sort, sortOrder } = filter
  const column = sql.ref(SORT_COLUMNS[sort])
  const asked: Expression<SqlBool>[] = []
  if (!withPackages) asked.push(isNoPackage)
  if (serialNumber) asked.push(sql`starts_with(med.serial_number, ${serialNumber})`)
  if (lotNumber) asked.push(sql`starts_with(med.lot_number, ${lotNumber})`)
  if (productIds) asked.push(sql`med.epcis_med_vocabulary_id = any(${[...productIds]}::bigint[])`)
  if (locationId) asked.push(sql`med.location_id = ${locationId}`)
  if (from) asked.push(sql`med.dated_at >= ${from}`)
  if (to) asked.push(sql`med.dated_at < ${to}`)
  if (part !== 'every') asked.push(part === 'with' ? sql`${column} is not null` : sql`${column} is null`)
  const beyond = sortOrder === 'asc' ? sql`>` : sql`<`
  if (after && part === 'without') asked.push(sql`med.id ${beyond} ${after[1]}::bigint`)
  else if (after) asked.push(sql`(${column}, med.id) ${beyond} (${after[0]}::${SORT_TYPES[sort]}, ${after[1]}::bigint)`)
  return asked
}

/** Maximum number of meds that {@link selectPageOfProducts} may read for one page. */
const MANY = 10_000

/**
 * Selects the ids of the meds on one page of {@link searchMeds} if the search is sorted by date and limited to certain products. It reads one page of
 * ids per product from the index by date, and keeps the first page of all of them. A plain query would be slow: PostgreSQL would sort all meds of
 * these products, or read past the meds of all others. Undefined for any other search, or if more than `MANY` rows would have to be read.
 */
function selectPageOfProducts(tx: CustomerTx, filter: MedFilter, after: MedKey | undefined) {
  const { productIds, ids, serialNumber, lotNumber, sort, sortOrder, limit } = filter
  // For a serial number or a lot, the plain query uses the column's index and is faster. This query would read many meds of each product to find the
  // few that match.
  if (!productIds || ids || serialNumber || lotNumber || sort !== 'date' || productIds.length * (limit + 1) > MANY) return undefined
  return tx
    .selectFrom(sql<{ id: number }>`unnest(${[...productIds]}::bigint[])`.as<'wanted'>(sql`wanted(id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('med')
          .select(['med.id', 'med.datedAt'])
          .whereRef('med.epcisMedVocabularyId', '=', 'wanted.id')
          .where((one) => one.and(fitting({ ...filter, productIds: undefined }, after, 'every')))
          .orderBy('med.datedAt', sortOrder)
          .orderBy('med.id', sortOrder)
          .limit(limit + 1)
          .as('one'),
      (join) => join.onTrue(),
    )
    .select('one.id')
    .orderBy('one.datedAt', sortOrder)
    .orderBy('one.id', sortOrder)
    .limit(limit + 1)
}

/**
 * Lists the ids of up to `limit` meds whose serial number begins with the given one or, if none is given, whose lot begins with the given lot. Reads
 * the index alone.
 */
export async function listMatchingIds(
  tx: CustomerTx,
  { serialNumber, lotNumber, limit }: { serialNumber: string | undefined; lotNumber: string | undefined; limit: number },
): Promise<number[]> {
  const fits = serialNumber
    ? sql<boolean>`starts_with(serial_number, ${serialNumber})`
    : sql<boolean>`starts_with(lot_number, ${lotNumber ?? ''})`
  const rows = await tx
    .selectFrom('med')
    .select('id')
    .where(fits)
    .orderBy(serialNumber ? 'serialNumber' : 'lotNumber')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
export type MedRecord = Awaited<ReturnType<typeof searchMeds>>[number]
