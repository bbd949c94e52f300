import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import serveStatic from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Deps } from './call/deps.ts'
import type { Config } from './core/config.ts'
import { coreErrors } from './core/core.facts.ts'
import { AppError } from './core/errors.ts'
import { loggerOptions, logRequests } from './core/log.ts'
import { MailReceiver } from './domains/exception/reply/mail-receiver.ts'
import { mountReplyWebhook } from './domains/exception/reply/reply-webhook.ts'
import { startSmtpDoor } from './domains/exception/reply/smtp-door.ts'
import { mountGuestFile } from './domains/inspection-link/guest-file.ts'
import { mailDoorIntake } from './domains/intake/mail/mail-door.service.ts'
import { startSftpDoor } from './domains/intake/sftp/sftp-server.ts'
import { shipmentIntake } from './domains/outbound/send/bounce.service.ts'
import { mountPaymentWebhook } from './domains/subscription/provider/webhook.ts'
import { tracingIntake } from './domains/tracing/inbox/inbox.service.ts'
import { errors } from './facts.ts'
import { mountEpcis } from './http/epcis/epcis-adapter.ts'
import { isEpcisPath, sendEpcisProblem } from './http/epcis/epcis-problem.ts'
import { mountFileDownloads } from './http/file-download.ts'
import { mountHealth } from './http/health.ts'
import { refuseUnknownHosts } from './http/hosts.ts'
import { type IncomingWatch, watchIncoming } from './http/incoming.ts'
import { makeTrust } from './http/proxy.ts'
import { mountRest, type Served, sendError } from './http/rest/adapter.ts'
import { mountDemoMail } from './http/rest/demo-mail.ts'
import { docsPage } from './http/rest/docs.ts'
import { openApiDocument } from './http/rest/openapi.ts'
import { routes } from './http/rest/routes.ts'
import { mountTrpc } from './http/trpc-mount.ts'
import { isV2Path, sendProblem } from './http/v2/problem.ts'
import { mountV2, type V2Served } from './http/v2/v2-adapter.ts'
import { mountV2Docs } from './http/v2/v2-docs.ts'
import type { DemoMailbox } from './outside/demo-mailbox.ts'
import { appRouter } from './router.ts'

declare module 'fastify' {
  interface FastifyInstance {
    incoming: IncomingWatch
  }
}

const MEGABYTE = 1024 * 1024

interface Extras {
  mailbox?: DemoMailbox
  /** Destination of log lines; default: the terminal. */
  logTo?: Writable
  /** The REST calls that `/api/v1` serves. Tests may pass their own; the default is the app's own table of calls. */
  served?: Served
  /** The REST calls that `/api/v2` serves. Only tests pass their own; the default is the product's. */
  servedV2?: V2Served
}

/** Sends the error in the format of the interface that was called. */
function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown, config: Config): FastifyReply {
  if (isEpcisPath(request.url)) return sendEpcisProblem(reply, error, config)
  return (isV2Path(request.url) ? sendProblem : sendError)(reply, error)
}

/** Enables TLS if certificate files are configured. */
function serverOptions({ tls, headersSeconds, requestSeconds }: Config): object {
  const times = {
    headersTimeout: headersSeconds * 1000,
    requestTimeout: requestSeconds * 1000,
    connectionsCheckingInterval: Math.min(5000, headersSeconds * 250),
  }
  return tls ? { https: { ...times, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) } } : { http: times }
}

