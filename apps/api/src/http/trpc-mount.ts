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
import { collectFacts } from './rest/facts.ts'
import { bearerToken, cookieToken, isOwnOrigin, setCookie } from './rest/token.ts'

/** What one pool of calls may ask for at a time: more is a mistake, and would open as many transactions. */
const MAX_BATCH = 10

/** The browser's calls. Only JSON comes in: a body of any other type has no parser here, so that none of it is read. */
export async function mountTrpc(app: FastifyInstance, deps: Deps, router: AnyRouter): Promise<void> {
  const options = makeOptions(deps, router)
  await app.register(
    (scope, _options, done) => {
      scope.setErrorHandler((thrown, request, reply) => sendTrpcError(router, thrown, request, reply))
      // Not tRPC's own plugin: it takes multipart and bytes too, as streams without a limit.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      scope.all<{ Params: { path: string } }>('/:path', (request, reply) => answer(options, request, reply, request.params.path))
      done()
    },
    { prefix: '/trpc' },
  )
}

/**
 * As tRPC's own handler for Fastify does, but that an answer is sent as the text that it is: piped from a stream of the web it costs a tenth of the call
 * more, and goes out in pieces.
 */
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
  // Here, and not by the look of the address: paths are matched in any spelling, and every call has a context.
  if (request.method !== 'GET' && !isOwnOrigin(request, deps.config)) throw new AppError(coreErrors.foreign_origin)
  return createContext(deps, {
    ...collectFacts(request),
    token: cookieToken(request, deps.config) ?? bearerToken(request),
    issueToken: (token) => setCookie(request, reply, deps.config, token),
  })
}

/** What is refused before tRPC sees it (too large, too often, not JSON), in tRPC's form: its client reads no other. */
function sendTrpcError(router: AnyRouter, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = withRequestId<TRPCError>(asTransportError(thrown), request.id)
  const config = router._def._config
  const shape = getTRPCErrorShape({ config, error, type: 'unknown', path: undefined, input: undefined, ctx: undefined })
  const retryAfter = readRetryAfter(error)
  logFailure(request, error)
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter)
  return reply.code(getHTTPStatusCodeFromError(error)).send({ error: config.transformer.output.serialize(shape) })
}
