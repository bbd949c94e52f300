import { readErrorKey, writeSentence } from './query-client.ts'

/**
 * Explains why a detail page has nothing to show: `words` if the id in the URL is invalid, otherwise the server's message. Undefined if there is no
 * message, for example while the page loads.
 */
export function explainMissing(id: number, query: { error: unknown }, words: string): string | undefined {
  if (id === 0) return words
  return readErrorKey(query.error) ? writeSentence(query.error) : undefined
}
