import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Connection of the role seriatim_app, or of seriatim_system: sees no customer's rows until a scope is set. */
export type Db = Kysely<Tables>

declare const scoped: unique symbol
/** A transaction in which the scope of one customer is set; made by withCustomer only. */
export type CustomerTx = Transaction<Tables> & { [scoped]: true }

/** A transaction of the role seriatim_system; made by withSystem only. */
export type SystemTx = Transaction<Tables>

/** For whom a transaction works: the parts of the scope that row security reads. */
export interface Scope {
  customerId: number
  /** Absent in a job that nobody asked for. */
  userId: number | null
  /** `all` for the customer admin and for jobs. */
  scope: 'all' | 'some'
  locationIds: readonly number[]
  /** A person waits for the answer: of a row that others work on for seconds it is told within one (`held-row.ts`). */
  isHurried?: boolean
}
