import { connect, isIP, type Socket } from 'node:net'
import { ForbiddenTargetError, type Guard, guardedLookup, isAllowedAddress, RequestTimeoutError } from './guarded-request.ts'

export interface SocketTarget extends Guard {
  host: string
  port: number
  /** Time limit for connecting and, once connected, for any period without network traffic. */
  timeoutMs: number
  /** Time limit for the whole connection, so that a server that sends a byte now and then cannot keep the connection open. */
  deadlineMs: number
}

/**
 * Connects to a host that somebody outside chose, and never to an address that `Guard` forbids: the address is checked when the socket resolves the
 * name, so changing the DNS record after the host was saved does not help an attacker.
 *
 * @throws ForbiddenTargetError, RequestTimeoutError, or the error of the connection.
 */
export function openGuardedSocket({ host, port, timeoutMs, deadlineMs, ...guard }: SocketTarget): Promise<Socket> {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) && !isAllowedAddress(bare, guard)) return Promise.reject(new ForbiddenTargetError(`${bare} is not a public address.`))
  return new Promise((resolve, reject) => {
    const socket = connect({ host: bare, port, lookup: guardedLookup(guard) })
    socket.setTimeout(timeoutMs, () => socket.destroy(new RequestTimeoutError(`No answer within ${timeoutMs / 1000} seconds.`)))
    const deadline = setTimeout(() => {
      socket.destroy(new RequestTimeoutError(`Not finished within ${deadlineMs / 1000} seconds.`))
    }, deadlineMs)
    socket.once('close', () => clearTimeout(deadline))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}
