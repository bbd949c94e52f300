import { describe, expect, test } from 'vitest'
import { createDocumentReader } from '../src/document-reader.ts'
import type { Options, XmlHandler } from '../src/index.ts'
import { TAKEN } from '../src/reader.ts'
import { smallDocument } from './helpers.ts'
import { mutate, randomNumbers } from './mutations.ts'
import { readBy } from './reading-ways.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const OPTIONS: Options = { now: new Date('2026-10-02T00:00:00Z') }

/** Reads JSON once with every event reported and once with repeated events skipped, and counts the skipped ones. */
function readTwice(text: string | Uint8Array, size = 1 << 16) {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text
  const counted = { taken: 0 }
  const createFull = ({ taker: _, ...handler }: XmlHandler) => createDocumentReader(handler, () => undefined)
  const counting = ({ taker, ...handler }: XmlHandler) => {
    if (taker === undefined) return createDocumentReader(handler, () => undefined)
    const take: typeof taker.take = (...given) => {
      const answer = taker.take(...given)
      if (answer === TAKEN) counted.taken += 1
      return answer
    }
    return createDocumentReader({ ...handler, taker: { ...taker, take } }, () => undefined)
  }
  const [plain, quick] = [
    readBy(bytes, size, { ...OPTIONS, createReader: createFull }),
    readBy(bytes, size, { ...OPTIONS, createReader: counting }),
  ]
  return { plain, quick, taken: counted.taken }
}

function expectSame(text: string | Uint8Array, size?: number): number {
  const { plain, quick, taken } = readTwice(text, size)
  expect(quick).toEqual(plain)
  return taken
}

const FORMATS = ['json', 'links'] as const
const make = (format: (typeof FORMATS)[number]) => smallDocument({ meds: 80, perCase: 4, casesPerPallet: 5, format })
/** Splits a document, which has each event on its own line, into lines. */
const linesOf = (text: string) => text.split(/(?<=\n)/)

