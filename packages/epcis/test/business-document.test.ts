import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessDocumentNumber, businessDocumentUri } from '../src/index.ts'

const GLN = '0399993456780'
/** The syntax of a valid URN (RFC 8141, section 2). */
const URN = /^urn:epcglobal:cbv:bt:\d{13}:(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})*$/

test('Every number of a business document becomes a valid URN and is read back unchanged', () => {
  const number = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => text === text.trim() && !/\p{Cc}/u.test(text))
  fc.assert(
    fc.property(number, (text) => {
      const uri = businessDocumentUri(GLN, text)
      expect(uri).toMatch(URN)
      expect(businessDocumentNumber(uri)).toBe(text)
    }),
  )
})

test('Spaces and special characters in a purchase order number are percent-encoded', () => {
  expect(businessDocumentUri(GLN, 'PO 12/3:4 <&> ü 100%')).toBe(`urn:epcglobal:cbv:bt:${GLN}:PO%2012%2F3:4%20%3C%26%3E%20%C3%BC%20100%25`)
})

test('A number that is not percent-encoded stays unchanged', () => {
  for (const number of ['PO-1', '100%', 'a%zzb', 'a%00b', '%FF'])
    expect(businessDocumentNumber(`urn:epcglobal:cbv:bt:${GLN}:${number}`)).toBe(number)
  expect(businessDocumentNumber('PO%201')).toBe('PO%201')
})
