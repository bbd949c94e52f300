import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHierarchy, createValidator, type EpcisEvent, type ErrorType, type Validation, validateEpcis } from '../src/index.ts'
import { type JsonHandler, JsonTokens } from '../src/json-tokens.ts'
import { collectedFolder } from './collected.ts'
import { smallDocument, validate } from './helpers.ts'
import { toJson } from './to-json.ts'

const xml = smallDocument()
type Document = ReturnType<typeof toJson>
const written = (document: unknown) => JSON.stringify(document, null, 2)
const plain = () => toJson(xml)

function inPieces(bytes: Uint8Array, size: number): Validation {
  const validator = createValidator()
  for (let at = 0; at < bytes.length; at += size) validator.write(bytes.subarray(at, at + size))
  return validator.end()
}

function typesAfter(edit: (document: Document) => void): Set<ErrorType> {
  const document = plain()
  edit(document)
  return new Set(validate(written(document)).findings.map((finding) => finding.type))
}

describe('EPCIS 2.0 as JSON', () => {
  test('gives the same result as XML: no findings, and the same meds, units and parties', () => {
    const events: EpcisEvent[] = []
    const bytes = new TextEncoder().encode(written(plain()))
    const result = validateEpcis(bytes, { event: (event) => events.push(event) })
    const before = validate(xml)
    expect(result.findings).toEqual([])
    expect(result).toMatchObject({ verdict: 'ok', meds: 4, events: 9, document: { warnings: [], schemaVersion: '2.0' } })
    expect(result.document.header).toMatchObject({ instanceIdentifier: 'T-1', receiver: { gln: '0399999999991' } })
    const { purchaseOrders, shipFrom, shipTo, shipToAll, despatchAdvices } = before.document
    expect(result.document).toMatchObject({ purchaseOrders, shipFrom, shipTo, shipToAll, despatchAdvices })
    const trees = [events, readEvents(xml)].map((all) => {
      const builder = createHierarchy()
      for (const event of all) builder.add(event)
      return builder.finish()
    })
    expect(trees[0]).toEqual(trees[1])
  })

  test('may have its members in any order', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, one]) => [name, reversed(one)]),
      )
    }
    const result = validate(written(reversed(plain())))
    expect(result.findings).toEqual([])
    expect(result).toMatchObject({ meds: 4, document: { schemaVersion: '2.0' } })
    const unknown = plain()
    const [event] = unknown.epcisBody.eventList
    Object.assign(event ?? {}, { bizLocation: { id: 'urn:epc:id:sgln:0614141.77777.0' } })
    for (const order of [unknown, reversed(unknown)]) {
      expect(validate(written(order)).findings.map((finding) => finding.type)).toEqual(['UnknownLocationError'])
    }
  })

  test('gives the same findings in chunks of any size, with or without a byte order mark and white space', () => {
    const bytes = new TextEncoder().encode(written(plain()).replace('Columbus', 'Coľumbus 🏭'))
    const whole = inPieces(bytes, bytes.length)
    expect(whole.findings).toEqual([])
    for (const size of [1, 7, 4096]) expect(inPieces(bytes, size)).toEqual(whole)
    expect(validate(`\ufeff \n${written(plain())}`).findings).toEqual([])
  })

  test.each<[ErrorType, (document: Document) => void, ErrorType[]?]>([
    ['EventListActionError', ({ epcisBody }) => Object.assign(epcisBody.eventList[8] ?? {}, { action: 'SHIP' })],
    ['EventListBizStepError', ({ epcisBody }) => Object.assign(epcisBody.eventList[2] ?? {}, { bizStep: 'paking' })],
    ['EventListDispositionError', ({ epcisBody }) => Object.assign(epcisBody.eventList[2] ?? {}, { disposition: 7 })],
    ['EventListEventTimeError', ({ epcisBody }) => Object.assign(epcisBody.eventList[2] ?? {}, { eventTime: '22-07-2026' })],
    ['EventListReadPointError', ({ epcisBody }) => Object.assign(epcisBody.eventList[2] ?? {}, { readPoint: undefined })],
    ['EventListExtensionError', ({ epcisBody }) => Object.assign(epcisBody.eventList[0] ?? {}, { ilmd: undefined })],
    ['EventMedsError', ({ epcisBody }) => Object.assign(epcisBody.eventList[0] ?? {}, { ilmd: { 'cbvmda:lotNumber': 'L1' } })],
    ['EventListSourceListError', ({ epcisBody }) => Object.assign(epcisBody.eventList[8] ?? {}, { sourceList: [] })],
    [
      'EventListEpcListError',
      ({ epcisBody }) => Object.assign(epcisBody.eventList[8] ?? {}, { epcList: 'none' }),
      ['AllMedsNotShippedError'],
    ],
    ['EventListError', ({ epcisBody }) => epcisBody.eventList.push({ type: 'Note' })],
    ['EventListError', ({ epcisBody }) => epcisBody.eventList.push({ type: 'AssociationEvent' })],
    ['HeaderReceiverSglnError', (document) => Object.assign(document, { receiver: undefined })],
    ['HeaderSenderError', (document) => Object.assign(document, { sender: 'Northway' })],
    ['HeaderDocumentIdentificationInstanceIdentifierError', (document) => Object.assign(document, { instanceIdentifier: ' ' })],
    [
      'StandardBusinessDocumentHeaderError',
      (document) => Object.assign(document, { sender: undefined, receiver: undefined, instanceIdentifier: undefined }),
    ],
    ['MedVocabularyError', (document) => Object.assign(document, { epcisHeader: undefined }), ['LocationVocabularyError']],
  ])('with one fault causes %s (%#)', (type, edit, followers = []) => {
    const types = typesAfter(edit)
    expect(types).toContain(type)
    expect([...types].filter((found) => found !== type && !followers.includes(found))).toEqual([])
  })

  test('accepts every spelling of a vocabulary word and of a key', () => {
    const types = typesAfter(({ epcisBody }) => {
      const [first, , packing, , , , , , shipping] = epcisBody.eventList
      Object.assign(first ?? {}, { type: 'epcis:ObjectEvent', bizStep: 'https://ref.gs1.org/cbv/BizStep-commissioning' })
      Object.assign(packing ?? {}, { bizStep: 'cbv:BizStep-packing', disposition: 'urn:epcglobal:cbv:disp:in_progress' })
      const owner = { type: 'https://ref.gs1.org/cbv/SDT-owning_party', source: 'urn:epc:id:pgln:038888.100000' }
      const place = { type: 'cbv:SDT-location', source: 'urn:epc:id:sgln:038888.100017.0' }
      Object.assign(shipping ?? {}, { sourceList: [owner, place] })
    })
    expect([...types]).toEqual([])
  })

  test('gives the line of the value in each finding', () => {
    const document = plain()
    Object.assign(document.epcisBody.eventList[2] ?? {}, { bizStep: 'paking' })
    const text = written(document)
    const line = text.split('\n').findIndex((one) => one.includes('paking')) + 1
    expect(validate(text).findings[0]).toMatchObject({
      line,
      event: 3,
      value: 'paking',
      path: '/EPCISDocument/EPCISBody/EventList/AggregationEvent[1]/bizStep',
    })
  })

  test.each([
    ['a query', '{"type":"EPCISQueryDocument","epcisBody":{"queryResults":{}}}', 'answer to an EPCIS query'],
    ['a bare event', '{"type":"ObjectEvent","action":"ADD"}', 'single ObjectEvent'],
    ['a list of events', '[{"type":"ObjectEvent"}]', 'list'],
    ['other JSON', '{"name":"x","type":"FeatureCollection"}', 'FeatureCollection'],
    ['JSON without EPCIS content', '{"name":"x"}', 'no epcisBody'],
    ['no list', '{"type":"EPCISDocument","epcisBody":{}}', 'no EventList'],
    ['cut off', written(plain()).slice(0, 900), 'ends before'],
    ['an extra comma', '{"type":"EPCISDocument",}', 'quotation marks'],
    ['a comment', '{"type":"EPCISDocument"/* */}', 'comma'],
    ['single quotes', "{'type':'EPCISDocument'}", 'quotation marks'],
    ['a number with a leading zero', '{"a":012}', 'not a JSON value'],
    ['NaN', '{"a":NaN}', 'value is missing'],
    ['a line break in a string', '{"a":"\n"}', 'line break'],
    ['a bad escape', '{"a":"\\x"}', 'JSON does not allow'],
    ['half a \\u', '{"a":"\\u12g4"}', 'hexadecimal'],
    ['two documents', `${written(plain())} {}`, 'after the end'],
    ['a duplicate member', '{"type":"EPCISDocument","type":"EPCISDocument"}', 'appears twice'],
    [
      'a duplicate member in an event',
      '{"type":"EPCISDocument","epcisBody":{"eventList":[{"action":"ADD","action":"DELETE"}]}}',
      'appears twice',
    ],
    ['nesting that is too deep', `{"a":${'['.repeat(5000)}`, 'nested'],
  ])('is refused with a message: %s', (_what, text, words) => {
    const { verdict, findings } = validate(text)
    expect(verdict).toBe('malformed')
    const [malformed] = findings.filter((finding) => finding.type === 'MalformedEpcisXmlError')
    expect(malformed?.message).toContain(words)
    expect(malformed?.line).toBeGreaterThan(0)
    expect(inPieces(new TextEncoder().encode(text), 3).findings).toEqual(findings)
  })

  test('is refused when a byte is not UTF-8', () => {
    const bytes = new TextEncoder().encode(written(plain()))
    bytes[400] = 0xff
    expect(inPieces(bytes, 11)).toMatchObject({ verdict: 'malformed' })
  })
})

