import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from '../../ui/toast/toast.ts'
import { clearSession, endSession, endUnauthenticated, getSession, saveSession, showNotice, touchSession } from './session.ts'

const now = Date.parse('2026-09-16T12:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const answer = { step: 'signedIn', expiresAt: at(720), idleExpiresAt: at(30), user: null, customer: null } as const

function stored(): Record<string, unknown> {
  return JSON.parse(localStorage.getItem('auth_data') ?? 'null')
}

describe('the stored session', () => {
  beforeEach(() => {
    clearSession()
    showNotice()
    toast.clear()
  })

  test('[LOGIN-020] is kept under auth_data with the time zone and without the token', () => {
    saveSession({ ...answer, token: 'secret' }, now)
    expect(stored()).toMatchObject({ step: 'signedIn', expiresAt: at(720), user_timezone: expect.any(String) })
    expect(localStorage.getItem('auth_data')).not.toContain('secret')
  })

  test('[LOGIN-021] uses the Los Angeles time zone when the browser reports none', () => {
    const resolved = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue({ timeZone: '' } as Intl.ResolvedDateTimeFormatOptions)
    saveSession(answer, now)
    expect(stored()).toMatchObject({ user_timezone: 'America/Los_Angeles' })
    resolved.mockRestore()
  })

  test('[LOGIN-019] leaves the theme, scanner settings and unsent scans in place when it is cleared', () => {
    localStorage.setItem('seriatim-theme', 'dark')
    localStorage.setItem('scanner', '{}')
    saveSession(answer, now)
    clearSession()
    expect(getSession()).toBeUndefined()
    expect(Object.keys(localStorage).sort()).toEqual(['scanner', 'seriatim-theme'])
  })

  test('[SHELL-035] is cleared on a 401, and the app restarts at / with an orange message', () => {
    const go = vi.fn()
    saveSession(answer, now)
    endUnauthenticated(go)
    endUnauthenticated(go)
    expect(go.mock.calls).toEqual([['/']])
    expect(getSession()).toBeUndefined()
    expect(toast.get()).toEqual([])
    showNotice()
    expect(toast.get()).toMatchObject([{ kind: 'attention', message: 'Not Authenticated' }])
  })

  test('[SHELL-035] ignores a call that is refused after a sign-out, but ends on a 401 after the next sign-in', async () => {
    const go = vi.fn()
    saveSession(answer, now)
    await endSession(async () => endUnauthenticated(go))
    expect(getSession()).toBeUndefined()
    endUnauthenticated(go)
    expect(go).not.toHaveBeenCalled()
    saveSession(answer, now)
    endUnauthenticated(go)
    expect(go.mock.calls).toEqual([['/']])
  })

  test('extends its idle timeout on activity, but never past the end of the session', () => {
    saveSession(answer, now)
    touchSession(now + 10 * 60_000)
    expect(getSession()?.idleExpiresAt).toBe(at(40))
    touchSession(now + 700 * 60_000)
    expect(getSession()?.idleExpiresAt).toBe(at(720))
  })

  test('ends when the user signs out in another tab', () => {
    saveSession(answer, now)
    localStorage.removeItem('auth_data')
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'auth_data' }))
    expect(getSession()).toBeUndefined()
  })
})
