import { checkDigit } from '@seriatim/gs1'
import { expect, test } from 'vitest'
import { readCode } from './read-code.ts'

const withCheckDigit = (digits: string) => `${digits}${checkDigit(digits)}`

test.each([7, 11, 12, 13])('A serial number of %i digits plus a valid check digit is read as a serial number, not as a GTIN', (length) => {
  const text = withCheckDigit('1234567890123'.slice(0, length))
  expect(readCode(text, 2026)).toMatchObject({
    kind: 'serial',
    readings: [{ gtin: null, serialNumber: text }],
    otherwise: expect.any(String),
  })
})

test('An SSCC is read as an SSCC, even if its digits could mean something else', () => {
  const sscc = withCheckDigit('10388010000000012')
  expect(readCode(sscc, 2026)).toEqual({ kind: 'sscc', sscc })
})
