import { startEmbedded } from '@seriatim/db/embedded/index'
import type { Config } from '../core/config.ts'
import { takeServingLock } from '../http/serving.ts'

/**
 * Starts the embedded database for the work if the database isn't running, and stops it afterwards. A database that is running already is left
 * running.
 */
export async function withDatabase({ databaseUrl, dataDir }: Config, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  if (databaseUrl) return work(databaseUrl)
  const database = await startEmbedded({ dataDir })
  const lock = await takeServingLock(database.ownerUrl, dataDir)
  try {
    await work(database.ownerUrl)
  } finally {
    if (lock.isOurs) {
      await lock.release()
      await database.stop()
    }
  }
}
