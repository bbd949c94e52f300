import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The temporary name of a file that is still being written. */
export const nameHalf = (path: string): string => `${path}.half`

/**
 * Renames a completely written file to its final name. When it resolves, file and name are synced to disk: a file with that name is complete, even
 * after a power cut.
 */
export async function finishFile(half: string, path: string): Promise<void> {
  const file = await open(half, 'r+')
  await file.sync().finally(() => file.close())
  await rename(half, path)
  await syncFolder(dirname(path))
}

export async function writeWholeFile(path: string, content: Uint8Array | string): Promise<void> {
  const half = nameHalf(path)
  const file = await open(half, 'w', 0o600)
  await file.writeFile(content).finally(() => file.close())
  await finishFile(half, path)
}

/**
 * Syncs a folder, so that renames in it survive a power cut. Does nothing on Windows, which cannot open a folder but makes renames durable through
 * its journal. Also does nothing if the process may not read the folder; its files are complete even then.
 */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dir, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') return undefined
    throw error
  })
  await folder?.sync().finally(() => folder.close())
}
