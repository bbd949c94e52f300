import { UnavailableError } from '../../core/unavailable.ts'

/**
 * The database is unreachable: it is down, it ended the work in progress, or no connection became free in time. The code of this error makes the job
 * engine retry.
 */
export class DatabaseUnavailableError extends UnavailableError {
  override name = 'DatabaseUnavailableError'
  readonly code = 'EHOSTUNREACH'
  /** True if the database runs but all connections are taken. */
  readonly isBusy: boolean

  constructor(cause: Error, isBusy: boolean) {
    super(cause.message, { cause })
    this.isBusy = isBusy
  }
}

/** Beginnings of messages, without a code, in which pg and its pool report a lost connection. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable)/
const WAITED = 'timeout exceeded when trying to connect'
/** Node's codes for a lost connection. */
const OF_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'])

/** Returns a DatabaseUnavailableError if the database connection was lost, otherwise the given error. */
export function toLostConnectionError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof DatabaseUnavailableError) return thrown
  const { code } = thrown as { code?: unknown } // pg and Node add `code` to an error.
  if (code === '53300' || thrown.message === WAITED) return new DatabaseUnavailableError(thrown, true)
  const isLost = typeof code === 'string' ? OF_SOCKET.has(code) || /^(08|57P0)/.test(code) : LOST.test(thrown.message)
  return isLost ? new DatabaseUnavailableError(thrown, false) : thrown
}
