import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Where a file is written until it is whole. */
export const nameHalf = (path: string): string => `${path}.half`

/** Moves a file that is written to its end to its name, both on the disk when it resolves: whoever finds it there finds it whole, after a power cut too. */
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
 * A rename is durable only when its folder is on the disk too. Windows cannot open a folder, and its journal makes the rename durable; a folder that may be
 * written but not read cannot be synced either, but the file in it is whole.
 */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dir, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') return undefined
    throw error
  })
  await folder?.sync().finally(() => folder.close())
}
