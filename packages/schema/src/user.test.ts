import { expect, test } from 'vitest'
import { newInvitation } from './user.ts'

const given = { emailAddress: 'dana@mail.tst', firstName: 'Dana', lastName: 'Ruiz' }

test('a person’s name is one line, because it appears in email subjects and texts', () => {
  expect(newInvitation.safeParse(given).success).toBe(true)
  for (const char of ['\r\n', '\n', '\0', '\u2028', '\u2029', '\t'])
    for (const field of ['firstName', 'lastName', 'jobTitle'])
      expect([char, field, newInvitation.safeParse({ ...given, [field]: `Dana${char}Bcc: x@mail.tst` }).success]).toEqual([
        char,
        field,
        false,
      ])
})
