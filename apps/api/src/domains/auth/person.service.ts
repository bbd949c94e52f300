import type { SignedInUser } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import { findPerson } from './person.queries.ts'
import { asUser } from './session.service.ts'

/** The signed-in person as calls answer it; undefined when deactivated meanwhile. */
export async function readPerson(tx: CustomerTx, userId: number): Promise<SignedInUser | undefined> {
  const person = await findPerson(tx, userId)
  return person && asUser(person)
}
