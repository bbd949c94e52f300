import { coreErrors } from '../../apps/api/src/core/core.facts.ts'
import type { Findings } from './findings.ts'
import { judgeOutages } from './outage.ts'
import { withStage } from './stage.ts'

const AWAY_MS = [3_000, 20_000]

/** Stops the database for a short and for a longer time while calls, uploads and imports run, and starts it again each time. */
export function drillDatabaseOutage(): Promise<Findings> {
  return withStage({}, (stage) =>
    judgeOutages(
      stage,
      AWAY_MS.map((ms) => ({ ms, leave: stage.stopDatabase, comeBack: stage.startDatabase })),
      { sentences: [coreErrors.database_away.text], quickMs: 2_000 },
    ),
  )
}
