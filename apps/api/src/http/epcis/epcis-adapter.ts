import type { CaptureJob, EventPage, EventQuery } from '@seriatim/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expectScope } from '../../call/access/access.ts'
import type { Context, SignedInContext } from '../../call/context.ts'
import type { Deps } from '../../call/deps.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { createContext } from '../make-context.ts'
import { nextUrl } from '../next-url.ts'
import { collectRequestFacts } from '../rest/facts.ts'
import { bearerToken } from '../rest/token.ts'
import { runProcedure } from '../run-procedure.ts'
import { storeCapture } from '../v2/v2-body.ts'
import { expectJsonAccepted, expectVersions, readHeader, sendDiscovery, setVersions } from './epcis-headers.ts'
import { sendEpcisProblem } from './epcis-problem.ts'
import { readEventQuery, readPaging } from './epcis-query.ts'

const JSON_LD = 'application/ld+json; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
/** Content types of EPCIS. Zip and gzip files go to `/api/v2/intake` instead. */
const DOCUMENT_TYPE = /^(application\/(ld\+)?json|(application|text)\/xml)\s*(;|$)/i

/** The header in which a client states what happens if an event of a capture is wrong. */
const ERRORS_HEADER = 'GS1-Capture-Error-Behaviour'

interface Call {
  request: FastifyRequest
  reply: FastifyReply
  ctx: Context
}

/** A resource of GS1's EPCIS interface, with a handler for each HTTP method. A request with OPTIONS gets the list of methods. */
interface Resource {
  path: string
  get?: (call: Call) => Promise<FastifyReply>
  post?: (call: Call) => Promise<FastifyReply>
  scope: 'intake:deliver' | 'orders:read'
}

/**
 * GS1's interface of EPCIS 2.0 under `/epcis`: capture with its jobs, and read-only queries of events. Each call runs one of our procedures, with
 * tokens and scopes as in `/api/v2`.
 *
 * @see GS1 EPCIS 2.0, REST bindings (openapi.yaml).
 */
const RESOURCES: readonly Resource[] = [
  { path: '/capture', scope: 'intake:deliver', get: listCaptures, post: capture },
  { path: '/capture/:captureID', scope: 'intake:deliver', get: readCapture },
  { path: '/events', scope: 'orders:read', get: (call) => queryEvents(call, {}) },
  { path: '/events/:eventID', scope: 'orders:read', get: readEvent },
  { path: '/epcs/:epc/events', scope: 'orders:read', get: (call) => queryEvents(call, { MATCH_anyEPC: [readParameter(call, 'epc')] }) },
]

export async function mountEpcis(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.setErrorHandler((error, _request, reply) => sendEpcisProblem(reply, error, deps.config))
    // A capture is streamed into storage, so no body parser may read it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    for (const resource of RESOURCES) mountResource(scope, deps, resource)
    scope.all('/epcis/*', refuseUnknown)
    scope.all('/epcis', refuseUnknown)
    done()
  })
}

async function refuseUnknown(): Promise<never> {
  throw new AppError(coreErrors.call_not_found, {
    detail: 'There is no such resource. /epcis has capture, events and epcs/{epc}/events.',
  })
}

function mountResource(scope: FastifyInstance, deps: Deps, resource: Resource): void {
  const url = `/epcis${resource.path}`
  const methods = [...(resource.post ? ['POST'] : []), ...(resource.get ? ['GET'] : [])]
  for (const [method, run] of [
    ['GET', resource.get],
    ['POST', resource.post],
  ] as const) {
    if (run === undefined) continue
    scope.route({
      method,
      url,
      config: { takesGzip: method === 'POST' },
      handler: (request, reply) => answer(deps, resource, run, request, reply),
    })
  }
  scope.route({
    method: ['OPTIONS', 'PUT', 'PATCH', 'DELETE', ...(resource.post ? [] : ['POST'])],
    url,
    onRequest: async (request, reply) => {
      if (request.method === 'OPTIONS') return
      reply.header('allow', ['OPTIONS', ...methods].join(', '))
      throw new AppError(coreErrors.method_not_taken, { detail: `This resource supports ${['OPTIONS', ...methods].join(', ')}.` })
    },
    handler: async (_request, reply) => {
      setVersions(reply)
      return sendDiscovery(reply, deps.config, methods)
    },
  })
}

