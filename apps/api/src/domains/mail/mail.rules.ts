const NEVER_BEGAN = new Set(['ECONNREFUSED', 'EDNS', 'ETLS', 'EPROTOCOL'])

/**
 * Whether sending failed before the email was transferred, because there was no connection or the server refused to start (RFC 5321, section 3.1).
 * Such a failure is not the email's fault. If a connection breaks later, the email may have been delivered, so that counts as an attempt.
 */
export function isServerUnavailable(error: unknown): boolean {
  const { code, responseCode, timeoutType, syscall } = (error ?? {}) as Record<string, unknown> // nodemailer and Node add these fields to their errors
  if (timeoutType !== undefined) return timeoutType !== 'SOCKET_TIMEOUT'
  return NEVER_BEGAN.has(String(code)) || syscall === 'connect' || syscall === 'getaddrinfo' || responseCode === 421
}
