import { LOCKS } from '@seriatim/db/advisory-locks'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Locks a customer's trail, so that only one transaction at a time seals it and extends its log. */
export async function lockTrail(tx: CustomerTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id()::text, ${LOCKS.auditSeal}::bigint))`.execute(tx)
}

const XIDS = 2n ** 32n

/**
 * The transaction id below which every transaction of this database has ended. A snapshot lists the running transactions of all databases of the
 * cluster; those that belong to another database according to their lock are left out, because they cannot add rows here. A transaction without a
 * visible lock counts as ours.
 */
export async function readBound(tx: CustomerTx): Promise<bigint> {
  const { rows: snapshots } = await sql<{ end: string; own: string | null; running: string[] }>`
    select pg_snapshot_xmax(s)::text as "end", pg_current_xact_id_if_assigned()::text as own, array(select pg_snapshot_xip(s)::text) as running
    from pg_current_snapshot() s`.execute(tx)
  const { rows: foreign } = await sql<{ xid: string }>`
    select l.transactionid::text as xid from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
      and a.datid <> (select oid from pg_database where datname = current_database())`.execute(tx)
  const elsewhere = new Set(foreign.map(({ xid }) => BigInt(xid)))
  const { end = '0', own = null, running = [] } = snapshots[0] ?? {}
  const open = [...running, ...(own === null ? [] : [own])].map(BigInt).filter((xid) => !elsewhere.has(xid % XIDS))
  return open.reduce((least, xid) => (xid < least ? xid : least), BigInt(end))
}

/** Ids of the eras, oldest first. An era is a period in which all transaction ids come from one database cluster. */
export async function listEras(tx: CustomerTx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from era order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A range of audit lines of one era, by transaction id: from `after`, where the previous range ended, up to but not including `before`. */
export interface XidRange {
  era: number
  after: string
  before: string
}

/**
 * If the range has more than `most` lines, returns two transaction ids: that of the range's first line, and that of the first line beyond `most`.
 * Otherwise undefined.
 */
export async function findCut(
  tx: CustomerTx,
  { era, after, before }: XidRange,
  most: number,
): Promise<{ first: string; next: string } | undefined> {
  const { rows } = await sql<{ first: string; next: string }>`
    select (select min(f.xid) from audit f where f.customer_id = current_customer_id() and f.era = ${era} and f.xid >= ${after}::xid8)::text as first,
      a.xid::text as next
    from audit a where a.customer_id = current_customer_id() and a.era = ${era} and a.xid >= ${after}::xid8 and a.xid < ${before}::xid8
    order by a.xid, a.id offset ${most} limit 1`.execute(tx)
  return rows[0]
}

/** The newest seal of an era, which is a period in which all transaction ids come from one database cluster. */
export function findSealOfEra(tx: CustomerTx, era: number) {
  return tx.selectFrom('auditSeal').select(['beforeXid', 'hash']).where('era', '=', era).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export interface SealRow {
  era: number
  afterXid: string
  beforeXid: string
  previousHash: Buffer
  keyId: Buffer
  amount: number
  hash: Buffer
  sealedAt: Date
}

export async function insertSeal(tx: CustomerTx, seal: SealRow): Promise<number> {
  return (await tx.insertInto('auditSeal').values(seal).returning('id').executeTakeFirstOrThrow()).id
}

/** Returns the audit lines that a seal covers, each in a text form that is always the same, because the seal is a hash over these texts. */
export async function readTrailLines(tx: CustomerTx, { era, after, before }: XidRange): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select jsonb_build_array(id, extract(epoch from at), user_id, action, subject, subject_id, detail)::text as line
    from audit where customer_id = current_customer_id() and era = ${era} and xid >= ${after}::xid8 and xid < ${before}::xid8 order by xid, id`.execute(
    tx,
  )
  return rows.map(({ line }) => line)
}
