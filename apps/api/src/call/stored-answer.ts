import { coreErrors } from '../core/core.facts.ts'
import { DAY_MS, MINUTE_MS } from '../core/day.ts'
import { AppError } from '../core/errors.ts'
import { sameBytes } from '../core/secrets.ts'
import type { CustomerTx } from '../db/types.ts'

/** How long an answer is stored for later calls with the same idempotency key. */
const STORED_MS = DAY_MS
/** Time without an answer after which a call counts as crashed; the next call with the same key then does the work. */
const LOST_MS = 2 * MINUTE_MS

/** One call with an `Idempotency-Key`. Other callers may use the same key. */
export interface KeyedCall {
  caller: string
  key: string
  /** SHA-256 of method, path and body. */
  fingerprint: Buffer
  beganAt: Date
}

export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Reserves the key for this call, or returns the answer that an earlier call with the same key and body got.
 *
 * @throws AppError idempotency_key_reused for another body, idempotency_key_running while the first call is still at work.
 */
export async function claimAnswer(tx: CustomerTx, { caller, key, fingerprint, beganAt }: KeyedCall): Promise<StoredAnswer | undefined> {
  const now = beganAt.getTime()
  const claimed = await tx
    .insertInto('keptAnswer')
    .values([{ caller, key, fingerprint, beganAt, headers: '{}' }])
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'caller', 'key'])
        .doUpdateSet({ fingerprint, beganAt, status: null, headers: '{}', body: null })
        .where((eb) =>
          eb.or([
            eb('keptAnswer.beganAt', '<', new Date(now - STORED_MS)),
            eb.and([eb('keptAnswer.status', 'is', null), eb('keptAnswer.beganAt', '<', new Date(now - LOST_MS))]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const known = await tx
    .selectFrom('keptAnswer')
    .select(['fingerprint', 'status', 'headers', 'body'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known && !sameBytes(known.fingerprint, fingerprint)) throw new AppError(coreErrors.idempotency_key_reused)
  // The statement above found the key in use. If its row is gone now, the first call has failed in between and released the key.
  if (!known || known.status === null) throw new AppError(coreErrors.idempotency_key_running)
  return { status: known.status, headers: known.headers as Record<string, string>, body: known.body ?? '' } // `keepAnswer` stores headers with text values
}

/**
 * Stores the answer, in the transaction of the work if there is one, so that the work and its answer are committed together.
 *
 * @throws AppError idempotency_key_running if another call has taken over the key; the caller's transaction rolls back.
 */
export async function keepAnswer(tx: CustomerTx, { caller, key, beganAt }: KeyedCall, answer: StoredAnswer): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('keptAnswer')
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('beganAt', '=', beganAt)
    .where('status', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError(coreErrors.idempotency_key_running)
}

/** Releases the key of a failed call: the call changed nothing, so the next call with the key starts over. */
export async function releaseAnswer(tx: CustomerTx, { caller, key, beganAt }: KeyedCall): Promise<void> {
  await tx
    .deleteFrom('keptAnswer')
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('beganAt', '=', beganAt)
    .where('status', 'is', null)
    .execute()
}

/** Deletes answers that are older than a day. */
export async function dropOldAnswers(tx: CustomerTx, now: Date): Promise<void> {
  await tx
    .deleteFrom('keptAnswer')
    .where('beganAt', '<', new Date(now.getTime() - STORED_MS))
    .execute()
}
