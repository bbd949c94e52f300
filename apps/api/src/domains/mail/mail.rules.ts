const NEVER_BEGAN = new Set(['ECONNREFUSED', 'EDNS', 'ETLS', 'EPROTOCOL'])

/**
 * There was no connection, or the server would not begin (RFC 5321, section 3.1): nothing was said of this mail. A connection that breaks or falls silent
 * later may have brought it, so that counts as a try.
 */
export function isServerAway(error: unknown): boolean {
  const { code, responseCode, timeoutType, syscall } = (error ?? {}) as Record<string, unknown> // what nodemailer's and Node's errors carry
  if (timeoutType !== undefined) return timeoutType !== 'SOCKET_TIMEOUT'
  return NEVER_BEGAN.has(String(code)) || syscall === 'connect' || syscall === 'getaddrinfo' || responseCode === 421
}
