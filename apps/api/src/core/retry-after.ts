import { DAY_MS } from './day.ts'

/** Upper limit for the pause that a receiver can request. */
const LONGEST_PAUSE_MS = DAY_MS

/** Parses `Retry-After`, in seconds or as an HTTP date, to milliseconds from now; 0 if it is missing or invalid. */
export function readRetryAfter(text: string | undefined, now: Date): number {
  if (!text) return 0
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : 0
}
