import { createTRPCClient } from '@trpc/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AppRouter } from './app-router.ts'
import { makeLinks } from './links.ts'
import { browserZone } from './session/session.ts'

const asked = vi.fn((_input: unknown, _init: RequestInit) => Promise.resolve(Response.json([{ result: { data: { json: {} } } }])))
const readHeaders = () => new Headers(asked.mock.calls[0]?.[1].headers)

function client() {
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  return createTRPCClient<AppRouter>({ links: makeLinks() })
}

afterEach(() => vi.unstubAllGlobals())

describe('calls to the server', () => {
  test('[LOGIN-022] include the time zone, and send the session cookie to our own server only', async () => {
    await client().user.readOneById.query()
    expect(asked.mock.calls[0]?.[1].credentials).toBe('same-origin')
    expect(readHeaders().get('x-user-timezone')).toBe(browserZone())
    expect(readHeaders().get('x-background')).toBeNull()
  })

  test('send plain JSON without annotations, even for undefined values', async () => {
    await client().med.readManyBySearch.query({ serialNumber: 'A1', medName: undefined })
    const sent = new URL(String(asked.mock.calls[0]?.[0]), 'http://localhost').searchParams.get('input')
    expect(JSON.parse(sent ?? '')).toEqual({ 0: { json: { serialNumber: 'A1' } } })
  })

  test('are marked as background calls when no user action caused them', async () => {
    await client().file.readManyUploads.query(undefined, { context: { background: true } })
    expect(readHeaders().get('x-background')).toBe('1')
    expect(readHeaders().get('x-user-timezone')).toBe(browserZone())
  })
})
