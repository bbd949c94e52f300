const FIRST_MS = 150

/** How long to wait before asking once more for what is being worked on: most is done in a moment, and what is not is not asked for all the time. */
export function nextPollMs({ dataUpdateCount }: { dataUpdateCount: number }, longestMs: number): number {
  return Math.min(longestMs, FIRST_MS * 2 ** Math.min(dataUpdateCount, 10))
}
