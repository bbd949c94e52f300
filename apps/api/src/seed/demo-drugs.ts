import { join } from 'node:path'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { loadDrugs } from '../domains/drug-reference/drug-load.service.ts'

/** The drug reference to try the product with, outside production: loaded once, and never over what the FDA says. */
export async function seedDrugs(systemPool: ConnectionPool): Promise<void> {
  await loadDrugs(systemPool, [join(import.meta.dirname, '../../../../samples/drug-reference.json')], { source: 'sample', now: new Date() })
}
