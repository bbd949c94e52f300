import { readdirSync, readFileSync } from 'node:fs'
import { epcDigitalLink, parseEpc } from '@seriatim/gs1'
import { describe, expect, test } from 'vitest'
import { type Options, validateEpcis } from '../src/index.ts'
import { PieceCuts } from '../src/piece-cuts.ts'
import { breakages } from './breakages.ts'
import { collectedFolder } from './collected.ts'
import { edited, smallDocument } from './helpers.ts'
import { judgeInPieces } from './in-pieces.ts'
import { mutate, randomNumbers } from './mutations.ts'

/** The same unit as a web address. */
function toLink(uri: string): string {
  const epc = parseEpc(uri)
  const link = epc.ok ? epcDigitalLink(epc.value) : ''
  if (!link.startsWith('https:')) throw new Error(`${uri} has no web address`)
  return link
}

const PIECES = [1, 2, 3, 7]
const encoder = new TextEncoder()
const document = smallDocument({ meds: 60, perCase: 4, casesPerPallet: 3 })
const firstEvent = document.indexOf('<ObjectEvent')
/** The events of the document, as they stand in its list. */
const events = document.slice(firstEvent, document.indexOf('</EventList>'))
const folder = collectedFolder()

type Given = Pick<Options, 'now' | 'knownGlns' | 'knownGtins' | 'findingsPerType'>

/** Gives back how many pieces were merged of the readings that had any. */
function expectSame(file: string | Uint8Array, options: Given = {}, provers?: number): number[] {
  const bytes = typeof file === 'string' ? encoder.encode(file) : file
  const whole = validateEpcis(bytes, {}, options)
  return PIECES.map((pieces) => {
    const { validation, merged } = judgeInPieces(bytes, pieces, options, provers)
    expect(validation, `${pieces} pieces`).toEqual(whole)
    return merged
  })
}

