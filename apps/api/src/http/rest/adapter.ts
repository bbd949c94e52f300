import multipart from '@fastify/multipart'
import { type AnyRouter, TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../call/context.ts'
import type { Deps } from '../../call/deps.ts'
import { asTransportError, logFailure, publicMessage, readRetryAfter } from '../../call/failure.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { appRouter } from '../../router.ts'
import { createContext } from '../make-context.ts'
import { findProcedure, runProcedure } from '../run-procedure.ts'
import { replyWithFile, sendStream } from './binary.ts'
import { collectRequestFacts } from './facts.ts'
import { convertQuery } from './input.ts'
import { routes } from './routes.ts'
import { bearerToken, cookieToken, isOwnOrigin, textToken } from './token.ts'
import type { Route } from './types.ts'
import { AnsweredEarly, storeUploadedFile } from './upload.ts'

/** What to mount: the route table, and the router with the procedures that its routes call. */
export interface Served {
  router: AnyRouter
  routes: readonly (Omit<Route, 'procedure'> & { procedure: string })[]
}
type ServedRoute = Served['routes'][number]

/**
 * Mounts every route of the table. A call runs the same procedure as the browser's, so the two cannot differ. The multipart parser exists only on
 * routes that take a whole file; elsewhere multipart is refused unread.
 */
export async function mountRest(app: FastifyInstance, deps: Deps, served: Served = { router: appRouter, routes }): Promise<void> {
  const isUpload = (route: ServedRoute) => route.takes === 'orderFile'
  for (const route of served.routes.filter((one) => !isUpload(one))) mountRoute(app, deps, served.router, route)
  const limits = { files: 1, fields: 50, parts: 60, fieldSize: 65_536, fileSize: deps.config.uploadMaxBytes }
  await app.register((scope, _options, done) => {
    void scope.register(multipart, { limits })
    for (const route of served.routes.filter(isUpload)) mountRoute(scope, deps, served.router, route)
    done()
  })
}

function mountRoute(app: FastifyInstance, deps: Deps, router: AnyRouter, route: ServedRoute): void {
  app.route({
    method: route.method,
    url: `/api/v1${route.path}`,
    handler: (request, reply) => answer(deps, router, route, request, reply).catch((error: unknown) => sendError(reply, error)),
  })
}

async function answer(
  deps: Deps,
  router: AnyRouter,
  route: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = (request.query ?? {}) as Record<string, unknown> // Fastify's type for an unknown query is unknown
  const body = readBody(request, route)
  let issued: string | null | undefined
  const cookie = cookieToken(request, deps.config)
  const bearer = bearerToken(request)
  const token = bearer ?? cookie ?? textToken(body.token) ?? textToken(query.token)
  if (!bearer && cookie && request.method !== 'GET' && !isOwnOrigin(request, deps.config)) throw new AppError(coreErrors.foreign_origin)
  const aborted = new AbortController()
  reply.raw.on('close', () => aborted.abort())
  const timeZone = zoneIn(body) ?? zoneIn(query)
  const facts = collectRequestFacts(request)
  const take = route.takes && storeUploadedFile[route.takes]
  const ctx = await createContext(deps, {
    ...facts,
    ...(timeZone ? { timeZone } : {}),
    token,
    takesAccessToken: bearer !== undefined,
    // A call with the browser's session cookie comes from one of our pages, so the answer may ask the person there for a confirmation. Any other call,
    // such as one with a program's own token, gets only the documented answers.
    isRest: token === undefined || token !== cookie,
    signal: aborted.signal,
    ...(take ? { takeFile: (caller) => take(caller, request) } : {}),
    issueToken: (value) => {
      issued = value
    },
  })
  const procedure = findProcedure(route.procedure, router)
  const input = { ...convertQuery(query, procedure.input), ...body }
  const output = await runProcedure(ctx, route.procedure, input, router).catch((error: unknown) => {
    if (error instanceof TRPCError && error.cause instanceof AnsweredEarly) return error.cause
    throw error
  })
  if (output instanceof AnsweredEarly) return reply.code(200).send(output.answer)
  return send(ctx, route, reply, output, issued)
}

async function send(
  ctx: Context,
  route: ServedRoute,
  reply: FastifyReply,
  output: unknown,
  issued: string | null | undefined,
): Promise<FastifyReply> {
  const token = issued ? { token: issued } : {}
  if (route.reply === 'toast')
    return reply.send({ type: 'GLOBAL_TOAST', payload: { msg: route.says ?? 'Done.', class: 'success' }, ...token })
  if (route.reply === 'file') return replyWithFile(ctx, reply, output)
  if (isIterable(output)) return sendStream(reply, output)
  if (route.reply === 'page') {
    const page = output as { items: unknown[]; nextCursor: string | number | null } // the table says that this procedure returns a page
    if (page.nextCursor !== null) reply.header('x-next-cursor', String(page.nextCursor))
    return reply.send(page.items)
  }
  return reply.send(output !== null && typeof output === 'object' && !Array.isArray(output) ? { ...output, ...token } : output)
}

/** Sends any failure as its HTTP status and the documented envelope. Internal errors are logged under the request id that the response contains. */
export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  if (reply.sent) return reply
  const error = asTransportError(thrown)
  const status = getHTTPStatusCodeFromError(error)
  const facts = error.cause instanceof AppError ? error.cause.facts : undefined
  const retryAfter = readRetryAfter(error)
  logFailure(reply.request, error)
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter)
  const requestId = status >= 500 ? { requestId: reply.request.id } : {}
  return reply.code(status).send({ type: 'ERROR', payload: { msg: publicMessage(error), class: 'error', ...requestId, ...facts } })
}

function readBody(request: FastifyRequest, { list }: ServedRoute): Record<string, unknown> {
  const { body } = request
  if (list !== undefined && Array.isArray(body)) return { [list]: body }
  return body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown>) : {} // the condition on this line ensures that it is an object
}

function zoneIn(fields: Record<string, unknown>): string | undefined {
  const zone = fields.user_timezone
  return typeof zone === 'string' ? zone : undefined
}

function isIterable(output: unknown): output is AsyncIterable<unknown> {
  return output !== null && typeof output === 'object' && Symbol.asyncIterator in output
}
