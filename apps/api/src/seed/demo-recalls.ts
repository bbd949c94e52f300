import { join } from 'node:path'
import type { Deps } from '../call/deps.ts'
import { loadRecalls } from '../domains/recall/load/recall-load.service.ts'
import { queueAllMatching } from '../domains/recall/recall.jobs.ts'

/**
 * Loads invented recalls of lots in the sample orders, only outside production (decision 55). Loads them once, and again whenever the sample changes.
 */
export async function seedRecalls({ systemPool, db, system, clock }: Pick<Deps, 'systemPool' | 'db' | 'system' | 'clock'>): Promise<void> {
  const path = join(import.meta.dirname, '../../../../samples/recalls.json')
  const { isSame } = await loadRecalls(systemPool, [path], { source: 'sample', now: clock.now() })
  if (!isSame) await queueAllMatching({ db, system })
}
