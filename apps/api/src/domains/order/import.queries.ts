import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tables } from '../../db/tables.ts'
import type { CustomerTx } from '../../db/types.ts'

/**
 * One import at a time of a document, by sender and identifier and by its bytes: two at once would both find no earlier one. And one at a
 * time into a location: of two that name the same meds the second finds what the first made.
 */
export async function lockIdentity(tx: CustomerTx, ...parts: (string | null)[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id() || '/' || ${parts.join('/')}::text, 7340021103))`.execute(
    tx,
  )
}

const known = (tx: CustomerTx) =>
  tx
    .selectFrom('epcisDocument')
    .leftJoin('order', 'order.id', 'epcisDocument.id')
    .select(['epcisDocument.id', 'epcisDocument.sha256', 'order.id as orderId', 'order.locationId', 'order.voidedAt'])

export function findByBytes(tx: CustomerTx, sha256: string) {
  return known(tx)
    .where('epcisDocument.sha256', '=', sha256)
    .orderBy('order.voidedAt', (order) => order.desc().nullsFirst())
    .orderBy('order.id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
}

/** An order of the same sender and instance identifier that still counts. */
export function findByIdentifier(tx: CustomerTx, senderGln: string, instanceIdentifier: string) {
  return known(tx)
    .where('epcisDocument.senderGln', '=', senderGln)
    .where('epcisDocument.instanceIdentifier', '=', instanceIdentifier)
    .where('order.id', 'is not', null)
    .where('order.voidedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
}

export async function insertDocument(tx: CustomerTx, row: Insertable<Tables['epcisDocument']>): Promise<number> {
  const { id } = await tx.insertInto('epcisDocument').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateDocument(
  tx: CustomerTx,
  id: number,
  row: Omit<Insertable<Tables['epcisDocument']>, 'customerId'>,
): Promise<void> {
  await tx.updateTable('epcisDocument').set(row).where('id', '=', id).execute()
}

export async function insertOrder(tx: CustomerTx, row: Insertable<Tables['order']>): Promise<void> {
  await tx.insertInto('order').values(row).execute()
}

/** Products in one statement, which takes 65,535 values. */
const PRODUCTS = 2000

/** Every product description once per customer; returns the ids by content hash. */
export async function saveProducts(tx: CustomerTx, rows: Insertable<Tables['epcisMedVocabulary']>[]): Promise<Map<string, number>> {
  // In one order for all imports, so that no two wait for each other's rows in a circle.
  const sorted = rows.toSorted((a, b) => (a.contentHash < b.contentHash ? -1 : 1))
  const ids = new Map<string, number>()
  for (let from = 0; from < sorted.length; from += PRODUCTS)
    for (const [hash, id] of await saveSome(tx, sorted.slice(from, from + PRODUCTS))) ids.set(hash, id)
  return ids
}

async function saveSome(tx: CustomerTx, rows: Insertable<Tables['epcisMedVocabulary']>[]): Promise<Map<string, number>> {
  await tx
    .insertInto('epcisMedVocabulary')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['customerId', 'contentHash']).doNothing())
    .execute()
  const found = await tx
    .selectFrom('epcisMedVocabulary')
    .select(['id', 'contentHash'])
    .where(
      'contentHash',
      'in',
      rows.map((row) => row.contentHash),
    )
    .execute()
  return new Map(found.map((row) => [row.contentHash, row.id]))
}

/** The lines of a document on their way into their tables. COPY into a protected table is refused, so they stop here. */
export async function makeStaging(tx: CustomerTx): Promise<void> {
  await sql`create temporary table import_line (
    line int, last_line int, parent_line int, gtin text collate "C", serial_number text collate "C", sscc text, epcis_med_vocabulary_id bigint, ndc text,
    lot_number text, expiration_date date, is_package boolean, is_shipped boolean, meds int, children int) on commit drop`.execute(tx)
  await sql`create temporary table import_event (
    event_number int, kind text, action text, biz_step text, disposition text, event_time text, event_time_zone_offset text, read_point text, biz_location text,
    parent text, biz_transactions jsonb, sources jsonb, destinations jsonb, lines int4multirange) on commit drop`.execute(tx)
}

/** Streams rows of tab-separated text into a staging table. */
export async function copyRows(
  client: pg.PoolClient,
  table: 'import_line' | 'import_event',
  rows: Iterable<string | Uint8Array>,
): Promise<void> {
  await pipeline(Readable.from(inPieces(rows)), client.query(copyFrom(`copy ${table} from stdin`)))
}

const PIECE = 1 << 16

/** Many short rows as few long pieces: each piece is a message of its own. */
function* inPieces(rows: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let piece = ''
  for (const row of rows) {
    if (typeof row !== 'string') yield row
    else piece += row
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

/**
 * Staging to tables. Inserted in the order of the widest index's key: its pages are then written once. A med that is known keeps its id,
 * its attachments and every value it has; only blanks are filled (decision 20). Of what was typed in, the file's description of the product takes
 * the place when it says all that was typed.
 *
 * @throws unique_violation when somebody else entered one of the meds at the same moment: the whole transaction begins again. To look first
 * costs a third less than `on conflict`, which looks for each row.
 */
export async function insertLines(
  tx: CustomerTx,
  { documentId, locationId, at }: { documentId: number; locationId: number; at: Date },
): Promise<void> {
  // How many there are and how they differ is all that the joins below want to know.
  await sql`analyze import_line (gtin, serial_number)`.execute(tx)
  await sql`insert into med (location_id, gtin, serial_number, lot_number, expiration_date, ndc, epcis_med_vocabulary_id, is_epcis_generated, created_at, created_by_id, dated_at)
    select ${locationId}::bigint, gtin, serial_number, lot_number, expiration_date, ndc, epcis_med_vocabulary_id, true, ${at}::timestamptz, current_user_id(), ${at}::timestamptz
    from import_line i where gtin is not null and not exists (
      select from med m where m.customer_id = current_customer_id() and m.location_id = ${locationId} and m.gtin = i.gtin and m.serial_number = i.serial_number)
    order by gtin, serial_number`.execute(tx)
  await sql`update med m set is_epcis_generated = true, voided_at = null, voided_by_id = null, void_reason = null, lot_number = coalesce(m.lot_number, i.lot_number), expiration_date = coalesce(m.expiration_date, i.expiration_date),
      ndc = coalesce(m.ndc, i.ndc),
      epcis_med_vocabulary_id = case when i.epcis_med_vocabulary_id is not null and (m.epcis_med_vocabulary_id is null or (not m.is_epcis_generated and exists (
          select from epcis_med_vocabulary typed join epcis_med_vocabulary told on told.customer_id = typed.customer_id and told.id = i.epcis_med_vocabulary_id
          where typed.customer_id = m.customer_id and typed.id = m.epcis_med_vocabulary_id
            and coalesce(lower(typed.regulated_product_name) = lower(told.regulated_product_name), typed.regulated_product_name is null)
            and coalesce(lower(typed.manufacturer_of_trade_item_party_name) = lower(told.manufacturer_of_trade_item_party_name),
              typed.manufacturer_of_trade_item_party_name is null))))
        then i.epcis_med_vocabulary_id else m.epcis_med_vocabulary_id end
    from import_line i
    where m.customer_id = current_customer_id() and m.location_id = ${locationId} and m.gtin = i.gtin and m.serial_number = i.serial_number
      and (not m.is_epcis_generated or (m.lot_number is null and i.lot_number is not null) or (m.expiration_date is null and i.expiration_date is not null)
        or (m.epcis_med_vocabulary_id is null and i.epcis_med_vocabulary_id is not null))`.execute(tx)
  await sql`insert into document_med (document_id, line, last_line, parent_line, location_id, med_id, sscc, epcis_med_vocabulary_id, lot_number, expiration_date,
      is_package, is_shipped, meds, children)
    select ${documentId}::bigint, i.line, i.last_line, i.parent_line, ${locationId}::bigint, m.id, i.sscc, i.epcis_med_vocabulary_id, i.lot_number, i.expiration_date,
      i.is_package, i.is_shipped, i.meds, i.children
    from import_line i left join med m on m.customer_id = current_customer_id() and m.location_id = ${locationId} and m.gtin = i.gtin and m.serial_number = i.serial_number
    order by i.line`.execute(tx)
}

export async function insertEvents(tx: CustomerTx, { documentId, locationId }: { documentId: number; locationId: number }): Promise<void> {
  await sql`insert into epcis_event (document_id, event_number, location_id, kind, action, biz_step, disposition, event_time, event_time_zone_offset, read_point,
      biz_location, parent, biz_transactions, sources, destinations, lines)
    select ${documentId}::bigint, event_number, ${locationId}::bigint, kind, action, biz_step, disposition, event_time, event_time_zone_offset, read_point,
      biz_location, parent, biz_transactions, sources, destinations, lines
    from import_event order by event_number`.execute(tx)
}

export function findException(tx: CustomerTx, documentId: number) {
  return tx
    .selectFrom('documentException')
    .select(['id', 'ticketNumber', 'currentErrorStatus'])
    .where('documentId', '=', documentId)
    .executeTakeFirst()
}

export async function insertException(tx: CustomerTx, row: Insertable<Tables['documentException']>): Promise<number> {
  const { id } = await tx.insertInto('documentException').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateException(
  tx: CustomerTx,
  id: number,
  row: Partial<Omit<Insertable<Tables['documentException']>, 'customerId' | 'ticketNumber' | 'documentId'>>,
): Promise<void> {
  await tx.updateTable('documentException').set(row).where('id', '=', id).execute()
}

export async function insertExceptionStatus(tx: CustomerTx, row: Insertable<Tables['documentExceptionStatus']>): Promise<void> {
  await tx.insertInto('documentExceptionStatus').values(row).execute()
}
