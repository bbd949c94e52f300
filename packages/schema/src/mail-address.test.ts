import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAddresses } from './mail-address.ts'

test('[SEND-007] several addresses are separated by semicolons; spaces, empty entries and repeats are harmless', () => {
  expect(splitAddresses(' a@b.co ; c@d.example;; A@B.co ;')).toEqual({ good: ['a@b.co', 'c@d.example'], bad: [] })
})

test('invalid addresses are returned exactly as typed, including two addresses joined by a comma', () => {
  expect(splitAddresses('a@b.co, c@d.co; nobody; <x@y.z>')).toEqual({ good: [], bad: ['a@b.co, c@d.co', 'nobody', '<x@y.z>'] })
})

test('an email address cannot inject a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const address of splitAddresses(`${text};a@b.co\r\nBcc: c@d.co;${text}`).good)
        expect(address).toMatch(/^[^\s,;<>"]+@[^\s,;<>"]+$/)
    }),
  )
})
