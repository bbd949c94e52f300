import type { ClockHours } from '@seriatim/schema'
import { type Expression, sql } from 'kysely'
import type { SystemTx } from '../../../db/types.ts'

/** A person with customer and locations, as the database function `find_person` returns it. */
export interface SessionPerson {
  id: number
  firstName: string
  middleName: string | null
  lastName: string
  title: string | null
  emailAddress: string
  isActive: boolean
  suspectMedEmailAddress: string | null
  customerId: number
  customerName: string
  clockHours: ClockHours
  adminId: number
  locations: { id: number; name: string; isAdmin: boolean; ownedIds: number[] }[]
}

/**
 * SQL expression for the person's data; null if the person is deactivated. The query that reads a session or token contains this expression, so that
 * one query identifies the caller.
 */
export const personIn = (customerId: Expression<number>, userId: Expression<number>) =>
  sql<SessionPerson | null>`find_person(${customerId}, ${userId})`

/** The person with this id; undefined if the person is deactivated. */
export async function findPerson(tx: SystemTx, customerId: number, userId: number): Promise<SessionPerson | undefined> {
  const { rows } = await sql<{ person: SessionPerson | null }>`select find_person(${customerId}, ${userId}) as person`.execute(tx)
  return rows[0]?.person ?? undefined
}
