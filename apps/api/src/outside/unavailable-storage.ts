import { StorageUnavailableError } from '../core/unavailable.ts'
import { NotStoredError, OtherBytesError, type PutOptions, type Storage, TooLargeError } from './stored-file.ts'

/** Maps failures to reach, write or read the store to one error. Errors caused by the caller's own bytes or arguments pass unchanged. */
export function withUnavailableErrors(storage: Storage): Storage {
  return {
    async put(customerId, bytes, { beforeVisible, ...options } = {}) {
      const own = new Set<unknown>()
      const watch = <T>(work: Promise<T>) =>
        work.catch((error: unknown) => {
          own.add(error)
          throw error
        })
      const asked: PutOptions = { ...options, ...(beforeVisible ? { beforeVisible: (stored) => watch(beforeVisible(stored)) } : {}) }
      return storage.put(customerId, watchBytes(bytes, own), asked).catch((error: unknown) => {
        throw own.has(error) ? error : asUnavailable(error)
      })
    },
    get: (customerId, sha256) => storage.get(customerId, sha256).catch(throwUnavailable),
    size: (customerId, sha256) => storage.size(customerId, sha256).catch(throwUnavailable),
    local: (customerId, sha256) => storage.local(customerId, sha256).catch(throwUnavailable),
    delete: (customerId, sha256) => storage.delete(customerId, sha256).catch(throwUnavailable),
    check: () => storage.check().catch(throwUnavailable),
  }
}

async function* watchBytes(bytes: AsyncIterable<Uint8Array>, own: Set<unknown>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    own.add(error)
    throw error
  }
}

function throwUnavailable(error: unknown): never {
  throw asUnavailable(error)
}

/** Error codes for a folder that we may not access or that is read-only. */
const REFUSALS = new Set<unknown>(['EACCES', 'EPERM', 'EROFS'])

function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || [NotStoredError, OtherBytesError, TooLargeError, RangeError].some((kind) => error instanceof kind))
    return error
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } } // properties that Node and the S3 client add to an error
  const status = $metadata?.httpStatusCode
  return new StorageUnavailableError(error, {
    isFull: code === 'ENOSPC' || code === 'EDQUOT',
    isRefused: REFUSALS.has(code) || status === 401 || status === 403,
  })
}
