import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SharedQuery } from './shared-query.ts'

/** Returns a `lookUp` function and the list of its calls in the order in which they began. The test decides when each call ends or fails. */
function watchLookups() {
  const begun: { by: string; end: (found: string) => void; fail: (error: Error) => void }[] = []
  const lookUp = (by: string) => () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ by, end: resolve, fail: reject })
    return promise
  }
  return { begun, lookUp }
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => vi.useRealTimers())

describe('shared lookups', () => {
  test('give all callers that arrive during a lookup the result of the next lookup', async () => {
    const shared = new SharedQuery()
    const { begun, lookUp } = watchLookups()
    const first = shared.ask('k', lookUp('first'))
    const others = ['second', 'third', 'fourth'].map((name) => shared.ask('k', lookUp(name)))
    expect(begun.map(({ by }) => by)).toEqual(['first'])
    begun[0]?.end('old')
    expect(await first).toBe('old')
    await nextTick()
    expect(begun.map(({ by }) => by)).toEqual(['first', 'second'])
    begun[1]?.end('new')
    expect(await Promise.all(others)).toEqual(['new', 'new', 'new'])
    const later = shared.ask('k', lookUp('later'))
    expect(begun).toHaveLength(3)
    begun[2]?.end('latest')
    expect(await later).toBe('latest')
  })

  test('do not delay lookups of other keys', async () => {
    const shared = new SharedQuery()
    const { begun, lookUp } = watchLookups()
    const both = [shared.ask('a', lookUp('a')), shared.ask('b', lookUp('b'))]
    expect(begun.map(({ by }) => by)).toEqual(['a', 'b'])
    // An unanswered lookup would time out during some later test.
    for (const { end } of begun) end('fine')
    expect(await Promise.all(both)).toEqual(['fine', 'fine'])
  })

  test('pass a failure on to the callers that shared the lookup, and to no later caller', async () => {
    const shared = new SharedQuery()
    const { begun, lookUp } = watchLookups()
    const first = shared.ask('k', lookUp('first'))
    const second = shared.ask('k', lookUp('second'))
    begun[0]?.fail(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await nextTick()
    begun[1]?.end('fine')
    expect(await second).toBe('fine')
  })

  test('end an unanswered lookup with an error after a timeout, then run a new one for the waiting callers', async () => {
    vi.useFakeTimers()
    const shared = new SharedQuery({ timeoutMs: 1000 })
    const { begun, lookUp } = watchLookups()
    const first = shared.ask('k', lookUp('first'))
    const second = shared.ask('k', lookUp('second'))
    const rejected = expect(first).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
    await vi.advanceTimersByTimeAsync(1000)
    await rejected
    expect(begun.map(({ by }) => by)).toEqual(['first', 'second'])
    begun[1]?.end('fine')
    expect(await second).toBe('fine')
  })

  test('never return an answer older than the request, and run at most one lookup per key at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 30 }), async (scheduler, keys) => {
        const shared = new SharedQuery()
        let clock = 0
        const running = new Map<string, number>()
        const asked: Promise<void>[] = []
        const ask = async (key: string) => {
          const askedAt = ++clock
          const beganAt = await shared.ask(key, async () => {
            running.set(key, (running.get(key) ?? 0) + 1)
            expect(running.get(key)).toBe(1)
            const now = ++clock
            await scheduler.schedule(Promise.resolve())
            running.set(key, 0)
            return now
          })
          expect(beganAt).toBeGreaterThan(askedAt)
        }
        for (const key of keys) asked.push(scheduler.schedule(Promise.resolve()).then(() => ask(key)))
        await scheduler.waitFor(Promise.all(asked))
      }),
    )
  })
})
