import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatNdc, ndcForms, ndcFromGtin, ndcSearchPrefix, sameNdc } from '../src/index.ts'

const segments = (labeler: number, product: number, pack: number) =>
  fc.tuple(...[labeler, product, pack].map((length) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`)))).map((parts) => parts.join('-'))
const written = fc.oneof(segments(4, 4, 2), segments(5, 3, 2), segments(5, 4, 1))
const bare = (text: string) => text.replaceAll('-', '')

describe('an NDC', () => {
  test('[SCAN-014] is read from a GTIN that contains it: the digits after the first three and before the check digit', () => {
    expect(ndcFromGtin('00367457153032')).toBe('6745715303')
    expect(ndcFromGtin('10300010123454')).toBe('0001012345')
    expect(ndcFromGtin('00614141999996')).toBeNull()
    expect(ndcFromGtin('367457153032')).toBeNull()
  })

  test('can be written in each layout, with or without hyphens', () => {
    expect(ndcForms('0116-2001-16')).toEqual({ digits: '0116200116', ndc10: ['0116200116'], ndc11: ['00116200116'], layout: '4-4-2' })
    expect(ndcForms('67457-153-03')).toMatchObject({ ndc10: ['6745715303'], ndc11: ['67457015303'] })
    expect(ndcForms('12345-6789-1')).toMatchObject({ ndc11: ['12345678901'] })
    expect(ndcForms('6745715303')).toMatchObject({ ndc11: ['06745715303', '67457015303', '67457153003'] })
    expect(ndcForms('05515494495')).toMatchObject({ ndc10: ['5515494495'] })
    expect(ndcForms('067457015303')).toMatchObject({ ndc10: ['6745715303', '6745701533'], ndc11: ['67457015303'] })
    expect(ndcForms('67457-0153-03')).toMatchObject({ layout: '5-4-2', ndc11: ['67457015303'] })
    for (const text of ['', '123', '1-2', '67457-15-303', 'abc', '6745715303x']) expect(ndcForms(text)).toBeNull()
  })

  test('is the same in its hyphenated, ten-digit, padded and twelve-digit form', () => {
    fc.assert(
      fc.property(written, (ndc) => {
        const padded = ndcForms(ndc)?.ndc11[0] ?? ''
        for (const other of [bare(ndc), padded, formatNdc(padded), `0${padded}`]) {
          expect(sameNdc(ndc, other)).toBe(true)
          expect(sameNdc(other, ndc)).toBe(true)
        }
      }),
    )
    expect(sameNdc('0116-2001-16', '01162-001-16')).toBe(false)
    expect(sameNdc('0116200116', '0116200117')).toBe(false)
  })

  test('is found by every prefix of each of its forms', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 2, max: 13 }), (ndc, length) => {
        const forms = ndcForms(ndc)
        const padded = forms?.ndc11[0] ?? ''
        const hyphenated11 = formatNdc(padded)
        for (const typed of [ndc.slice(0, length), bare(ndc).slice(0, length), padded.slice(0, length), hyphenated11.slice(0, length)]) {
          const prefixes = ndcSearchPrefix(typed)
          expect(prefixes.some((prefix) => bare(ndc).startsWith(prefix))).toBe(true)
          expect(prefixes.some((prefix) => padded.startsWith(prefix))).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
    expect(ndcSearchPrefix('0001-01')).toEqual(['000101', '0000101'])
    expect(ndcSearchPrefix('abc')).toEqual([])
  })

  test('keeps its hyphens', () => {
    expect(formatNdc(' 0116-2001-16 ')).toBe('0116-2001-16')
    expect(formatNdc('0116200116')).toBe('0116200116')
    expect(formatNdc('00116200116')).toBe('00116-2001-16')
  })
})
