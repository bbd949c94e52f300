import type { Seats } from '@seriatim/schema'
import { AppError } from '../../../core/errors.ts'
import { readInOneQuery } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { selectEntitlementFacts } from '../../entitlement/entitlement.joins.ts'
import { decideEntitlement, type Entitlement, mustBeSubscribed } from '../../entitlement/entitlement.service.ts'
import { selectPeopleCount } from '../people/people.joins.ts'
import { hasSeat } from '../people/people.rules.ts'
import { userErrors } from '../user.facts.ts'

export const NOBODY = { active: 0, invited: 0 }

export function makeSeats(
  { active, invited }: { active: number; invited: number },
  { users: allowed, isActive: isSubscribed, graceUntil }: Entitlement,
): Seats {
  const left = allowed === 'unlimited' ? null : Math.max(0, allowed - active)
  return { allowed, active, invited, left, isSubscribed, graceUntil: graceUntil?.toISOString() ?? null }
}

/** The customer's seats, for a person who may add people. */
export async function readMySeats(tx: CustomerTx, now: Date): Promise<Seats> {
  const {
    people: [people = NOBODY],
    ...facts
  } = await readInOneQuery(tx, { people: selectPeopleCount(tx), ...selectEntitlementFacts(tx) })
  return makeSeats(people, decideEntitlement(facts, now))
}

/**
 * Checks for a free seat. The caller must have locked the customer's people, so that two concurrent calls cannot both take the last seat. If the
 * number of seats is reduced later, nobody is removed.
 * @throws AppError not_subscribed, no_seat.
 */
export async function expectFreeSeat(tx: CustomerTx, now: Date): Promise<void> {
  const { users } = await mustBeSubscribed(tx, now)
  if (!hasSeat(users, (await selectPeopleCount(tx).executeTakeFirstOrThrow()).active)) throw new AppError(userErrors.no_seat)
}
