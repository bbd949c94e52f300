import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'

/** What the caller learns about a failure: transport code and the sentence on screen. */
export type Refusal = { text: string } & (
  | { code: 'TOO_MANY_REQUESTS'; retryAfter: number }
  | { code: Exclude<TRPC_ERROR_CODE_KEY, 'TOO_MANY_REQUESTS'>; retryAfter?: number }
)

/** A failure that a caller can cause; clients recognize it by its key. */
export type ErrorKind = Refusal & { key: string }

/** Defines the errors of one domain, each with its key (see `order.facts.ts`). */
export function defineErrors<const Entries extends Record<string, Refusal>>(
  entries: Entries,
): { readonly [Key in keyof Entries & string]: Entries[Key] & { key: Key } } {
  const kinds = Object.fromEntries(Object.entries(entries).map(([key, refusal]) => [key, { ...refusal, key }]))
  // Object.fromEntries() does not preserve the types of the keys
  return kinds as unknown as { [Key in keyof Entries & string]: Entries[Key] & { key: Key } }
}

/** Message that answers an unexpected fault. Of the fault's details, only the request id leaves the process. */
export const UNKNOWN_ERROR = 'An Unknown Error Occurred.'

/** A failure that a caller can cause. `detail` replaces the fixed sentence of its kind where the sentence needs names or numbers. */
export class AppError extends Error {
  override name = 'AppError'
  readonly key: string
  readonly code: Refusal['code']
  /** Data for the caller's program, such as the candidates for an ambiguous serial number. */
  readonly facts: Record<string, unknown> | undefined
  /** Seconds after which the caller should try again, if known. */
  readonly retryAfter: number | undefined

  constructor(kind: ErrorKind, options?: ErrorOptions & { detail?: string; facts?: Record<string, unknown>; retryAfter?: number }) {
    super(options?.detail ?? kind.text, options)
    this.key = kind.key
    this.code = kind.code
    this.facts = options?.facts
    this.retryAfter = options?.retryAfter ?? kind.retryAfter
  }
}
