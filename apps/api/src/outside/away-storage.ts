import { StorageAwayError } from '../away.ts'
import { NotStoredError, OtherBytesError, type PutOptions, type Storage, TooLargeError } from './stored-file.ts'

/** Says in one way that a store could not be reached, written or read. What the caller's own bytes and questions throw stays as it is. */
export function tellAway(storage: Storage): Storage {
  return {
    async put(customerId, bytes, { beforeKept, ...options } = {}) {
      const own = new Set<unknown>()
      const watch = <T>(work: Promise<T>) =>
        work.catch((error: unknown) => {
          own.add(error)
          throw error
        })
      const asked: PutOptions = { ...options, ...(beforeKept ? { beforeKept: (stored) => watch(beforeKept(stored)) } : {}) }
      return storage.put(customerId, watchBytes(bytes, own), asked).catch((error: unknown) => {
        throw own.has(error) ? error : asAway(error)
      })
    },
    get: (customerId, sha256) => storage.get(customerId, sha256).catch(throwAway),
    size: (customerId, sha256) => storage.size(customerId, sha256).catch(throwAway),
    local: (customerId, sha256) => storage.local(customerId, sha256).catch(throwAway),
    delete: (customerId, sha256) => storage.delete(customerId, sha256).catch(throwAway),
    check: () => storage.check(),
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

function throwAway(error: unknown): never {
  throw asAway(error)
}

function asAway(error: unknown): unknown {
  if (!(error instanceof Error) || [NotStoredError, OtherBytesError, TooLargeError, RangeError].some((kind) => error instanceof kind))
    return error
  const { code } = error as { code?: unknown } // what Node adds to an error
  return new StorageAwayError(error, code === 'ENOSPC' || code === 'EDQUOT')
}
