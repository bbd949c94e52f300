import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppRouter } from '../api/app-router.ts'
import { clearSession } from '../api/session/session.ts'
import { cacheLink } from './cache-link.ts'
import { getNetwork, noteReachable } from './network.ts'

type Ending = { data: unknown } | { error: Error }

function lineThat(answers: () => Ending): TRPCLink<AppRouter> {
  return () => () =>
    observable((observer) => {
      const ending = answers()
      if ('error' in ending) return observer.error(TRPCClientError.from(ending.error))
      observer.next({ result: { type: 'data', data: ending.data } })
      observer.complete()
    })
}

const silent = () => ({ error: new TypeError('Failed to fetch') })
const refused = () => ({
  error: TRPCClientError.from({ error: { message: 'No.', code: -32600, data: { key: 'not_found', httpStatus: 404 } } } as never), // the server's error format
})
const clientOver = (answers: () => Ending) => createTRPCClient<AppRouter>({ links: [cacheLink(), lineThat(answers)] })

beforeEach(() => {
  clearSession()
  noteReachable()
})

describe('a call to the server', () => {
  test('marks the network as down when no server is reached, and as up after a response', async () => {
    await expect(clientOver(silent).user.readOneById.query()).rejects.toThrow('Failed to fetch')
    expect(getNetwork().isUnreachable).toBe(true)
    await clientOver(() => ({ data: { id: 1 } })).user.readOneById.query()
    expect(getNetwork().isUnreachable).toBe(false)
  })

  describe('whose packets are lost', () => {
    const vanishing = () => createTRPCClient<AppRouter>({ links: [cacheLink(), () => () => observable(() => undefined)] })
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    test('ends within two seconds and reports that the network is down', async () => {
      vi.stubGlobal('fetch', () => Promise.reject(new DOMException('', 'TimeoutError')))
      const call = vanishing().user.readOneById.query()
      const ended = expect(call).rejects.toThrow('Failed to fetch')
      await vi.advanceTimersByTimeAsync(1999)
      await ended
      expect(getNetwork().isUnreachable).toBe(true)
    })

    test('leaves the network marked as down when the call is canceled', async () => {
      vi.stubGlobal('fetch', () => Promise.reject(new DOMException('', 'TimeoutError')))
      // As in the real links, an aborted call ends with an error.
      const line: TRPCLink<AppRouter> = () => () =>
        observable((observer) => () => {
          observer.error(TRPCClientError.from(new DOMException('', 'AbortError')))
        })
      const ended = expect(createTRPCClient<AppRouter>({ links: [cacheLink(), line] }).user.readOneById.query()).rejects.toThrow(
        'Failed to fetch',
      )
      await vi.advanceTimersByTimeAsync(2000)
      await ended
      expect(getNetwork().isUnreachable).toBe(true)
    })

    test('counts as slow, not as lost, while the server still responds', async () => {
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('ok')))
      let isOver = false
      void vanishing()
        .user.readOneById.query()
        .catch(() => undefined)
        .finally(() => {
          isOver = true
        })
      await vi.advanceTimersByTimeAsync(5000)
      expect(isOver).toBe(false)
      expect(getNetwork().isUnreachable).toBe(false)
    })

    test('is not abandoned when it changes data, because it may have arrived', async () => {
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('')))
      let isOver = false
      void vanishing()
        .order.updateReceiveAllByDocumentid.mutate({ documentId: 1 })
        .catch(() => undefined)
        .finally(() => {
          isOver = true
        })
      await vi.advanceTimersByTimeAsync(5000)
      expect(isOver).toBe(false)
      expect(getNetwork().isUnreachable).toBe(true)
    })
  })

  test('shows that the server is reachable even if the call is refused', async () => {
    await expect(clientOver(silent).user.readOneById.query()).rejects.toThrow()
    await expect(clientOver(refused).order.readOneById.query({ documentId: 1 })).rejects.toThrow('No.')
    expect(getNetwork().isUnreachable).toBe(false)
  })
})
