import { sql } from 'kysely'
import { z } from 'zod'
import type { Secrets } from '../../core/secrets.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { CustomerTx } from '../../db/types.ts'
import { listCustomerIds } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { NO_SEAL, sealHash, sealKeyId } from './seal-hash.ts'

interface Row {
  id: number
  line: string
}

/**
 * Every five minutes: a keyed hash over the audit lines that no open transaction can still add to, chained to the one before. Number and hash
 * go to the log when they are committed: who keeps the log elsewhere has a witness that the database cannot rewrite.
 */
export const sealJob = defineJob({
  name: 'audit.seal',
  payload: z.unknown(),
  attempts: 3,
  schedule: '*/5 * * * *',
  async run(_, { db, system, clock, secrets, log }) {
    for (const customerId of await listCustomerIds(system)) {
      const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
      const seals = await withCustomer(db, scope, 'read write', (tx) => sealAudit(tx, { customerId, now: clock.now(), secrets }))
      for (const { id, hash, lines } of seals) log.info({ customerId, seal: id, hash: hash.toString('hex'), lines }, 'audit trail sealed')
    }
  },
})

const XIDS = 2n ** 32n

/**
 * The transaction id below which everything of this database has ended. A snapshot knows the transactions of the whole cluster; those that surely are
 * another database's can add nothing here. Of which one a running one is, its lock says: whose lock is not there yet, or no more, counts as ours.
 */
async function readBound(tx: CustomerTx): Promise<bigint> {
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

interface Made {
  id: number
  hash: Buffer
  lines: number
}

/**
 * Seals what is complete. The bound is read in a statement of its own and bound as a value: inside the query it would be another server's
 * on a distributed table. Transactions below it have all ended, so a late commit is never skipped and no writer waits.
 */
async function sealAudit(
  tx: CustomerTx,
  { customerId, now, secrets }: { customerId: number; now: Date; secrets: Secrets },
): Promise<Made[]> {
  const made: Made[] = []
  const { rows: eras } = await sql<{ id: number }>`select id from era order by id`.execute(tx)
  const bound = await readBound(tx)
  const current = eras.at(-1)?.id
  for (const { id: era } of eras) {
    const last = await tx
      .selectFrom('auditSeal')
      .select(['beforeXid', 'hash'])
      .where('era', '=', era)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const after = last?.beforeXid ?? '0'
    // In an era that is over nothing can come any more, so everything is below its bound.
    const before = era === current ? String(bound) : '18446744073709551615'
    if (after === before) continue
    const rows = await readTrailLines(tx, { era, after, before })
    if (!rows.length) continue
    const seal = { era, afterXid: after, beforeXid: before, previousHash: (await lastHash(tx)) ?? NO_SEAL }
    const hash = sealHash(
      secrets,
      customerId,
      seal,
      rows.map((row) => row.line),
    )
    const { id } = await tx
      .insertInto('auditSeal')
      .values({ ...seal, keyId: sealKeyId(secrets), amount: rows.length, hash, sealedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.push({ id, hash, lines: rows.length })
  }
  return made
}

async function lastHash(tx: CustomerTx): Promise<Buffer | undefined> {
  return (await tx.selectFrom('auditSeal').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst())?.hash
}

/** The audit lines of a seal, each as one stable text. */
export async function readTrailLines(
  tx: CustomerTx,
  { era, after, before }: { era: number; after: string; before: string },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, jsonb_build_array(id, extract(epoch from at), user_id, action, subject, subject_id, detail)::text as line
    from audit where customer_id = current_customer_id() and era = ${era} and xid >= ${after}::xid8 and xid < ${before}::xid8 order by xid, id`.execute(
    tx,
  )
  return rows
}
