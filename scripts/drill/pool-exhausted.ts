import pg from 'pg'
import { coreErrors } from '../../apps/api/src/core/core.facts.ts'
import { type Findings, pause, waitUntil } from './findings.ts'
import { compareLedger, waitForQueue } from './ledger.ts'
import { type Stage, withStage } from './stage.ts'
import { Traffic } from './traffic.ts'

const HELD_MS = 25_000
/** More than the pool has connections. */
const CALLS = 60
/** Waiting for a lock ends after twenty seconds, waiting for a connection after ten, and a call may do both. */
const QUICK_MS = 35_000

/** Holds every connection of the program by a lock, and then every connection that the database has, and lets them go. */
export function drillPoolExhausted(): Promise<Findings> {
  return withStage({}, async (stage) => {
    const traffic = new Traffic(stage).start()
    const back: number[] = []
    for (const hold of [holdByLock, holdAllConnections]) {
      await pause(5_000)
      const release = await hold(stage)
      const asked = Array.from({ length: CALLS }, () => traffic.isWell())
      await pause(HELD_MS)
      await release()
      await Promise.all(asked)
      back.push(await waitUntil('calls to be answered again', () => traffic.isWell(), 60))
    }
    await pause(3_000)
    await traffic.stop()
    const read = await waitForQueue(stage)
    const judged = traffic.judge({
      sentences: [coreErrors.database_busy.text, coreErrors.database_away.text, coreErrors.busy.text],
      quickMs: QUICK_MS,
    })
    const compared = await compareLedger(stage, traffic.done)
    return {
      figures: {
        'times all connections were held': back.length,
        ...judged.figures,
        'ms until calls were answered again, longest': Math.max(...back),
        'ms until all was read after it': read,
        ...compared.figures,
      },
      wrong: [...judged.wrong, ...compared.wrong],
    }
  })
}

/** Nobody can read orders, so whoever wants to keeps a connection while waiting. */
async function holdByLock({ superuserUrl }: Stage): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: superuserUrl() })
  await client.connect()
  await client.query('begin; lock table "order" in access exclusive mode')
  return () => client.end()
}

/** Others have all connections that the database lets anybody have, and the program has lost its own. */
async function holdAllConnections({ superuserUrl }: Stage): Promise<() => Promise<void>> {
  const clients: pg.Client[] = []
  const take = async () => {
    const client = new pg.Client({ connectionString: superuserUrl() })
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
    return client
  }
  const first = await take()
  await first.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'seriatim%'")
  // Whoever is faster has it; the program is refused from then on.
  for (;;) {
    const client = await take().catch(() => undefined)
    if (!client) break
  }
  return async () => void (await Promise.all(clients.map((client) => client.end())))
}
