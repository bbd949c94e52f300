import pg from 'pg'
import type { ConstraintErrors } from '../constraints.ts'
import { Connection, type ConnectionConfig, toTypedError } from './connection.ts'
import { FairShare, pickShare } from './fair-share.ts'

interface PoolConfig extends ConnectionConfig {
  max: number
  /** How long anybody waits for a connection. */
  connectionTimeoutMillis: number
  /** Told of each connection that breaks; it is replaced at the next use. */
  onBroken?: (error: Error) => void
}

/** A connection as the pool hands it out. */
export type PooledConnection = pg.PoolClient & Connection

/** Connections that customers share: each has its share of them, and waits for a free one no longer than a call may wait. */
export class ConnectionPool extends pg.Pool {
  private readonly constraints: ConstraintErrors
  private readonly share: FairShare

  constructor({ onBroken = () => {}, ...config }: PoolConfig) {
    super({ ...config, Client: Connection })
    this.constraints = config.constraints ?? {}
    this.share = new FairShare({ atOnce: config.max, ofOne: pickShare(config.max), waitMs: config.connectionTimeoutMillis })
    // Idle and busy connections tell it in different places; without a listener either would end the process.
    this.on('error', onBroken)
    this.on('connect', (connection) => connection.on('error', onBroken))
  }

  /** Calls with a callback get pg's own errors. */
  override connect<Answer = Promise<PooledConnection>>(...given: unknown[]): Answer {
    const asked: unknown = Reflect.apply(super.connect, this, given)
    if (!(asked instanceof Promise)) return asked as Answer // what pg answers to these arguments
    const answer = asked.catch((error: unknown) => {
      throw toTypedError(error, this.constraints)
    })
    return answer as Answer // likewise
  }

  /** A connection for a customer's transaction, when it is the customer's turn. @throws DatabaseAwayError when that takes too long. */
  async connectFor(customerId: number): Promise<PooledConnection> {
    await this.share.take(customerId)
    return this.connect().catch((error: unknown) => {
      this.share.give(customerId)
      throw error
    })
  }

  /** Gives back what `connectFor` handed out. */
  releaseFor(customerId: number, connection: PooledConnection, isBroken: boolean): void {
    try {
      connection.release(isBroken)
    } finally {
      this.share.give(customerId)
    }
  }
}
