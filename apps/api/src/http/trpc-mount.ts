import { type AnyRouter, getTRPCErrorShape, type TRPCError } from '@trpc/server'
import { incomingMessageToRequest } from '@trpc/server/adapters/node-http'
import { getHTTPStatusCodeFromError, resolveResponse } from '@trpc/server/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../call/context.ts'
import type { Deps } from '../call/deps.ts'
import { asTransportError, logFailure, readRetryAfter } from '../call/failure.ts'
import { withRequestId } from '../call/wire.ts'
import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'
import { createContext } from './make-context.ts'
import { collectRequestFacts } from './rest/facts.ts'
import { bearerToken, cookieToken, isOwnOrigin, setCookie } from './rest/token.ts'

/** Maximum number of calls per batch; more calls are a mistake and would open as many transactions. */
const MAX_BATCH = 10

/** Mounts the tRPC calls that the web app makes under `/trpc`. Only JSON is parsed, so bodies of other types are rejected unread. */
export async function mountTrpc(app: FastifyInstance, deps: Deps, router: AnyRouter): Promise<void> {
  const options = makeOptions(deps, router)
  await app.register(
    (scope, _options, done) => {
      scope.setErrorHandler((thrown, request, reply) => sendTrpcError(router, thrown, request, reply))
      // This route accepts only JSON. tRPC's own Fastify plugin is not used, because it also accepts multipart and binary bodies as streams without a
      // size limit.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      scope.all<{ Params: { path: string } }>('/:path', (request, reply) => answer(options, request, reply, request.params.path))
      done()
    },
    { prefix: '/trpc' },
  )
}

/** Same as tRPC's Fastify handler, but sends the body as text: piping a web stream costs a tenth more per call and sends the body in pieces. */
async function answer(options: Options, request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const incoming = Object.assign(request.raw, { body: request.body })
  const response = await resolveResponse({
    ...options,
    req: incomingMessageToRequest(incoming, reply.raw, { maxBodySize: null }),
    path,
    error: null,
    createContext: () => options.createContext(request, reply),
    onError: ({ error, path: at }) => logFailure(request, asTransportError(error), at),
  })
  if (response.headers.get('content-type') !== 'application/json') return reply.send(response)
  return reply
    .code(response.status)
    .headers(Object.fromEntries(response.headers))
    .send(await response.text())
}

type Options = ReturnType<typeof makeOptions>

function makeOptions(deps: Deps, router: AnyRouter) {
  return {
    router,
    maxBatchSize: MAX_BATCH,
    createContext: (request: FastifyRequest, reply: FastifyReply): Promise<Context> =>
      makeCallContext(deps, request, reply).catch((thrown: unknown) => {
        throw withRequestId(asTransportError(thrown), request.id)
      }),
    responseMeta: ({ errors }: { errors: TRPCError[] }) => {
      const waits = errors.map(readRetryAfter).filter((seconds) => seconds !== undefined)
      return waits.length ? { headers: new Headers({ 'retry-after': String(Math.max(...waits)) }) } : {}
    },
  }
}

async function makeCallContext(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Context> {
  // Checks the origin here, because every call creates a context. A check by URL could be bypassed, because one route matches several spellings of
  // its path.
  if (request.method !== 'GET' && !isOwnOrigin(request, deps.config)) throw new AppError(coreErrors.foreign_origin)
  return createContext(deps, {
    ...collectRequestFacts(request),
    token: cookieToken(request, deps.config) ?? bearerToken(request),
    issueToken: (token) => setCookie(request, reply, deps.config, token),
  })
}

/** Sends an error that occurs before tRPC runs (body too large, too many calls, not JSON) in tRPC's format, the only format that its client reads. */
function sendTrpcError(router: AnyRouter, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = withRequestId<TRPCError>(asTransportError(thrown), request.id)
  const config = router._def._config
  const shape = getTRPCErrorShape({ config, error, type: 'unknown', path: undefined, input: undefined, ctx: undefined })
  const retryAfter = readRetryAfter(error)
  logFailure(request, error)
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter)
  return reply.code(getHTTPStatusCodeFromError(error)).send({ error: config.transformer.output.serialize(shape) })
}
