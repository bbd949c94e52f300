import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LOCKS } from '@seriatim/db/advisory-locks'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tables } from '../../db/tables.ts'
import type { CustomerTx } from '../../db/types.ts'

/**
 * Locks a document or a location against other imports until the transaction ends. An import locks its document by sender and identifier, and also by
 * its bytes; otherwise, two concurrent imports of one document would both find no earlier one. It locks the location so that, if two imports list the
 * same meds, the second finds the meds that the first created.
 */
export async function lockIdentity(tx: CustomerTx, ...parts: (string | null)[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id() || '/' || ${parts.join('/')}::text, ${LOCKS.importedDocument}::bigint))`.execute(
    tx,
  )
}

const known = (tx: CustomerTx) =>
  tx
    .selectFrom('epcisDocument')
    .leftJoin('order', 'order.id', 'epcisDocument.id')
    .select(['epcisDocument.id', 'epcisDocument.sha256', 'order.id as orderId', 'order.locationId', 'order.voidedAt'])
    .select('epcisDocument.locationId as placedAt')

export function findByBytes(tx: CustomerTx, sha256: string) {
  return known(tx)
    .where('epcisDocument.sha256', '=', sha256)
    .orderBy('order.voidedAt', (order) => order.desc().nullsFirst())
    .orderBy('order.id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
}

/** An active order with the same sender and instance identifier. If one document became several orders, returns the first. */
export function findByIdentifier(tx: CustomerTx, senderGln: string, instanceIdentifier: string) {
  return known(tx)
    .innerJoin('epcisDocument as head', (join) =>
      join.on((eb) => eb('head.id', '=', eb.fn.coalesce('epcisDocument.partOfId', 'epcisDocument.id'))),
    )
    .where('head.senderGln', '=', senderGln)
    .where('epcisDocument.instanceIdentifier', '=', instanceIdentifier)
    .where('order.id', 'is not', null)
    .where('order.voidedAt', 'is', null)
    .orderBy('epcisDocument.id')
    .limit(1)
    .executeTakeFirst()
}

/** Active orders that are parts of a document with these bytes. */
export async function listPartsByBytes(tx: CustomerTx, sha256: string) {
  const rows = await tx
    .selectFrom('epcisDocument as d')
    .innerJoin('order as o', 'o.id', 'd.id')
    .select(['d.id', 'd.senderGln', 'o.locationId', (eb) => eb.fn.coalesce('d.partOfId', 'd.id').as('headId')])
    .where('d.sha256', '=', sha256)
    .where('o.voidedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('d.partOfId', 'is not', null),
        eb.exists(eb.selectFrom('epcisDocument as p').select('p.id').whereRef('p.partOfId', '=', 'd.id')),
      ]),
    )
    .execute()
  return rows
}

/** Lists the orders that were made from a document, without the first one (`headId`) and without voided ones. */
export function listOtherParts(tx: CustomerTx, headId: number) {
  return tx
    .selectFrom('epcisDocument as d')
    .innerJoin('order as o', 'o.id', 'd.id')
    .select(['d.id', 'o.locationId'])
    .where('d.partOfId', '=', headId)
    .where('o.voidedAt', 'is', null)
    .orderBy('d.id')
    .execute()
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

/**
 * Creates the empty staging tables of a document or of one of its orders. They are needed because PostgreSQL refuses COPY into a table with row
 * security.
 */
export async function createStagingTables(tx: CustomerTx): Promise<void> {
  await sql`create temporary table if not exists import_line (
    line int, last_line int, parent_line int, gtin text collate "C", serial_number text collate "C", sscc text, epcis_med_vocabulary_id bigint, ndc text,
    lot_number text, expiration_date date, is_package boolean, is_shipped boolean, meds int, children int) on commit drop`.execute(tx)
  await sql`create temporary table if not exists import_event (
    event_number int, kind text, event_id text, action text, biz_step text, disposition text, event_time text, happened_at timestamptz, event_time_zone_offset text, read_point text, biz_location text,
    parent text, biz_transactions jsonb, sources jsonb, destinations jsonb, lines int4multirange, restated_by int) on commit drop`.execute(
    tx,
  )
  await sql`truncate import_line, import_event`.execute(tx)
}

/**
 * Gives PostgreSQL statistics about the staged lines, for the joins that follow. These two columns suffice, because the joins only need the numbers
 * of lines and of distinct values.
 */
export async function analyzeStaging(tx: CustomerTx): Promise<void> {
  await sql`analyze import_line (gtin, serial_number)`.execute(tx)
}

/** Copies tab-separated text into the rows of a staging table, as a stream. */
export async function copyRows(
  client: pg.PoolClient,
  table: 'import_line' | 'import_event',
  rows: Iterable<string | Uint8Array>,
): Promise<void> {
  await pipeline(Readable.from(inPieces(rows)), client.query(copyFrom(`copy ${table} from stdin`)))
}

const PIECE = 1 << 16

/** Joins many short rows into few long chunks, because each chunk is sent to PostgreSQL as a separate message. */
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
