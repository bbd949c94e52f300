import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildConnectivity, buildVerify, writeExpiry } from '../src/index.ts'

const service = { baseUrl: 'https://vrs.example/api/', requesterGln: '0338300871687' }
const product = { gtin: '00338300905276', lotNumber: 'MVC008', serialNumber: 'JU8NNNSJ02R7ZL', expirationDate: '2025-05-31' }
const corrUuid = '08dd5e1b-78e7-4dee-9f55-e69f5edf099b'
const question = { product, context: 'dscsaSaleableReturn', corrUuid }

function urlOf(changes: Partial<typeof product>): string {
  const built = buildVerify(service, { ...question, product: { ...product, ...changes } })
  return built.ok ? built.call.url : built.error
}

describe('the verify call', () => {
  test('has the path, the parameters and the header that the VRS profile requires', () => {
    // The values come from a test message of an open-source requester (a PHP client of a router service).
    expect(buildVerify({ ...service, emailAddress: 'demo@mail.com', phoneNumber: '9874563210' }, question)).toEqual({
      ok: true,
      call: {
        url: 'https://vrs.example/api/verify/gtin/00338300905276/lot/MVC008/ser/JU8NNNSJ02R7ZL?exp=250531&linkType=verificationService&context=dscsaSaleableReturn&reqGLN=0338300871687&corrUUID=08dd5e1b-78e7-4dee-9f55-e69f5edf099b&ctrlPossessAtt=true&email=demo%40mail.com&telephone=9874563210',
        headers: { 'gs1us-version': '1.3.0', accept: 'application/json' },
      },
    })
  })

  test.each([
    ['00363391180998', 'AutoDbTest', '1234567890', '2023-07-15', 'gtin/00363391180998/lot/AutoDbTest/ser/1234567890?exp=230715&'],
    ['00860003873595', 'L210326', 'AB210010', '2021-01-31', 'gtin/00860003873595/lot/L210326/ser/AB210010?exp=210131&'],
  ])('has the same URL as the calls of other open-source requesters: %s', (gtin, lotNumber, serialNumber, expirationDate, tail) => {
    expect(urlOf({ gtin, lotNumber, serialNumber, expirationDate })).toContain(`/verify/${tail}`)
  })

  test('percent-encodes every special character that GS1 allows in a serial number', () => {
    expect(urlOf({ serialNumber: 'A/B?C#D%E&F+G' })).toContain('/ser/A%2FB%3FC%23D%25E%26F%2BG?')
    expect(urlOf({ lotNumber: "L!'()*" })).toContain('/lot/L%21%27%28%29%2A/')
  })

  test('accepts the serial number 0', () => {
    expect(urlOf({ serialNumber: '0' })).toContain('/ser/0?')
  })

  test('refuses values that a URL cannot contain', () => {
    expect([urlOf({ serialNumber: '..' }), urlOf({ lotNumber: '.' }), urlOf({ lotNumber: '' }), urlOf({ serialNumber: '\ud800' })]).toEqual(
      ['serial_unsendable', 'lot_unsendable', 'lot_unsendable', 'serial_unsendable'],
    )
    expect(urlOf({ expirationDate: '2027-02-30' })).toBe('expiry_wrong')
  })

  test('has a URL from which a parser reads any lot and serial number unchanged', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      .filter((one) => one !== '.' && one !== '..' && one.isWellFormed())
    fc.assert(
      fc.property(text, text, (lotNumber, serialNumber) => {
        const { pathname, searchParams } = new URL(urlOf({ lotNumber, serialNumber }))
        const parts = pathname.split('/').map(decodeURIComponent)
        expect(parts).toEqual(['', 'api', 'verify', 'gtin', product.gtin, 'lot', lotNumber, 'ser', serialNumber])
        expect(searchParams.get('corrUUID')).toBe(corrUuid)
      }),
    )
  })
})

test('checkConnectivity asks about a GTIN', () => {
  expect(buildConnectivity(service, { gtin: product.gtin, context: 'dscsaSaleableReturn' }).url).toBe(
    'https://vrs.example/api/checkConnectivity?gtin=00338300905276&reqGLN=0338300871687&context=dscsaSaleableReturn',
  )
})

test('an expiry without a day is sent with day 00', () => {
  expect([writeExpiry('2027-05'), writeExpiry('2028-02-29'), writeExpiry('2027-13'), writeExpiry('May 2027')]).toEqual([
    '270500',
    '280229',
    null,
    null,
  ])
})
