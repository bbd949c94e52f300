import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from './deps.ts'

type Part = 'database' | 'storage' | 'mail'
/** What is not reachable, and how that shows. */
type Faults = Map<Part, string>

/**
 * `/health`: the process serves. `/ready`: and can reach database, storage and mail. Looked at once in some seconds, however often it is asked,
 * because a look opens connections and writes a file. In production `/ready` answers this machine alone (the container's health check), in one
 * word; the log says which part is not reachable.
 */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  const look = keptFor(deps.config.readySeconds * 1000, () => findFaults(deps))
  let said = ''
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (request, reply) => {
    if (deps.config.isProduction && !isFromHere(request)) return reply.code(404).type('text/plain').send('Not found')
    const faults = await look()
    const now = [...faults].map(([part, reason]) => `${part}: ${reason}`).join('; ')
    if (now !== said && now) deps.log.warn({ faults: now }, 'not ready')
    said = now
    return reply
      .code(faults.size ? 503 : 200)
      .send(deps.config.isProduction ? { status: faults.size ? 'not ready' : 'ok' } : splitParts(faults))
  })
}

/** The connection itself comes from this machine, and carries nobody else's call: a proxy beside us names whom it speaks for. */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? ''
  return /^(::ffff:)?127\.|^::1$/.test(address) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

function splitParts(faults: Faults): Record<Part, string> {
  const word = (part: Part) => (faults.has(part) ? 'not reachable' : 'ok')
  return { database: word('database'), storage: word('storage'), mail: word('mail') }
}

async function findFaults(deps: Deps): Promise<Faults> {
  const checks: Record<Part, () => Promise<unknown>> = {
    database: () => sql`select 1`.execute(deps.db),
    storage: () => deps.storage.check(),
    mail: () => deps.mailer.check(),
  }
  const reasons = await Promise.all(Object.entries(checks).map(async ([part, check]) => [part as Part, await findFault(check)] as const)) // the record's keys
  return new Map(reasons.flatMap(([part, reason]) => (reason === undefined ? [] : [[part, reason] as const])))
}

async function findFault(check: () => Promise<unknown>): Promise<string | undefined> {
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, 5000, 'no answer in 5 seconds').unref())
  return Promise.race([
    check().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
    timeout,
  ])
}

/** One look for all who ask at the same time and shortly after it. */
function keptFor<T>(ms: number, look: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined
  return () => {
    // The machine's own time: this is about how often work is done, not about what a record says.
    if (!kept || performance.now() >= kept.until) kept = { answer: look(), until: performance.now() + ms }
    return kept.answer
  }
}