async function answer(
  deps: Deps,
  { scope }: Resource,
  run: (call: Call) => Promise<FastifyReply>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  setVersions(reply)
  const aborted = new AbortController()
  reply.raw.on('close', () => aborted.abort())
  const ctx = await createContext(deps, {
    ...collectRequestFacts(request),
    token: bearerToken(request),
    takesAccessToken: true,
    isRest: true,
    scope,
    signal: aborted.signal,
    issueToken: () => undefined,
  })
  if (!ctx.session) throw new AppError(coreErrors.not_signed_in)
  expectScope(ctx.session, scope)
  expectVersions(request)
  expectJsonAccepted(request)
  return run({ request, reply, ctx })
}

function readParameter({ request }: Call, name: string): string {
  return (request.params as Record<string, string>)[name] ?? '' // Fastify types the parameters as unknown; those in a path are texts
}

/** Accepts a document; a job captures its events. */
async function capture({ request, reply, ctx }: Call): Promise<FastifyReply> {
  readPaging(request, [])
  if (!DOCUMENT_TYPE.test(request.headers['content-type'] ?? ''))
    throw new AppError(coreErrors.body_not_taken, {
      detail: 'Send a capture as application/ld+json, application/json or application/xml.',
    })
  const behavior = readHeader(request, ERRORS_HEADER) ?? 'rollback'
  if (behavior !== 'rollback' && behavior !== 'proceed')
    throw new AppError(coreErrors.parameter_bad, { detail: `${ERRORS_HEADER} must be rollback or proceed.` })
  ctx.request.takeFile = async (caller: SignedInContext) => ({ ...(await storeCapture(caller, request)), behavior })
  const { captureId } = (await runProcedure(ctx, 'intake.createOneCapture', {})) as { captureId: number } // the procedure's output
  return reply.code(202).header('location', `/epcis/capture/${captureId}`).send()
}

async function readCapture(call: Call): Promise<FastifyReply> {
  readPaging(call.request, [])
  const captureID = readParameter(call, 'captureID')
  if (!/^[1-9]\d{0,14}$/.test(captureID)) throw new AppError(coreErrors.not_found)
  const job = await runProcedure(call.ctx, 'intake.readOneCapture', { captureId: Number(captureID) })
  return call.reply.type(JSON_TYPE).send(JSON.stringify(job))
}

async function listCaptures({ request, reply, ctx }: Call): Promise<FastifyReply> {
  const paging = readPaging(request, ['perPage', 'nextPageToken'])
  const page = (await runProcedure(ctx, 'intake.readManyCaptures', paging)) as { items: CaptureJob[]; nextCursor: string | null } // the procedure's output
  linkNext(request, reply, page.nextCursor)
  return reply.type(JSON_TYPE).send(JSON.stringify(page.items))
}

async function queryEvents({ request, reply, ctx }: Call, given: Partial<EventQuery>): Promise<FastifyReply> {
  const query = readEventQuery(request, given)
  const page = (await runProcedure(ctx, 'epcisQuery.readMany', query)) as EventPage // the procedure's output
  linkNext(request, reply, page.nextCursor)
  return sendEvents(reply, ctx, page.items)
}

async function readEvent(call: Call): Promise<FastifyReply> {
  const query = readEventQuery(call.request, { EQ_eventID: [readParameter(call, 'eventID')] }, [])
  const { items } = (await runProcedure(call.ctx, 'epcisQuery.readMany', query)) as EventPage // the procedure's output
  if (items.length === 0) throw new AppError(coreErrors.not_found)
  return sendEvents(call.reply, call.ctx, items)
}

const CONTEXT = [
  'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
  { cbvmda: 'urn:epcglobal:cbv:mda:', gs1ushc: 'http://epcis.gs1us.org/hc/ns/' },
]

function sendEvents(reply: FastifyReply, ctx: Context, eventList: readonly unknown[]): FastifyReply {
  const document = {
    '@context': CONTEXT,
    type: 'EPCISQueryDocument',
    schemaVersion: '2.0',
    creationDate: ctx.now.toISOString(),
    epcisBody: { queryResults: { queryName: 'SimpleEventQuery', resultsBody: { eventList } } },
  }
  return reply.type(JSON_LD).send(JSON.stringify(document))
}

function linkNext({ url }: FastifyRequest, reply: FastifyReply, cursor: string | null): void {
  if (cursor === null) return
  reply.header('link', `<${nextUrl(url, 'nextPageToken', cursor)}>; rel="next"`)
}
