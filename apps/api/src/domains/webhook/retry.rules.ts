import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/day.ts'
import { readRetryAfter } from '../../core/retry-after.ts'

/** Delays after the first to the ninth failed attempt; together about three days. */
const DELAYS_MS = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const
export const MOST_ATTEMPTS = DELAYS_MS.length + 1

/** Time of continuous failure after which an endpoint is turned off. */
export const FAILING_MS = 3 * DAY_MS

/** How long all events for a receiver wait after it reported an overload or did not answer, unless its Retry-After asks for another pause. */
const PAUSE_MS = 30_000
const JITTER = 0.2

/** The facts about an attempt that decide what happens next. */
export interface Attempt {
  /** HTTP status of the answer; null if no answer came. */
  status: number | null
  answer: string | null
  error: string | null
  retryAfter: string | undefined
}

export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'gone' }
  /**
   * `dueAt`: time of the next attempt; null if this was the last. `pausedUntil`: set if the receiver is overloaded or down, so that all its events
   * have to wait.
   */
  | { kind: 'failed'; dueAt: Date | null; pausedUntil: Date | null }

const isPausing = (status: number | null) => status === null || status === 429 || (status >= 502 && status <= 504)

/**
 * Decides what happens after an attempt. Only 2xx is a success.
 *
 * @param attempts number of attempts so far, this one included.
 * @param random from 0 to 1: spreads retries so that they do not arrive together.
 */
export function judgeAttempt({ status, retryAfter }: Attempt, attempts: number, now: Date, random: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const asked = readRetryAfter(retryAfter, now)
  const later = (ms: number) => new Date(now.getTime() + ms)
  const delay = DELAYS_MS[attempts - 1]
  return {
    kind: 'failed',
    dueAt: delay === undefined ? null : later(Math.max(Math.round(delay * (1 + JITTER * (random - 0.5))), asked)),
    pausedUntil: asked > 0 ? later(asked) : isPausing(status) ? later(PAUSE_MS) : null,
  }
}
