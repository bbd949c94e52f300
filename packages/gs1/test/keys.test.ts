import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { set82 } from '../src/characters.ts'
import {
  checkDigit,
  companyPrefixLength,
  decode,
  type Epc,
  epcDigitalLink,
  epcUri,
  glnToPgln,
  gtinForms,
  gtinFromNdc,
  lgtinUri,
  ndc12Forms,
  ndcFromGtin,
  parseEpc,
} from '../src/index.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const checked = (length: number) => digits(length - 1).map((body) => body + checkDigit(body))
const serials = fc.array(fc.constantFrom(...set82), { minLength: 1, maxLength: 20 }).map((chars) => chars.join(''))
const epcs: fc.Arbitrary<Epc> = fc.oneof(
  fc.record({ kind: fc.constant('sgtin' as const), gtin: checked(14), serialNumber: serials }),
  fc.record({ kind: fc.constant('sgtinPattern' as const), gtin: checked(14) }),
  fc.record({ kind: fc.constant('lgtin' as const), gtin: checked(14), lotNumber: serials }),
  fc.record({ kind: fc.constant('sscc' as const), sscc: checked(18) }),
  fc.record({ kind: fc.constant('sgln' as const), gln: checked(13), extension: serials }),
  fc.record({ kind: fc.constant('pgln' as const), gln: checked(13) }),
)

describe('EPC URIs and Digital Links', () => {
  test('are read back as the same key, with every length of the company prefix', () => {
    fc.assert(
      fc.property(epcs, fc.integer({ min: 6, max: 12 }), (epc, length) => {
        expect(parseEpc(epcUri(epc, length) ?? '')).toEqual({ ok: true, value: epc })
        expect(parseEpc(epcDigitalLink(epc))).toEqual({ ok: true, value: epc })
        expect(parseEpc(epcDigitalLink(epc, 'https://example.com/x/'))).toEqual({ ok: true, value: epc })
      }),
      { numRuns: 2000 },
    )
  })

  test('that identify one item are also accepted as scans', () => {
    fc.assert(
      fc.property(epcs, (epc) => {
        const result = decode(epcDigitalLink(epc), { exactLinks: true })
        expect(result.ok ? 'read' : result.error.message).toBe('read')
        if (!result.ok || epc.kind === 'sscc' || epc.kind === 'sgln' || epc.kind === 'pgln') return
        expect(result.value.gtin14).toBe(epc.gtin)
        if (epc.kind === 'sgtin') expect(result.value.serialNumber).toBe(epc.serialNumber)
      }),
    )
  })

  test('are written as the standards specify', () => {
    expect(lgtinUri('00301162001165', 'A/1', 6)).toBe('urn:epc:class:lgtin:030116.0200116.A%2F1')
    expect(glnToPgln('0614141123452', 7)).toBe('urn:epc:id:pgln:0614141.12345')
    expect(glnToPgln('0614141123453', 7)).toBeNull()
    expect(epcUri({ kind: 'sscc', sscc: '106141412345678908' }, 5)).toBeNull()
    expect(epcDigitalLink({ kind: 'sgln', gln: '0614141123452', extension: '0' })).toBe('https://id.gs1.org/414/0614141123452')
  })
})

describe('company prefixes', () => {
  test('come from the labeler code for US drugs, and from a list for others', () => {
    expect(companyPrefixLength('00301162001165')).toBe(6)
    expect(companyPrefixLength('00367457153032')).toBe(7)
    expect(companyPrefixLength('367457153032')).toBe(7)
    expect(companyPrefixLength('003671234567890123'.slice(0, 18))).toBe(7)
    expect(companyPrefixLength('0614141123452')).toBeNull()
    expect(companyPrefixLength('0614141123452', ['0614141', '061414', '999999'])).toBe(7)
    expect(companyPrefixLength('96385074')).toBeNull()
    expect(companyPrefixLength('12x')).toBeNull()
  })

  test('of drugs include the whole labeler code', () => {
    const sgtin = { kind: 'sgtin', gtin: '00301162001165', serialNumber: '1' } as const
    expect(epcUri(sgtin, companyPrefixLength(sgtin.gtin) ?? 12)).toBe('urn:epc:id:sgtin:030116.0200116.1')
  })
})

describe('GTINs and NDCs', () => {
  test('are returned in every length that their leading zeros allow', () => {
    expect(gtinForms('96385074')).toEqual({
      ok: true,
      value: { gtin14: '00000096385074', gtin13: '0000096385074', gtin12: '000096385074', gtin8: '96385074' },
    })
    expect(gtinForms('10012345678902')).toEqual({ ok: true, value: { gtin14: '10012345678902' } })
    expect(gtinForms('123')).toEqual({ ok: false, error: 'wrong_length' })
  })

  test('[SCAN-014] convert to each other at every packaging level', () => {
    fc.assert(
      fc.property(digits(10), fc.integer({ min: 0, max: 8 }), (ndc10, indicator) => {
        const gtin = gtinFromNdc(ndc10, indicator)
        expect(gtin === null ? null : ndcFromGtin(gtin)).toBe(ndc10)
      }),
    )
    expect(gtinFromNdc('0116-2001-16')).toBe('00301162001165')
    expect(gtinFromNdc('00116-2001-16')).toBe('00301162001165')
    expect(gtinFromNdc('067457015303')).toBeNull()
    expect(gtinFromNdc('0116-2001-16', 9)).toBeNull()
    expect(gtinFromNdc('abc')).toBeNull()
  })

  test('include NDCs of twelve digits, as required from 2033 on', () => {
    expect(ndc12Forms('0116-2001-16')).toEqual(['000116200116'])
    expect(ndc12Forms('67457-153-03')).toEqual(['067457015303'])
    expect(ndc12Forms('6745715303')).toHaveLength(3)
    expect(ndc12Forms('123456-7890-12')).toEqual(['123456789012'])
    expect(ndc12Forms('x')).toEqual([])
  })
})
