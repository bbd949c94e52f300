import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  'Password1!',
  'P@ssw0rd!',
  'Welcome2026!',
  'Qwerty123$',
  'Summer-2026!',
  'letmein99',
  'AdminAdmin1!',
  'aaaaaaaa1!',
  'Pharmacy#1',
])('the common password %s is rejected, because attackers try it first', (password) => expect(isCommonPassword(password)).toBe(true))
test.each(['Right-Horse-7!', 'Demo-Pass-1!', 'correct horse battery staple', 'Xk9#vT2pQ!'])('the password %s is accepted', (password) =>
  expect(isCommonPassword(password)).toBe(false),
)
