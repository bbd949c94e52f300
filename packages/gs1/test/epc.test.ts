import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkDigit,
  glnToSgln,
  isGln,
  isSscc,
  parseEpc,
  pglnToGln,
  sglnToGln,
  sgtinKey,
  sgtinUri,
  ssccUri,
  toGtin14,
} from '../src/index.ts'

const set82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const serials = fc.array(fc.constantFrom(...set82), { minLength: 1, maxLength: 20 }).map((chars) => chars.join(''))
const prefixLengths = fc.integer({ min: 6, max: 12 })

const value = (uri: string) => {
  const result = parseEpc(uri)
  return result.ok ? result.value : result.error
}

describe('the parser of EPCs', () => {
  test('computes the check digits omitted in URIs', () => {
    expect(value('urn:epc:id:sgtin:030116.0200116.10000083546563')).toEqual({
      kind: 'sgtin',
      gtin: '00301162001165',
      serialNumber: '10000083546563',
    })
    expect(value('urn:epc:id:sscc:0614141.1234567890')).toEqual({ kind: 'sscc', sscc: '106141412345678908' })
    expect(value('urn:epc:id:sgln:0614141.12345.400')).toEqual({ kind: 'sgln', gln: '0614141123452', extension: '400' })
    expect(value('urn:epc:id:sgln:061414112345..0')).toEqual({ kind: 'sgln', gln: '0614141123452', extension: '0' })
    expect(value('urn:epc:id:pgln:0614141.12345')).toEqual({ kind: 'pgln', gln: '0614141123452' })
    expect(value('urn:epc:idpat:sgtin:030116.0200116.*')).toEqual({ kind: 'sgtinPattern', gtin: '00301162001165' })
    expect(value('urn:epc:class:lgtin:030116.0200116.A1')).toEqual({ kind: 'lgtin', gtin: '00301162001165', lotNumber: 'A1' })
  })

  test('reads a Digital Link as the same key as the corresponding URN', () => {
    expect(value('https://id.gs1.org/01/00301162001165/21/10000083546563')).toEqual(value('urn:epc:id:sgtin:030116.0200116.10000083546563'))
    expect(value('https://example.com/some/path/01/00301162001165/10/L1/21/a%2Fb?17=280731')).toEqual({
      kind: 'sgtin',
      gtin: '00301162001165',
      serialNumber: 'a/b',
    })
    expect(value('https://id.gs1.org/00/106141412345678908')).toEqual({ kind: 'sscc', sscc: '106141412345678908' })
    expect(value('https://id.gs1.org/414/0614141123452')).toEqual({ kind: 'sgln', gln: '0614141123452', extension: '0' })
    expect(value('https://id.gs1.org/414/0614141123453')).toBe('check_digit')
    expect(value('https://id.gs1.org/01/00301162001165/21/%E0%A4%A')).toBe('percent_encoding')
    expect(value('https://www.example.com/about')).toBe('not_an_epc')
  })

  test.each([
    ['urn:epc:id:sgtin:030116.020011.1', 'digit_count'],
    ['urn:epc:id:sgtin:030116.02001166.1', 'digit_count'],
    ['urn:epc:id:sgtin:03011.60200116.1', 'company_prefix'],
    ['urn:epc:id:sgtin:030116.020x116.1', 'not_digits'],
    ['urn:epc:id:sgtin:030116.0200116', 'digit_count'],
    ['urn:epc:id:sgtin:030116.0200116.', 'serial_length'],
    ['urn:epc:id:sgtin:030116.0200116.123456789012345678901', 'serial_length'],
    ['urn:epc:id:sgtin:030116.0200116.a b', 'serial_characters'],
    ['urn:epc:id:sgtin:030116.0200116.a/b', 'serial_characters'],
    ['urn:epc:id:sgtin:030116.0200116.a%2', 'percent_encoding'],
    ['urn:epc:id:sscc:0614141.123456789', 'digit_count'],
    ['urn:epc:id:sgln:0614141.12345', 'digit_count'],
    ['urn:epc:id:sgln:0614141.123456.0', 'digit_count'],
    ['urn:epc:id:SGTIN:030116.0200116.1', 'other_key'],
    ['urn:epc:id:grai:0614141.12345.400', 'other_key'],
    ['hello', 'not_an_epc'],
    ['', 'not_an_epc'],
  ])('refuses %s', (uri, error) => expect(value(uri)).toBe(error))

  test('is the inverse of the URI writers, for every serial number and every prefix length', () => {
    fc.assert(
      fc.property(digits(13), serials, prefixLengths, prefixLengths, (item, serialNumber, one, other) => {
        const gtin = item + checkDigit(item)
        expect(value(sgtinUri(gtin, serialNumber, one))).toEqual({ kind: 'sgtin', gtin, serialNumber })
        expect(value(sgtinUri(gtin, serialNumber, other))).toEqual(value(sgtinUri(gtin, serialNumber, one)))
        expect(sgtinKey(gtin, serialNumber)).toBe(gtin + serialNumber)
      }),
    )
    fc.assert(
      fc.property(digits(17), digits(12), prefixLengths, (body, place, length) => {
        const sscc = body + checkDigit(body)
        const gln = place + checkDigit(place)
        expect(isSscc(sscc)).toBe(true)
        expect(isGln(gln)).toBe(true)
        expect(value(ssccUri(sscc, length))).toEqual({ kind: 'sscc', sscc })
        expect(sglnToGln(glnToSgln(gln, length) ?? '')).toEqual({ ok: true, value: gln })
      }),
    )
  })

  test('never throws', () => {
    const piece = fc.constantFrom(
      'urn:epc:id:',
      'sgtin:',
      'sscc:',
      'sgln:',
      '030116',
      '.',
      '0200116',
      '%',
      '*',
      'https://',
      '/',
      '01',
      '414',
      '?',
      'é',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        parseEpc(pieces.join(''))
      }),
    )
  })
})

