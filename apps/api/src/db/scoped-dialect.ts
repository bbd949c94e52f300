import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import { FairShare, pickShare } from './fair-share.ts'
import { HURRIED_WAIT, LOCK_TIMEOUT } from './held-row.ts'
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
    return new ScopedDriver(this.pool)
  }
}

class ScopedDriver extends PostgresDriver {
  private readonly share: FairShare
  /** Whose transaction a connection carries. */
  private readonly owners = new WeakMap<DatabaseConnection, number>()

  constructor(pool: pg.Pool) {
    super({ pool })
    const { max, connectionTimeoutMillis: waitMs = 10_000 } = pool.options
    this.share = new FairShare({ atOnce: max, ofOne: pickShare(max), waitMs })
  }

  override async acquireConnection(...given: Parameters<PostgresDriver['acquireConnection']>): Promise<DatabaseConnection> {
    const owner = opening.getStore()?.scope?.customerId
    if (owner === undefined) return super.acquireConnection(...given)
    await this.share.take(owner)
    try {
      const connection = await super.acquireConnection(...given)
      this.owners.set(connection, owner)
      return connection
    } catch (error) {
      this.share.give(owner)
      throw error
    }
  }

  override async releaseConnection(connection: Parameters<PostgresDriver['releaseConnection']>[0]): Promise<void> {
    const owner = this.owners.get(connection)
    this.owners.delete(connection)
    try {
      await super.releaseConnection(connection)
    } finally {
      if (owner !== undefined) this.share.give(owner)
    }
  }

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
function makeSettings({ customerId, userId, scope, locationIds, isHurried = false }: Scope): string {
  const ids = [customerId, userId ?? 0, ...locationIds]
  if (!ids.every(Number.isSafeInteger) || (scope !== 'all' && scope !== 'some')) throw new Error('A scope is made of ids.')
  return [
    `set local app.customer_id = '${customerId}'`,
    // What the connection says of it reaches no worker.
    `set local lock_timeout = '${LOCK_TIMEOUT}'`,
    `set local app.user_id = '${userId ?? ''}'`,
    `set local app.location_scope = '${scope}'`,
    `set local app.location_ids = '{${locationIds.join(',')}}'`,
    ...(isHurried ? [`set local app.lock_wait = '${HURRIED_WAIT}'`] : []),
  ].join('; ')
}
