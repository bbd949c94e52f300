import { describe, expect, test } from 'vitest'
import { checkDigit, type DecodeOptions, decode } from '../src/index.ts'

const GS = '\x1d'
const label = `01003011620011652110000083546563${GS}1728073110608464T`
const options = { currentYear: 2026 }
/** Options with which `decode` only warns if an identifier lacks another one that GS1 requires with it. */
const alone = { ...options, companions: 'warn' } as const
const lenient = { ...options, lenient: true }

function read(scan: string, how: DecodeOptions = alone) {
  const result = decode(scan, how)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

function refusal(scan: string, how: DecodeOptions = alone) {
  const result = decode(scan, how)
  if (result.ok) throw new Error('was read')
  return result.error
}

describe('the decoder', () => {
  test('reads GTIN, serial number, lot, expiry and NDC of a drug label', () => {
    expect(read(label)).toMatchObject({
      gtin14: '00301162001165',
      serialNumber: '10000083546563',
      lotNumber: '608464T',
      expirationDate: '2028-07-31',
      ndc: '0116200116',
      warnings: [],
    })
  })

  test('[SCAN-004] reads spaces, carets and GS bytes as FNC1, with or without a symbology identifier', () => {
    const exact = [label.replace(GS, '^'), `^${label.replace(GS, '^')}`, `${GS}${label}`, `]d2${label}`, `]C1${label}`, `${label}\r`]
    for (const scan of exact) expect(read(scan)).toEqual(read(label))
    const loose = [
      label.replace(GS, ' '),
      label.replace(GS, ']'),
      `^${label}\r\n`,
      `]Q3${GS}${label}`,
      ` ${label.replace(GS, `${GS}${GS} `)} `,
    ]
    for (const scan of [...exact, ...loose]) expect(read(scan, lenient)).toEqual(read(label))
    expect(refusal(label.replace(GS, ' '))).toMatchObject({ code: 'too_long', ai: '21' })
    expect(refusal(`]d2${label.replace(GS, '^')}`)).toMatchObject({ code: 'too_long', ai: '21' })
  })

  test('reads parentheses around application identifiers as FNC1', () => {
    expect(read('(01)00301162001165(21)10000083546563(17)280731(10)608464T')).toEqual(read(label))
    expect(refusal('(01')).toMatchObject({ code: 'bracket', position: 0 })
    expect(refusal('(01)0030116200116')).toMatchObject({ code: 'too_short', position: 4 })
  })

  test('[SCAN-006] reports data that is too short', () => {
    expect(refusal('0100301162')).toEqual({
      code: 'too_short',
      ai: '01',
      message: 'Data 00301162 too short for Application Identifier 01',
      position: 2,
      length: 8,
      min: 14,
      max: 14,
    })
    expect(refusal(`17${GS}10A`).message).toBe('Data  too short for Application Identifier 17')
  })

  test('[SCAN-007] reports data that is too long, as after a lost group separator', () => {
    const error = refusal(label.replace(GS, ''))
    expect(error).toMatchObject({ code: 'too_long', ai: '21', position: 18 })
    expect(error.message).toBe('Data 100000835465631728073110608464T too long for Application Identifier 21')
  })

  test('[SCAN-008] refuses an unknown application identifier', () => {
    expect(refusal('0500301162001165')).toMatchObject({ code: 'unknown_ai', position: 0 })
    expect(refusal('hello world')).toMatchObject({ code: 'not_gs1', position: 0 })
  })

  test.each([
    ['SCAN-017', '00', '003012345678901230'.slice(0, 17) + checkDigit('00301234567890123'), 18],
    ['SCAN-018', '01', '00301162001165', 14],
  ])('[%s] requires that AI %s has its fixed length', (_id, ai, value, length) => {
    expect(value).toHaveLength(length)
    expect(decode(ai + value, alone).ok).toBe(true)
    expect(refusal(ai + value.slice(1))).toMatchObject({ code: 'too_short', ai })
    expect(refusal(`(${ai})${value}0`)).toMatchObject({ code: 'too_long', ai })
  })

  test.each([
    ['SCAN-019', '10'],
    ['SCAN-021', '21'],
  ])('[%s] AI %s allows up to 20 characters', (_id, ai) => {
    expect(decode(`${ai}A`, alone).ok).toBe(true)
    expect(decode(ai + 'A'.repeat(20), alone).ok).toBe(true)
    expect(refusal(ai + 'A'.repeat(21))).toMatchObject({ code: 'too_long', ai })
  })

  test('[SCAN-010] [SCAN-020] reads AI 17 as a date of six digits and returns it as YYYY-MM-DD', () => {
    expect(read('17280731').expirationDate).toBe('2028-07-31')
    expect(read('17280200').expirationDate).toBe('2028-02-29')
    expect(refusal('17281301')).toMatchObject({ code: 'date', ai: '17' })
    expect(refusal('1728073')).toMatchObject({ code: 'too_short', ai: '17' })
  })

  test('[SCAN-014] uses the NDC of AI 715 first, otherwise the NDC in the GTIN if the GTIN contains one', () => {
    expect(read('0100614141999996').ndc).toBeUndefined()
    expect(read(`7150116-2001-16${GS}0100301162001165`).ndc).toBe('0116-2001-16')
  })

  test('refuses wrong check digits, contradictions and characters outside set 82', () => {
    expect(refusal('0100301162001164')).toMatchObject({ code: 'check_digit', ai: '01' })
    expect(refusal(`10A${GS}10B`)).toMatchObject({ code: 'repeated', ai: '10' })
    expect(refusal('10Aé')).toMatchObject({ code: 'characters', position: 3 })
    expect(refusal('')).toMatchObject({ code: 'empty' })
  })
})

describe('a possibly lost separator in a readable scan', () => {
  test.each([
    ['010030116200116517261231' + '10LOT21SER', /10, LOT21SER, may hold a serial number \(SER\)/],
    ['010030116200116517261231' + '21SER10LOT', /21, SER10LOT, may hold a lot number \(LOT\)/],
  ])('is reported as doubtful: %s', (scan, warning) => {
    const read = decode(scan, { lenient: true, currentYear: 2026 })
    expect(read.ok && read.value.warnings).toEqual([expect.stringMatching(warning)])
  })

  test('is not reported when the label has both serial number and lot', () => {
    const read = decode('0100301162001165172612312110SER21\x1d10LOT21', { lenient: true, currentYear: 2026 })
    expect(read.ok && read.value.warnings).toEqual([])
  })
})
