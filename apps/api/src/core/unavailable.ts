/** Thrown if a service that the program needs could not be reached. A job that meets this error is retried soon, without a limit on attempts. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

/** Thrown if the file storage is unavailable for writing and reading. */
export class StorageUnavailableError extends UnavailableError {
  override name = 'StorageUnavailableError'
  readonly isFull: boolean
  /** True if access is denied, which a retry does not change. */
  readonly isRefused: boolean

  constructor(cause: Error, { isFull, isRefused }: { isFull: boolean; isRefused: boolean }) {
    super(cause.message, { cause })
    this.isFull = isFull
    this.isRefused = isRefused
  }
}
