import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ChangePasswordForm } from './change-password-form.tsx'
import { isEmailLike } from './forgot-password-page.tsx'

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Passwords Do Not Match|Change Password/ })

function show(more: Partial<Parameters<typeof ChangePasswordForm>[0]> = {}) {
  const onSubmit = vi.fn()
  render(
    <MantineProvider>
      <ChangePasswordForm onSubmit={onSubmit} refusalOf={() => ({ sentence: 'The old password is incorrect.' })} {...more} />
    </MantineProvider>,
  )
  return onSubmit
}

async function type(next: string, repeat: string) {
  await userEvent.type(screen.getByLabelText('New password'), next)
  await userEvent.type(screen.getByLabelText('Repeat the new password'), repeat)
}

describe('the password form', () => {
  test.each([
    ['[SET-003] a password without an uppercase letter', 'abcdef1!'],
    ['[SET-004] a password without a lowercase letter', 'ABCDEF1!'],
    ['[SET-005] a password without a digit', 'Abcdefg!'],
    ['[SET-006] a password without a special character', 'Abcdefg1'],
    ['[SET-007] a password of 7 characters', 'Abcde1!'],
    ['[SET-008] a password with a space', 'Abc def1!'],
  ])('[SET-010] %s disables the button, which says “Passwords Do Not Match”', async (_why, password) => {
    show()
    await type(password, password)
    expect(button().textContent).toBe('Passwords Do Not Match')
    expect(button().disabled).toBe(true)
  })

  test('[SET-009] can be submitted when all rules are met and both passwords match', async () => {
    const onSubmit = show()
    await userEvent.type(screen.getByLabelText('Current password'), 'old')
    await type('Abcdef1!', 'Abcdef1!')
    await userEvent.click(button())
    expect(onSubmit.mock.calls).toEqual([
      [{ oldPassword: 'old', newPassword: 'Abcdef1!', repeatNewPassword: 'Abcdef1!', revokeTokens: false }],
    ])
    // The fields are cleared after the change.
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe(''))
    await type('Abcdef1!', 'Abcdef1!x')
    expect(button().disabled).toBe(true)
  })

  test('keeps the input and shows the reason when the change is refused', async () => {
    show({ onSubmit: () => Promise.reject(new Error()) })
    await type('Abcdef1!', 'Abcdef1!')
    await userEvent.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe('The old password is incorrect.')
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Abcdef1!')
  })

  test.each([
    [{}, null, false],
    [{ revokesTokens: true }, null, false],
    [{ tokens: 1 }, 'Also revoke my 1 access token', false],
    [{ tokens: 3, revokesTokens: true }, 'Also revoke my 3 access tokens', true],
  ])('offers to revoke access tokens only when there are any: %j', async (more, label, revokeTokens) => {
    const onSubmit = show(more)
    const box = screen.queryByRole<HTMLInputElement>('checkbox')
    expect(box?.labels?.[0]?.textContent ?? null).toBe(label)
    expect(box?.checked ?? false).toBe(revokeTokens)
    await type('Abcdef1!', 'Abcdef1!')
    await userEvent.click(button())
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ revokeTokens })
  })

  test('[SET-011] shows the passwords only while the link is held down, by pointer or key', () => {
    show()
    const link = screen.getByText('Show Passwords')
    const kind = () => screen.getByLabelText('New password').getAttribute('type')
    fireEvent.pointerDown(link)
    expect(kind()).toBe('text')
    fireEvent.pointerUp(link)
    expect(kind()).toBe('password')
    fireEvent.keyDown(link, { key: ' ' })
    expect(kind()).toBe('text')
    fireEvent.keyUp(link, { key: ' ' })
    expect(kind()).toBe('password')
  })

  test.each([
    'a@b.co',
    'dana@park.com',
    'x.y@a.b.org',
    'lead@park.demo',
    'dana@main.pharmacy',
    'dana@main.health',
    'a@b.xn--p1ai',
    'a@почта.рф',
  ])('accepts %s as a recovery address (decision 7)', (address) => expect(isEmailLike(address)).toBe(true))

  test.each(['dana@park', 'dana.park.com', 'a b@c.de', '@b.co', 'a@b.c', 'a@b.c0m', 'a@b.', 'a@@b.co'])(
    '[LOGIN-012] refuses %s as a recovery address',
    (address) => expect(isEmailLike(address)).toBe(false),
  )
})
