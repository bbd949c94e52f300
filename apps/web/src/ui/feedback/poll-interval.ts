const FIRST_MS = 150

/** Delay before the next poll, with exponential backoff: most work finishes in a moment, and long work must not be polled constantly. */
export function nextPollMs({ dataUpdateCount }: { dataUpdateCount: number }, longestMs: number): number {
  return Math.min(longestMs, FIRST_MS * 2 ** Math.min(dataUpdateCount, 10))
}
