import { describe, expect, test } from 'vitest'
import { decode, differingFields, labelReadings, toLabel } from '../src/index.ts'

const GS = '\x1d'
const gtin = '00312345678906'
const label = (scan: string) => {
  const read = decode(scan, { lenient: true, currentYear: 2026 })
  if (!read.ok) throw new Error(read.error.message)
  return toLabel(read.value)
}

describe('the text of a label', () => {
  test('shows the printed day, and only the month if the day is 00', () => {
    expect(label(`01${gtin}2110K7${GS}1728043010LOT-1`)).toEqual({ lotNumber: 'LOT-1', expirationDate: '2028-04-30' })
    expect(label(`01${gtin}2110K7${GS}17280400`)).toEqual({ expirationDate: '2028-04' })
    expect(label(`01${gtin}2110K7`)).toEqual({})
  })

  const record = { lotNumber: 'AB12', expirationDate: '2028-04-30' }
  test.each([
    [{ lotNumber: ' ab12 ' }, []],
    [{ lotNumber: 'AB13' }, ['lotNumber']],
    [{ expirationDate: '2028-04-30' }, []],
    [{ expirationDate: '2028-04-29' }, ['expirationDate']],
    [{ expirationDate: '2028-04' }, []],
    [{ expirationDate: '2028-05' }, ['expirationDate']],
    [{ lotNumber: 'X', expirationDate: '2027-04-30' }, ['lotNumber', 'expirationDate']],
    [{}, []],
  ])('with %o differs from the record in exactly these fields: %o', (said, fields) => {
    expect(differingFields(said, record)).toEqual(fields)
  })

  test('is not reported as different if the record has neither lot nor expiry', () => {
    expect(differingFields({ lotNumber: 'X', expirationDate: '2027-04-30' }, { lotNumber: null, expirationDate: null })).toEqual([])
  })
})

describe('a label that lost its separators', () => {
  const serials = (scan: string) => [...new Set(labelReadings(scan, 2026).map((read) => read.serialNumber))]

  test('is read in several ways, one for each serial number that it could contain', () => {
    expect(serials(`01${gtin}21AB10C`)).toEqual(['AB', 'AB10C'])
    expect(serials(`01${gtin}1728043010LOT21SER`)).toEqual(['SER'])
    expect(serials(`01${gtin}21SER91728043010LOT`)).toContain('SER9')
  })

  test('keeps any separators that were not lost', () => {
    expect(labelReadings(`01${gtin}21AB${GS}10C`, 2026).map(({ serialNumber, lotNumber }) => [serialNumber, lotNumber])).toEqual([
      ['AB', 'C'],
    ])
  })

  test('is rejected unless it has both a GTIN and a valid serial number', () => {
    expect(labelReadings('ABC')).toEqual([])
    expect(labelReadings(`01${gtin}`)).toEqual([])
    expect(labelReadings(`01${gtin}21${'1'.repeat(200)}`)).toEqual([])
  })
})
