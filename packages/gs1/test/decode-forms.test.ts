import { describe, expect, test } from 'vitest'
import { type DecodeOptions, decode } from '../src/index.ts'

const GS = '\x1d'

function read(scan: string, options: DecodeOptions = {}) {
  const result = decode(scan, { currentYear: 2026, ...options })
  if (!result.ok) throw new Error(`${result.error.message}: ${scan}`)
  const { elements, warnings } = result.value
  return { data: elements.map(({ ai, value }) => `(${ai})${value}`).join(''), warnings }
}

function refusal(scan: string, options: DecodeOptions = {}) {
  const result = decode(scan, { currentYear: 2026, ...options })
  if (result.ok) throw new Error(`was read: ${scan}`)
  return result.error
}

describe('the decoder of scan formats', () => {
  test.each([
    [']E00012345678905', '(01)00012345678905'],
    [']E496385074', '(01)00000096385074'],
    [']I100012345678905', '(01)00012345678905'],
    ['012345678905', '(01)00012345678905'],
    ['10000007', '(01)00000010000007'],
    ['10012345678902', '(01)10012345678902'],
    ['9912345678906', '(99)12345678906'],
    ['1012345678901', null],
  ])('reads the digits of retail symbols: %s', (scan, data) => {
    if (data === null) expect(refusal(scan)).toMatchObject({ code: 'companion', ai: '10' })
    else expect(read(scan).data).toBe(data)
  })

  test('reads ambiguous digits as element strings, or as a GTIN if they were scanned at the pharmacy counter', () => {
    expect(read('96385074').data).toBe('(96)385074')
    expect(read('96385074', { lenient: true }).data).toBe('(01)00000096385074')
    expect(read('9300675024235', { lenient: true }).data).toBe('(01)09300675024235')
  })

  test('refuses retail symbols with the wrong number of digits or a wrong check digit', () => {
    expect(refusal(']E0001234567890')).toMatchObject({ code: 'too_short', length: 12, min: 13, max: 13 })
    expect(refusal(']E496385075')).toMatchObject({ code: 'check_digit', position: 10 })
    expect(refusal(']E4963850x4')).toMatchObject({ code: 'not_digits' })
  })

  test('reads composite codes and checks both halves together', () => {
    expect(read(']E00012345678905|]e010ABC').data).toBe('(01)00012345678905(10)ABC')
    expect(read(']e00100012345678905|]e110ABC').data).toBe('(01)00012345678905(10)ABC')
    expect(read('^0100012345678905|^10ABC').data).toBe('(01)00012345678905(10)ABC')
    expect(read('0012345678905|^10ABC').data).toBe('(01)00012345678905(10)ABC')
    expect(read('(01)00012345678905|(10)ABC').data).toBe('(01)00012345678905(10)ABC')
    expect(refusal(']E00012345678905|10ABC')).toMatchObject({ code: 'too_long' })
  })

  test('reads brackets after a backslash as data, and at the counter also brackets without a backslash', () => {
    expect(read('(01)03348901294669(21)LUeq\\(C6)CkbMO').data).toBe('(01)03348901294669(21)LUeq(C6)CkbMO')
    expect(refusal('(01)03348901294669(21)LUeq(C6)CkbMO')).toMatchObject({ code: 'unknown_ai', position: 27 })
    expect(read('(01) 03348901294669 (21) LUeq(C6)CkbMO', { lenient: true }).data).toBe('(01)03348901294669(21)LUeq(C6)CkbMO')
  })

  test('reads Digital Links with every kind of key, with attributes, and with qualifiers in order', () => {
    const link = 'https://example.com/some/path'
    expect(read(`${link}/01/09520123456788/22/2A/10/L%2F1/21/S?17=280731&linkType=x#top`).data).toBe(
      '(01)09520123456788(22)2A(10)L/1(21)S(17)280731',
    )
    expect(read(`HTTPS://ID.GS1.ORG/414/9520123456788/254/a+b`).data).toBe('(414)9520123456788(254)a+b')
    expect(read(`]Q1${link}/00/952012345678912345`).data).toBe('(00)952012345678912345')
    expect(refusal(`${link}/01/09520123456788/21/S/10/L`)).toMatchObject({ code: 'digital_link' })
    expect(refusal(`${link}/01/09520123456788?21=S`)).toMatchObject({ code: 'digital_link', ai: '21' })
    expect(refusal(`${link}/01/09520123456789`)).toMatchObject({ code: 'check_digit', ai: '01' })
    expect(refusal(`${link}/about`)).toMatchObject({ code: 'digital_link' })
    expect(refusal(`HtTp://a/01/09520123456788`)).toMatchObject({ code: 'digital_link', position: 0 })
  })

  test('reads links in the form of older Digital Link releases and adds a note, unless exact links are required', () => {
    const old = 'https://example.com/gtin/9520123456788/ser/S'
    expect(read(old).data).toBe('(01)09520123456788(21)S')
    expect(read(old).warnings).toHaveLength(3)
    expect(refusal(old, { exactLinks: true })).toMatchObject({ code: 'digital_link' })
  })

  test('identifies codes that are not GS1', () => {
    expect(refusal('[)>\x1e06\x1d9N111234567842\x1e\x04')).toEqual({
      code: 'not_gs1',
      message: 'The barcode is an ISO 15434 message of format 06, not GS1',
      position: 0,
    })
    expect(refusal(']A0ABC')).toMatchObject({ code: 'not_gs1', message: 'The barcode is Code 39 (]A0) without GS1 data' })
    expect(refusal(']XY')).toMatchObject({ code: 'not_gs1' })
    expect(refusal('AB-123')).toMatchObject({ code: 'not_gs1', message: 'The barcode is plain text, not GS1: AB-123' })
    expect(decode(']d1AB-123')).toMatchObject({ ok: true, value: { elements: [], text: 'AB-123' } })
    expect(refusal(']d1AB-123', { lenient: true })).toMatchObject({ code: 'not_gs1', position: 3 })
  })

  test('[SCAN-003] accepts an FNC1 at the start and one after a value of predefined length', () => {
    expect(read(`${GS}0100012345678905${GS}10A${GS}`).data).toBe('(01)00012345678905(10)A')
    expect(refusal(`]d2${GS}0100012345678905`)).toMatchObject({ code: 'unknown_ai', position: 3 })
    expect(refusal(`0100012345678905${GS}${GS}10A`)).toMatchObject({ code: 'unknown_ai', position: 17 })
  })

  test('reports a missing element that must accompany another one, and a forbidden pair of identifiers', () => {
    expect(refusal('^10A')).toMatchObject({
      code: 'companion',
      ai: '10',
      message: 'Application Identifier 10 needs one of 01, 02, 03, 8006, 8026 beside it',
    })
    expect(refusal('(01)00012345678905(02)00012345678905(37)1(00)106141412345678908')).toMatchObject({ code: 'excluded' })
    expect(refusal('(8030)AB(253)4012345000009')).toMatchObject({ code: 'companion', ai: '253' })
    expect(refusal('(01)00012345678905(10)A(10)B')).toMatchObject({ code: 'repeated', ai: '10', position: 27 })
    expect(read('(01)00012345678905(10)A(10)A').data).toBe('(01)00012345678905(10)A(10)A')
    expect(read('^10A', { lenient: true }).warnings).toEqual(['Application Identifier 10 needs one of 01, 02, 03, 8006, 8026 beside it'])
  })
})

