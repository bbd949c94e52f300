import { describe, expect, test } from 'vitest'
import { createSaxReader, createXmlReader } from '../src/index.ts'
import { edited, smallDocument, validate } from './helpers.ts'
import { toJson } from './to-json.ts'

const document = smallDocument()
const readers = [
  ['our reader', createXmlReader],
  ['sax', createSaxReader],
] as const

/** Line and column, 1-based, of an index in a text. */
function findPlace(text: string, at: number) {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

const epc = (serial: string) => `<epc>urn:epc:id:sgtin:0300012.000001.${serial}</epc>`
const unreadable = '<epc>nothing</epc>'
/**
 * A shipment with uncommissioned serial numbers, a duplicate and an invalid entry, so that every rule about lists reports something. The four entries
 * are on one line.
 */
const shipped = document.replace(
  /(?<=<epcList>)(?=(?:(?!<epcList>).)*bizstep:shipping)/s,
  `é😀${epc('S1')}${epc('S2')} \t${epc('S1')} ${unreadable}`,
)
/**
 * This med occurs only in the contents of a container and in the shipment, so the rule about uncommissioned meds is not decided before the end of the
 * document.
 */
const bottle = /<epc>([^<]*)</.exec(document)?.[1] ?? ''
const onlyContent = document
  .replace(`<epc>${bottle}</epc>`, '')
  .replace(/(?<=<epcList>)(?=(?:(?!<epcList>).)*bizstep:shipping)/s, ` <!-- here --> <epc>${bottle}</epc>`)

describe('findings about serial numbers', () => {
  test.each(readers)('point at the column of their epc element when read by %s', (_name, createReader) => {
    const places = validate(shipped, { createReader })
      .findings.filter(({ path }) => path.includes('/epc['))
      .map(({ type, line, column }) => ({ type, line, column }))
    const second = shipped.indexOf(epc('S1'), shipped.indexOf(epc('S1')) + 1)
    expect(places).toEqual([
      { type: 'EventListEpcListError', ...findPlace(shipped, second) },
      { type: 'EventListEpcListError', ...findPlace(shipped, shipped.indexOf(unreadable)) },
      { type: 'UnknownShippingEpcError', ...findPlace(shipped, shipped.indexOf(epc('S1'))) },
      { type: 'UnknownShippingEpcError', ...findPlace(shipped, shipped.indexOf(epc('S2'))) },
    ])
  })

  test.each(readers)(
    'point at the column of their epc element when read by %s, even if the error is detected only at the end of the document',
    (_name, createReader) => {
      const found = validate(onlyContent, { createReader }).findings.find(({ type }) => type === 'ShippedEpcAreParentOrDefinedError')
      const at = onlyContent.lastIndexOf(`<epc>${bottle}</epc>`)
      expect(found).toMatchObject({ value: bottle, ...findPlace(onlyContent, at) })
    },
  )

  test.each([undefined, 2])('give the column where the serial number’s JSON string starts, in JSON with an indent of %s', (indent) => {
    const text = JSON.stringify(toJson(shipped), null, indent)
    const found = validate(text).findings.filter(({ type }) => type === 'UnknownShippingEpcError')
    const serials = [...text.matchAll(/"[^"]*\/S[12]"/g)].map(({ index }) => findPlace(text, index))
    expect(found.map(({ line, column }) => ({ line, column }))).toEqual([serials[0], serials[1]])
  })
})

describe('findings about the whole document', () => {
  test('point at the document’s first tag or at its header', () => {
    const far = edited(document, '<epcis:EPCISDocument', '  <epcis:EPCISDocument')
    const sbdh = /<sbdh:StandardBusinessDocumentHeader>.*<\/sbdh:StandardBusinessDocumentHeader>/s
    const place = (text: string) => validate(text).findings.map(({ line, column }) => ({ line, column }))
    const headless = edited(far, /<EPCISHeader>.*<\/EPCISHeader>/s, '')
    expect(place(headless)).toContainEqual(findPlace(headless, headless.indexOf('<epcis:EPCISDocument')))
    const empty = edited(far, sbdh, '')
    expect(place(empty)).toContainEqual(findPlace(empty, empty.indexOf('<EPCISHeader>')))
  })
})
