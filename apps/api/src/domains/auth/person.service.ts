import type { SignedInUser } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { findPerson } from './person.queries.ts'
import { asUser } from './session.service.ts'

/** The signed-in person as calls answer it; undefined when deactivated meanwhile. */
export async function readPerson(
  tx: CustomerTx,
  { customerId, userId }: Pick<Session, 'customerId' | 'userId'>,
): Promise<SignedInUser | undefined> {
  const person = await findPerson(tx, customerId, userId)
  return person && asUser(person)
}
