import { join } from 'node:path'
import type { Config } from '../core/config.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage, type S3Config } from './s3-storage.ts'
import type { Storage } from './stored-file.ts'
import { withUnavailableErrors } from './unavailable-storage.ts'

export { NotStoredError, type Storage, type StoredFile, TooLargeError, wholeBytes } from './stored-file.ts'

/** The storage: a local folder, or a bucket of an S3 store. */
export type StorageConfig = { kind: 'folder'; dir: string } | ({ kind: 's3' } & S3Config)

/** Does not connect yet; call `check` to test whether the store works. */
export function createStorage(config: StorageConfig): Storage {
  return withUnavailableErrors(config.kind === 'folder' ? createFolderStorage(config.dir) : createS3Storage(config))
}

/** The store configured in the environment. */
export function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage {
  return s3
    ? createStorage({ kind: 's3', ...s3, tempDir: join(dataDir, 'spool') })
    : createStorage({ kind: 'folder', dir: join(dataDir, 'files') })
}
