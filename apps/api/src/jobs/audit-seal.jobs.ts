import { sql } from 'kysely'
import { z } from 'zod'
import { withCustomer } from '../db/customer-tx.ts'
import type { CustomerTx } from '../db/types.ts'
import { NO_SEAL, sealHash, sealKeyId } from '../domains/audit/seal-hash.ts'
import type { Secrets } from '../secrets.ts'
import { listCustomerIds } from './customers.ts'
import { defineJob } from './job.ts'

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
export async function readLines(tx: CustomerTx, { era, after, before }: { era: number; after: string; before: string }): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, jsonb_build_array(id, extract(epoch from at), user_id, action, subject, subject_id, detail)::text as line
    from audit where customer_id = current_customer_id() and era = ${era} and xid >= ${after}::xid8 and xid < ${before}::xid8 order by xid, id`.execute(
    tx,
  )
  return rows
}
