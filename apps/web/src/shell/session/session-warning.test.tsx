import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getSession, saveSession } from '../../api/session/session.ts'
import { me, showApp } from '../../test-app.tsx'
import { serve } from '../../test-server.ts'
import { SessionWarning, timeLeft } from './session-warning.tsx'

const calls = serve('auth', 'updateOneToken')

const now = Date.parse('2026-09-16T12:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const session = (idleMinutes: number, endMinutes = 700) => ({
  step: 'signedIn' as const,
  expiresAt: at(endMinutes),
  idleExpiresAt: at(idleMinutes),
  user: me,
  customer: me.customer,
})

beforeEach(() => {
  vi.useFakeTimers({ now })
  calls.updateOneToken.mockReset()
})
afterEach(() => vi.useRealTimers())

const later = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))

function show(idleMinutes: number, endMinutes?: number) {
  showApp('/', { children: <SessionWarning /> })
  act(() => saveSession(session(idleMinutes, endMinutes)))
}

describe('the session warning', () => {
  test('appears two minutes before the session ends, counts down, and offers to stay signed in', async () => {
    show(30)
    await later(27.9)
    expect(screen.queryByText(/You will be signed out in/)).toBeNull()
    await later(0.6)
    expect(screen.getByText('You will be signed out in 1 min 30 s.')).toBeTruthy()
    expect(screen.getByText('Nothing was scanned or typed for 28 minutes.')).toBeTruthy()
    calls.updateOneToken.mockResolvedValue(session(60))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' })))
    expect(screen.queryByText(/You will be signed out in/)).toBeNull()
    expect(getSession()?.idleExpiresAt).toBe(at(60))
  })

  test('cannot be postponed past the end of the session', async () => {
    show(30, 30)
    await later(29)
    expect(screen.getByText('A session ends after 12 hours. Save your work, then sign in again.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull()
  })

  test('shows the time left', () => {
    expect([120_000, 90_000, 59_001, 45_000, 0].map(timeLeft)).toEqual(['2 min', '1 min 30 s', '1 min', '45 s', '0 s'])
  })
})
