import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { me, showApp } from '../../test-app.tsx'
import { AccountMenu } from './account-menu.tsx'

function Toggled() {
  const [shown, show] = useState(true)
  return (
    <>
      <button type="button" onClick={() => show(!shown)}>
        Toggle
      </button>
      {shown && <AccountMenu />}
    </>
  )
}

describe('the account menu', () => {
  test('[CONST-005] loads the profile only once, however often the menu is shown', async () => {
    const { inputs } = showApp('/', { answers: { 'user.readOneById': () => ({ ...me, lastName: 'Ruiz-Okafor' }) }, children: <Toggled /> })
    expect(screen.getByRole('button', { name: 'Dana Ruiz, your account' })).toBeTruthy()
    await screen.findByRole('button', { name: 'Dana Ruiz-Okafor, your account' })
    for (let time = 0; time < 4; time += 1) await userEvent.click(screen.getByRole('button', { name: 'Toggle' }))
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new Event('online'))
    expect(screen.getByRole('button', { name: 'Dana Ruiz-Okafor, your account' })).toBeTruthy()
    expect(inputs('user.readOneById')).toHaveLength(1)
  })
})
