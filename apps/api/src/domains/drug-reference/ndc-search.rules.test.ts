import { ndc12Forms, ndcForms } from '@seriatim/gs1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ndcPrefixes } from './ndc-search.rules.ts'

/** Returns the columns in which the table stores this code. */
const stored = (ndc: string) => {
  const [ndc12 = ''] = ndc12Forms(ndc)
  return { ndcDigits: ndc.replaceAll('-', ''), ndc11: ndc12.slice(1), ndc12 }
}
const finds = (text: string, ndc: string) => ndcPrefixes(text).some(({ column, digits }) => stored(ndc)[column].startsWith(digits))

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const code = fc
  .constantFrom([4, 4, 2], [5, 3, 2], [5, 4, 1])
  .chain(([a = 0, b = 0, c = 0]) => fc.tuple(digits(a), digits(b), digits(c)))
  .map((segments) => segments.join('-'))

describe('looking up an NDC', () => {
  test('finds a code by any prefix of at least five characters, in any format', () => {
    fc.assert(
      fc.property(code, fc.nat(20), (ndc, cut) => {
        const { ndc11 = [] } = ndcForms(ndc) ?? {}
        const [eleven = ''] = ndc11
        const dashed11 = `${eleven.slice(0, 5)}-${eleven.slice(5, 9)}-${eleven.slice(9)}`
        for (const spelling of [ndc, ndc.replaceAll('-', ''), eleven, dashed11, `0${eleven}`, `0${dashed11}`]) {
          const text = spelling.slice(0, 5 + (cut % (spelling.length - 4)))
          expect([text, finds(text, ndc)]).toEqual([text, true])
        }
      }),
    )
  })

  test('does not find codes that begin differently', () => {
    expect(finds('8801-0500', '8801-0501-60')).toBe(false)
    expect(finds('8801-0500-6', '8801-0500-18')).toBe(false)
    expect(finds('88012', '8801-0500-60')).toBe(false)
    expect(finds('8801-', '88010-500-60')).toBe(false)
  })

  test.each(['', '8801', '123-', '1-2-3-4', '12345-67890', '1234567890123', '88a01', '-----', '%%%%%'])(
    'does not search for %j',
    (text) => {
      expect(ndcPrefixes(text)).toEqual([])
    },
  )
})
