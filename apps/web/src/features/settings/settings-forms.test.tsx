import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'
import { NewAccessToken } from './new-access-token.tsx'
import OtherSettingsPage from './other-settings-page.tsx'
import { SetUpApp } from './set-up-app.tsx'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('each attempt to create an access token sends exactly one request, and a refusal is shown at the password field', async () => {
  let refused = true
  const { inputs } = showApp('/', {
    answers: {
      'auth.createOneAccessToken': () => {
        if (refused) throw refusal('app_password_wrong', 'The password is incorrect.')
        return { tokenId: 1, accessToken: 'secret-token', expiresAt: '2027-01-01T00:00:00Z' }
      },
    },
    children: <NewAccessToken opened onClose={() => undefined} />,
  })
  await userEvent.type(await screen.findByLabelText('Name'), ' Feed ')
  await userEvent.selectOptions(field('Works for'), 'One year')
  await userEvent.type(field('Your password'), 'wrong')
  await press('Create the token')
  await screen.findByText('The password is incorrect.')
  await waitFor(() => expect(document.activeElement).toBe(field('Your password')))
  refused = false
  await press('Create the token')
  await screen.findByText('secret-token')
  expect(inputs('auth.createOneAccessToken')).toEqual(Array(2).fill({ name: 'Feed', days: 365, scopes: null, password: 'wrong' }))
})

test('the setup of an authenticator app asks for the password, then the code, then shows the recovery codes', async () => {
  const { inputs } = showApp('/', {
    answers: {
      'auth.createOneApp': () => ({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }),
      'auth.updateOneApp': ({ totp }: { totp: string }) => {
        if (totp !== '123456') throw refusal('app_code_wrong', 'This is not the code.')
        return { recoveryCodes: ['one', 'two'] }
      },
    },
    children: <SetUpApp onClose={() => undefined} />,
  })
  await userEvent.type(await screen.findByLabelText('Your password'), 'p{Enter}')
  const code = await screen.findByLabelText('Code shown in the app')
  await userEvent.type(code, '12 34 57{Enter}')
  await screen.findByText('This is not the code.')
  expect(code.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(code)
  await userEvent.type(code, '123 456{Enter}')
  await screen.findByText('I saved the codes')
  expect(inputs('auth.updateOneApp')).toEqual([{ totp: '123457' }, { totp: '123456' }])
})

test('an address is shown in its stored form after it is saved, and the page warns before unsaved changes are lost', async () => {
  let kept: string | null = null
  const { history } = showApp('/settings/othersettings', {
    answers: {
      'user.readOneById': () => ({ suspectMedEmailAddress: kept }),
      'settings.readRegulator': () => ({ regulatorEmailAddress: 'fda@fda.demo' }),
      'documentException.readSettings': () => ({ dueDays: 3, remindDays: 2 }),
      'settings.updateOthersettings': ({ suspectMedEmailAddress }: { suspectMedEmailAddress: string }) => {
        kept = suspectMedEmailAddress.replace(/;\s*/g, '; ')
        return { ok: true }
      },
    },
    children: <OtherSettingsPage />,
  })
  const address = await screen.findByLabelText<HTMLInputElement>('Send a copy of my reports to')
  await waitFor(() => expect(address.disabled).toBe(false))
  await waitFor(() => expect(field('FDA email address').value).toBe('fda@fda.demo'))
  await userEvent.type(address, 'a@b.demo;c@d.demo')
  await userEvent.click(screen.getByRole('link', { name: /^Sign-in and security/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(history).toEqual(['/settings/othersettings'])
  await userEvent.type(address, '{Enter}')
  await waitFor(() => expect(address.value).toBe('a@b.demo; c@d.demo'))
  await userEvent.click(screen.getByRole('link', { name: /^Sign-in and security/ }))
  expect(history.at(-1)).toBe('/settings/security')
})

test('the days until a ticket is due are shown and saved, and an invalid number is refused next to its field', async () => {
  let days = { dueDays: 3, remindDays: 2 }
  const { inputs } = showApp('/settings/othersettings', {
    answers: {
      'user.readOneById': () => ({ suspectMedEmailAddress: null }),
      'settings.readRegulator': () => ({ regulatorEmailAddress: null }),
      'documentException.readSettings': () => days,
      'documentException.updateSettings': (next: typeof days) => {
        days = next
        return next
      },
    },
    children: <OtherSettingsPage />,
  })
  const due = await screen.findByLabelText<HTMLInputElement>('Business days until a new ticket is due')
  await waitFor(() => expect(due.value).toBe('3'))
  await userEvent.clear(due)
  await userEvent.type(due, '0{Enter}')
  expect(await screen.findByText('Enter a whole number from 1 to 60.')).toBeTruthy()
  expect(inputs('documentException.updateSettings')).toEqual([])
  await userEvent.clear(due)
  await userEvent.type(due, '5{Enter}')
  await waitFor(() => expect(inputs('documentException.updateSettings')).toEqual([{ dueDays: 5, remindDays: 2 }]))
})
