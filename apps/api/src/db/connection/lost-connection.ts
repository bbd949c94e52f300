import { UnavailableError } from '../../core/unavailable.ts'

/**
 * The database was not reached: it does not run, it ended what was under way, or no connection became free in time.
 * Its code is one after which the job engine tries again by itself.
 */
export class DatabaseUnavailableError extends UnavailableError {
  override name = 'DatabaseAwayError'
  readonly code = 'EHOSTUNREACH'
  /** It runs, and all connections to it are taken. */
  readonly isBusy: boolean

  constructor(cause: Error, isBusy: boolean) {
    super(cause.message, { cause })
    this.isBusy = isBusy
  }
}

/** What pg and its pool say without a code, in their own words. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable)/
const WAITED = 'timeout exceeded when trying to connect'
/** What Node says of a socket. */
const OF_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'])

/** The same error, or a DatabaseAwayError when it says that the database was lost. */
export function toLostConnectionError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof DatabaseUnavailableError) return thrown
  const { code } = thrown as { code?: unknown } // what pg and Node add to an error
  // 53300, too many connections; class 08, connections that failed; class 57P, a server that ends or begins.
  if (code === '53300' || thrown.message === WAITED) return new DatabaseUnavailableError(thrown, true)
  const isLost = typeof code === 'string' ? OF_SOCKET.has(code) || /^(08|57P0)/.test(code) : LOST.test(thrown.message)
  return isLost ? new DatabaseUnavailableError(thrown, false) : thrown
}
