import type { HoldQuery } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import type { DateKey } from '../../page.ts'

interface NewHold {
  locationId: number
  kind: 'med' | 'package' | 'order'
  label: string
  productName: string | null
  gtin: string | null
  serialNumber: string | null
  documentId: number | null
  meds: number
  reason: string
  placedAt: Date
  placedById: number
}

export async function insertHold(tx: CustomerTx, values: NewHold): Promise<number> {
  return (await tx.insertInto('hold').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** The med as a hold names it. */
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

/** The med itself, and what documents pack into it. */
export async function holdMedAndContents(tx: CustomerTx, holdId: number, medId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into hold_med (hold_id, med_id)
    select ${holdId}::bigint, ${medId}::bigint
    union
    select ${holdId}::bigint, inside.med_id from document_med own
      join document_med inside on inside.customer_id = own.customer_id and inside.document_id = own.document_id and inside.line between own.line and own.last_line
      where own.customer_id = current_customer_id() and own.med_id = ${medId} and inside.med_id is not null`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** All meds and packages with a serial number of these lines. */
export async function holdLines(tx: CustomerTx, holdId: number, documentId: number, from: number, to: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into hold_med (hold_id, med_id)
    select distinct ${holdId}::bigint, d.med_id from document_med d
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line between ${from} and ${to} and d.med_id is not null`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

export async function updateHeldAmount(tx: CustomerTx, holdId: number, meds: number): Promise<void> {
  await tx.updateTable('hold').set({ meds }).where('id', '=', holdId).execute()
}

/**
 * What belongs to the active holds of a location, as `held (hold_id, med_id)`: a package by its key, with all that documents pack into it, and what
 * a further document packs into a held container.
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

/**
 * What came to a location joins the holds that it belongs to: a package that was held before anything listed it, with all that documents pack into it,
 * and what a further document packs into a held container. A hold without GTIN means every product with its serial number. `documentId` is the
 * document that brought it: it may also list what was held before.
 */
export async function adoptHeld(tx: CustomerTx, locationId: number, documentId?: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`${withHeld(locationId)}
    select distinct held.hold_id as id from held
    where not exists (select from hold_med k where k.customer_id = current_customer_id() and k.hold_id = held.hold_id and k.med_id = held.med_id)`.execute(
    tx,
  )
  const adopting = await lockActive(
    tx,
    rows.map((row) => row.id),
  )
  if (adopting.length)
    await sql`${withHeld(locationId)}, added as (
      insert into hold_med (hold_id, med_id) select hold_id, med_id from held where hold_id = any (${adopting}::bigint[])
      on conflict (customer_id, hold_id, med_id) do nothing returning hold_id
    )
    update hold h set meds = h.meds + a.amount from (select hold_id, count(*)::int as amount from added group by hold_id) a
    where h.customer_id = current_customer_id() and h.id = a.hold_id`.execute(tx)
  await recountHeld(tx, [...(documentId === undefined ? [] : [documentId]), ...(await listHeldOrders(tx, adopting))])
}

/** Locks those of these holds that nobody has released, always in the same order: nobody releases one while meds join it. */
async function lockActive(tx: CustomerTx, ids: readonly number[]): Promise<number[]> {
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

/** The orders that list anything of these holds. */
export async function listHeldOrders(tx: CustomerTx, holdIds: readonly number[]): Promise<number[]> {
  if (!holdIds.length) return []
  const { rows } = await sql<{ id: number }>`
    select distinct d.document_id as id from hold_med h join document_med d on d.customer_id = h.customer_id and d.med_id = h.med_id
    where h.customer_id = current_customer_id() and h.hold_id = any (${[...holdIds]}::bigint[])`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Counts the meds of these orders that are on hold now, and keeps it with each order. The orders are locked in a statement of their own: the
 * one that counts then sees what another hold on the same order has committed meanwhile.
 */
export async function recountHeld(tx: CustomerTx, orderIds: readonly number[]): Promise<void> {
  if (!orderIds.length) return
  const ids = [...new Set(orderIds)]
  await tx.selectFrom('order').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  await sql`
    update "order" o set amount_held = coalesce(held.amount, 0)
    from unnest(${ids}::bigint[]) as asked (id) left join (
      select d.document_id, count(distinct d.line)::int as amount from hold_med h
      join document_med d on d.customer_id = h.customer_id and d.med_id = h.med_id and d.document_id = any (${ids}::bigint[])
      where h.customer_id = current_customer_id() and h.is_active and d.is_shipped and not d.is_package group by d.document_id
    ) held on held.document_id = asked.id
    where o.customer_id = current_customer_id() and o.id = asked.id`.execute(tx)
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
  return tx.selectFrom('hold').select(['id', 'locationId', 'label', 'releasedAt']).where('id', '=', holdId).forUpdate().executeTakeFirst()
}

export async function releaseHold(
  tx: CustomerTx,
  holdId: number,
  values: { releasedAt: Date; releasedById: number; releaseReason: string },
): Promise<void> {
  await tx.updateTable('hold').set(values).where('id', '=', holdId).execute()
  await tx.updateTable('holdMed').set({ isActive: false }).where('holdId', '=', holdId).execute()
}

export type HoldFilter = Pick<HoldQuery, 'medId' | 'documentId' | 'package'>

/** The holds that are asked for, see the schema. */
function chosen(tx: CustomerTx, { medId, documentId, package: key }: HoldFilter) {
  let query = tx.selectFrom('hold')
  const isActive = sql<boolean>`hold.released_at is null`
  if (medId !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb.selectFrom('holdMed').whereRef('holdMed.holdId', '=', 'hold.id').where('holdMed.medId', '=', medId).select('holdMed.medId'),
      ),
    )
  // Most orders have nothing on hold: then the holds of a large one are not gone through.
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
  return medId === undefined && documentId === undefined && !key ? query.where(isActive) : query
}

/** What one of two does not say does not tell them apart. */
const sameProduct = (column: string, gtin: string | null) =>
  sql<boolean>`(${gtin}::text is null or ${sql.ref(column)} is null or ${sql.ref(column)} = ${gtin}::text)`

export async function countHolds(tx: CustomerTx, filter: HoldFilter): Promise<number> {
  const row = await chosen(tx, filter)
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Newest first; one row more than `limit`. */
export function listHolds(tx: CustomerTx, { limit, ...filter }: HoldFilter & { limit: number }, after: DateKey | undefined) {
  let query = chosen(tx, filter)
    .innerJoin('location', 'location.id', 'hold.locationId')
    .leftJoin('user as placer', 'placer.id', 'hold.placedById')
    .leftJoin('user as releaser', 'releaser.id', 'hold.releasedById')
    .selectAll('hold')
    .select([
      'location.name as locationName',
      'placer.firstName as placerFirstName',
      'placer.lastName as placerLastName',
      'releaser.firstName as releaserFirstName',
      'releaser.lastName as releaserLastName',
    ])
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

/** Which of these meds are held now. */
export async function listHeld(tx: CustomerTx, medIds: readonly number[]): Promise<Set<number>> {
  if (!medIds.length) return new Set()
  const rows = await tx
    .selectFrom('holdMed')
    .select('medId')
    .where('medId', 'in', [...medIds])
    .where('isActive', '=', true)
    .execute()
  return new Set(rows.map((row) => row.medId))
}
