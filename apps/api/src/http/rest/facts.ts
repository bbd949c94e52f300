import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../../call/context.ts'

/** What both adapters read off a request in the same way. */
export function collectFacts(request: FastifyRequest): Omit<RequestFacts, 'token' | 'issueToken'> {
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
    // Production has PUBLIC_URL; elsewhere only names of this machine are served.
    origin: `${request.protocol}://${request.headers.host}`,
  }
}
