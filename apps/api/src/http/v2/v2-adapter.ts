import multipart from '@fastify/multipart'
import type { AnyRouter } from '@trpc/server'
import { TRPCError } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expectScope } from '../../call/access/access.ts'
import type { SignedInContext } from '../../call/context.ts'
import type { Deps } from '../../call/deps.ts'
import type { StoredAnswer } from '../../call/stored-answer.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { appRouter } from '../../router.ts'
import { createContext } from '../make-context.ts'
import { nextUrl } from '../next-url.ts'
import { sendStoredFile } from '../rest/binary.ts'
import { collectRequestFacts } from '../rest/facts.ts'
import { convertQuery } from '../rest/input.ts'
import { bearerToken } from '../rest/token.ts'
import { findProcedure, runProcedure } from '../run-procedure.ts'
import { AnsweredBefore, KeyedWork, readIdempotencyKey, sendStored } from './keyed.ts'
import { sendProblem } from './problem.ts'
import { storeDelivery } from './v2-body.ts'
import { type V2Route, v2Routes } from './v2-routes.ts'

/** What to mount: a table of routes, and the router with the procedures that its routes call. */
export interface V2Served {
  router: AnyRouter
  routes: readonly (Omit<V2Route, 'procedure'> & { procedure: string })[]
}
type ServedRoute = V2Served['routes'][number]

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Mounts the table of `/api/v2`. Every error under that path is answered as a problem (RFC 9457): those of the procedures, a path or method that is
 * not in the table, and bodies that the server refuses to read.
 */
export async function mountV2(app: FastifyInstance, deps: Deps, served: V2Served = { router: appRouter, routes: v2Routes }): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.setErrorHandler((error, _request, reply) => sendProblem(reply, error))
    for (const route of served.routes) if (!route.takes) mountRoute(scope, deps, served.router, route)
    void scope.register((files, _options, mounted) => {
      mountFileRoutes(files, deps, served)
      mounted()
    })
    for (const path of new Set(served.routes.map((route) => route.path))) refuseOtherMethods(scope, served, path)
    scope.all('/api/v2/*', refuseUnknown)
    scope.all('/api/v2', refuseUnknown)
    done()
  })
}

async function refuseUnknown(): Promise<never> {
  throw new AppError(coreErrors.call_not_found, { detail: 'There is no such call. /api/v2/docs lists all of them.' })
}

/**
 * Refuses a call to a path of the table with status 405 if the table has no route for the call's method. The header `Allow` lists the methods that
 * the path has.
 */
function refuseOtherMethods(scope: FastifyInstance, { routes }: V2Served, path: string): void {
  const allowed = routes.filter((route) => route.path === path).map(({ method }) => method)
  const others = METHODS.filter((method) => !allowed.some((one) => one === method))
  scope.route({
    method: others,
    url: `/api/v2${path}`,
    // Refuses the call before its body is read, because no body could make this method acceptable.
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed.join(', '))
      throw new AppError(coreErrors.method_not_taken, { detail: `This path accepts ${allowed.join(' and ')}.` })
    },
    handler: refuseUnknown,
  })
}

/** Mounts the routes that receive a file. They read the body themselves, so no parser except that of multipart/form-data may touch it. */
function mountFileRoutes(scope: FastifyInstance, deps: Deps, { router, routes }: V2Served): void {
  scope.removeAllContentTypeParsers()
  void scope.register(multipart, { limits: { files: 1, fields: 50, parts: 60, fieldSize: 65_536, fileSize: deps.config.uploadMaxBytes } })
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const route of routes) if (route.takes) mountRoute(scope, deps, router, route)
}

function mountRoute(scope: FastifyInstance, deps: Deps, router: AnyRouter, route: ServedRoute): void {
  scope.route({
    method: route.method,
    config: { takesGzip: route.takes !== undefined },
    url: `/api/v2${route.path}`,
    handler: (request, reply) => answer(deps, router, route, request, reply),
  })
}

