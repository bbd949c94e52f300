import type { HoldKind, HoldQuery } from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'
import type { DateKey } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'
import type { HoldCause } from './hold.joins.ts'
import { NEWEST_INVESTIGATION } from './investigated.queries.ts'

interface NewHold {
  locationId: number
  kind: HoldKind
  label: string
  productName: string | null
  gtin: string | null
  serialNumber: string | null
  documentId: number | null
  meds: number
  reason: string
  placedAt: Date
  /** The person who placed the hold; null if Seriatim placed it. */
  placedById: number | null
  cause?: HoldCause
  documentExceptionId?: number
}

export async function insertHold(tx: CustomerTx, values: NewHold): Promise<number> {
  return (await tx.insertInto('hold').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export function findHoldMed(tx: CustomerTx, medId: number) {
  return tx
    .selectFrom('med')
    .leftJoin('epcisMedVocabulary as product', 'product.id', 'med.epcisMedVocabularyId')
    .select(['med.id', 'med.locationId', 'med.gtin', 'med.serialNumber', 'product.regulatedProductName as productName'])
    .where('med.id', '=', medId)
    .executeTakeFirst()
}

export function findHoldMedByKey(
  tx: CustomerTx,
  { locationId, gtin, serialNumber }: { locationId: number; gtin: string | null; serialNumber: string },
) {
  let query = tx.selectFrom('med').select('id').where('locationId', '=', locationId).where('serialNumber', '=', serialNumber).orderBy('id')
  query = gtin === null ? query.where('gtin', 'is', null) : query.where('gtin', '=', gtin)
  return query.executeTakeFirst()
}

export function findHoldLine(tx: CustomerTx, documentId: number, line: number) {
  return tx
    .selectFrom('documentMed')
    .leftJoin('med', 'med.id', 'documentMed.medId')
    .select([
      'documentMed.line',
      'documentMed.lastLine',
      'documentMed.locationId',
      'documentMed.sscc',
      'documentMed.medId',
      'med.gtin',
      'med.serialNumber',
    ])
    .where('documentMed.documentId', '=', documentId)
    .where('documentMed.line', '=', line)
    .executeTakeFirst()
}

export function findHoldOrder(tx: CustomerTx, documentId: number) {
  return tx
    .selectFrom('order')
    .select(['id', 'locationId', 'purchaseOrderNumbers', 'senderNames'])
    .where('id', '=', documentId)
    .executeTakeFirst()
}

/**
 * Inserts the pairs of hold and med that a query returns, and returns their number. Sorts them by med, because the foreign key locks each med, and
 * sending a shipment locks meds in the same order.
 */
export async function insertHeld(tx: CustomerTx, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    with made as (insert into hold_med (hold_id, med_id) select * from (${found}) f (hold_id, med_id) order by med_id returning 1) select count(*)::int as amount from made`.execute(
    tx,
  )
  return rows[0]?.amount ?? 0
}

/** Puts on hold the med and everything that is packed in it according to documents. */
export function holdMedAndContents(tx: CustomerTx, holdId: number, medId: number): Promise<number> {
  return insertHeld(
    tx,
    sql`
    select ${holdId}::bigint, ${medId}::bigint
    union
    select ${holdId}::bigint, inside.med_id from document_med own
      join document_med inside on inside.customer_id = own.customer_id and inside.document_id = own.document_id and inside.line between own.line and own.last_line
      where own.customer_id = current_customer_id() and own.med_id = ${medId} and inside.med_id is not null`,
  )
}

/** Places a hold on all meds on these lines, and on the cases that have a serial number. */
export function holdLines(tx: CustomerTx, holdId: number, documentId: number, from: number, to: number): Promise<number> {
  return insertHeld(
    tx,
    sql`
    select distinct ${holdId}::bigint, d.med_id from document_med d
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line between ${from} and ${to} and d.med_id is not null`,
  )
}

/**
 * Puts on hold the meds among these that are not in quarantine yet, even if they are on hold for missing data, because such a hold ends with its
 * ticket.
 */
export function holdFreeMeds(tx: CustomerTx, holdId: number, medIds: readonly number[]): Promise<number> {
  return insertHeld(
    tx,
    sql`
    select distinct ${holdId}::bigint, m.id from med m where m.customer_id = current_customer_id() and m.id = any (${[...medIds]}::bigint[])
      and not exists (select from hold_med k join hold h on h.customer_id = k.customer_id and h.id = k.hold_id and h.cause <> 'dataPending'
        where k.customer_id = current_customer_id() and k.med_id = m.id and k.is_active)`,
  )
}

export async function updateHeldAmount(tx: CustomerTx, holdId: number, meds: number): Promise<void> {
  await tx.updateTable('hold').set({ meds }).where('id', '=', holdId).execute()
}

/**
 * CTEs that collect the meds on hold at a location, as `held (hold_id, med_id)`. A hold on a serial number covers that unit and everything that
 * documents list inside it. A hold on a container covers its contents, including those from documents that arrive later.
 */
const withHeld = (locationId: number) => sql`
  with own as (
    select h.id as hold_id, m.id as med_id from hold h
    join med m on m.customer_id = h.customer_id and m.location_id = h.location_id and m.serial_number = h.serial_number and (h.gtin is null or m.gtin = h.gtin)
    where h.customer_id = current_customer_id() and h.location_id = ${locationId} and h.released_at is null and h.kind = 'med'
  ), packed as (
    select own.hold_id, d.document_id, d.line, d.last_line from own join document_med d on d.customer_id = current_customer_id() and d.med_id = own.med_id
    union
    select h.id, d.document_id, d.line, d.last_line from hold h
    join document_med d on d.customer_id = h.customer_id and d.sscc = h.label and d.location_id = h.location_id
    where h.customer_id = current_customer_id() and h.location_id = ${locationId} and h.released_at is null and h.kind = 'package'
  ), held as (
    select hold_id, med_id from own
    union
    select p.hold_id, d.med_id from packed p join document_med d on d.customer_id = current_customer_id() and d.document_id = p.document_id
      and d.line between p.line and p.last_line where d.med_id is not null
  )`

/** Lists the ids of a location's holds that do not yet include every package that they should cover (see `withHeld`). */
export async function listHoldsToJoin(tx: CustomerTx, locationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${withHeld(locationId)}
    select distinct held.hold_id as id from held
    where not exists (select from hold_med k where k.customer_id = current_customer_id() and k.hold_id = held.hold_id and k.med_id = held.med_id)`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/**
 * Finds the meds that these active holds of a location should cover (see `withHeld`), adds those that a hold does not contain yet, and increases the
 * hold's count of meds.
 */
export async function joinHolds(tx: CustomerTx, locationId: number, holdIds: readonly number[]): Promise<void> {
  await sql`${withHeld(locationId)}, added as (
      insert into hold_med (hold_id, med_id) select hold_id, med_id from held where hold_id = any (${[...holdIds]}::bigint[]) order by med_id
      on conflict (customer_id, hold_id, med_id) do nothing returning hold_id
    )
    update hold h set meds = h.meds + a.amount from (select hold_id, count(*)::int as amount from added group by hold_id) a
    where h.customer_id = current_customer_id() and h.id = a.hold_id`.execute(tx)
}

/**
 * Locks those of these holds that are not released, in a fixed order, so that none of them is released while meds are added to it. Returns their ids.
 */
export async function lockActive(tx: CustomerTx, ids: readonly number[]): Promise<number[]> {
  if (!ids.length) return []
  const rows = await tx
    .selectFrom('hold')
    .select('id')
    .where('id', 'in', [...ids])
    .where('releasedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export async function listHeldOrders(tx: CustomerTx, holdIds: readonly number[]): Promise<number[]> {
  if (!holdIds.length) return []
  const { rows } = await sql<{ id: number }>`
    select distinct d.document_id as id from hold_med h join document_med d on d.customer_id = h.customer_id and d.med_id = h.med_id
    where h.customer_id = current_customer_id() and h.hold_id = any (${[...holdIds]}::bigint[]) order by 1`.execute(tx)
  return rows.map((row) => row.id)
}

/** Number of the hold's meds that left with a shipment and have not come back. */
export async function countHeldDeparted(tx: CustomerTx, holdId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from hold_med k join departure g on g.customer_id = k.customer_id and g.med_id = k.med_id and g.back_at is null
    where k.customer_id = current_customer_id() and k.hold_id = ${holdId}`.execute(tx)
  return rows[0]?.amount ?? 0
}

export async function countHeldBy(tx: CustomerTx, holdId: number): Promise<number> {
  const row = await tx
    .selectFrom('holdMed')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('holdId', '=', holdId)
    .executeTakeFirstOrThrow()
  return row.amount
}

export function lockHold(tx: CustomerTx, holdId: number) {
  return tx
    .selectFrom('hold')
    .select(['id', 'locationId', 'label', 'releasedAt', 'disposedAt', 'cause', 'documentExceptionId'])
    .where('id', '=', holdId)
    .forUpdate()
    .executeTakeFirst()
}

export async function releaseHold(
  tx: CustomerTx,
  holdId: number,
  values: { releasedAt: Date; releasedById: number | null; releaseReason: string; pharmacist?: string },
): Promise<void> {
  await tx.updateTable('hold').set(values).where('id', '=', holdId).execute()
  await tx.updateTable('holdMed').set({ isActive: false }).where('holdId', '=', holdId).execute()
}

export type HoldFilter = Pick<HoldQuery, 'medId' | 'documentId' | 'package'>

/** The holds that match the filter, which `holdQuery` in the schema describes. */
function chosen(tx: CustomerTx, { medId, documentId, package: key }: HoldFilter) {
  let query = tx.selectFrom('hold')
  const isActive = sql<boolean>`hold.released_at is null`
  if (medId !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb.selectFrom('holdMed').whereRef('holdMed.holdId', '=', 'hold.id').where('holdMed.medId', '=', medId).select('holdMed.medId'),
      ),
    )
  // Most orders have nothing on hold. The count in the order's row is checked first, so that a large order's holds are searched only if there are
  // any.
  if (documentId !== undefined)
    query = query.where(sql<boolean>`(hold.document_id = ${documentId} or (${isActive}
      and (select o.amount_held from "order" o where o.customer_id = current_customer_id() and o.id = ${documentId}) > 0
      and exists (select from hold_med k join document_med d on d.customer_id = k.customer_id and d.med_id = k.med_id and d.document_id = ${documentId}
        where k.customer_id = current_customer_id() and k.hold_id = hold.id)))`)
  if (key)
    query = query
      .where('hold.locationId', '=', key.locationId)
      .where(isActive)
      .where(sql<boolean>`((hold.kind = 'med' and hold.serial_number = ${key.serialNumber} and ${sameProduct('hold.gtin', key.gtin)})
        or exists (select from med m join hold_med k on k.customer_id = m.customer_id and k.med_id = m.id and k.hold_id = hold.id
          where m.customer_id = current_customer_id() and m.location_id = ${key.locationId} and m.serial_number = ${key.serialNumber}
            and ${sameProduct('m.gtin', key.gtin)}))`)
  // The list of all holds leaves out a hold whose disposal is recorded, because nothing is left to do about it.
  return medId === undefined && documentId === undefined && !key ? query.where(isActive).where('hold.disposedAt', 'is', null) : query
}

/** SQL condition: the row may be about the same product, because both GTINs are equal or at least one is unknown. */
const sameProduct = (column: string, gtin: string | null) =>
  sql<boolean>`(${gtin}::text is null or ${sql.ref(column)} is null or ${sql.ref(column)} = ${gtin}::text)`

export async function countHolds(tx: CustomerTx, filter: HoldFilter): Promise<number> {
  const row = await chosen(tx, filter)
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Holds, newest first; up to one more than `limit`. */
export function listHolds(tx: CustomerTx, { limit, ...filter }: HoldFilter & { limit: number }, after: DateKey | undefined) {
  let query = chosen(tx, filter)
    .innerJoin('location', 'location.id', 'hold.locationId')
    .leftJoin('user as placer', 'placer.id', 'hold.placedById')
    .leftJoin('documentException', 'documentException.id', 'hold.documentExceptionId')
    .leftJoin('user as releaser', 'releaser.id', 'hold.releasedById')
    .leftJoin('user as disposer', 'disposer.id', 'hold.disposedById')
    .selectAll('hold')
    .select([
      'documentException.ticketNumber',
      'location.name as locationName',
      'placer.firstName as placerFirstName',
      'placer.lastName as placerLastName',
      'releaser.firstName as releaserFirstName',
      'releaser.lastName as releaserLastName',
      'disposer.firstName as disposerFirstName',
      'disposer.lastName as disposerLastName',
    ])
    .select(NEWEST_INVESTIGATION)
    .select((eb) =>
      eb
        .selectFrom('holdMed')
        .innerJoin('med', 'med.id', 'holdMed.medId')
        .whereRef('holdMed.holdId', '=', 'hold.id')
        .whereRef('med.serialNumber', '=', 'hold.serialNumber')
        .select('med.id')
        .limit(1)
        .as('medId'),
    )
    .orderBy('hold.placedAt', 'desc')
    .orderBy('hold.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where(sql<boolean>`(hold.placed_at, hold.id) < (${new Date(after[0])}, ${after[1]})`)
  return query.execute()
}
export type HoldRecord = Awaited<ReturnType<typeof listHolds>>[number]
