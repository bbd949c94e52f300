import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from './deps.ts'

/** `/health`: the process serves. `/ready`: and can reach database, storage and mail; 503 names what it cannot. */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    const checks = { database: () => sql`select 1`.execute(deps.db), storage: () => deps.storage.check(), mail: () => deps.mailer.check() }
    const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const))
    return reply
      .code(results.every(([, isOk]) => isOk) ? 200 : 503)
      .send(Object.fromEntries(results.map(([name, isOk]) => [name, isOk ? 'ok' : 'not reachable'])))
  })
}

async function holds(check: () => Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, 5000, false).unref())
  return Promise.race([
    check().then(
      () => true,
      () => false,
    ),
    timeout,
  ])
}
