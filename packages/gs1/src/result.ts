/** A value, or the reason why there is none. Nothing in this package throws for invalid input. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

export function success<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

export function failure<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}