async function answer(
  deps: Deps,
  router: AnyRouter,
  route: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = bearerToken(request)
  const key = readIdempotencyKey(request)
  const aborted = new AbortController()
  reply.raw.on('close', () => aborted.abort())
  const ctx = await createContext(deps, {
    ...collectRequestFacts(request),
    token,
    takesAccessToken: true,
    isRest: true,
    scope: route.scope,
    signal: aborted.signal,
    issueToken: () => undefined,
  })
  const work = new KeyedWork(ctx, (output) => toAnswer(route, request, output))
  if (route.takes) ctx.request.takeFile = (caller) => takeDelivery(work, caller, request, key)
  try {
    if (!ctx.session) throw new AppError(coreErrors.not_signed_in)
    expectScope(ctx.session, route.scope)
    const input = route.takes ? {} : readInput(route, request, router)
    if (key !== undefined && !route.takes) await work.begin(ctx.session, request, key, JSON.stringify(request.body ?? null))
    const output = await runProcedure(ctx, route.procedure, input, router)
    if (route.reply === 'file') return await sendStoredFile(ctx, reply, output)
    await work.end(output)
    return sendStored(reply, toAnswer(route, request, output))
  } catch (error) {
    const cause = error instanceof TRPCError ? error.cause : error
    if (cause instanceof AnsweredBefore) return sendStored(reply.header('idempotency-replayed', 'true'), cause.answer)
    await work.fail()
    throw error
  }
}

/**
 * Stores the body of a request after the procedure ladder (`trpc.ts`) has admitted the caller. In the call's fingerprint, the body is represented by
 * its hash.
 */
async function takeDelivery(work: KeyedWork, caller: SignedInContext, request: FastifyRequest, key: string | undefined): Promise<unknown> {
  const stored = await storeDelivery(caller, request)
  if (key !== undefined) await work.begin(caller.session, request, key, stored.sha256)
  return stored
}

/** @throws AppError body_not_object, parameter_unknown: ignoring a misspelled filter would answer a different question. */
function readInput({ procedure, method }: ServedRoute, request: FastifyRequest, router: AnyRouter): Record<string, unknown> {
  const { input } = findProcedure(procedure, router)
  const params = request.params as Record<string, unknown> // Fastify's type for unknown parameters is unknown
  const query = (request.query ?? {}) as Record<string, unknown> // Fastify's type for an unknown query is unknown
  const isRead = method === 'GET' || method === 'DELETE'
  if (!isRead && (request.body === null || typeof request.body !== 'object' || Array.isArray(request.body)))
    throw new AppError(coreErrors.body_not_object)
  const fields = isRead ? query : (request.body as Record<string, unknown>) // the line above refuses any other body
  const { shape = {} } = (input ?? {}) as { shape?: object } // the input of every call in the table is an object
  for (const name of [...Object.keys(fields), ...(isRead ? [] : Object.keys(query))]) {
    if (Object.hasOwn(shape, name) && !Object.hasOwn(params, name) && (isRead || Object.hasOwn(fields, name))) continue
    throw new AppError(coreErrors.parameter_unknown, { detail: `This call has no parameter "${name.slice(0, 100)}".` })
  }
  return { ...(isRead ? convertQuery(fields, input) : fields), ...convertQuery(params, input) }
}

function toAnswer({ reply, status = 200, makes }: ServedRoute, request: FastifyRequest, output: unknown): StoredAnswer {
  const headers: Record<string, string> = {}
  const made = makes && (output as Record<string, unknown>)[makes.field] // `makes.field` is the name of a field of the output
  if (makes && made !== null) headers.location = `/api/v2${makes.path}${String(made)}`
  // null means that the requested resource existed already, so the call created nothing.
  if (reply !== 'page') return { status: made === null ? 200 : status, headers, body: JSON.stringify(output) }
  const page = output as unknown[] | { items: unknown[]; nextCursor: string | null } // the table says that this procedure returns a list or a page
  const { items, nextCursor } = Array.isArray(page) ? { items: page, nextCursor: null } : page
  if (nextCursor !== null) headers.link = `<${nextUrl(request.url, 'cursor', nextCursor)}>; rel="next"`
  return { status, headers, body: JSON.stringify({ items }) }
}