describe.each(FORMATS)('repeated events in JSON whose keys are %s', (format) => {
  const document = make(format)
  const lines = linesOf(document)
  const change = (at: number, edit: (event: string) => string) => lines.map((line, index) => (index === at ? edit(line) : line)).join('')
  const later = lines.map((line, index) => ({ line, index })).filter(({ line, index }) => index > 100 && line.startsWith('{"type"'))
  const packing = later.find(({ line }) => line.includes('AggregationEvent'))?.index ?? 0
  const commissioning = later.find(({ line }) => (line.match(/"epcList":\["[^\]]*,/)?.length ?? 0) > 0 && line.includes('ilmd'))?.index ?? 0

  test('are recognized, and give the same result as if each were read in full, on one line or many, in chunks of any size', () => {
    expect(expectSame(document)).toBeGreaterThan(40)
    const pretty = JSON.stringify(JSON.parse(document), null, 2)
    expect(expectSame(pretty)).toBeGreaterThan(40)
    expect(expectSame(JSON.stringify(JSON.parse(document)))).toBeGreaterThan(40)
    for (const size of [1, 7, 1000]) expectSame(pretty, size)
    expectSame(pretty.replaceAll('\n', '\r\n'))
  })

  const texts = [
    '',
    ' ',
    'null',
    'x',
    ' 2026-10-01T14:00:00Z',
    '2026-02-30T14:00:00Z',
    '2026-10-01T14:00:00',
    '2099-10-01T14:00:00Z',
    '2028-02-30',
    '\\u0041',
    'a\\"b',
    'Ä',
    'x'.repeat(21),
    'x'.repeat(1200),
    'https://id.gs1.org/00/003000120000000013',
    'https://id.gs1.org/01/00388123204902/21/A/21/B',
    'https://id.gs1.org/01/00388123204902/21/A%2FB',
    'https://id.gs1.org/01/00388123204902/10/L/21/A?x=1',
    'urn:epc:id:sscc:0300012.0000000001 ',
    '2026-10-01T14:00:00Z ',
  ]
  test.each(['eventTime', 'parentID', 'cbvmda:lotNumber', 'cbvmda:itemExpirationDate', 'action', 'bizStep', 'id'])(
    'are read correctly if only the %s differs',
    (name) => {
      const pattern = new RegExp(`(?<="${name}":")[^"]*`)
      for (const at of [packing, commissioning])
        for (const text of texts) expectSame(change(at, (event) => event.replace(pattern, () => text)))
    },
  )

  test('are read correctly if only the EPC differs', () => {
    const pattern = /(?<="(?:epcList|childEPCs)":\[")[^"]*/
    for (const at of [packing, commissioning])
      for (const text of texts) expectSame(change(at, (event) => event.replace(pattern, () => text)))
  })

  test.each<[string, (event: string) => string]>([
    ['without its time', (event) => event.replace(/"eventTime":"[^"]*",/, '')],
    ['with a second time', (event) => event.replace(/"eventTime":"[^"]*",/, '$&$&')],
    ['with a time that is a number', (event) => event.replace(/"eventTime":"[^"]*"/, '"eventTime":7')],
    ['with an empty list', (event) => event.replace(/"(epcList|childEPCs)":\[[^\]]*\]/, '"$1":[]')],
    ['with a list that is a text', (event) => event.replace(/"(epcList|childEPCs)":\[[^\]]*\]/, '"$1":"none"')],
    ['with a number in its list', (event) => event.replace(/"(epcList|childEPCs)":\[/, '"$1":[7,')],
    ['with a list in its list', (event) => event.replace(/"(epcList|childEPCs)":\[/, '"$1":[["a"],')],
    ['with a duplicate EPC', (event) => event.replace(/\[("[^"]*")/, '[$1,$1')],
    ['with an extra comma in its list', (event) => event.replace(/\["/, '[,"')],
    ['with a comma at the end of its list', (event) => event.replace(/"\]/, '",]')],
    ['with white space in its list', (event) => event.replace(/","/g, '" , \n"')],
    ['with a lot of white space in its list', (event) => event.replace(/\["/, `[${' '.repeat(3000)}"`)],
    ['with a vendor member', (event) => event.replace('"action"', '"v:lotNumber":"A","action"')],
    ['with sensor data', (event) => event.replace('"action"', '"sensorElementList":[{"sensorReport":[{"type":"Temperature"}]}],"action"')],
    ['with members in another order', (event) => event.replace(/("action":"[^"]*"),("bizStep":"[^"]*")/, '$2,$1')],
    ['with a comment', (event) => event.replace('"action"', '/* */"action"')],
    ['of another type', (event) => event.replace(/\w+Event"/, 'TransactionEvent"')],
    ['that is cut off', (event) => event.slice(0, -30)],
    ['with a duplicate after it', (event) => `${event},`],
    ['with a string instead', () => '"x",'],
  ])('are read correctly with one %s', (_what, edit) => {
    for (const at of [packing, commissioning]) expectSame(change(at, edit))
  })

  test('give the same result as if each were read in full, even if one of them is damaged', { timeout: 120_000 }, () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const random = randomNumbers(seed)
      const at = 60 + random(lines.length - 62)
      const damaged = decoder.decode(mutate(encoder.encode(lines[at]), random))
      expectSame(change(at, () => damaged))
    }
  })
})

describe('repeated events in JSON', () => {
  test('are each read in full if the document’s master data comes after the events', () => {
    const { epcisHeader, ...document } = JSON.parse(make('json'))
    const text = JSON.stringify({ ...document, epcisHeader }, null, 1)
    expect(expectSame(text)).toBe(0)
  })

  test('do not change the line and column reported for a later finding', () => {
    const document = make('json')
    const wrong = document.replace(/"shipping"/, '"shiping"')
    const { plain, quick } = readTwice(wrong)
    expect(quick.validation.findings).toEqual(plain.validation.findings)
    expect(quick.validation.findings[0]?.line).toBe(document.split('\n').findIndex((line) => line.includes('"shipping"')) + 1)
  })
})