describe('a group separator lost in a scan at the pharmacy counter', () => {
  const gtin = '0100301162001165'

  test('is restored with a note when exactly one reading satisfies every rule', () => {
    const { data, warnings } = read(`${gtin}21100000835465631728073110608464T`, { lenient: true })
    expect(data).toBe('(01)00301162001165(21)10000083546563(17)280731(10)608464T')
    expect(warnings).toEqual(['The group separator after Application Identifier 21 is missing; only one reading is possible'])
  })

  test('is not guessed when no reading, or more than one, satisfies every rule', () => {
    expect(refusal(`${gtin}21100000835452691728073110608464T`, { lenient: true })).toMatchObject({
      code: 'ambiguous',
      ai: '21',
      readings: 3,
    })
    expect(refusal(`${gtin}21${'A'.repeat(21)}`, { lenient: true })).toMatchObject({ code: 'too_long', ai: '21', length: 21, max: 20 })
    expect(refusal(`${gtin}21${'1'.repeat(60)}`, { lenient: true })).toMatchObject({ code: 'ambiguous', readings: expect.any(Number) })
  })

  test('is not added to a scan that can be read without it, even if the reader may restore separators', () => {
    const scan = `${gtin}211234517280731`
    expect(read(scan, { lenient: true })).toEqual({ data: '(01)00301162001165(21)1234517280731', warnings: [] })
  })

  test('is restored only on request', () => {
    expect(refusal(`${gtin}21100000835465631728073110608464T`)).toMatchObject({ code: 'too_long', ai: '21' })
  })
})
