import pg from 'pg'
import type { ConstraintErrors } from '../constraints.ts'
import { Connection, type ConnectionConfig, toTypedError } from './connection.ts'
import { FairShare, pickShare } from './fair-share.ts'

interface PoolConfig extends ConnectionConfig {
  max: number
  connectionTimeoutMillis: number
  /** Called for each connection that breaks; the pool replaces it at the next use. */
  onBroken?: (error: Error) => void
}

export type PooledConnection = pg.PoolClient & Connection

/** Connections that customers share. Each customer has a fair share, and a call waits for a free connection only as long as the timeout allows. */
export class ConnectionPool extends pg.Pool {
  private readonly constraints: ConstraintErrors
  private readonly share: FairShare

  constructor({ onBroken = () => {}, ...config }: PoolConfig) {
    super({ ...config, Client: Connection })
    this.constraints = config.constraints ?? {}
    this.share = new FairShare({ atOnce: config.max, ofOne: pickShare(config.max), waitMs: config.connectionTimeoutMillis })
    // pg reports errors of idle connections on the pool and errors of busy ones on the connection; an error without a listener would end the process.
    this.on('error', onBroken)
    this.on('connect', (connection) => connection.on('error', onBroken))
  }

  /** Calls with a callback get pg's own errors, not typed ones. */
  override connect<Answer = Promise<PooledConnection>>(...given: unknown[]): Answer {
    const asked: unknown = Reflect.apply(super.connect, this, given)
    if (!(asked instanceof Promise)) return asked as Answer // pg's return type for these arguments
    const answer = asked.catch((error: unknown) => {
      throw toTypedError(error, this.constraints)
    })
    return answer as Answer // pg's return type for these arguments
  }

  /**
   * Waits in the fair queue for a connection for a customer's transaction.
   * @throws DatabaseUnavailableError when that takes too long.
   */
  async connectFor(customerId: number): Promise<PooledConnection> {
    await this.share.take(customerId)
    return this.connect().catch((error: unknown) => {
      this.share.give(customerId)
      throw error
    })
  }

  /** Gives a connection from `connectFor` back to the pool. */
  releaseFor(customerId: number, connection: PooledConnection, isBroken: boolean): void {
    try {
      connection.release(isBroken)
    } finally {
      this.share.give(customerId)
    }
  }
}
