import superjson from 'superjson'
import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'

/**
 * An input as it comes: `{"json": …}`, plain JSON and nothing beside it. superjson's annotations (`meta`) name types and places to build values at,
 * and building is done before any shape is asked: a hundred bytes of them could fill the memory. So nothing is built from what a caller sends.
 *
 * @throws AppError input_annotated for everything else.
 */
export function readInput(sent: unknown): unknown {
  if (sent === undefined) return undefined
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) throw new AppError(coreErrors.input_annotated)
  for (const name in sent) if (name !== 'json') throw new AppError(coreErrors.input_annotated)
  return (sent as { json?: unknown }).json // an object, as asked before
}

/** Whether JSON alone carries a value as it is. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every(isPlain)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const name in value) if (!isPlain((value as Record<string, unknown>)[name])) return false // an object, as asked before
  return true
}

/** As superjson writes it. Nearly every answer is plain, and to see that costs a fraction of what superjson's own walk does. */
function writeOutput(value: unknown): ReturnType<typeof superjson.serialize> {
  return isPlain(value) ? { json: value as JsonValue } : superjson.serialize(value) // `isPlain` asked
}
type JsonValue = ReturnType<typeof superjson.serialize>['json']

/** How values cross the wire: in as plain JSON, out as superjson, which keeps the difference between `undefined` and `null` in our own answers. */
export const transformer = {
  input: { serialize: (value: unknown) => ({ json: value }), deserialize: readInput },
  output: { serialize: writeOutput, deserialize: superjson.deserialize.bind(superjson) },
}

const requests = new WeakMap<Error, string>()

/** Notes the request of an error that is thrown before a call has its context, for the answer to name it. */
export function withRequestId<E extends Error>(error: E, requestId: string): E {
  requests.set(error, requestId)
  return error
}

export function readRequestId(error: Error): string | null {
  return requests.get(error) ?? null
}
