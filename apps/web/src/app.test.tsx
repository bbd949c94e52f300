import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refuse, serve } from './test-server.ts'

const calls = serve('auth', 'updateOneToken', 'updateOneTotp', 'createOneToken', 'createOneTemporarypassword')

const user = { id: 1, firstName: 'Dana', lastName: 'Ruiz', customer: { id: 1, name: 'Park', adminId: 1 }, userCustomerLocations: [] }
const signedIn = {
  step: 'signedIn',
  expiresAt: '2030-01-01T00:00:00Z',
  idleExpiresAt: '2030-01-01T00:00:00Z',
  user,
  customer: user.customer,
}

/** Simulates a page load with fresh modules, because the state in modules belongs to one load. */
async function load(path: string, kept?: unknown): Promise<void> {
  vi.resetModules()
  history.replaceState(null, '', path)
  if (kept) localStorage.setItem('auth_data', JSON.stringify(kept))
  const [{ App }, { loadable }] = await Promise.all([import('./app.tsx'), import('./ui/page/loadable.tsx')])
  // Replaces the shell with a stub, because these tests only check whether the app shows the shell or another page. The shell has its own tests.
  const shell = loadable(async () => ({ default: () => <h1>The shell</h1> }))
  render(<App nonce="" shell={shell} />)
}

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
})

describe('sign-in', () => {
  test.each(['/', '/orders', '/meddetail/4'])('[LOGIN-001 LOGIN-008] is shown at %s when there is no session', async (path) => {
    await load(path)
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(calls.updateOneToken).not.toHaveBeenCalled()
  })

  test('[LOGIN-016 LOGIN-017] refreshes the stored session on load and opens the app', async () => {
    calls.updateOneToken.mockResolvedValue(signedIn)
    await load('/', { ...signedIn, user_timezone: 'America/New_York' })
    expect(await screen.findByText('The shell')).toBeTruthy()
    expect(calls.updateOneToken).toHaveBeenCalledTimes(1)
  })

  test('[LOGIN-018] clears the stored session when the refresh fails', async () => {
    calls.updateOneToken.mockRejectedValue(refuse('no', 500))
    await load('/', { ...signedIn, user_timezone: 'America/New_York' })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(localStorage.getItem('auth_data')).toBeNull()
  })

  test('uses the stored session while the server is unreachable, until the session expires', async () => {
    calls.updateOneToken.mockRejectedValue(new TypeError('Failed to fetch'))
    await load('/', { ...signedIn, user_timezone: 'America/New_York' })
    expect(await screen.findByText('The shell')).toBeTruthy()
    calls.updateOneToken.mockResolvedValue(signedIn)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(calls.updateOneToken).toHaveBeenCalledTimes(2))
    cleanup()
    calls.updateOneToken.mockRejectedValue(new TypeError('Failed to fetch'))
    await load('/', { ...signedIn, idleExpiresAt: '2020-01-01T00:00:00Z', user_timezone: 'America/New_York' })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(localStorage.getItem('auth_data')).toBeNull()
  })

  test('[LOGIN-003 LOGIN-006] goes from the password to the code, and from the correct code to the app', async () => {
    calls.createOneToken.mockResolvedValue({
      step: 'totp',
      expiresAt: '2030-01-01T00:00:00Z',
      delivery: 'email',
      sentTo: 'a•••n@park.demo',
    })
    calls.updateOneTotp.mockResolvedValue(signedIn)
    await load('/')
    await userEvent.type(await screen.findByLabelText('Email address'), 'admin@park.demo')
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
    const code = await screen.findByLabelText('One-time code')
    expect(screen.queryByText('The shell')).toBeNull()
    await userEvent.type(code, '123456{Enter}')
    expect(await screen.findByText('The shell')).toBeTruthy()
  })

  test('shows the code form again when the page is reloaded before the code is entered', async () => {
    calls.updateOneToken.mockResolvedValue({ ...signedIn, step: 'totp', user: null, customer: null })
    await load('/', { step: 'totp', expiresAt: '2030-01-01T00:00:00Z', sentTo: 'a•••n@park.demo', user_timezone: 'America/New_York' })
    expect(await screen.findByText(/a•••n@park.demo/)).toBeTruthy()
  })

  test('[LOGIN-007 LOGIN-012 LOGIN-015 LOGIN-025 ERR-006] requests password recovery on Enter, and shows input errors and the server’s message', async () => {
    calls.createOneTemporarypassword.mockRejectedValueOnce(refuse('Try again in a minute.')).mockResolvedValueOnce({ ok: true })
    await load('/forgotpassword')
    const field = await screen.findByLabelText('Email address')
    await userEvent.type(field, 'dana@park{Enter}')
    await screen.findByText('Invalid Email Address')
    expect(calls.createOneTemporarypassword).not.toHaveBeenCalled()
    await userEvent.type(field, '.com{Enter}')
    await screen.findByText('Try again in a minute.')
    await userEvent.type(field, '{Enter}')
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('If dana@park.com belongs to an account'))
  })
})
