import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSession, saveSession } from './session.ts'
import { makeSessionStore } from './session-store.ts'

const signIn = (id: number) =>
  saveSession({
    step: 'signedIn',
    expiresAt: '2030-01-01T00:00:00.000Z',
    user: { id, firstName: 'Dana', lastName: 'Ruiz', emailAddress: 'dana@park.demo' },
  } as unknown as Parameters<typeof saveSession>[0]) // the store reads only these fields of a session

beforeEach(clearSession)

describe('a session store', () => {
  test('survives a session refresh and is cleared when the session ends', () => {
    signIn(1)
    const onEnd = vi.fn()
    const store = makeSessionStore<string>('nothing', onEnd)
    store.set('a file')
    signIn(1)
    expect(store.get()).toBe('a file')
    expect(onEnd).not.toHaveBeenCalled()
    clearSession()
    expect(store.get()).toBe('nothing')
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('a file')
  })

  test('is cleared for the next user, even when one session immediately follows another', () => {
    signIn(1)
    const store = makeSessionStore<string>('nothing')
    store.set('a file')
    signIn(2)
    expect(store.get()).toBe('nothing')
  })

  test('can keep data across a reload, for the same user only', () => {
    const keep = { key: 'test.kept', parse: (kept: unknown) => (typeof kept === 'string' ? kept : undefined) }
    signIn(1)
    makeSessionStore<string>('nothing', undefined, keep).set('a cart')
    expect(makeSessionStore<string>('nothing', undefined, keep).get()).toBe('a cart')
    expect(makeSessionStore<string>('nothing', undefined, { ...keep, parse: () => undefined }).get()).toBe('nothing')
    signIn(2)
    expect(makeSessionStore<string>('nothing', undefined, keep).get()).toBe('nothing')
    signIn(1)
    expect(makeSessionStore<string>('nothing', undefined, keep).get()).toBe('nothing')
  })
})
