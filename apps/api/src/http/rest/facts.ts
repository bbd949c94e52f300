import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../../call/context.ts'

/** Reads the request facts that both adapters need. */
export function collectRequestFacts(request: FastifyRequest): Omit<RequestFacts, 'token' | 'issueToken'> {
  const header = (name: string) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return {
    address: request.ip,
    userAgent: header('user-agent'),
    timeZone: header('x-user-timezone'),
    isBackground: header('x-background') === '1',
    requestId: request.id,
    // Address with which links begin if PUBLIC_URL is not set. In production it is always set; elsewhere the server refuses requests whose Host
    // header is not one of its own names.
    origin: `${request.protocol}://${request.headers.host}`,
  }
}
