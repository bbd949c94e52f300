import { startEmbedded } from '@seriatim/db/embedded/index'
import type { Config } from '../core/config.ts'
import { takeServingLock } from '../http/serving.ts'

/** A server of the embedded database that was not running is ended again; one that serves is left alone. */
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
