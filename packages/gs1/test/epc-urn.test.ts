import { expect, test } from 'vitest'
import { toUrn } from '../src/index.ts'

test.each([
  ['https://id.gs1.org/01/00388123204902/21/A%2FB', 'urn:epc:id:sgtin:0388123.020490.A%2FB'],
  ['https://example.com/some/path/01/00301162001165', 'urn:epc:idpat:sgtin:030116.0200116.*'],
  ['https://id.gs1.org/00/003888800000000014', 'urn:epc:id:sscc:0388880.0000000001'],
  ['https://id.gs1.org/414/0388881000174', 'urn:epc:id:sgln:0388881.00017.0'],
  ['https://id.gs1.org/414/0388881000174/254/A1', 'urn:epc:id:sgln:0388881.00017.A1'],
  ['https://id.gs1.org/417/0614141000005', 'urn:epc:id:pgln:061414.100000'],
])('a Digital Link is stored as the URN of its key: %s', (link, urn) => {
  expect(toUrn(link)).toBe(urn)
})

test.each(['urn:epc:id:sgln:038888.100017.0', 'https://example.com/warehouse', 'http://epcis.gs1us.org/hc/dea/loc/AB1234567', ''])(
  'text that is not a Digital Link is not converted to a URN: %j',
  (text) => expect(toUrn(text)).toBe(text),
)
