import type { SignedInUser } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { toSignedInUser } from '../session/session.service.ts'
import { findPerson } from './person.queries.ts'

/** The signed-in person as calls return it; undefined if deactivated in the meantime. */
export async function readPerson(
  tx: CustomerTx,
  { customerId, userId }: Pick<Session, 'customerId' | 'userId'>,
): Promise<SignedInUser | undefined> {
  const person = await findPerson(tx, customerId, userId)
  return person && toSignedInUser(person)
}