describe('the conversion of a GLN or GTIN', () => {
  test('distinguishes the URIs of locations from those of parties', () => {
    expect(sglnToGln('urn:epc:id:pgln:0614141.12345')).toEqual({ ok: false, error: 'other_key' })
    expect(pglnToGln('urn:epc:id:pgln:0614141.12345')).toEqual({ ok: true, value: '0614141123452' })
    expect(glnToSgln('0614141123452', 5)).toBeNull()
    expect(glnToSgln('0614141123453', 7)).toBeNull()
    expect(glnToSgln('0614141123452', 12)).toBe('urn:epc:id:sgln:061414112345..0')
  })

  test('pads a GTIN to 14 digits', () => {
    expect(toGtin14(' 0301162001165 ')).toEqual({ ok: true, value: '00301162001165' })
    expect(toGtin14('301162001165')).toEqual({ ok: true, value: '00301162001165' })
    expect(toGtin14('96385074')).toEqual({ ok: true, value: '00000096385074' })
    expect(toGtin14('0301162001164')).toEqual({ ok: false, error: 'check_digit' })
    expect(toGtin14('030116200116')).toEqual({ ok: false, error: 'check_digit' })
    expect(toGtin14('03011620011')).toEqual({ ok: false, error: 'wrong_length' })
    expect(toGtin14('03O1162001165')).toEqual({ ok: false, error: 'not_digits' })
  })
})

describe('a hostile link', () => {
  test('is parsed in time proportional to its length, and is rejected unparsed if it is longer than any valid key', () => {
    const { slice } = Array.prototype
    let copied = 0
    Array.prototype.slice = function (this: unknown[], from = 0, to = this.length) {
      copied += Math.max(0, to - from)
      return slice.call(this, from, to)
    }
    try {
      for (const length of [1000, 4000, 1_000_000]) expect(parseEpc(`https://a/${'/'.repeat(length)}`).ok).toBe(false)
    } finally {
      Array.prototype.slice = slice
    }
    expect(copied).toBeLessThan(10_000)
  })
})
