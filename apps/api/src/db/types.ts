import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Connection of the role seriatim_app, or of seriatim_system: sees no customer's rows until a scope is set. */
export type Db = Kysely<Tables> & {
  /** The layers above, for announcements in its transactions. */
  readonly listeners: Listeners
  /** The same connections; transactions begin in this scope, and wait for the customer's turn. For `withCustomer` only. */
  scoped(scope: Scope): Kysely<Tables>
}

declare const scoped: unique symbol
/** A transaction in which the scope of one customer is set; made by withCustomer only. */
export type CustomerTx = Transaction<Tables> & { [scoped]: true; readonly listeners: Listeners }

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
  /** A person waits for the answer: of a row that others work on for seconds it is told within one (`lock-row.ts`). */
  isHurried?: boolean
}

/** Who acts in a customer's transaction: a person, or a job (null). */
interface Author {
  customerId: number
  userId: number | null
  now: Date
}

/**
 * What a domain announces to the layers above it, which it does not import. Each call runs in the transaction of what it announces, so both are
 * committed or neither is. The composition root names the one listener of each (`domains/listeners.ts`).
 */
export interface Listeners {
  /** A GLN is on file of an open location. Returns the uploads that are read again because they waited for it. */
  glnAdded(tx: CustomerTx, by: Author, gln: string): Promise<number[]>
  /** Packages of these orders were put on hold or released. */
  heldMedsChanged(tx: CustomerTx, orderIds: readonly number[]): Promise<void>
  /** An order was closed with packages missing. */
  orderClosedShort(tx: CustomerTx, by: Author & { userId: number }, order: { orderId: number; reason: string }): Promise<void>
  /** Somebody at the counter opened a ticket about an order. */
  counterTicketOpened(tx: CustomerTx, ticket: { documentExceptionId: number; orderId: number; now: Date }): Promise<void>
}
