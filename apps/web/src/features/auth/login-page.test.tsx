import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSession, getSession, saveSession } from '../../api/session/session.ts'
import { refuse, serve } from '../../test-server.ts'
import { LoginPage } from './login-page.tsx'

const calls = serve('auth', 'createOneToken', 'updateOneTotp', 'updateOneResendtotp')

const pending = { step: 'totp', expiresAt: '2030-01-01T00:00:00Z', delivery: 'email', sentTo: 'a•••n@park.demo' } as const

function show(): void {
  render(
    <MantineProvider>
      <LoginPage />
    </MantineProvider>,
  )
}

beforeEach(() => {
  clearSession()
  for (const call of Object.values(calls)) call.mockReset()
})

describe('sign-in', () => {
  test('[LOGIN-002 LOGIN-003 LOGIN-013] sends the credentials on Enter, then shows the code form', async () => {
    calls.createOneToken.mockResolvedValue(pending)
    show()
    await userEvent.type(screen.getByLabelText('Email address'), 'admin@park.demo')
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
    expect(await screen.findByLabelText('One-time code')).toBeTruthy()
    expect(calls.createOneToken.mock.calls).toEqual([[{ emailAddress: 'admin@park.demo', password: 'secret' }]])
    expect(getSession()?.step).toBe('totp')
  })

  test('[ERR-001 ERR-002] shows the server’s message, or a generic one for an unknown error', async () => {
    show()
    calls.createOneToken.mockRejectedValueOnce(refuse('This account is locked.')).mockRejectedValueOnce(new TypeError('fetch'))
    await userEvent.type(screen.getByLabelText('Password'), 'x{Enter}')
    await screen.findByText('This account is locked.')
    await userEvent.type(screen.getByLabelText('Password'), '{Enter}')
    await screen.findByText('An Unknown Error Occurred')
  })

  test('shows the request id of an unknown error below the message', async () => {
    show()
    const fault = Object.assign(refuse('boom', 500), { key: null, requestId: '7f3a1b2c-0000-4000-8000-000000000000' })
    calls.createOneToken.mockRejectedValueOnce(fault)
    await userEvent.type(screen.getByLabelText('Password'), 'x{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('An Unknown Error Occurred\nRequest 7f3a1b2c')
  })

  test('does not report a wrong code when the server did not check the code', async () => {
    saveSession(pending)
    calls.updateOneTotp.mockRejectedValue(Object.assign(refuse('Many people are signing in.', 429), { key: 'sign_in_busy' }))
    show()
    await userEvent.type(screen.getByLabelText('One-time code'), '123456{Enter}')
    await screen.findByText('Many people are signing in.')
  })

  test('[LOGIN-004 LOGIN-005] returns to username and password', async () => {
    saveSession(pending)
    show()
    await userEvent.click(screen.getByText('Return to Username and Password'))
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(localStorage.getItem('auth_data')).toBeNull()
  })

  test('[LOGIN-009 LOGIN-010 LOGIN-011 ERR-003] upper-cases a short code, reports that it is too short, and sends it anyway', async () => {
    saveSession(pending)
    let fail: (error: Error) => void = () => undefined
    calls.updateOneTotp.mockReturnValue(new Promise((_, reject) => (fail = reject)))
    show()
    await userEvent.type(screen.getByLabelText('One-time code'), 'ab1{Enter}')
    await screen.findByText('One time passcodes must be exactly 6 characters in length')
    await waitFor(() => expect(calls.updateOneTotp.mock.calls).toEqual([[{ totp: 'AB1' }]]))
    fail(refuse('totp expired'))
    await screen.findByText('Your one time security code has expired. Please generate a new one, or log in again.')
  })

  test('[LOGIN-009] reports a code of five or seven characters as invalid and accepts one of six', async () => {
    const tooLong = 'One time passcodes must be exactly 6 characters in length'
    for (const [code, isSaid] of [
      ['12345', true],
      ['1234567', true],
      ['123456', false],
    ] as const) {
      cleanup()
      calls.updateOneTotp.mockReset().mockReturnValue(new Promise(() => undefined))
      saveSession(pending)
      show()
      await userEvent.click(screen.getByLabelText('One-time code'))
      await userEvent.paste(code)
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(calls.updateOneTotp).toHaveBeenCalledWith({ totp: code }))
      expect([code, screen.queryByText(tooLong) !== null]).toEqual([code, isSaid])
    }
  })

  test('sends the code exactly once at the sixth character, even if Enter follows', async () => {
    saveSession(pending)
    let fail: (error: Error) => void = () => undefined
    calls.updateOneTotp.mockReturnValue(new Promise((_, reject) => (fail = reject)))
    show()
    const field = screen.getByLabelText('One-time code')
    await userEvent.type(field, '12345')
    expect(calls.updateOneTotp).not.toHaveBeenCalled()
    await userEvent.type(field, '6{Enter}{Enter}')
    await waitFor(() => expect(calls.updateOneTotp.mock.calls).toEqual([[{ totp: '123456' }]]))
    fail(refuse('anything'))
    await screen.findByText(/did not match our records/)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
    fireEvent.submit(field)
    vi.useRealTimers()
    await waitFor(() => expect(calls.updateOneTotp).toHaveBeenCalledTimes(2))
  })

  test('sends an app’s code at its sixth character, but not a recovery code', async () => {
    saveSession({ ...pending, delivery: 'app' })
    calls.updateOneTotp.mockReturnValue(new Promise(() => undefined))
    show()
    const field = screen.getByLabelText('One-time code')
    await userEvent.type(field, 'ABCDE2FG')
    expect(calls.updateOneTotp).not.toHaveBeenCalled()
    await userEvent.clear(field)
    await userEvent.paste('654321')
    await waitFor(() => expect(calls.updateOneTotp.mock.calls).toEqual([[{ totp: '654321' }]]))
  })

  test('[ERR-004 LOGIN-014] tells the user what to check when the code is refused', async () => {
    saveSession(pending)
    calls.updateOneTotp.mockRejectedValue(refuse('anything'))
    show()
    await userEvent.type(screen.getByLabelText('One-time code'), '123456{Enter}')
    await screen.findByText(
      'Your code did not match our records. Check that the code is typed exactly as it appeared in the email we sent to you. If you keep getting this message please contact us.',
    )
  })

  test('[LOGIN-023] shows where the code was sent, and can send a new code after half a minute', async () => {
    vi.useFakeTimers()
    saveSession(pending)
    calls.updateOneResendtotp.mockResolvedValue({ ok: true })
    show()
    expect(screen.getByText('We sent a 6-digit code to a•••n@park.demo. It works for 10 minutes.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull()
    for (let second = 0; second < 31; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
    await screen.findByText('A new code is on its way.')
    expect(calls.updateOneResendtotp).toHaveBeenCalledTimes(1)
  })

  test('[ERR-005] tells the user what to do when no new code could be created', async () => {
    vi.useFakeTimers()
    saveSession(pending)
    calls.updateOneResendtotp.mockRejectedValue(new TypeError('Failed to fetch'))
    show()
    for (let second = 0; second < 31; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
    await screen.findByText('An error occurred while generating your new code. Please try again. If the problem persists contact us.')
  })
})
