import superjson from 'superjson'
import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'

/**
 * Accepts an input only as `{"json": …}` in plain JSON. superjson also allows annotations (`meta`) that tell it which objects to build at which
 * places. It would build them before any schema is checked, so that a request of a hundred bytes could exhaust the memory.
 * @throws AppError input_annotated for everything else.
 */
export function readInput(sent: unknown): unknown {
  if (sent === undefined) return undefined
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) throw new AppError(coreErrors.input_annotated)
  for (const name in sent) if (name !== 'json') throw new AppError(coreErrors.input_annotated)
  return (sent as { json?: unknown }).json // `sent` was checked above to be an object
}

/** Whether plain JSON preserves the value. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every(isPlain)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const name in value) if (!isPlain((value as Record<string, unknown>)[name])) return false // an object, as checked above
  return true
}

/** Writes an output as superjson does. Nearly every answer is plain JSON, and finding that out costs a fraction of superjson's own walk. */
function writeOutput(value: unknown): ReturnType<typeof superjson.serialize> {
  return isPlain(value) ? { json: value as JsonValue } : superjson.serialize(value) // `isPlain` has checked that JSON can represent the value
}
type JsonValue = ReturnType<typeof superjson.serialize>['json']

/** Values arrive as plain JSON and leave as superjson, which keeps `undefined` and `null` apart in our own answers. */
export const transformer = {
  input: { serialize: (value: unknown) => ({ json: value }), deserialize: readInput },
  output: { serialize: writeOutput, deserialize: superjson.deserialize.bind(superjson) },
}

const requests = new WeakMap<Error, string>()

/** Attaches the request id to an error that is thrown before a call has its context, so that the answer can include this id. */
export function withRequestId<E extends Error>(error: E, requestId: string): E {
  requests.set(error, requestId)
  return error
}

export function readRequestId(error: Error): string | null {
  return requests.get(error) ?? null
}
