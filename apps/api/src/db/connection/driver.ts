import {
  AbortedTransactionError,
  CamelCasePlugin,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyConfig,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Tables } from '../tables.ts'
import type { Listeners, Scope } from '../types.ts'
import type { Connection } from './connection.ts'
import type { ConnectionPool, PooledConnection } from './connection-pool.ts'

/** Kysely's driver for the pool. If it has a scope, its transactions begin in that scope and wait in the customers' fair queue. */
class PoolDriver implements Driver {
  private readonly pool: ConnectionPool
  private readonly scope: Scope | undefined
  /** Connections whose transaction could not be rolled back; they must not be used again. */
  private readonly broken = new WeakSet<Connection>()

  constructor(pool: ConnectionPool, scope: Scope | undefined) {
    this.pool = pool
    this.scope = scope
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PooledConnection> {
    return this.scope ? this.pool.connectFor(this.scope.customerId) : this.pool.connect()
  }

  beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings, this.scope)
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    const { command } = await connection.query('commit')
    // PostgreSQL answers `commit` with a rollback if a statement of the transaction failed.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.query('rollback').catch((error: unknown) => {
      this.broken.add(connection)
      throw error
    })
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    const isBroken = this.broken.has(connection)
    if (this.scope) this.pool.releaseFor(this.scope.customerId, connection, isBroken)
    else connection.release(isBroken)
  }

  destroy(): Promise<void> {
    return this.pool.end()
  }
}

/** A Kysely driver that runs all queries on one existing connection. It refuses to begin or end a transaction, because `withConnection` does that. */
class BorrowedDriver implements Driver {
  private readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async init(): Promise<void> {}
  acquireConnection = async (): Promise<Connection> => this.connection
  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

async function refuse(): Promise<never> {
  throw new Error('This connection is already in a transaction.')
}

function makeConfig(createDriver: () => Driver): KyselyConfig {
  const dialect: Dialect = {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
  return { dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] }
}

/** Query builder on the pool. Its transactions announce changes to `listeners`. */
export class Database extends Kysely<Tables> {
  readonly listeners: Listeners
  private readonly pool: ConnectionPool

  constructor(pool: ConnectionPool, listeners: Listeners) {
    super(makeConfig(() => new PoolDriver(pool, undefined)))
    this.pool = pool
    this.listeners = listeners
  }

  /** Query builder on the same pool. Its transactions begin in this scope and wait in the fair queue. */
  scoped(scope: Scope): Kysely<Tables> {
    return new Kysely(makeConfig(() => new PoolDriver(this.pool, scope)))
  }
}

/** Query builder for the connection's current transaction. */
export const borrowKysely = (connection: Connection): Kysely<Tables> => new Kysely(makeConfig(() => new BorrowedDriver(connection)))
