import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** The position of an audit line in the order of the log. */
export interface LineKey {
  era: number
  xid: string
  id: number
}

/** A key that sorts before every line. */
export const FIRST_KEY: LineKey = { era: 0, xid: '0', id: 0 }

export interface TileRow {
  level: number
  tile: number
  era: number
  xid: string
  auditId: number
  root: Buffer
  hashes: Buffer
}

/** The newest complete tile of line hashes, or the tile with this number. */
export function findLeafTile(tx: CustomerTx, tile?: number) {
  const query = tx.selectFrom('auditTile').select(['tile', 'era', 'xid', 'auditId as id']).where('level', '=', 0)
  return (tile === undefined ? query.orderBy('tile', 'desc').limit(1) : query.where('tile', '=', tile)).executeTakeFirst()
}

/**
 * Lists the hashes in each of these tiles. A complete tile has them stored. For an incomplete one they are computed: they are the roots of its
 * complete tiles one level below. An incomplete tile at level 0 has no level below, so the result lacks it.
 */
export async function listTiles(
  tx: CustomerTx,
  wanted: readonly { level: number; tile: number }[],
  tileHashes: number,
): Promise<{ level: number; tile: number; hashes: Buffer }[]> {
  const [levels, tiles] = [wanted.map(({ level }) => level), wanted.map(({ tile }) => tile)]
  const { rows } = await sql<{ level: number; tile: number; hashes: Buffer }>`
    with w as (select * from unnest(${levels}::int[], ${tiles}::bigint[]) as w (level, tile)),
      whole as (
        select w.level, w.tile, t.hashes from w
          join audit_tile t on t.customer_id = current_customer_id() and t.level = w.level and t.tile = w.tile)
    select level, tile, hashes from whole
    union all
    select w.level, w.tile, string_agg(t.root, ''::bytea order by t.tile) from w
      join audit_tile t on t.customer_id = current_customer_id() and t.level = w.level - 1
        and t.tile >= w.tile * ${tileHashes}::bigint and t.tile < (w.tile + 1) * ${tileHashes}::bigint
    where (w.level, w.tile) not in (select level, tile from whole)
    group by w.level, w.tile`.execute(tx)
  return rows
}

/** Lists the roots of the complete tiles of a level, from one tile up to, but not including, another. */
export async function listTileRoots(tx: CustomerTx, level: number, from: number, to: number): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('auditTile')
    .select('root')
    .where('level', '=', level)
    .where('tile', '>=', from)
    .where('tile', '<', to)
    .orderBy('tile')
    .execute()
  return rows.map(({ root }) => root)
}

export async function insertTiles(tx: CustomerTx, rows: readonly TileRow[]): Promise<void> {
  if (rows.length) await tx.insertInto('auditTile').values(rows).execute()
}

export interface LeafRow extends LineKey {
  line: string
}

/**
 * Lists the sealed lines after the line `after`, in the order of the log. `order by` must say `a.xid`: a plain `xid` would sort by the selected
 * column, which is text.
 */
export async function listLeaves(
  tx: CustomerTx,
  after: LineKey,
  sealed: { era: number; beforeXid: string },
  limit: number,
): Promise<LeafRow[]> {
  const { rows } = await sql<{ era: number; xid: string; id: number; line: string }>`
    select a.era, a.xid::text as xid, a.id,
      jsonb_build_array(a.id, extract(epoch from a.at), a.user_id, a.action, a.subject, a.subject_id, a.detail)::text as line
    from audit a where a.customer_id = current_customer_id()
      and (a.era, a.xid, a.id) > (${after.era}::bigint, ${after.xid}::xid8, ${after.id}::bigint)
      and (a.era, a.xid) < (${sealed.era}::bigint, ${sealed.beforeXid}::xid8)
    order by a.era, a.xid, a.id limit ${limit}`.execute(tx)
  return rows
}

/** A line of the audit trail with its position in the log: `tile` is the number of complete tiles before it. */
export interface PlacedRow extends LeafRow {
  at: Date
  tile: number
}

const placed = sql`a.era, a.xid::text as xid, a.id, a.at,
  jsonb_build_array(a.id, extract(epoch from a.at), a.user_id, a.action, a.subject, a.subject_id, a.detail)::text as line,
  coalesce((select t.tile + 1 from audit_tile t where t.customer_id = current_customer_id() and t.level = 0
    and (t.era, t.xid, t.audit_id) < (a.era, a.xid, a.id) order by t.era desc, t.xid desc, t.audit_id desc limit 1), 0) as tile`

export async function findPlaced(tx: CustomerTx, id: number): Promise<PlacedRow | undefined> {
  const { rows } = await sql<{ era: number; xid: string; id: number; at: Date; line: string; tile: number }>`
    select ${placed} from audit a where a.customer_id = current_customer_id() and a.id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Lists the audit lines of a period, oldest first; with `after`, only those after that line. The query looks up the time of the line `after` itself,
 * because a `Date` would cut off the microseconds.
 */
export async function listPlaced(
  tx: CustomerTx,
  { from, to }: { from: Date; to: Date },
  after: { id: number } | undefined,
  limit: number,
): Promise<PlacedRow[]> {
  const { rows } = await sql<{ era: number; xid: string; id: number; at: Date; line: string; tile: number }>`
    select ${placed} from audit a where a.customer_id = current_customer_id()
      and a.at >= ${from}::timestamptz and a.at < ${to}::timestamptz
      and (${after?.id ?? null}::bigint is null
        or (a.at, a.id) > (select at, id from audit where customer_id = current_customer_id() and id = ${after?.id ?? null}::bigint))
    order by a.at, a.id limit ${limit}`.execute(tx)
  return rows
}

export function findNewestCheckpoint(tx: CustomerTx) {
  return tx.selectFrom('auditCheckpoint').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()
}
export type CheckpointRow = NonNullable<Awaited<ReturnType<typeof findNewestCheckpoint>>>

export function findCheckpoint(tx: CustomerTx, size: number): Promise<CheckpointRow | undefined> {
  return tx.selectFrom('auditCheckpoint').selectAll().where('size', '=', size).executeTakeFirst()
}

export async function insertCheckpoint(tx: CustomerTx, row: Omit<CheckpointRow, 'customerId'>): Promise<void> {
  await tx.insertInto('auditCheckpoint').values(row).execute()
}

/** The newest result of the nightly check. */
export function findLogCheck(tx: CustomerTx) {
  return tx.selectFrom('auditLogCheck').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function insertLogCheck(
  tx: CustomerTx,
  row: { fromSize: number; toSize: number; fault: string | null; checkedAt: Date },
): Promise<void> {
  await tx.insertInto('auditLogCheck').values(row).execute()
}

export function findTimeStamp(tx: CustomerTx, size: number) {
  return tx.selectFrom('auditTimeStamp').select(['response', 'at', 'service']).where('size', '=', size).executeTakeFirst()
}

/** The newest time stamp of the log: the size of the tree, the time, and the service that issued it. */
export function findNewestTimeStamp(tx: CustomerTx) {
  return tx.selectFrom('auditTimeStamp').select(['size', 'at', 'service']).orderBy('size', 'desc').limit(1).executeTakeFirst()
}

export async function insertTimeStamp(tx: CustomerTx, row: { size: number; response: Buffer; at: Date; service: string }): Promise<void> {
  await tx
    .insertInto('auditTimeStamp')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
