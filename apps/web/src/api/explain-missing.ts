import { readErrorKey, writeSentence } from './query-client.ts'

/** The reason why a detail page has nothing to show: its URL is invalid, or the server's message; undefined while data may still arrive. */
export function explainMissing(id: number, query: { error: unknown }, words: string): string | undefined {
  if (id === 0) return words
  return readErrorKey(query.error) ? writeSentence(query.error) : undefined
}
