import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../core/config.ts'
import { DAY_MS } from '../core/day.ts'
import { nameHalf } from '../core/whole-file.ts'

type DataDir = Pick<Config, 'dataDir'>

const folderOf = ({ dataDir }: DataDir): string => join(dataDir, 'packs')

/** The local file into which a pack is written before it is stored; `name` is unique for the customer. */
export const packPath = ({ config, customerId, name }: { config: DataDir; customerId: number; name: string | number }): string =>
  join(folderOf(config), `${customerId}-${name}.zip`)

export async function openPackFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
}

/** Removes a pack's file, whether complete or half-written, that a killed process left behind. */
export async function removePackFile(path: string): Promise<void> {
  await rm(path, { force: true })
  await rm(nameHalf(path), { force: true })
}

/** Removes files that were last written more than a day ago, because the packs that they belong to were abandoned. */
export async function removeOldPackFiles(config: DataDir): Promise<void> {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 })
  for (const name of await readdir(folderOf(config))) {
    const path = join(folderOf(config), name)
    const file = await stat(path).catch(() => undefined) // the file may have been completed in the meantime
    // The operating system sets a file's time, so the injected clock is not used here.
    if (file?.isFile() && Date.now() - file.mtimeMs > DAY_MS) await rm(path, { force: true })
  }
}
