import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../call/deps.ts'
import { StorageUnavailableError } from '../core/unavailable.ts'

type Part = 'database' | 'storage' | 'mail'
/** Unreachable parts, each with the error that its check reported. */
type Faults = Map<Part, string>

interface Probe {
  faults: Faults
  /** Ids of jobs that are no longer retried and need a person; the process still serves. Undefined if they could not be queried. */
  givenUp: readonly number[] | undefined
}

/**
 * `/health`: the process serves. `/ready`: it also reaches database, storage and email. Results are cached for a few seconds, because a check opens
 * connections and writes a file. In production `/ready` answers only this machine (the container's health check), with a single word; the log names
 * the unreachable part and the jobs that were given up.
 */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  const probe = cachedFor(deps.config.readySeconds * 1000, () => probeDependencies(deps))
  let said = ''
  let saidGivenUp: readonly number[] = []
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (request, reply) => {
    if (deps.config.isProduction && !isFromHere(request)) return reply.code(404).type('text/plain').send('Not found')
    const { faults, givenUp: found } = await probe()
    const now = [...faults].map(([part, reason]) => `${part}: ${reason}`).join('; ')
    if (now !== said && now) deps.log.warn({ faults: now }, 'not ready')
    said = now
    const givenUp = found ?? saidGivenUp
    const ids = givenUp.filter((id) => !saidGivenUp.includes(id))
    if (ids.length) deps.log.error({ givenUp: givenUp.length, ids }, 'jobs failed permanently; each one has its own log line')
    saidGivenUp = givenUp
    return reply
      .code(faults.size ? 503 : 200)
      .send(
        deps.config.isProduction
          ? { status: faults.size ? 'not ready' : 'ok' }
          : { ...splitParts(faults), jobs: givenUp.length ? `${givenUp.length} given up` : 'ok' },
      )
  })
}

/**
 * Whether the request comes from a program on this machine. A request that a proxy on this machine forwards for another caller is recognized by its
 * forwarding headers.
 */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? ''
  return /^(::ffff:)?127\.|^::1$/.test(address) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

function splitParts(faults: Faults): Record<Part, string> {
  const word = (part: Part) => (faults.has(part) ? 'not reachable' : 'ok')
  return { database: word('database'), storage: word('storage'), mail: word('mail') }
}

async function probeDependencies(deps: Deps): Promise<Probe> {
  const [faults, givenUp] = await Promise.all([
    findFaults(deps),
    Promise.race([listGivenUp(deps).catch(() => undefined), waitLongest(undefined)]),
  ])
  return { faults, givenUp }
}

async function listGivenUp({ db }: Deps): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select graphile_worker.list_given_up() as id`.execute(db)
  return rows.map(({ id }) => id)
}

async function findFaults(deps: Deps): Promise<Faults> {
  const checks: Record<Part, () => Promise<unknown>> = {
    database: () => sql`select 1`.execute(deps.db),
    storage: () => deps.storage.check(),
    mail: () => deps.mailer.check(),
  }
  const reasons = await Promise.all(Object.entries(checks).map(async ([part, check]) => [part as Part, await findFault(check)] as const)) // Object.entries() loses the type of the keys
  return new Map(reasons.flatMap(([part, reason]) => (reason === undefined ? [] : [[part, reason] as const])))
}

async function findFault(check: () => Promise<unknown>): Promise<string | undefined> {
  return Promise.race([check().then(() => undefined, describeFault), waitLongest('no answer in 5 seconds')])
}

/** Resolves to `answer` after 5 seconds. A check is raced against it, so that the response is sent before the prober's own timeout. */
function waitLongest<T>(answer: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, 5000, answer).unref())
}

function describeFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof StorageUnavailableError && error.isRefused ? `denies access: ${message}` : message
}

/** Runs one check for all concurrent callers and reuses its result for `ms` milliseconds. */
function cachedFor<T>(ms: number, probe: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined
  return () => {
    // Uses the monotonic clock, because the time only limits how often the check runs and is not recorded anywhere.
    if (!kept || performance.now() >= kept.until) kept = { answer: probe(), until: performance.now() + ms }
    return kept.answer
  }
}
