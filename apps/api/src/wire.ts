import superjson from 'superjson'
import { AppError } from './errors.ts'

/**
 * An input as it comes: `{"json": …}`, plain JSON and nothing beside it. superjson's annotations (`meta`) name types and places to build values at,
 * and building is done before any shape is asked: a hundred bytes of them could fill the memory. So nothing is built from what a caller sends.
 *
 * @throws AppError input_annotated for everything else.
 */
export function readInput(sent: unknown): unknown {
  if (sent === undefined) return undefined
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) throw new AppError('input_annotated')
  for (const name in sent) if (name !== 'json') throw new AppError('input_annotated')
  return (sent as { json?: unknown }).json
}

/** How values cross the wire: in as plain JSON, out as superjson, which keeps the difference between `undefined` and `null` in our own answers. */
export const transformer = {
  input: { serialize: (value: unknown) => ({ json: value }), deserialize: readInput },
  output: superjson,
}

const requests = new WeakMap<Error, string>()

/** Notes the request of an error that is thrown before a call has its context, for the answer to name it. */
export function ofRequest<E extends Error>(error: E, requestId: string): E {
  requests.set(error, requestId)
  return error
}

export function readRequestId(error: Error): string | null {
  return requests.get(error) ?? null
}
