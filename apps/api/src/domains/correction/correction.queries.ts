import type { Insertable, Updateable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { CustomerTx } from '../../db/types.ts'

/** Where the units of the correcting document are: `staged` while its import has them in a staging table, later in the order with this id. */
export type NewSide = 'staged' | { documentId: number }

const newUnits = (side: NewSide): RawBuilder<unknown> =>
  side === 'staged'
    ? sql`select i.gtin, i.serial_number, i.lot_number, i.expiration_date, i.epcis_med_vocabulary_id as product_id, coalesce(p.sscc, p.serial_number) as parent
        from (select * from import_line offset 0) i left join (select * from import_line offset 0) p on p.line = i.parent_line where not i.is_package and i.is_shipped and i.gtin is not null`
    : selectUnits(side.documentId)

// A new document has no statistics: with a plain join the planner would assume few lines and scan all of them for each unit. So units are looked up
// in subqueries, here and below.
const selectUnits = (documentId: number): RawBuilder<unknown> => sql`
  select m.gtin, m.serial_number, d.lot_number, d.expiration_date, d.epcis_med_vocabulary_id as product_id, m.id as med_id,
    (select coalesce(p.sscc, pm.serial_number) from document_med p left join med pm on pm.customer_id = p.customer_id and pm.id = p.med_id
      where p.customer_id = current_customer_id() and p.document_id = d.document_id and p.line = d.parent_line) as parent
  from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
  where d.customer_id = current_customer_id() and d.document_id = ${documentId} and not d.is_package and d.is_shipped`

/** Orders that a file may correct: faulty orders of a sender at a location, or orders created from a corrected file. */
export async function listCorrectable(
  tx: CustomerTx,
  { senderGln, locationId }: { senderGln: string; locationId: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from "order" o join epcis_document d on d.customer_id = o.customer_id and d.id = o.id
    where o.customer_id = current_customer_id() and o.location_id = ${locationId} and o.voided_at is null and d.sender_gln = ${senderGln}
      and (exists (select from document_exception x where x.customer_id = current_customer_id() and x.order_id = o.id and x.current_error_status = 'OPEN')
        or exists (select from document_correction c where c.customer_id = current_customer_id() and c.new_document_id = o.id and c.state = 'replaced'))
    order by o.id desc limit 200`.execute(tx)
  return rows.map((row) => row.id)
}

/** Counts, for each of these orders, how many of the units staged in `import_line` it lists; sorted by that count, highest first. */
export async function countSharedSerials(
  tx: CustomerTx,
  orderIds: readonly number[],
  locationId: number,
): Promise<{ id: number; shared: number; meds: number }[]> {
  if (!orderIds.length) return []
  const { rows } = await sql<{ id: number; shared: number; meds: number }>`
    with named as materialized (
      select d.document_id, count(*)::int as shared from (select * from import_line offset 0) i
      cross join lateral (select m.id from med m
        where m.customer_id = current_customer_id() and m.location_id = ${locationId} and m.gtin = i.gtin and m.serial_number = i.serial_number offset 0) m
      cross join lateral (select d.document_id from document_med d where d.customer_id = current_customer_id() and d.med_id = m.id and d.is_shipped offset 0) d
      where not i.is_package and i.is_shipped and d.document_id = any (${[...orderIds]}::bigint[]) group by d.document_id
    )
    select o.id, n.shared, o.amount_of_meds as meds from named n join "order" o on o.customer_id = current_customer_id() and o.id = n.document_id
    order by n.shared desc, o.id desc`.execute(tx)
  return rows
}

/** Finds the newest order that arrived after this one from the same sender, is not voided, and lists some of the same packages. */
export async function findOverlapping(
  tx: CustomerTx,
  documentId: number,
): Promise<{ id: number; shared: number; meds: number } | undefined> {
  const { rows } = await sql<{ id: number; shared: number; meds: number }>`
    with named as materialized (
      select b.document_id, count(*)::int as shared from document_med a
      cross join lateral (select b.document_id from document_med b
        where b.customer_id = current_customer_id() and b.med_id = a.med_id and b.is_shipped and not b.is_package offset 0) b
      where a.customer_id = current_customer_id() and a.document_id = ${documentId} and a.is_shipped and not a.is_package and b.document_id > ${documentId}
      group by b.document_id
    )
    select o.id, n.shared, o.amount_of_meds as meds from named n
    join "order" o on o.customer_id = current_customer_id() and o.id = n.document_id and o.voided_at is null
    join epcis_document x on x.customer_id = o.customer_id and x.id = o.id
    join epcis_document y on y.customer_id = o.customer_id and y.id = ${documentId} and y.sender_gln = x.sender_gln
    order by o.id desc limit 1`.execute(tx)
  return rows[0]
}

export async function insertCorrection(tx: CustomerTx, row: Insertable<Tables['documentCorrection']>): Promise<number> {
  const { id } = await tx.insertInto('documentCorrection').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateCorrection(tx: CustomerTx, id: number, row: Updateable<Tables['documentCorrection']>): Promise<void> {
  await tx.updateTable('documentCorrection').set(row).where('id', '=', id).execute()
}

/** Stores each differing unit: removed ones first, then changed, then added ones. */
export async function insertDifferences(tx: CustomerTx, correctionId: number, oldDocumentId: number, side: NewSide): Promise<void> {
  await sql`
    with o as materialized (${selectUnits(oldDocumentId)}), n as materialized (${newUnits(side)}), both_sides as (
      select coalesce(o.gtin, n.gtin) as gtin, coalesce(o.serial_number, n.serial_number) as serial_number, o.med_id,
        case when n.serial_number is null then 'gone' when o.serial_number is null then 'added' else 'changed' end as kind,
        concat_ws(' ', case when o.lot_number is distinct from n.lot_number then 'lot' end, case when o.expiration_date is distinct from n.expiration_date then 'expiry' end,
          case when o.parent is distinct from n.parent then 'case' end, case when o.product_id is distinct from n.product_id then 'product' end) as fields,
        o.lot_number as old_lot, n.lot_number as new_lot, o.expiration_date as old_expiry, n.expiration_date as new_expiry, o.parent as old_parent, n.parent as new_parent,
        o.product_id as old_product_id, n.product_id as new_product_id
      from o full join n on n.gtin = o.gtin and n.serial_number = o.serial_number
    ), made as (
    insert into document_correction_unit (correction_id, n, kind, fields, gtin, serial_number, med_id, product_name, old_lot, new_lot, old_expiry, new_expiry,
      old_parent, new_parent, old_product, new_product)
    select ${correctionId}::bigint, row_number() over (order by b.kind = 'gone' desc, b.kind = 'changed' desc, b.fields, b.gtin, b.serial_number), b.kind,
      case when b.kind = 'changed' then b.fields else '' end, b.gtin, b.serial_number, b.med_id, coalesce(np.regulated_product_name, op.regulated_product_name),
      b.old_lot, b.new_lot, b.old_expiry, b.new_expiry, b.old_parent, b.new_parent, ${words('op')}, ${words('np')}
    from both_sides b
    left join epcis_med_vocabulary op on op.customer_id = current_customer_id() and op.id = b.old_product_id
    left join epcis_med_vocabulary np on np.customer_id = current_customer_id() and np.id = b.new_product_id
    where b.kind <> 'changed' or b.fields <> '' returning 1) select count(*) from made`.execute(tx)
}

const words = (alias: string) =>
  sql`concat_ws(', ', ${sql.ref(`${alias}.regulated_product_name`)}, ${sql.ref(`${alias}.strength_description`)}, ${sql.ref(`${alias}.dosage_form_type`)})`

const corrections = (tx: CustomerTx) =>
  tx
    .selectFrom('documentCorrection as c')
    .innerJoin('epcisDocument as old', 'old.id', 'c.oldDocumentId')
    .innerJoin('order as o', 'o.id', 'c.oldDocumentId')
    .leftJoin('documentException as oldTicket', 'oldTicket.documentId', 'c.oldDocumentId')
    .leftJoin('upload', 'upload.id', 'c.uploadId')
    .leftJoin('user as decider', 'decider.id', 'c.decidedById')
    .selectAll('c')
    .select([
      'old.filename as oldFilename',
      'old.instanceIdentifier as oldIdentifier',
      'old.timeStamp as oldAt',
      'old.senderName',
      'oldTicket.rejects as oldRejects',
      'oldTicket.warnings as oldWarnings',
      'o.voidedAt',
      'o.amountOfMeds',
      'o.amountReceived',
      'o.purchaseOrderNumbers',
      'upload.createdAt as cameAt',
      'upload.status as uploadStatus',
      'decider.firstName',
      'decider.lastName',
    ])

export function findCorrection(tx: CustomerTx, id: number) {
  return corrections(tx).where('c.id', '=', id).executeTakeFirst()
}
export type CorrectionRow = NonNullable<Awaited<ReturnType<typeof findCorrection>>>

/**
 * Locks a correction together with all other corrections of the same order, by ascending id, so that concurrent decisions run one after the other.
 */
export async function lockCorrection(tx: CustomerTx, id: number) {
  const rows = await tx
    .selectFrom('documentCorrection')
    .selectAll()
    .where('oldDocumentId', '=', (eb) => eb.selectFrom('documentCorrection as one').select('one.oldDocumentId').where('one.id', '=', id))
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = rows.find((one) => one.id === id)
  return row && { ...row, others: rows.filter((one) => one.id !== id).map(({ id: other, state }) => ({ id: other, state })) }
}

/**
 * Like `lockCorrection`, for the newest correction of an upload that is not outdated. Undefined if there is none, or if it became outdated before it
 * was locked.
 */
export async function lockCorrectionOfUpload(tx: CustomerTx, uploadId: number) {
  const known = await tx
    .selectFrom('documentCorrection')
    .select('id')
    .where('uploadId', '=', uploadId)
    .where('state', '<>', 'outdated')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = known && (await lockCorrection(tx, known.id))
  return row?.state === 'outdated' ? undefined : row
}

/** Locks and lists the other files that correct the same order and are waiting for a decision. */
export function listRivals(tx: CustomerTx, { id, oldDocumentId }: { id: number; oldDocumentId: number }) {
  return tx
    .selectFrom('documentCorrection')
    .select(['id', 'uploadId', 'newDocumentId'])
    .where('oldDocumentId', '=', oldDocumentId)
    .where('id', '<>', id)
    .where('state', '=', 'found')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface UnitFilter {
  correctionId: number
  kind: string | undefined
  fields: string | undefined
  after: number
  limit: number
}

/**
 * Lists the units that a comparison of two documents found to differ, in the order of the comparison. Each has the time at which it was received with
 * the old order; null if it was not received.
 */
export async function listUnits(tx: CustomerTx, { correctionId, kind, fields, after, limit }: UnitFilter) {
  const { rows } = await sql<{
    n: number
    kind: 'gone' | 'changed' | 'added'
    fields: string
    gtin: string | null
    serialNumber: string
    productName: string | null
    oldLot: string | null
    newLot: string | null
    oldExpiry: string | null
    newExpiry: string | null
    oldParent: string | null
    newParent: string | null
    oldProduct: string | null
    newProduct: string | null
    receivedAt: Date | null
  }>`select u.n, u.kind, u.fields, u.gtin, u.serial_number as "serialNumber", u.product_name as "productName", u.old_lot as "oldLot", u.new_lot as "newLot",
      to_char(u.old_expiry, 'YYYY-MM-DD') as "oldExpiry", to_char(u.new_expiry, 'YYYY-MM-DD') as "newExpiry", u.old_parent as "oldParent", u.new_parent as "newParent",
      u.old_product as "oldProduct", u.new_product as "newProduct", r.at as "receivedAt"
    from document_correction_unit u join document_correction c on c.customer_id = u.customer_id and c.id = u.correction_id
    left join lateral (select d.receipt_id from document_med d
      where d.customer_id = current_customer_id() and d.med_id = u.med_id and d.document_id = c.old_document_id limit 1) d on true
    left join receipt r on r.customer_id = u.customer_id and r.id = d.receipt_id
    where u.customer_id = current_customer_id() and u.correction_id = ${correctionId} and u.n > ${after}
      and (${kind ?? null}::text is null or u.kind = ${kind ?? null}) and (${fields ?? null}::text is null or u.fields = ${fields ?? null})
    order by u.n limit ${limit}`.execute(tx)
  return rows
}

/**
 * Groups the differing packages of a comparison by kind of difference and differing fields. For each group, returns the number of packages, how many
 * of them were received, and up to three product names.
 */
export async function listGroups(tx: CustomerTx, correctionId: number) {
  const { rows } = await sql<{ kind: 'gone' | 'changed' | 'added'; fields: string; amount: number; received: number; products: string[] }>`
    select u.kind, u.fields, count(*)::int as amount, count(d.receipt_id)::int as received,
      (array_agg(distinct u.product_name) filter (where u.product_name is not null))[1:3] as products
    from document_correction_unit u join document_correction c on c.customer_id = u.customer_id and c.id = u.correction_id
    left join lateral (select d.receipt_id from document_med d
      where d.customer_id = current_customer_id() and d.med_id = u.med_id and d.document_id = c.old_document_id limit 1) d on true
    where u.customer_id = current_customer_id() and u.correction_id = ${correctionId}
    group by u.kind, u.fields order by min(u.n)`.execute(tx)
  return rows.map((row) => ({ ...row, products: row.products ?? [] }))
}

/** Refers to a corrected file: by the document of its order or, if it has no order yet, by the correction that compares it with the first file. */
type Corrected = { documentId: number } | { correctionId: number }

/**
 * SQL condition: the corrected file lists the package of the ticket item `i`. If the file has no order yet, it lists the packages that the comparison
 * marks as changed or added, and those of the first order that the comparison does not mark as gone.
 */
const names = (oldOrderId: number, corrected: Corrected) => {
  const inOrder = (
    documentId: number,
  ) => sql`exists (select from med m join document_med d on d.customer_id = m.customer_id and d.med_id = m.id
    where m.customer_id = current_customer_id() and m.gtin = i.gtin::bpchar and m.serial_number = i.serial_number and d.document_id = ${documentId})`
  if ('documentId' in corrected) return inOrder(corrected.documentId)
  const compared = (isGone: boolean) => sql`exists (select from document_correction_unit u where u.customer_id = current_customer_id()
    and u.correction_id = ${corrected.correctionId} and u.gtin = i.gtin and u.serial_number = i.serial_number and (u.kind = 'gone') = ${isGone})`
  return sql`(${compared(false)} or (${inOrder(oldOrderId)} and not ${compared(true)}))`
}

/**
 * Lists the old order's open counter tickets about packages without data that the corrected file resolves, because it lists every package of the
 * ticket.
 */
export async function listAnsweredScans(tx: CustomerTx, oldOrderId: number, corrected: Corrected): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select x.id from document_exception x
    where x.customer_id = current_customer_id() and x.order_id = ${oldOrderId} and x.counter_kind in ('unknownScan', 'overage', 'received') and x.current_error_status = 'OPEN'
      and exists (select from document_exception_item i where i.customer_id = current_customer_id() and i.document_exception_id = x.id)
      and not exists (select from document_exception_item i where i.customer_id = current_customer_id() and i.document_exception_id = x.id
        and not ${names(oldOrderId, corrected)})
    order by x.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Follows the replacements of an order to the order that counts now, and returns its id. Undefined if that chain ends with a voided order. */
export async function findInUse(tx: CustomerTx, orderId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with recursive line (id, voided_at, replaced_by_id, n) as (
      select o.id, o.voided_at, o.replaced_by_id, 0 from "order" o where o.customer_id = current_customer_id() and o.id = ${orderId}
      union all
      select o.id, o.voided_at, o.replaced_by_id, l.n + 1 from line l join "order" o on o.customer_id = current_customer_id() and o.id = l.replaced_by_id
      where l.voided_at is not null and l.n < 20
    )
    select id from line where voided_at is null`.execute(tx)
  return rows[0]?.id
}

/** The location that an upload's own document names; null if none. */
export async function findPlaceOfUpload(tx: CustomerTx, uploadId: number): Promise<number | null> {
  const row = await tx.selectFrom('upload').select('locationId').where('id', '=', uploadId).executeTakeFirst()
  return row?.locationId ?? null
}

/** Marks as outdated the comparisons with an order that no longer counts. Returns the ids of the uploads to compare again. */
export async function outdateComparedWith(tx: CustomerTx, documentId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('documentCorrection')
    .set({ state: 'outdated' })
    .where('oldDocumentId', '=', documentId)
    .where('state', '=', 'found')
    .returning(['uploadId', 'newDocumentId'])
    .execute()
  return rows.flatMap(({ uploadId, newDocumentId }) => (uploadId !== null && newDocumentId === null ? [uploadId] : []))
}

/** Lists the other orders made from the same document as this order, without voided ones. */
export async function listOtherOrders(tx: CustomerTx, orderId: number) {
  const { rows } = await sql<{ id: number; locationId: number; senderGln: string | null; amountReceived: number }>`
    select o.id, o.location_id as "locationId", d.sender_gln as "senderGln", o.amount_received as "amountReceived"
    from epcis_document own join epcis_document d on d.customer_id = own.customer_id and d.id <> own.id
      and (d.id = own.part_of_id or d.part_of_id = coalesce(own.part_of_id, own.id))
    join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.voided_at is null
    where own.customer_id = current_customer_id() and own.id = ${orderId} order by o.id`.execute(tx)
  return rows
}
/** Returns the locations of the other active orders that were created from the same document, including locations that the transaction cannot see. */
export async function listOtherLocations(tx: CustomerTx, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ locationIds: number[] }>`select other_order_locations(${orderId}::bigint) as "locationIds"`.execute(tx)
  return rows[0]?.locationIds ?? []
}

export type OtherOrder = Awaited<ReturnType<typeof listOtherOrders>>[number]

/** Returns the location of each order in `ids`. Row security leaves out orders at locations that the caller may not see. */
export function listOrderPlaces(tx: CustomerTx, ids: readonly number[]): Promise<{ id: number; locationId: number }[]> {
  if (!ids.length) return Promise.resolve([])
  return tx
    .selectFrom('order')
    .select(['id', 'locationId'])
    .where('id', 'in', [...ids])
    .execute()
}
