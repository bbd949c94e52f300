import { QueryObserver } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toast } from '../ui/toast/toast.ts'
import { cachedForever, makeQueryClient, mayRepeat, mayRetry, retryDelay, writeSentence } from './query-client.ts'
import { clearSession, getSession, saveSession } from './session/session.ts'

function failure(message: string, httpStatus: number, key?: string, requestId?: string): TRPCClientError<never> {
  return TRPCClientError.from({
    error: { message, code: -32000, data: { httpStatus, key: key ?? null, requestId: requestId ?? null } },
  } as never)
}

const shown = () => toast.get().map(({ kind, message }) => ({ kind, message }))

async function mutate(work: () => Promise<unknown>, meta: { done?: string; touches?: string[]; quiet?: boolean } = {}) {
  const client = makeQueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const mutation = client.getMutationCache().build(client, { mutationFn: work, meta })
  await mutation.execute(undefined).catch(() => undefined)
  return { client, invalidate }
}

afterEach(() => {
  vi.restoreAllMocks()
  clearSession()
})

describe('query client', () => {
  test('shows the catalog message of a known error', async () => {
    await mutate(() => Promise.reject(failure('That order is closed.', 409, 'order.closed')))
    expect(shown()).toEqual([{ kind: 'stop', message: 'That order is closed.' }])
  })

  test('[ERR-009] never shows a validation dump or an internal message', async () => {
    expect(writeSentence(failure('[{"code":"too_small"}]', 400))).toBe('An Unknown Error Occurred.')
    expect(writeSentence(new Error('x is not a function'))).toBe('An Unknown Error Occurred.')
    expect(writeSentence('?')).toBe('An Unknown Error Occurred.')
  })

  test('shows the request id for unknown errors only', async () => {
    const requestId = '7f3a1b2c-0000-4000-8000-000000000000'
    await mutate(() => Promise.reject(failure('x is not a function', 500, undefined, requestId)))
    await mutate(() => Promise.reject(failure('That order is closed.', 409, 'order.closed', requestId)))
    expect(toast.get().map(({ message, detail }) => ({ message, detail }))).toEqual([
      { message: 'An Unknown Error Occurred.', detail: 'Request 7f3a1b2c' },
      { message: 'That order is closed.', detail: undefined },
    ])
  })

  test('retries a change to a locked order and shows a message, but does not retry any other refusal', async () => {
    vi.useFakeTimers()
    try {
      const work = vi.fn(() => (work.mock.calls.length < 4 ? Promise.reject(failure('Held.', 503, 'order_busy')) : Promise.resolve('done')))
      const done = mutate(work, { done: 'The order was voided.' })
      await vi.advanceTimersByTimeAsync(900)
      expect(shown()).toEqual([{ kind: 'info', message: 'Somebody else is receiving or changing this order right now.' }])
      await vi.advanceTimersByTimeAsync(3000)
      await done
      expect(work).toHaveBeenCalledTimes(4)
      expect(shown().at(-1)).toEqual({ kind: 'done', message: 'The order was voided.' })
      const refused = vi.fn(() => Promise.reject(failure('Busy.', 503, 'busy')))
      await mutate(refused)
      expect(refused).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('shows no toast for an error marked as quiet', async () => {
    await mutate(() => Promise.reject(failure('No', 400, 'settings.old')), { quiet: true })
    expect(shown()).toEqual([])
  })

  test('shows a toast for a failed read only if the read asks for it', async () => {
    const read = (meta: { loud?: boolean }) =>
      makeQueryClient()
        .fetchQuery({ queryKey: [['x']], queryFn: () => Promise.reject(failure('Not there.', 404, 'order_not_found')), meta })
        .catch(() => undefined)
    await read({})
    expect(shown()).toEqual([])
    await read({ loud: true })
    expect(shown()).toEqual([{ kind: 'stop', message: 'Not there.' }])
  })

  test('[SHELL-037] shows a mutation’s success message and refreshes the affected queries', async () => {
    const { invalidate } = await mutate(() => Promise.resolve(1), { done: 'Order received', touches: ['order'] })
    expect(shown()).toEqual([{ kind: 'done', message: 'Order received' }])
    expect(invalidate.mock.calls).toEqual([[{ queryKey: [['order']] }]])
  })

  test('[SHELL-035] ends the session on a 401, even if the call shows no error messages', async () => {
    saveSession({ step: 'signedIn', expiresAt: '2030-01-01T00:00:00Z', user: null, customer: null })
    await mutate(() => Promise.reject(failure('Not signed in', 401, 'auth.none')), { quiet: true })
    expect(getSession()).toBeUndefined()
    expect(sessionStorage.getItem('seriatim-notice')).toBe('Not Authenticated')
    expect(shown()).toEqual([])
  })

  test('[CONST-003] retries network errors, 429 and 5xx three times, doubling the delay from 1 s to at most 30 s', () => {
    const network = TRPCClientError.from(new TypeError('Failed to fetch'))
    expect([0, 1, 2, 3].map((failures) => mayRetry(failures, network))).toEqual([true, true, true, false])
    expect([429, 500, 503, 400, 403, 404, 409].map((status) => mayRetry(0, failure('', status)))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  test('[CONST-003] fetches a failing read at 0, 1, 3 and 7 seconds before showing the error, but a refused read only once', async () => {
    vi.useFakeTimers()
    const start = Date.now()
    const read = (error: Error) => {
      const at: number[] = []
      const queryFn = () => {
        at.push((Date.now() - start) / 1000)
        return Promise.reject(error)
      }
      const meta = { loud: true }
      const stop = new QueryObserver(makeQueryClient(), { queryKey: [[error.message]], queryFn, meta }).subscribe(() => undefined)
      return { at, stop }
    }
    try {
      const broken = read(failure('', 503))
      await vi.advanceTimersByTimeAsync(6_999)
      expect(broken.at).toEqual([0, 1, 3])
      expect(shown()).toEqual([])
      await vi.advanceTimersByTimeAsync(600_000)
      expect(broken.at).toEqual([0, 1, 3, 7])
      expect(shown()).toEqual([{ kind: 'stop', message: 'An Unknown Error Occurred.' }])
      const refused = read(failure('No.', 403, 'not_allowed'))
      await vi.advanceTimersByTimeAsync(600_000)
      expect(refused.at).toHaveLength(1)
      broken.stop()
      refused.stop()
    } finally {
      vi.useRealTimers()
    }
  })

  test('[CONST-004 CONST-005] drops unused responses after five minutes, but never the profile', () => {
    const { queries, mutations } = makeQueryClient().getDefaultOptions()
    expect(queries?.gcTime).toBe(300_000)
    expect(mutations?.retry).toBe(mayRepeat)
    expect(mayRepeat(0, failure('Busy.', 503, 'busy'))).toBe(false)
    expect(mayRepeat(0, new Error('no answer'))).toBe(false)
    expect(cachedForever).toEqual({ staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
  })
})
