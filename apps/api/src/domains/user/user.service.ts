import type { Customer, SignedInUser } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readPerson } from '../auth/person/person.service.ts'

export async function readMyself(tx: CustomerTx, session: Session): Promise<SignedInUser> {
  const person = await readPerson(tx, session)
  if (!person) throw new AppError(coreErrors.not_found)
  return person
}

/** Whether the caller has been deactivated since the call began; long calls check it. */
export async function isDeactivated(tx: CustomerTx, session: Session): Promise<boolean> {
  return (await readPerson(tx, session)) === undefined
}

/** @throws AppError not_signed_in if the caller has been deactivated since the call began. */
export async function expectStillActive(tx: CustomerTx, session: Session): Promise<void> {
  if (await isDeactivated(tx, session)) throw new AppError(coreErrors.not_signed_in)
}

export async function readMyCustomer(tx: CustomerTx, session: Session): Promise<Customer> {
  return (await readMyself(tx, session)).customer
}
