import { errors } from './facts.ts'

/** Every failure a caller can cause; the sentences stand with their domain (`*.facts.ts`). */
export const ERRORS = errors
export type ErrorKey = keyof typeof ERRORS

/** What is said of a fault of ours: nothing of it leaves the process but the request's id. */
export const UNKNOWN_ERROR = 'An Unknown Error Occurred.'

/** A failure with a sentence of the catalogue; `detail` replaces the sentence where names or numbers belong into it. */
export class AppError extends Error {
  override name = 'AppError'
  readonly key: ErrorKey
  /** Facts for the caller's program, such as the candidates of an ambiguous serial number. */
  readonly facts: Record<string, unknown> | undefined
  /** Seconds until it is worth trying again, where that is known. */
  readonly retryAfter: number | undefined

  constructor(key: ErrorKey, options?: ErrorOptions & { detail?: string; facts?: Record<string, unknown>; retryAfter?: number }) {
    const entry: { text: string; retryAfter?: number } = ERRORS[key]
    super(options?.detail ?? entry.text, options)
    this.key = key
    this.facts = options?.facts
    this.retryAfter = options?.retryAfter ?? entry.retryAfter
  }
}
