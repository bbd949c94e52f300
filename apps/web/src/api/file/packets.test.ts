import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from '../../ui/toast/toast.ts'
import { RefusedError, sendPackets } from './packets.ts'

const busy = (status: number, headers: Record<string, string> = {}) => new Response('', { status, headers })
const stored = () => new Response('{"received":1,"totalPackets":1}')
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000)

/**
 * Sends one small file to a mock server that gives these answers in turn and then repeats the last; `attempts` lists the time of each request, in
 * seconds.
 */
function send(...answers: (() => Response | Promise<Response>)[]) {
  const attempts: number[] = []
  const pauses: (string | undefined)[] = []
  const stop = new AbortController()
  const start = Date.now()
  const first = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => {
    attempts.push((Date.now() - start) / 1000)
    first.resolve()
    return (answers.length > 1 ? answers.shift() : answers[0])?.()
  })
  const file = new File(['Seal was intact.'], 'note.txt', { type: 'text/plain' })
  const done = sendPackets({
    path: '/api/v1/file/upload/medattachment',
    file,
    groupId: 'med-4',
    id: 'note',
    fields: { medId: 4 },
    arrived: [],
    onProgress: () => {},
    onPause: (waitsFor) => pauses.push(waitsFor),
    signal: stop.signal,
  })
  const outcome = done.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  return { attempts, pauses, stop, outcome, begun: first.promise }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a file sent in packets', () => {
  test.each([429, 500, 502, 503])(
    '[FILE-005] is sent up to four times, at growing intervals, when the server answers %i',
    async (status) => {
      const { attempts, pauses, outcome, begun } = send(() => busy(status))
      await begun
      await seconds(6.9)
      expect(attempts).toEqual([0, 1, 3])
      expect(toast.get()).toEqual([])
      await seconds(1)
      expect(attempts).toEqual([0, 1, 3, 7])
      expect(await outcome).toEqual({ error: expect.any(RefusedError) })
      expect(toast.get()).toMatchObject([
        { kind: 'stop', message: 'Unable to Upload File(s)', detail: expect.stringContaining('note.txt') },
      ])
      expect(pauses).toEqual(['server', 'server', 'server'])
      await seconds(600)
      expect(attempts).toHaveLength(4)
    },
  )

  test('is resumed after the delay in Retry-After, given in seconds or as a date', async () => {
    const until = () => busy(503, { 'retry-after': new Date(Date.now() + 20_000).toUTCString() })
    vi.setSystemTime(new Date('2026-09-16T12:00:00Z'))
    const { attempts, pauses, outcome, begun } = send(() => busy(429, { 'retry-after': '45' }), until, stored)
    await begun
    window.dispatchEvent(new Event('online'))
    await seconds(44)
    expect(attempts).toEqual([0])
    await seconds(1)
    expect(attempts).toEqual([0, 45])
    await seconds(20)
    expect(attempts).toEqual([0, 45, 65])
    expect(await outcome).toEqual({ answer: { received: 1, totalPackets: 1 } })
    expect(pauses).toEqual(['server', 'server', undefined])
    expect(toast.get()).toEqual([])
  })

  test('[FILE-005] fails at once when the server asks for a long delay', async () => {
    const { attempts, outcome } = send(() => busy(429, { 'retry-after': '3600' }))
    expect(await outcome).toEqual({ error: expect.any(RefusedError) })
    expect(attempts).toEqual([0])
    expect(toast.get()).toMatchObject([{ kind: 'stop', message: 'Unable to Upload File(s)' }])
  })

  test('[FILE-005] fails with an error when a Wi-Fi sign-in page answers instead of the server', async () => {
    const { pauses, outcome, begun } = send(() => new Response('<html>Sign in to the Wi-Fi</html>'))
    await begun
    await seconds(8)
    expect(await outcome).toEqual({ error: expect.any(RefusedError) })
    expect(pauses).not.toContain('network')
    expect(toast.get()).toMatchObject([{ message: 'Unable to Upload File(s)' }])
  })

  test('waits indefinitely for the network to return', async () => {
    let isUnreachable = true
    const { attempts, pauses, outcome, begun } = send(() => {
      if (isUnreachable) throw new TypeError('Failed to fetch')
      return stored()
    })
    await begun
    await seconds(600)
    expect(attempts.length).toBeGreaterThan(30)
    expect(new Set(pauses)).toEqual(new Set(['network']))
    expect(toast.get()).toEqual([])
    isUnreachable = false
    window.dispatchEvent(new Event('online'))
    expect(await outcome).toMatchObject({ answer: { received: 1 } })
    expect(pauses.at(-1)).toBeUndefined()
  })

  test('can be aborted during a wait', async () => {
    const { stop, outcome, begun } = send(() => busy(503))
    await begun
    stop.abort()
    expect(await outcome).toEqual({ answer: undefined })
    expect(toast.get()).toEqual([])
  })
})
