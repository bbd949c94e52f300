import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

/** Fields that never reach a log, at any depth. */
const SECRET = [
  'password',
  'oldPassword',
  'newPassword',
  'repeatNewPassword',
  'token',
  'totp',
  'code',
  'authorization',
  'cookie',
  'body',
  'packet',
]

/** Options for a logger that writes one JSON line per event, removes secrets and never writes query strings. */
export function loggerOptions({ logLevel }: Config) {
  return {
    level: logLevel,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[kept out]' },
    serializers: {
      req: (request: { method: string; url: string }) => ({ method: request.method, path: makePath(request.url) }),
      err: (error: unknown) => describeError(error),
    },
  }
}

/** The path of a URL without the parts that may contain a token: its query, and the part after `/inspect/`. */
function makePath(url: string): string {
  return (url.split('?')[0] ?? '').replace(/^(\/inspect\/)[^/]+/i, '$1-')
}

interface LoggedError {
  type: string
  message: string
  /** Code of the error, such as an SQLSTATE or ECONNREFUSED. It is not named `code`, because the log redacts fields of that name as secrets. */
  errorCode?: string
  constraint?: string
  stack?: string
  cause?: LoggedError
}

/** Reduces an error to what a log may show: it omits values, such as a refused row or the content of a field. */
function describeError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown).slice(0, 500) }
  const { code, constraint } = thrown as { code?: unknown; constraint?: unknown } // pg and Node add these fields to errors
  return {
    type: thrown.name,
    message: thrown.message.slice(0, 1000),
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(thrown.stack ? { stack: thrown.stack.slice(0, 4000) } : {}),
    ...(thrown.cause && depth < 3 ? { cause: describeError(thrown.cause, depth + 1) } : {}),
  }
}

/** Requests for which `logFault` has written a line, so that `logRequests` does not log the same fault again. */
const logged = new WeakSet<FastifyRequest>()

/** Logs a request that failed with a 5xx status, with the cause, path and request id. */
export function logFault(request: FastifyRequest, status: number, cause: unknown, path = makePath(request.url)): void {
  logged.add(request)
  request.log.error({ err: cause, requestId: request.id, method: request.method, path, status }, 'responded with an error')
}

/** Writes a line for every response, with method, path without query, status, time and request id. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 500 && !logged.has(request)) logFault(request, reply.statusCode, 'no error was thrown')
    if (request.url.startsWith('/assets/') || request.url === '/health') return
    app.log.info(
      {
        requestId: request.id,
        method: request.method,
        path: makePath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
