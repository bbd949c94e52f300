/** Something beside the program could not be reached. It is nobody's fault here: a job that meets it is tried again soon, as often as it takes. */
export class UnavailableError extends Error {
  override name = 'AwayError'
}

/** Files can be neither stored nor read. */
export class StorageUnavailableError extends UnavailableError {
  override name = 'StorageAwayError'
  /** There is no room left. */
  readonly isFull: boolean
  /** It is there and does not let us in: no waiting mends that, people do. */
  readonly isRefused: boolean

  constructor(cause: Error, { isFull, isRefused }: { isFull: boolean; isRefused: boolean }) {
    super(cause.message, { cause })
    this.isFull = isFull
    this.isRefused = isRefused
  }
}
