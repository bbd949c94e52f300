import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../core/config.ts'

/** `__Host-` binds the cookie to this host over https; browsers refuse the prefix on plain http. */
function cookieName({ isSecure }: { isSecure: boolean }): string {
  return isSecure ? '__Host-seriatim' : 'seriatim'
}

function isSecure(request: FastifyRequest, config: Config): boolean {
  return config.publicUrl ? config.publicUrl.startsWith('https:') : request.protocol === 'https'
}

export function cookieToken(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[cookieName({ isSecure: isSecure(request, config) })]
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return request.headers.authorization?.match(/^Bearer ([A-Za-z0-9_-]{20,200})$/)?.[1]
}

export function setCookie(request: FastifyRequest, reply: FastifyReply, config: Config, token: string | null): void {
  const secure = isSecure(request, config)
  const name = cookieName({ isSecure: secure })
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  if (token === null) reply.clearCookie(name, options)
  else reply.setCookie(name, token, { ...options, maxAge: config.sessionHours * 3600 })
}

/** Returns the value if it looks like a token, otherwise undefined. Legacy callers send their token in various fields. */
export function textToken(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{20,200}$/.test(value) ? value : undefined
}

/** Whether a call that changes something and is authenticated by the cookie comes from our own page. */
export function isOwnOrigin(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers
  if (!origin) return false
  const own = config.publicUrl ?? `${request.protocol}://${request.headers.host}`
  return origin.toLowerCase() === own.toLowerCase()
}
