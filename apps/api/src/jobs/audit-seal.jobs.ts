import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CustomerTx } from '../db/types.ts'
import { forEachCustomer } from './customers.ts'
import { defineJob } from './job.ts'

interface Row {
  id: number
  line: string
}

/** Every five minutes: a hash over the audit lines that no open transaction can still add to, chained to the one before. */
export const sealJob = defineJob({
  name: 'audit.seal',
  payload: z.unknown(),
  attempts: 3,
  schedule: '*/5 * * * *',
  run: (_, { db, system, clock }) => forEachCustomer({ db, system }, (tx) => sealAudit(tx, clock.now())),
})

/**
 * Seals what is complete. The bound is read in a statement of its own and bound as a value: inside the query it would be another server's
 * on a distributed table. Transactions below it have all ended, so a late commit is never skipped and no writer waits.
 */
export async function sealAudit(tx: CustomerTx, now: Date): Promise<void> {
  const { rows: eras } = await sql<{ id: number }>`select id from era order by id`.execute(tx)
  const { rows: bounds } = await sql<{ bound: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as bound`.execute(tx)
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
    const before = era === current ? (bounds[0]?.bound ?? '0') : '18446744073709551615'
    if (after === before) continue
    const rows = await readLines(tx, { era, after, before })
    if (!rows.length) continue
    const previous = (await lastHash(tx)) ?? Buffer.alloc(32)
    const hash = createHash('sha256').update(previous)
    for (const row of rows) hash.update(row.line)
    await tx
      .insertInto('auditSeal')
      .values({ era, afterXid: after, beforeXid: before, amount: rows.length, previousHash: previous, hash: hash.digest(), sealedAt: now })
      .execute()
  }
}

async function lastHash(tx: CustomerTx): Promise<Buffer | undefined> {
  return (await tx.selectFrom('auditSeal').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst())?.hash
}

/** The audit lines of a seal, each as one stable text. */
export async function readLines(tx: CustomerTx, { era, after, before }: { era: number; after: string; before: string }): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, jsonb_build_array(id, extract(epoch from at), user_id, action, subject, subject_id, detail)::text as line
    from audit where customer_id = current_customer_id() and era = ${era} and xid >= ${after}::xid8 and xid < ${before}::xid8 order by xid, id`.execute(
    tx,
  )
  return rows
}
