import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { withSystem } from '../../db/system-tx.ts'
import type { SystemTx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { countTries, deleteOldTries, deleteTry, insertFailure, insertTry, lastFailureHash, lockTries } from './try.queries.ts'

const MINUTE = 60_000

/** What is tried, and the reason that a failure is kept with. */
export type TryKind = 'password' | 'code'

/** A try that counts from now on, whatever becomes of it: end it with {@link failTry} or {@link dropTry}. */
export interface Try {
  id: number
  kind: TryKind
  accountKey: Buffer
}

/**
 * Counts a try before it is judged: what is counted only afterwards does not stop those that come at the same time.
 *
 * @throws AppError sign_in_locked when account or address has no try left.
 */
export async function takeTry(ctx: Context, kind: TryKind, emailAddress: string): Promise<Try> {
  const key = accountKey(ctx, emailAddress)
  const { address } = ctx.request
  const id = await withSystem(ctx.system, async (tx) => {
    await lockTries(tx, { accountKey: key, address })
    await refuseLocked(tx, ctx, key)
    await deleteOldTries(tx, since(ctx))
    return insertTry(tx, { at: ctx.now, accountKey: key, address, reason: kind })
  })
  return { id, kind, accountKey: key }
}

/** The try succeeded and counts no longer. */
export function dropTry(tx: SystemTx, { id }: Try): Promise<void> {
  return deleteTry(tx, id)
}

/** The try becomes a failure, committed before the refusal is answered, with a hash over itself and the one before: a deleted line shows. */
export async function failTry(ctx: Context, { id, kind, accountKey: key }: Try, loginId: number | null): Promise<void> {
  const { address } = ctx.request
  await withSystem(ctx.system, async (tx) => {
    const previous = (await lastFailureHash(tx)) ?? Buffer.alloc(32)
    const hash = createHash('sha256')
      .update(previous)
      .update(key)
      .update(JSON.stringify([ctx.now.toISOString(), address, kind, loginId]))
      .digest()
    await insertFailure(tx, { at: ctx.now, accountKey: key, address, reason: kind, loginId, hash })
    await deleteTry(tx, id)
  })
}

/** @throws AppError sign_in_locked when account or address has no try left. */
export function refuseWhenLocked(tx: SystemTx, ctx: Context, emailAddress: string): Promise<void> {
  return refuseLocked(tx, ctx, accountKey(ctx, emailAddress))
}

async function refuseLocked(tx: SystemTx, ctx: Context, key: Buffer): Promise<void> {
  const { lockTriesAccount, lockTriesAddress } = ctx.config
  const tries = await countTries(tx, { accountKey: key, address: ctx.request.address, since: since(ctx) })
  if (tries.account >= lockTriesAccount || tries.address >= lockTriesAddress) throw new AppError('sign_in_locked')
}

function since({ now, config }: Context): Date {
  return new Date(now.getTime() - config.lockMinutes * MINUTE)
}

function accountKey({ secrets }: Deps, emailAddress: string): Buffer {
  return secrets.mac('account', emailAddress.toLowerCase())
}
