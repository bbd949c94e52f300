import { coreErrors } from '../../apps/api/src/core/core.facts.ts'
import { type Findings, pause, waitUntil } from './findings.ts'
import { compareLedger, waitForQueue } from './ledger.ts'
import { withStage } from './stage.ts'
import { Traffic } from './traffic.ts'

const AWAY_MS = [3_000, 20_000]

/** Ends the database while calls, uploads and readings run, for a moment and for longer, and starts it again. */
export function drillDatabaseAway(): Promise<Findings> {
  return withStage({}, async (stage) => {
    const traffic = new Traffic(stage).start()
    const back: number[] = []
    for (const ms of AWAY_MS) {
      await pause(5_000)
      await stage.stopDatabase()
      await pause(ms)
      await stage.startDatabase()
      back.push(await waitUntil('calls to be answered again', () => traffic.isWell(), 60))
    }
    await pause(3_000)
    await traffic.stop()
    const read = await waitForQueue(stage)
    const judged = traffic.judge({ sentences: [coreErrors.database_away.text], quickMs: 2_000 })
    const compared = await compareLedger(stage, traffic.done)
    return {
      figures: {
        'times the database was away': back.length,
        ...judged.figures,
        'ms until calls were answered again, longest': Math.max(...back),
        'ms until all was read after it': read,
        ...compared.figures,
      },
      wrong: [...judged.wrong, ...compared.wrong],
    }
  })
}
