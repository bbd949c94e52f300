import { join } from 'node:path'
import type { ConnectionPool } from '../db/connection/connection-pool.ts'
import { loadDrugs } from '../domains/drug-reference/drug-load.service.ts'

/** Loads a sample drug reference outside production, once, and never over FDA data. */
export async function seedDrugs(systemPool: ConnectionPool): Promise<void> {
  await loadDrugs(systemPool, [join(import.meta.dirname, '../../../../samples/drug-reference.json')], { source: 'sample', now: new Date() })
}
