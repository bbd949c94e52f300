const NEVER_BEGAN = new Set(['ECONNREFUSED', 'EDNS', 'ETLS', 'EPROTOCOL'])

/**
 * Whether there was no connection or the server refused to start (RFC 5321, section 3.1): the cause is not this email. A connection that breaks later
 * may have delivered the email, and therefore counts as an attempt.
 */
export function isServerUnavailable(error: unknown): boolean {
  const { code, responseCode, timeoutType, syscall } = (error ?? {}) as Record<string, unknown> // nodemailer and Node add these fields to their errors
  if (timeoutType !== undefined) return timeoutType !== 'SOCKET_TIMEOUT'
  return NEVER_BEGAN.has(String(code)) || syscall === 'connect' || syscall === 'getaddrinfo' || responseCode === 421
}
