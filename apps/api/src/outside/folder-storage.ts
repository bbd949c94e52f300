import { constants } from 'node:fs'
import { access, mkdir, open, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finishFile, syncFolder } from '../core/whole-file.ts'
import { NotStoredError, openSpoolDir, type Storage, spool, storageKey } from './stored-file.ts'

/**
 * Stores objects as files `<dir>/<customerId>/<sha256>`, mode 600. A file gets its final name by a rename, so under that name it is always complete.
 */
export function createFolderStorage(dir: string): Storage {
  const incoming = join(dir, '.incoming')
  let ready: Promise<void> | undefined
  const makePath = (customerId: number, sha256: string) => join(dir, storageKey(customerId, sha256))

  async function readSize(path: string): Promise<number> {
    return (await stat(path).catch(absent(path))).size
  }

  return {
    async put(customerId, bytes, { beforeVisible, ...options } = {}) {
      storageKey(customerId, '0'.repeat(64))
      ready ??= openSpoolDir(incoming)
      await ready.catch((error: unknown) => {
        // The next `put` tries again to open the folder, because the disk may only have been full.
        ready = undefined
        throw error
      })
      const { path, sha256, size } = await spool(incoming, bytes, options)
      try {
        await beforeVisible?.({ sha256, size })
        const target = makePath(customerId, sha256)
        const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        if (made !== undefined) await syncFolder(dir)
        await finishFile(path, target)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { sha256, size }
    },
    async get(customerId, sha256) {
      const path = makePath(customerId, sha256)
      const file = await open(path, 'r').catch(absent(path))
      return file.createReadStream()
    },
    async size(customerId, sha256) {
      return readSize(makePath(customerId, sha256))
    },
    async local(customerId, sha256) {
      const path = makePath(customerId, sha256)
      await readSize(path)
      return { path, release: async () => undefined }
    },
    async delete(customerId, sha256) {
      await rm(makePath(customerId, sha256), { force: true })
    },
    async check() {
      await openSpoolDir(incoming)
      await access(dir, constants.R_OK | constants.W_OK)
      // Writes a file as a probe, because only a write reveals a full or read-only disk.
      const probe = join(incoming, `check-${process.pid}-${Date.now()}`)
      await writeFile(probe, 'x')
      await unlink(probe)
    },
  }
}

function absent(path: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'ENOENT') throw new NotStoredError(`Not stored: ${path}`)
    throw error
  }
}
