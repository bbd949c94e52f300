import { readErrorKey, writeSentence } from './query-client.ts'

/** Why a detail page has nothing to show: its address is invalid, or the server's sentence; undefined while data may still arrive. */
export function explainMissing(id: number, query: { error: unknown }, words: string): string | undefined {
  if (id === 0) return words
  return readErrorKey(query.error) ? writeSentence(query.error) : undefined
}
