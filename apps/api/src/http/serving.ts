import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCKS } from '@seriatim/db/advisory-locks'
import pg from 'pg'

export type ServingLock = { isOurs: true; release(): Promise<void> } | { isOurs: false; address: string | null }

/**
 * A session-level advisory lock decides which instance serves an embedded database, because the lock ends with the process however it dies (decision
 * 41).
 */
export async function takeServingLock(ownerUrl: string, dataDir: string): Promise<ServingLock> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'seriatim serving' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCKS.serving])
  if (rows[0]?.taken) return { isOurs: true, release: () => client.end() }
  await client.end()
  return { isOurs: false, address: readAddress(dataDir) }
}

const file = (dataDir: string): string => join(dataDir, 'serving')

/** Saves the address of this copy of the program, so that a second copy can print it. */
export function writeAddressFile(dataDir: string, url: string): void {
  writeFileSync(file(dataDir), url)
}

/** Address of the copy of the program that serves now or served last; null if there was none. */
export function readAddress(dataDir: string): string | null {
  try {
    return readFileSync(file(dataDir), 'utf8').trim()
  } catch {
    return null
  }
}
