import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { SystemTx } from './types.ts'

/** The pool of seriatim_system, in a wrapper so that it cannot be mistaken for the app's. */
export interface SystemDb {
  readonly system: Kysely<Tables>
}

/**
 * Runs `work` in one transaction of the role seriatim_system, for logins, webhooks, feeds and jobs, before a customer is known. The transaction sees
 * no customer's rows until `work` calls `enterCustomer`. It commits when `work` returns, so write here what must survive a refusal (rule 11).
 */
export function withSystem<T>({ system }: SystemDb, work: (tx: SystemTx) => Promise<T>): Promise<T> {
  return system.transaction().execute(work)
}

/** Runs one statement as the role `seriatim_system`, in a separate transaction. Used for the lookup of the caller before each call. */
export const querySystem = <T>({ system }: SystemDb, ask: (db: Kysely<Tables>) => Promise<T>): Promise<T> => ask(system)
