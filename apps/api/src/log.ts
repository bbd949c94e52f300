import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/** Fields that never reach a log, wherever they stand. */
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

/** One JSON line per event; secrets are cut out, query strings are never written. */
export function loggerOptions({ logLevel }: Config) {
  return {
    level: logLevel,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[kept out]' },
    serializers: {
      req: (request: { method: string; url: string }) => ({ method: request.method, path: pathOf(request.url) }),
    },
  }
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? ''
}

/** A line for every answer: method, path without query, status, time, request id. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/assets/') || request.url === '/health') return
    app.log.info(
      {
        requestId: request.id,
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
