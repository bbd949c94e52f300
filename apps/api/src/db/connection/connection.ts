import type { CompiledQuery, DatabaseConnection, QueryResult, TransactionSettings } from 'kysely'
import pg from 'pg'
import { type ConstraintErrors, toConstraintError } from '../constraints.ts'
import { LOCK_TIMEOUT, SHORT_LOCK_TIMEOUT } from '../lock-row.ts'
import type { Scope } from '../types.ts'
import { toLostConnectionError } from './lost-connection.ts'
import { isStalePlan, PreparedStatements } from './prepared-statements.ts'

export interface ConnectionConfig extends pg.ClientConfig {
  constraints?: ConstraintErrors
}

/**
 * One connection to PostgreSQL. It keeps prepared statements for repeated queries, begins a transaction together with its scope, and throws typed
 * errors for a lost database and for violations of the constraints that a domain lists. Every statement of Kysely, COPY and the job engine passes
 * through `query`.
 */
export class Connection extends pg.Client implements DatabaseConnection {
  private readonly plans = new PreparedStatements()
  private readonly constraints: ConstraintErrors

  constructor(config: ConnectionConfig = {}) {
    super(config)
    this.constraints = config.constraints ?? {}
  }

  /** Runs a query and converts pg's errors to typed errors. If the caller passes a callback, the callback gets pg's errors unchanged. */
  override query<Answer>(...given: unknown[]): Answer {
    const [text, values, ...others] = given
    const name = typeof text === 'string' ? this.plans.pickName(text, Array.isArray(values)) : undefined
    const asked: unknown = Reflect.apply(super.query, this, name === undefined ? given : [{ name, text, values }, ...others])
    if (!(asked instanceof Promise)) return asked as Answer // the caller passes as `Answer` the type that pg returns for these arguments
    const answer = asked.catch((error: unknown) => {
      if (typeof text === 'string' && isStalePlan(error)) this.plans.drop(text)
      throw toTypedError(error, this.constraints)
    })
    return answer as Answer // pg's return type for these arguments
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.query<Promise<pg.QueryResult>>(sql, parameters)
    const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
    return { rows: rows ?? [], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed: read pages, or copy.')
  }

  /** Begins a transaction. If there is a scope, `begin` and the scope's settings go in one message, so the scope holds from the first statement. */
  async begin({ accessMode, isolationLevel }: TransactionSettings, scope?: Scope): Promise<void> {
    const modes = [...(isolationLevel ? [`isolation level ${isolationLevel}`] : []), ...(accessMode ? [accessMode] : [])]
    const start = modes.length ? `start transaction ${modes.join(', ')}` : 'begin'
    if (!scope) return void (await this.query(start))
    const begin = `${start}; ${makeSettings(scope)}`
    // If the transaction began but setting its scope failed, roll back, so that the pool gets no connection with an open transaction.
    await this.query<Promise<unknown>>(begin).catch(async (error: unknown) => {
      // A connection that cannot even roll back is lost; ending it prevents its reuse.
      await this.query<Promise<unknown>>('rollback').catch(() => this.end().catch(() => {}))
      throw error
    })
  }
}

/** Returns the typed error for a violated constraint or a lost database, otherwise the given error. */
export function toTypedError(thrown: unknown, constraints: ConstraintErrors): unknown {
  return toLostConnectionError(toConstraintError(thrown, constraints))
}

/**
 * Returns SQL that sets the tenant scope, as the database function `set_scope` does, and the lock timeouts. It uses `set local`, because `set_config`
 * would not pass the values on to the workers of distributed tables. The values are inserted into the text without escaping: they are only numbers
 * and fixed words, and a message with several statements cannot have parameters.
 */
function makeSettings({ customerId, userId, scope, locationIds, isHurried = false }: Scope): string {
  const ids = [customerId, userId ?? 0, ...locationIds]
  if (!ids.every(Number.isSafeInteger) || (scope !== 'all' && scope !== 'some')) throw new Error('A scope must consist of ids.')
  return [
    `set local app.customer_id = '${customerId}'`,
    // Set in each transaction, because a cluster's workers do not inherit the connection's settings.
    `set local lock_timeout = '${LOCK_TIMEOUT}'`,
    `set local app.user_id = '${userId ?? ''}'`,
    `set local app.location_scope = '${scope}'`,
    `set local app.location_ids = '{${locationIds.join(',')}}'`,
    ...(isHurried ? [`set local app.lock_wait = '${SHORT_LOCK_TIMEOUT}'`] : []),
  ].join('; ')
}