describe('a document read in pieces is judged as when it is read whole', () => {
  test('when it is clean, and most of it is proven', () => {
    const [one = 0, two = 0, three = 0, seven = 0] = expectSame(document)
    expect([one, two, three]).toEqual([0, 1, 2])
    expect(seven).toBeGreaterThanOrEqual(4)
  })

  test.each([
    ['findings cut off early', { findingsPerType: 1 }],
    ['a clock that is behind', { now: new Date('2020-01-01T00:00:00Z') }],
    ['things on file', { knownGlns: new Set(['0300010000000']), knownGtins: new Set(['00300012000010']) }],
  ] satisfies [string, Given][])('with %s', (_what, options) => {
    expectSame(document, options)
    expectSame(document.replace(/<VocabularyElement id="urn:epc:idpat.*?<\/VocabularyElement>/s, ''), options)
  })

  test.each(breakages.map(({ type, what, edit }) => [type, what, edit] as const))('with %s: %s', (_type, _what, edit) => {
    expectSame(edit(document))
  })

  const samples = new URL('../../../samples/', import.meta.url)
  test.each(readdirSync(samples).filter((name) => name.endsWith('.xml')))('as the sample %s', (name) => {
    expectSame(readFileSync(new URL(name, samples)))
  })

  test('with every construct of the schema', () => {
    expectSame(readFileSync(new URL('./everything-12.xml', import.meta.url)))
  })

  const collected = folder === null ? [] : readdirSync(`${folder}epcis-xml`).filter((name) => name.endsWith('.xml'))
  test.each(collected)('as the collected document %s', (name) => {
    expectSame(readFileSync(`${folder}epcis-xml/${name}`))
  })

  test('with damage of any kind, anywhere', { timeout: 120_000 }, () => {
    const originals = [document, smallDocument({ meds: 12 })].map((text) => encoder.encode(text))
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = randomNumbers(seed)
      expectSame(mutate(originals[random(originals.length)] ?? new Uint8Array(), random), {}, 1 + random(3))
    }
  })
})

describe('cuts that are none', () => {
  const between = (text: string) => edited(document, '</ObjectEvent>', `</ObjectEvent>${text}`, 3)
  // Nothing else tells that the events behind it are not the ones that the list was opened for: no schema is followed in 2.0, and it holds no part.
  const secondHeader = edited(
    document.replace(/<(?:\w+:)?StandardBusinessDocumentHeader\b.*<\/(?:\w+:)?StandardBusinessDocumentHeader>/s, ''),
    '</ObjectEvent>',
    '</ObjectEvent></EventList></EPCISBody><EPCISHeader/><EPCISBody><EventList>',
    8,
  )
    .replace('urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:2')
    .replace('schemaVersion="1.2"', 'schemaVersion="2.0"')
  const inside = (text: string) => edited(document, '<readPoint>', `${text}<readPoint>`, 4)

  test.each([
    ['a comment that holds events', between(`<!-- ${events.replaceAll('--', '')} -->`)],
    ['CDATA that holds events', inside(`<v:a xmlns:v="urn:v"><![CDATA[${events}]]></v:a>`)],
    ['an instruction that holds an event', between('<?a <ObjectEvent> ?>'.repeat(200))],
    ['an attribute that looks like the end of an event', inside(`<v:a xmlns:v="urn:v" b="${'></ObjectEvent>'.replaceAll('<', '&lt;')}"/>`)],
    ['events of another list', inside(`<v:EventList xmlns:v="urn:v">${events}</v:EventList>`)],
    ['events in the extension of the list', between(`<extension>${events}</extension>`)],
    ['events of another namespace', between(`<v:ObjectEvent xmlns:v="urn:v">${'<v:a/>'.repeat(800)}</v:ObjectEvent>`.repeat(4))],
    ['events behind the list', edited(document, '</EventList>', `</EventList><extension><a>${events}</a></extension>`)],
    ['a second list', edited(document, '</EventList>', `</EventList><EventList>${events}</EventList>`)],
    ['a second document', `${document}${document}`],
    ['a second header of EPCIS 2.0, where the first says nothing', secondHeader],
    [
      'a comment before the header that holds an event',
      edited(document, '<EPCISHeader>', `<!-- ${events.replaceAll('--', '')} --><EPCISHeader>`),
    ],
  ])('%s', (_what, text) => {
    expectSame(text)
    // The same beneath everything that comes before.
    expectSame(text, {}, 1)
  })

  test('a cut stands only before what looks like an event, and never in its stretch twice', () => {
    const bytes = encoder.encode(document)
    const cuts = new PieceCuts((from, to) => [bytes.subarray(from, to)], bytes.length, 1000)
    const starts = Array.from({ length: cuts.count }, (_, index) => cuts.findStart(index)).filter((start) => start !== null)
    expect(starts.length).toBeGreaterThan(10)
    for (const start of starts) expect(document.slice(start)).toMatch(/^<\w+Event>/)
    for (let size = 1; size < 70; size += 23) {
      const read = function* (from: number, to: number) {
        for (let at = from; at < to; at += size) yield bytes.subarray(at, Math.min(at + size, to))
      }
      const others = new PieceCuts(read, bytes.length, 1000)
      expect(Array.from({ length: others.count }, (_, index) => others.findStart(index)).filter((start) => start !== null)).toEqual(starts)
    }
  })
})

describe('what one event does to another', () => {
  const pick = (pattern: RegExp) => pattern.exec(document)?.[0] ?? ''
  const commissioning = pick(/<ObjectEvent>(?:(?!<\/ObjectEvent>).)*sgtin(?:(?!<\/ObjectEvent>).)*<\/ObjectEvent>/s)
  const packing = pick(/<AggregationEvent>.*?<\/AggregationEvent>/s)
  const shipping = pick(/<ObjectEvent>(?:(?!<\/ObjectEvent>).)*bizstep:shipping.*?<\/ObjectEvent>/s)
  const [before = '', after = ''] = [document.slice(0, firstEvent), document.slice(document.indexOf('</EventList>'))]
  const listed = (...texts: readonly string[]) => `${before}${texts.join('\n  ')}${after}`
  const in20 = (text: string) =>
    text.replace('urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:2').replace('schemaVersion="1.2"', 'schemaVersion="2.0"')
  const order =
    '<bizTransactionList><bizTransaction type="urn:epcglobal:cbv:btt:po">urn:epcglobal:cbv:bt:0300012000009:7</bizTransaction></bizTransactionList>'
  const blank = '<!-- -->'.repeat(300)
  const notBlank = 'text between events '

  test.each([
    ['packed before it is commissioned', listed(packing, blank, commissioning, blank, events)],
    ['shipped before it is packed', listed(shipping, blank, events)],
    ['shipped twice', listed(events, blank, shipping, blank, packing)],
    ['commissioned twice', listed(commissioning, blank, commissioning, events)],
    ['unpacked', listed(events, packing.replace('ADD', 'DELETE').replace('packing', 'unpacking'), blank, commissioning, blank, packing)],
    [
      'a container in itself',
      listed(events, packing.replace(/(?<=<epc>)[^<]*/, /(?<=<parentID>)[^<]*/.exec(packing)?.[0] ?? ''), blank, packing),
    ],
    ['twice in one list', listed(events, packing.replace(/<epc>[^<]*<\/epc>/, '$&$&'), blank, packing)],
    ['web addresses', listed(events, packing.replace(/(?<=<epc>)[^<]*/, toLink), packing)],
    ['a web address as container', listed(events, packing.replace(/(?<=<parentID>)[^<]*/, toLink), packing)],
    ['a container that is a med without lot', listed(commissioning.replace(/<extension>.*<\/extension>/s, ''), events)],
    [
      'containers with a med among them',
      listed(
        commissioning.replace(/<extension>.*<\/extension>/s, '').replace('<epc>', '<epc>urn:epc:id:sscc:0300012.0000000001</epc><epc>'),
        events,
      ),
    ],
    [
      'places that nobody knows',
      listed(
        ...events
          .split(/(?<=Event>)\s*(?=<\w+Event>)/)
          .map((event, index) =>
            index % 5 === 0 ? event.replace(/(?<=<readPoint>\s*<id>)[^<]*/, 'urn:epc:id:sgln:0399999.00000.0') : event,
          ),
      ),
    ],
    [
      'products that nobody knows',
      listed(events.replaceAll('sgtin:', 'sgtin:').replace(/sgtin:(\d+)\.(\d)\d{2}/g, 'sgtin:$1.$29'), events),
    ],
    ['text before the list, in a document that is broken', edited(document, '<EventList>', 'text<EventList>').replace('</EPCISBody>', '')],
    ['text between events', listed(notBlank, events, notBlank, blank, events, notBlank)],
    ['an unknown element between events', listed(events, '<unknown/>', blank, events, '<unknown/>')],
    ['a vendor element between events', listed(events, '<v:a xmlns:v="urn:v"/>', blank, events)],
    ['vendor parts in events', listed(events.replaceAll('<action>', '<v:a xmlns:v="urn:v"/><action>'))],
    ['an element of EPCIS that is no event between events', listed(events, '<extension><TransformationEvent/></extension>', blank, events)],
    [
      'empty events',
      listed('<ObjectEvent/>', events, '<ObjectEvent></ObjectEvent>', '<AggregationEvent></AggregationEvent>', blank, events),
    ],
    [
      'places that only clean events name, without master data',
      listed(events.replace(shipping, '')).replace(/<Vocabulary type="[^"]*Location">.*?<\/Vocabulary>/s, ''),
    ],
    ['orders in every event', listed(events.replace(/<\/bizLocation>(?!\s*<bizTransactionList)/g, `$&${order}`))],
    ['all on one line', listed(events).replace(/\n\s*/g, '')],
    ['lines that end as on Windows', listed(events).replaceAll('\n', '\r\n')],
    ['wide characters before events on one line', listed(events).replace(/\n\s*/g, '<!-- é😀 -->')],
    ['references in serial numbers', listed(events.replaceAll('urn:epc:id:s', '&#117;rn:epc:id:s'))],
    ['a byte order mark', `\ufeff${document}`],
    ['events in EPCIS 2.0', in20(document)],
    ['an unknown element before every event in EPCIS 2.0', in20(document.replace(/<\w+Event>/g, '<unknown/>$&'))],
    ['an extension before every event, in the namespace of EPCIS 2.0', in20(document.replace(/<\w+Event>/g, '<epcis:extension/>$&'))],
  ])('%s', (_what, text) => {
    expectSame(text)
    expectSame(text, {}, 1)
  })

  test('names are counted over all pieces', () => {
    const named = Array.from({ length: 700 }, (_, index) => `<v:a${index} xmlns:v="urn:v"/>`)
    for (const more of [0, 4_000, 4_950, 6_000]) {
      const others = Array.from({ length: more }, (_, index) => `<v:b${index} xmlns:v="urn:v"/>`)
      const vendor = (names: readonly string[]) => packing.replace('<action>', `<v:x xmlns:v="urn:v">${names.join('')}</v:x><action>`)
      expectSame(listed(events, vendor(named), events, vendor(others), events, vendor(named)))
      // Nothing is read behind the last of them.
      expectSame(listed(events, vendor(named), blank, vendor(others)))
    }
  })
})
