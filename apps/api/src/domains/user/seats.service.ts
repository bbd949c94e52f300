import type { Seats } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { type Entitlement, mustBeSubscribed, readEntitlement } from '../subscription/entitlement.service.ts'
import { countPeople } from './people.queries.ts'
import { hasSeat } from './people.rules.ts'

export async function readSeats(tx: CustomerTx, { users: allowed, isActive: isSubscribed, graceUntil }: Entitlement): Promise<Seats> {
  const { active, invited } = await countPeople(tx)
  const left = allowed === 'unlimited' ? null : Math.max(0, allowed - active)
  return { allowed, active, invited, left, isSubscribed, graceUntil: graceUntil?.toISOString() ?? null }
}

/** The same for who adds people. */
export const readMySeats = async (tx: CustomerTx, now: Date): Promise<Seats> => readSeats(tx, await readEntitlement(tx, now))

/**
 * Asked behind the lock, so that the last seat is given once. A limit takes nothing away from who is there.
 *
 * @throws AppError not_subscribed, no_seat.
 */
export async function expectSeat(tx: CustomerTx, now: Date): Promise<void> {
  const { users } = await mustBeSubscribed(tx, now)
  if (!hasSeat(users, (await countPeople(tx)).active)) throw new AppError('no_seat')
}