/** Builds the HTTP server with everything mounted, but doesn't listen yet. */
export async function createApp(deps: Deps, extras: Extras = {}): Promise<FastifyInstance> {
  const { config } = deps
  const app = Fastify({
    logger: { ...loggerOptions(config), ...(extras.logTo ? { stream: extras.logTo } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: makeTrust(config.trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: 2 * MEGABYTE,
    routerOptions: { caseSensitive: false, maxParamLength: 5000 },
    forceCloseConnections: 'idle',
    requestTimeout: config.requestSeconds * 1000,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void sendFailure(request, reply, error, config),
    ...serverOptions(config),
  } as object) as FastifyInstance // HTTP or HTTPS is chosen at run time, which Fastify's overloads cannot express
  deps.log = app.log
  logRequests(app)
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error, config))
  app.removeContentTypeParser('text/plain')
  if (!config.isProduction) refuseUnknownHosts(app, config)
  app.decorate('incoming', watchIncoming(app, config))
  // Compression is safe here (BREACH): no response mixes a secret with text that the caller chose, because tokens are cookies.
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'deflate', 'identity'], globalDecompression: false })
  await app.register(cookie)
  await app.register(helmet, securityHeaders(config))
  await app.register(rateLimit, {
    max: config.callsPerMinute * 2,
    timeWindow: '1 minute',
    allowList: (request: FastifyRequest) => request.url === '/health',
    errorResponseBuilder: (_request, { ttl }) => new AppError(coreErrors.too_many_calls, { retryAfter: Math.ceil(ttl / 1000) }),
  })
  const served = extras.served ?? { router: appRouter, routes }
  await mountTrpc(app, deps, served.router)
  await mountRest(app, deps, served)
  mountFileDownloads(app, deps)
  await mountPaymentWebhook(app, deps)
  const mails = new MailReceiver(deps, [tracingIntake, mailDoorIntake, shipmentIntake])
  app.addHook('onClose', () => mails.close())
  await mountReplyWebhook(app, deps, mails)
  await startSmtpDoor(app, deps, mails)
  await startSftpDoor(app, deps)
  await mountGuestFile(app, deps)
  mountDocs(app, config)
  mountV2Docs(app, config, Object.values(errors))
  await mountV2(app, deps, extras.servedV2)
  await mountEpcis(app, deps)
  mountHealth(app, deps)
  if (extras.mailbox) await mountDemoMail(app, extras.mailbox, deps)
  await mountWeb(app, config)
  return app
}

function mountDocs(app: FastifyInstance, config: Config): void {
  const document = openApiDocument(config.brand)
  app.get('/api/v1/openapi.json', async () => document)
  app.get('/api/v1/docs', async (_request, reply) => reply.type('text/html').send(docsPage(document, reply.cspNonce.style)))
  app.all('/api/v1/*', async (_request, reply) =>
    reply.code(404).send({ type: 'ERROR', payload: { msg: 'There is no such endpoint. /api/v1/docs lists all of them.', class: 'error' } }),
  )
}

/**
 * Whether a path refers to a file. Files exist only at the root. In a page's path, only a later segment may contain a dot, such as the serial number
 * in `/sendapedigree/AB.12`. The service worker applies the same rule (`apps/web/src/offline/page-address.ts`).
 */
function asksForFile(path: string): boolean {
  return /^\/([^/]*\.[a-z0-9]{1,5}$|\.|assets\/)/i.test(path)
}

/**
 * Serves the web app's build. A path that matches one of the hashed files gets that file; every other path gets the single page, with a fresh CSP
 * nonce.
 */
async function mountWeb(app: FastifyInstance, config: Config): Promise<void> {
  const index = join(config.webDist, 'index.html')
  if (!existsSync(index)) {
    app.get('/*', async (_request, reply) => reply.code(503).type('text/plain').send('The web app is not built. Run `npm run build`.'))
    return
  }
  const page = readFileSync(index, 'utf8')
  await app.register(serveStatic, { root: join(config.webDist, 'assets'), prefix: '/assets/', immutable: true, maxAge: '1y' })
  // These few files have no hash in their names, so browsers must revalidate them.
  for (const name of readdirSync(config.webDist).filter((file) => /\.(js|svg|png|ico|webmanifest)$/.test(file))) {
    app.get(`/${name}`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile(name, config.webDist, { cacheControl: false }),
    )
  }
  app.get('/*', async (request, reply) => {
    if (asksForFile(request.url.split('?')[0] ?? '')) return reply.code(404).type('text/plain').send('Not found')
    return reply.type('text/html').header('cache-control', 'no-store').send(page.replaceAll('__NONCE__', reply.cspNonce.style))
  })
}

function securityHeaders(config: Config) {
  return {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        ...(config.publicUrl?.startsWith('https:') || config.tls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') || config.tls ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
  }
}
