import type { SignedInUser } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { makeSession, toSignedInUser } from '../session/session.service.ts'
import { findPerson } from './person.queries.ts'

/** Reads the signed-in person as calls return it; undefined if the person has been deactivated since signing in. */
export async function readPerson(
  tx: CustomerTx,
  { customerId, userId }: Pick<Session, 'customerId' | 'userId'>,
): Promise<SignedInUser | undefined> {
  const person = await findPerson(tx, customerId, userId)
  return person && toSignedInUser(person)
}

interface Absent {
  customerId: number
  userId: number
  timeZone: string
  now: Date
}

/**
 * Makes a session for a person with the rights that the person has now, for work that continues in the person's absence. Undefined if the person is
 * deactivated. The session belongs to no sign-in.
 */
export async function readPersonSession(tx: CustomerTx, { customerId, userId, timeZone, now }: Absent): Promise<Session | undefined> {
  const person = await findPerson(tx, customerId, userId)
  return person && makeSession({ id: 0, loginId: 0, customerId, userId, emailAddress: person.emailAddress }, person, timeZone, now)
}
