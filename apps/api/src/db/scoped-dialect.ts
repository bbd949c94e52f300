import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import type { Scope } from './types.ts'

/** Taken by the first transaction that begins inside. */
const opening = new AsyncLocalStorage<{ scope: Scope | undefined }>()

/** The transaction that `begin` opens has this scope from its first statement on. */
export const openingFor = <T>(scope: Scope, begin: () => Promise<T>): Promise<T> => opening.run({ scope }, begin)

/** PostgreSQL, with the scope of a transaction set in the same round trip as it begins. */
export class ScopedDialect extends PostgresDialect {
  private readonly pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.pool = pool
  }

  override createDriver(): PostgresDriver {
    return new ScopedDriver({ pool: this.pool })
  }
}

class ScopedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const waiting = opening.getStore()
    if (!waiting?.scope) return super.beginTransaction(connection, settings)
    const { scope } = waiting
    waiting.scope = undefined
    const begin = CompiledQuery.raw(`start transaction ${settings.accessMode ?? ''}; ${makeSettings(scope)}`)
    // What began and did not get its scope must not go back to the pool as it is.
    await connection.executeQuery(begin).catch(async (error: unknown) => {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
      throw error
    })
  }
}

/**
 * As `set_scope` of the database does; `set local`, because only that reaches the workers of distributed tables. Numbers and known words alone, so that
 * nothing has to be quoted: several statements in one message take no parameters.
 */
function makeSettings({ customerId, userId, scope, locationIds }: Scope): string {
  const ids = [customerId, userId ?? 0, ...locationIds]
  if (!ids.every(Number.isSafeInteger) || (scope !== 'all' && scope !== 'some')) throw new Error('A scope is made of ids.')
  return [
    `set local app.customer_id = '${customerId}'`,
    `set local app.user_id = '${userId ?? ''}'`,
    `set local app.location_scope = '${scope}'`,
    `set local app.location_ids = '{${locationIds.join(',')}}'`,
  ].join('; ')
}
