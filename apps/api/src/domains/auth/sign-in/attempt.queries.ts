import { LOCKS } from '@seriatim/db/advisory-locks'
import { sql } from 'kysely'
import type { SystemTx } from '../../../db/types.ts'

export interface NewTry {
  at: Date
  accountKey: Buffer
  address: string
  reason: string
}

/**
 * Locks the attempt counts of the account and then those of the address until the transaction ends, so that concurrent attempts are counted one after
 * the other. The fixed order prevents deadlocks.
 */
export async function lockAttemptCounts(tx: SystemTx, { accountKey, address }: Pick<NewTry, 'accountKey' | 'address'>): Promise<void> {
  for (const key of [`account ${accountKey.toString('hex')}`, `address ${address}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, ${LOCKS.signInAttempts}::bigint))`.execute(tx)
}

/**
 * Counts failed sign-ins together with attempts that have no outcome yet, separately for an account and an address. A single statement does this, so
 * that an attempt that fails at the same moment counts exactly once. The number for the account includes only rows with one of `reasons`. Rows from
 * `until` or later are ignored: they were written before the clock was set back.
 */
export async function countAttempts(
  tx: SystemTx,
  {
    accountKey,
    address,
    reasons,
    since,
    until,
  }: { accountKey: Buffer; address: string; reasons: readonly string[]; since: Date; until: Date },
): Promise<{ account: number; address: number }> {
  const { rows } = await sql<{ account: number; address: number }>`
    select
      (select count(*) from failed_sign_in where account_key = ${accountKey} and reason = any (${[...reasons]}) and at > ${since} and at < ${until})
        + (select count(*) from sign_in_try where account_key = ${accountKey} and reason = any (${[...reasons]}) and at > ${since} and at < ${until}) as account,
      (select count(*) from failed_sign_in where address = ${address} and at > ${since} and at < ${until})
        + (select count(*) from sign_in_try where address = ${address} and at > ${since} and at < ${until}) as address`.execute(tx)
  return rows[0] ?? { account: 0, address: 0 }
}

export async function insertAttemptCount(tx: SystemTx, values: NewTry): Promise<number> {
  const row = await tx.insertInto('signInTry').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function deleteAttemptCount(tx: SystemTx, id: number): Promise<void> {
  await tx.deleteFrom('signInTry').where('id', '=', id).execute()
}

export async function deleteOldAttemptCounts(tx: SystemTx, before: Date): Promise<void> {
  await tx.deleteFrom('signInTry').where('at', '<=', before).execute()
}

export interface FailedSignIn extends NewTry {
  loginId: number | null
  hash: Buffer
}

export async function insertFailure(tx: SystemTx, failure: FailedSignIn): Promise<void> {
  await tx.insertInto('failedSignIn').values(failure).execute()
}

/**
 * Returns the hash of the newest failed sign-in; undefined if there is none. Locks the chain of failed sign-ins until the transaction ends, so that
 * two concurrent failures cannot both continue the same entry.
 */
export async function lastFailureHash(tx: SystemTx): Promise<Buffer | undefined> {
  await sql`select pg_advisory_xact_lock(${LOCKS.failedSignInChain}::bigint)`.execute(tx)
  return (await tx.selectFrom('failedSignIn').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst())?.hash
}

/** Lists up to `limit` failed sign-ins that follow `afterId`, in the order in which their hashes are chained. */
export function listFailures(tx: SystemTx, afterId: number, limit: number) {
  return tx.selectFrom('failedSignIn').selectAll().where('id', '>', afterId).orderBy('id').limit(limit).execute()
}
