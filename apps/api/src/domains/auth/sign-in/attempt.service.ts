import type { Context } from '../../../call/context.ts'
import type { Deps } from '../../../call/deps.ts'
import { MINUTE_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { networkOf } from '../../../core/network.ts'
import { withSystem } from '../../../db/system-tx.ts'
import type { SystemTx } from '../../../db/types.ts'
import { authErrors } from '../auth.facts.ts'
import {
  countAttempts,
  deleteAttemptCount,
  deleteOldAttemptCounts,
  insertAttemptCount,
  insertFailure,
  lastFailureHash,
  lockAttemptCounts,
} from './attempt.queries.ts'
import { failureHash, NO_FAILURE } from './failure-chain.ts'

/**
 * The step that a person attempts: entering the password, the code or (to change the password) the old password, or requesting a temporary password.
 * If the attempt fails, the name of the step is stored as the reason.
 */
export type TryKind = 'password' | 'code' | 'oldPassword' | 'recovery'

/**
 * For each kind of attempt, the failure reasons that count toward the account's limit of attempts. Wrong passwords count only against password
 * attempts: anybody who knows the email address can send wrong passwords, and this must not lock out the person who has entered the right one and is
 * about to enter the code. Attempts on a locked account (`locked`) do not extend the lock.
 */
const COUNTED: Record<TryKind, readonly string[]> = {
  password: ['password', 'code', 'oldPassword'],
  code: ['code'],
  oldPassword: ['oldPassword'],
  recovery: [],
}

/**
 * A sign-in attempt. It counts toward the limit from its beginning, so the caller must end it with {@link recordFailedAttempt}, which keeps it
 * counted, or with {@link forgetAttempt}.
 */
export interface Try {
  id: number
  reason: TryKind | 'locked'
  accountKey: Buffer
}

/**
 * Counts an attempt before it is checked, because concurrent attempts could all pass a check that counts afterwards. For a locked account, a code is
 * refused, but a password is still checked (with `reason` `locked`), because a temporary password must open the account: otherwise anybody who knows
 * an email address could lock its owner out.
 * @throws AppError sign_in_locked if the caller's network has no attempts left, or if the account has none and the attempt is a code or an old
 * password.
 */
export async function countAttempt(ctx: Context, kind: TryKind, emailAddress: string): Promise<Try> {
  const key = accountKey(ctx, emailAddress)
  const address = networkOf(ctx.request.address)
  return withSystem(ctx.system, async (tx) => {
    await lockAttemptCounts(tx, { accountKey: key, address })
    const left = await triesLeft(tx, ctx, kind, key)
    if (!left.address || (!left.account && kind !== 'password')) throw new AppError(authErrors.sign_in_locked)
    await deleteOldAttemptCounts(tx, since(ctx))
    const reason = left.account ? kind : 'locked'
    return { id: await insertAttemptCount(tx, { at: ctx.now, accountKey: key, address, reason }), reason, accountKey: key }
  })
}

/** Forgets an attempt that has succeeded, so that it does not count. */
export function forgetAttempt(tx: SystemTx, { id }: Try): Promise<void> {
  return deleteAttemptCount(tx, id)
}

/**
 * Replaces a counted attempt with a row that records its failure. The transaction is committed before the server refuses the sign-in. The row
 * contains a hash over itself and the preceding row, so that a missing row is noticed.
 */
export async function recordFailedAttempt(
  tx: SystemTx,
  ctx: Context,
  { id, reason, accountKey: key }: Try,
  loginId: number | null,
): Promise<void> {
  const address = networkOf(ctx.request.address)
  const failure = { at: ctx.now, accountKey: key, address, reason, loginId }
  const previous = (await lastFailureHash(tx)) ?? NO_FAILURE
  await insertFailure(tx, { ...failure, hash: failureHash(ctx.secrets, previous, failure) })
  await deleteAttemptCount(tx, id)
}

/**
 * Refuses a further sign-in code without counting an attempt.
 *
 * @throws AppError sign_in_locked if the account or the address has no attempt left for a code.
 */
export async function refuseWhenLocked(tx: SystemTx, ctx: Context, emailAddress: string): Promise<void> {
  const left = await triesLeft(tx, ctx, 'code', accountKey(ctx, emailAddress))
  if (!left.account || !left.address) throw new AppError(authErrors.sign_in_locked)
}

async function triesLeft(tx: SystemTx, ctx: Context, kind: TryKind, key: Buffer): Promise<{ account: boolean; address: boolean }> {
  const { lockAttemptsAccount, lockAttemptsAddress } = ctx.config
  const asked = { accountKey: key, address: networkOf(ctx.request.address), reasons: COUNTED[kind], since: since(ctx), until: until(ctx) }
  const attempts = await countAttempts(tx, asked)
  return { account: attempts.account < lockAttemptsAccount, address: attempts.address < lockAttemptsAddress }
}

function since({ now, config }: Context): Date {
  return new Date(now.getTime() - config.lockMinutes * MINUTE_MS)
}

/**
 * End of the period in which failed attempts count. It is one lock period from now, so that attempts still count if another instance's clock is a
 * little ahead of ours. An attempt with an even later time was recorded by a wrong clock and does not count.
 */
function until({ now, config }: Context): Date {
  return new Date(now.getTime() + config.lockMinutes * MINUTE_MS)
}

function accountKey({ secrets }: Deps, emailAddress: string): Buffer {
  return secrets.mac('account', emailAddress.toLowerCase())
}
