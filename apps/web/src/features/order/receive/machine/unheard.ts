import type { Heard, LogEntry } from '../receive-types.ts'

/** Newest first, without those that are listed already. */
export function unheard(entries: readonly LogEntry[], heard: readonly Heard[]): LogEntry[] {
  const listed = new Set(entries.map((entry) => ('heard' in entry ? entry.heard.id : '')))
  return heard
    .filter((one) => !listed.has(one.id))
    .toReversed()
    .map((one) => ({ heard: one }))
}
