import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/day.ts'
import { judgeAttempt, MOST_ATTEMPTS } from './retry.rules.ts'

const now = new Date('2026-11-26T12:00:00Z')
const judge = (status: number | null, { attempts = 1, retryAfter = undefined as string | undefined, random = 0.5 } = {}) =>
  judgeAttempt({ status, answer: null, error: null, retryAfter }, attempts, now, random)
const delay = (verdict: ReturnType<typeof judge>) =>
  verdict.kind === 'failed' && verdict.dueAt ? verdict.dueAt.getTime() - now.getTime() : null

describe('an attempt', () => {
  test.each([200, 201, 204, 299])('answered with %i has delivered the event', (status) => {
    expect(judge(status)).toEqual({ kind: 'delivered' })
  })

  test.each([100, 301, 302, 308, 400, 401, 404, 500, null])('answered with %s has failed', (status) => {
    expect(judge(status)).toMatchObject({ kind: 'failed' })
  })

  test('answered with 410 means that the endpoint is gone', () => {
    expect(judge(410)).toEqual({ kind: 'gone' })
  })

  test('is followed by at most nine more, which are spread over about three days', () => {
    const delays = Array.from({ length: MOST_ATTEMPTS }, (_, at) => delay(judge(500, { attempts: at + 1 })))
    expect(delays.slice(0, 3)).toEqual([5000, 5 * MINUTE_MS, 30 * MINUTE_MS])
    expect(delays.at(-1)).toBeNull()
    const total = delays.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    expect(total / DAY_MS).toBeCloseTo(3.15, 1)
  })

  test('is followed by the next one at the planned time, give or take a tenth of the delay', () => {
    expect([0, 1].map((random) => delay(judge(500, { attempts: 4, random })))).toEqual([108 * MINUTE_MS, 132 * MINUTE_MS])
  })

  test('is repeated after the delay that Retry-After gives in seconds or as a date, but after a day at the latest', () => {
    expect(delay(judge(429, { retryAfter: '120' }))).toBe(2 * MINUTE_MS)
    expect(delay(judge(503, { retryAfter: 'Thu, 26 Nov 2026 13:00:00 GMT' }))).toBe(HOUR_MS)
    expect(delay(judge(429, { retryAfter: '999999999' }))).toBe(DAY_MS)
    expect(['soon', '-5', 'Thu, 26 Nov 2020 13:00:00 GMT'].map((retryAfter) => delay(judge(429, { retryAfter })))).toEqual([
      5000, 5000, 5000,
    ])
  })

  test('pauses the whole endpoint if the endpoint is overloaded or unreachable, but not because a single event was rejected', () => {
    const isPausing = (status: number | null) => {
      const verdict = judge(status)
      return verdict.kind === 'failed' && verdict.pausedUntil !== null
    }
    expect([429, 502, 503, 504, null].map(isPausing)).toEqual([true, true, true, true, true])
    expect([301, 400, 422, 500].map(isPausing)).toEqual([false, false, false, false])
  })
})