describe('the JSON tokenizer', () => {
  /** Rebuilds the value from the tokenizer's callbacks. */
  function parse(text: string, size: number): unknown {
    const stack: { value: unknown[] | Record<string, unknown>; key: string }[] = []
    let result: unknown
    const put = (value: unknown) => {
      const top = stack.at(-1)
      if (top === undefined) result = value
      else if (Array.isArray(top.value)) top.value.push(value)
      else Object.defineProperty(top.value, top.key, { value, enumerable: true, configurable: true, writable: true })
    }
    const handler: JsonHandler = {
      open: (kind) => stack.push({ value: kind === 'array' ? [] : {}, key: '' }),
      close: () => put(stack.pop()?.value),
      key: (name) => Object.assign(stack.at(-1) ?? {}, { key: name }),
      scalar: (value) => put(value),
    }
    const tokens = new JsonTokens(handler)
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at += size) tokens.write(bytes.subarray(at, at + size))
    tokens.end()
    return result
  }

  test('accepts and refuses the same texts as JSON.parse, in chunks of any size', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 50 }), (text, size) => {
        expect(JSON.stringify(parse(text, size))).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...'{}[],:"\\ x0-.e\n'), (text, at, char) => {
        const changed = text.slice(0, at % (text.length + 1)) + char + text.slice((at % (text.length + 1)) + 1)
        const expected = accepts(() => JSON.parse(changed))
        expect(accepts(() => parse(changed, 3))).toBe(expected)
      }),
      { numRuns: 1000 },
    )
  })
})

const collected = collectedFolder()

// Vitest runs the body of a describe even if it is skipped, so the body must not read a folder that does not exist.
describe.skipIf(collected === null)('the collected JSON documents', () => {
  const folder = join(collected ?? '', 'epcis-json')
  const names = collected === null ? [] : readdirSync(folder).filter((name) => /^(gs1-|oe-|cardinal)/.test(name))

  test.each(names)(
    'give the same result in chunks of any size, and are refused only if they contain a query or bare sensor data: %s',
    (name) => {
      const bytes = readFileSync(join(folder, name))
      const whole = inPieces(bytes, bytes.length)
      for (const size of [1, 7, 4096]) expect(inPieces(bytes, size)).toEqual(whole)
      const refused = whole.findings.find((finding) => finding.type === 'MalformedEpcisXmlError')?.message ?? ''
      const isQuery = name.includes('Query')
      const isBare = /SensorData/.test(name)
      if (!isQuery && !isBare) expect(refused).toBe('')
      else if (isQuery) expect(refused).toContain('query')
    },
  )
})

function readEvents(text: string): EpcisEvent[] {
  const events: EpcisEvent[] = []
  validateEpcis(new TextEncoder().encode(text), { event: (event) => events.push(event) })
  return events
}

function accepts(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
