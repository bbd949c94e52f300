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
 * A rename is durable only once its folder is synced. Windows cannot open a folder, but its journal makes the rename durable; a folder with write but
 * no read permission cannot be synced, but the file in it is complete.
 */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dir, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') return undefined
    throw error
  })
  await folder?.sync().finally(() => folder.close())
}
