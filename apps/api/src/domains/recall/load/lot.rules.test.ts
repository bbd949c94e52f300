import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firmKey, isInRange, lotKey, ndcKeys, toNdc10 } from './lot.rules.ts'

describe('the NDC of a recall', () => {
  test.each([
    ['0713-0222-15', [{ productKey: '07130222', ndc10: '0713022215' }]],
    ['68391-847-47', [{ productKey: '68391847', ndc10: '6839184747' }]],
    ['12345-6789-1', [{ productKey: '123456789', ndc10: '1234567891' }]],
    ['12345-6789-01', [{ productKey: '123456789', ndc10: '1234567891' }]],
    [
      '00713-0222-15',
      [
        { productKey: '07130222', ndc10: '0713022215' },
        { productKey: '00713222', ndc10: '0071322215' },
      ],
    ],
    ['12345-0678-90', [{ productKey: '12345678', ndc10: '1234567890' }]],
    ['0713022215', [{ productKey: '07130222', ndc10: '0713022215' }]],
    ['43598-313', [{ productKey: '43598313', ndc10: null }]],
    ['4-3-2', []],
    ['', []],
  ])('written as “%s” is looked up by its digits', (text, keys) => expect(ndcKeys(text)).toEqual(keys))

  test('matches our NDC in any layout', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`))
    const written = fc.oneof(
      fc.tuple(digits(4), digits(4), digits(2)).map((parts) => ({ ndc: parts.join('-'), ndc10: parts.join('') })),
      fc.tuple(digits(5), digits(3), digits(2)).map((parts) => ({ ndc: parts.join('-'), ndc10: parts.join('') })),
      fc.tuple(digits(5), digits(4), digits(1)).map((parts) => ({ ndc: parts.join('-'), ndc10: parts.join('') })),
    )
    fc.assert(
      fc.property(written, ({ ndc, ndc10 }) => {
        const [key] = ndcKeys(ndc)
        expect(key?.ndc10).toBe(ndc10)
        expect(ndc10.startsWith(key?.productKey ?? 'x')).toBe(true)
        expect([8, 9]).toContain(key?.productKey.length)
        expect(toNdc10({ gtin: `003${ndc10}0`, ndc: null })).toBe(ndc10)
      }),
    )
  })
})

describe('a lot number', () => {
  test('is matched without regard to case, spaces, dashes and dots, but leading zeros count', () => {
    expect(lotKey(' ab-01.2 c')).toBe('AB012C')
    expect(lotKey('0012')).not.toBe(lotKey('12'))
  })

  test.each([
    ['4450', '4411', '4488', true],
    ['4489', '4411', '4488', false],
    ['24A03', '24A01', '24A45', true],
    ['24B03', '24A01', '24A45', false],
    ['AB100', 'AB99', 'AB101', true],
    ['X', '1', '2', false],
  ])('%s is between %s and %s: %s', (lot, from, to, is) => expect(isInRange(lot, from, to)).toBe(is))

  test('can be compared with any text without an error', () => {
    fc.assert(fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => typeof isInRange(a, b, c) === 'boolean'))
  })
})

test.each([
  ['Teva Pharmaceuticals USA, Inc.', 'TEVA PHARMACEUTICALS', true],
  ["Dr. Reddy's Laboratories Inc", 'Dr Reddys Laboratories, Ltd.', true],
  ['Other Labs LLC', 'Another Labs', false],
])('%s and %s are the same firm: %s', (one, other, is) => expect(firmKey(one) === firmKey(other)).toBe(is))
