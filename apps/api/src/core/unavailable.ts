/** A service that the program needs could not be reached. A job that meets this error is retried soon, as often as it takes. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

/** Files can be neither stored nor read. */
export class StorageUnavailableError extends UnavailableError {
  override name = 'StorageUnavailableError'
  /** The storage is full. */
  readonly isFull: boolean
  /** Access is denied; retrying won't help. */
  readonly isRefused: boolean

  constructor(cause: Error, { isFull, isRefused }: { isFull: boolean; isRefused: boolean }) {
    super(cause.message, { cause })
    this.isFull = isFull
    this.isRefused = isRefused
  }
}
