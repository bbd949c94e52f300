import { HOUR_MS, MINUTE_MS } from '../../../core/day.ts'
import { readRetryAfter } from '../../../core/retry-after.ts'

/** Delays after the first and each later failed attempt; together about a day and a half. */
const DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  6 * HOUR_MS,
  6 * HOUR_MS,
  6 * HOUR_MS,
  6 * HOUR_MS,
] as const
export const MOST_ATTEMPTS = DELAYS_MS.length + 1

const JITTER = 0.2

/**
 * When a document is sent again after a failed attempt; null after the last one.
 *
 * @param attempts number of attempts so far, the failed one included.
 * @param random from 0 to 1: spreads retries so that they do not arrive together.
 */
export function nextAttempt(attempts: number, retryAfter: string | undefined, now: Date, random: number): Date | null {
  const delay = DELAYS_MS[attempts - 1]
  if (delay === undefined) return null
  return new Date(now.getTime() + Math.max(Math.round(delay * (1 + JITTER * (random - 0.5))), readRetryAfter(retryAfter, now)))
}
