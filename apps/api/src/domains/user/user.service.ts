import type { Customer, SignedInUser } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { readPerson } from '../auth/person.service.ts'

export async function readMyself(tx: CustomerTx, session: Session): Promise<SignedInUser> {
  const person = await readPerson(tx, session.userId)
  if (!person) throw new AppError('not_found')
  return person
}

export async function readMyCustomer(tx: CustomerTx, session: Session): Promise<Customer> {
  return (await readMyself(tx, session)).customer
}
