import type { ProcedurePath } from '../src/http/rest/types.ts'
import type { Caller } from './harness.ts'

/** Returns the list that an answer contains, whichever field contains it. */
export function makeRows(answer: unknown): unknown {
  const { items, hits, found, rows } = answer as Record<string, unknown>
  return items ?? hits ?? found ?? rows ?? []
}

/** Describes a refusal: `not found` for a not-found error, otherwise the value itself as JSON. */
export function pickCode(refused: unknown): string {
  const { code, key } = (refused ?? {}) as { code?: string; key?: string }
  return code === 'NOT_FOUND' || key?.endsWith('not_found') ? 'not found' : JSON.stringify(refused)
}

/** Calls a procedure by name and collects everything that a stream yields. */
export async function ask(caller: Caller, path: ProcedurePath, input: unknown): Promise<unknown> {
  const [domain = '', name = ''] = path.split('.')
  const routers = caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>> // the tests look up procedures by the names in a table
  const answer = await routers[domain]?.[name]?.(input)
  if (answer === null || typeof answer !== 'object' || !(Symbol.asyncIterator in answer)) return answer
  const items = []
  for await (const item of answer as AsyncIterable<unknown>) items.push(item)
  return items
}
