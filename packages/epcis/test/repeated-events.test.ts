import { readdirSync, readFileSync } from 'node:fs'
import { epcDigitalLink, parseEpc } from '@seriatim/gs1'
import { describe, expect, test } from 'vitest'
import type { Options } from '../src/index.ts'
import { breakages } from './breakages.ts'
import { collectedFolder } from './collected.ts'
import { expectSame } from './expect-same.ts'
import { edited, smallDocument } from './helpers.ts'
import { mutate, randomNumbers } from './mutations.ts'

/** Converts a unit's URN to a GS1 Digital Link. */
function toLink(uri: string): string {
  const epc = parseEpc(uri)
  const link = epc.ok ? epcDigitalLink(epc.value) : ''
  if (!link.startsWith('https:')) throw new Error(`${uri} has no web address`)
  return link
}

const encoder = new TextEncoder()
const document = smallDocument({ meds: 60, perCase: 4, casesPerPallet: 3 })
const firstEvent = document.indexOf('<ObjectEvent')
const events = document.slice(firstEvent, document.indexOf('</EventList>'))
const folder = collectedFolder()

/** Declares the document as EPCIS 2.0 XML by changing its namespace and version. */
const in20 = (text: string) =>
  text.replace('urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:2').replace('schemaVersion="1.2"', 'schemaVersion="2.0"')

type Given = Pick<Options, 'now' | 'knownGlns' | 'knownGtins' | 'findingsPerType'>

describe('a document gives the same result with and without skipping repeated events', () => {
  test('when it is clean and most of its events are skipped', () => {
    expect(expectSame(document, {}, [1, 977, 4096])).toBeGreaterThanOrEqual(12)
  })

  test.each([
    ['findings cut off early', { findingsPerType: 1 }],
    ['a clock that runs behind', { now: new Date('2020-01-01T00:00:00Z') }],
    ['locations and products on file', { knownGlns: new Set(['0300010000000']), knownGtins: new Set(['00300012000010']) }],
  ] satisfies [string, Given][])('with %s', (_what, options) => {
    expectSame(document, options)
    expectSame(document.replace(/<VocabularyElement id="urn:epc:idpat.*?<\/VocabularyElement>/s, ''), options)
  })

  test.each(breakages.map(({ type, what, edit }) => [type, what, edit] as const))('with %s: %s', (_type, _what, edit) => {
    expectSame(edit(document))
  })

  const samples = new URL('../../../samples/', import.meta.url)
  test.each(readdirSync(samples).filter((name) => name.endsWith('.xml')))('if it is the sample %s', (name) => {
    expectSame(readFileSync(new URL(name, samples)))
  })

  test('if it uses every construct of the schema', () => {
    expectSame(readFileSync(new URL('./everything-12.xml', import.meta.url)))
  })

  const collected = folder === null ? [] : readdirSync(`${folder}epcis-xml`).filter((name) => name.endsWith('.xml'))
  test.each(collected)('if it is the collected document %s', (name) => {
    expectSame(readFileSync(`${folder}epcis-xml/${name}`))
  })

  test('wherever a block of bytes ends', { timeout: 120_000 }, () => {
    const long = smallDocument({ meds: 1_600, perCase: 8, casesPerPallet: 10 })
    const repeated = expectSame(long)
    expect(repeated).toBeGreaterThan(200)
    for (let shift = 1; shift < 3_000; shift += 251) {
      const shifted = long.replace('<EventList>', `<EventList><!--${'é'.repeat(shift)}-->`)
      expect(expectSame(shifted, {}, [])).toBe(repeated)
    }
  })

  test('when an event is longer than a block', () => {
    const event = /<ObjectEvent>.*?<\/ObjectEvent>/s.exec(document)?.[0] ?? ''
    const serials = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => `<epc>urn:epc:id:sgtin:0300012.000001.G${first + index}</epc>`).join('\n')
    const long = [1500, 3000, 20, 6000, 1500, 30].map((count, index) =>
      event.replace(/<epc>.*<\/epc>/s, () => serials(index * 10_000, count)),
    )
    expectSame(document.replace('<EventList>', `<EventList>${long.join('')}`))
  })

  test('when its bytes are damaged at random', { timeout: 120_000 }, () => {
    const originals = [document, smallDocument({ meds: 12 })].map((text) => encoder.encode(text))
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = randomNumbers(seed)
      expectSame(mutate(originals[random(originals.length)] ?? new Uint8Array(), random), {}, [1 + random(3000)])
    }
  })
})

describe('text that only looks like an event', () => {
  const between = (text: string) => edited(document, '</ObjectEvent>', `</ObjectEvent>${text}`, 3)
  // The empty second header is the only sign that the events after it belong to another list: EPCIS 2.0 has no schema check, and nothing in the
  // header is read.
  const secondHeader = in20(
    edited(
      document.replace(/<(?:\w+:)?StandardBusinessDocumentHeader\b.*<\/(?:\w+:)?StandardBusinessDocumentHeader>/s, ''),
      '</ObjectEvent>',
      '</ObjectEvent></EventList></EPCISBody><EPCISHeader/><EPCISBody><EventList>',
      8,
    ),
  )
  const foreignList = `<EventList xmlns:cbvmda="urn:other">${events}</EventList>`
  const extended = `<extension>\n${/<ObjectEvent>.*?<\/ObjectEvent>/s.exec(events)?.[0]}</extension>`
  const vendor = '<v:a xmlns:v="urn:v"><v:b><v:c/></v:b></v:a>'
  const inside = (text: string) => edited(document, '<readPoint>', `${text}<readPoint>`, 4)

  test.each([
    ['a comment that holds events', between(`<!-- ${events.replaceAll('--', '')} -->`)],
    ['CDATA that holds events', inside(`<v:a xmlns:v="urn:v"><![CDATA[${events}]]></v:a>`)],
    ['an instruction that holds an event', between('<?a <ObjectEvent> ?>'.repeat(200))],
    ['an attribute that looks like the end of an event', inside(`<v:a xmlns:v="urn:v" b="${'></ObjectEvent>'.replaceAll('<', '&lt;')}"/>`)],
    ['events of another list', inside(`<v:EventList xmlns:v="urn:v">${events}</v:EventList>`)],
    ['events in the extension of the list', between(`<extension>${events}</extension>`)],
    ['events of another namespace', between(`<v:ObjectEvent xmlns:v="urn:v">${'<v:a/>'.repeat(800)}</v:ObjectEvent>`.repeat(4))],
    ['events after the list', edited(document, '</EventList>', `</EventList><extension><a>${events}</a></extension>`)],
    ['a second list', edited(document, '</EventList>', `</EventList><EventList>${events}</EventList>`)],
    ['a second list that gives a prefix another meaning', edited(document, '</EventList>', `</EventList>${foreignList}`)],
    ['a second list with a changed prefix in EPCIS 2.0', in20(edited(document, '</EventList>', `</EventList>${foreignList}`))],
    ['events that are each inside an extension', edited(document, '</EventList>', `${extended.repeat(4)}</EventList>`)],
    [
      'the same in EPCIS 2.0, behind a vendor element',
      in20(edited(document, '</EventList>', `${(vendor + extended).repeat(4)}</EventList>`)),
    ],
    ['a second document', `${document}${document}`],
    ['a second EPCIS 2.0 header after an empty one', secondHeader],
    [
      'a comment before the header that holds an event',
      edited(document, '<EPCISHeader>', `<!-- ${events.replaceAll('--', '')} --><EPCISHeader>`),
    ],
  ])('%s', (_what, text) => {
    expectSame(text)
  })
})

describe('effects of one event on another', () => {
  const pick = (pattern: RegExp) => pattern.exec(document)?.[0] ?? ''
  const commissioning = pick(/<ObjectEvent>(?:(?!<\/ObjectEvent>).)*sgtin(?:(?!<\/ObjectEvent>).)*<\/ObjectEvent>/s)
  const packing = pick(/<AggregationEvent>.*?<\/AggregationEvent>/s)
  const shipping = pick(/<ObjectEvent>(?:(?!<\/ObjectEvent>).)*bizstep:shipping.*?<\/ObjectEvent>/s)
  const [before = '', after = ''] = [document.slice(0, firstEvent), document.slice(document.indexOf('</EventList>'))]
  const listed = (...texts: readonly string[]) => `${before}${texts.join('\n  ')}${after}`
  const order =
    '<bizTransactionList><bizTransaction type="urn:epcglobal:cbv:btt:po">urn:epcglobal:cbv:bt:0300012000009:7</bizTransaction></bizTransactionList>'
  const med = /(?<=<epc>)[^<]*/.exec(commissioning)?.[0] ?? ''
  const container = (serial: number) =>
    commissioning
      .replace(/<extension>.*<\/extension>/s, '')
      .replace(/<epc>.*<\/epc>/s, `<epc>urn:epc:id:sscc:0300012.000000000${serial}</epc>`)
  const parent = '<parentID>urn:epc:id:sscc:0300012.0000000099</parentID>'
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
    ['a container that is a med without a lot', listed(commissioning.replace(/<extension>.*<\/extension>/s, ''), events)],
    [
      'containers and one med',
      listed(
        commissioning.replace(/<extension>.*<\/extension>/s, '').replace('<epc>', '<epc>urn:epc:id:sscc:0300012.0000000001</epc><epc>'),
        events,
      ),
    ],
    [
      'a med where only containers were commissioned, without lot',
      listed(...[1, 2, 3].map(container), container(4).replace('<epc>', `<epc>${med}</epc><epc>`)),
    ],
    [
      'unknown locations',
      listed(
        ...events
          .split(/(?<=Event>)\s*(?=<\w+Event>)/)
          .map((event, index) =>
            index % 5 === 0 ? event.replace(/(?<=<readPoint>\s*<id>)[^<]*/, 'urn:epc:id:sgln:0399999.00000.0') : event,
          ),
      ),
    ],
    ['unknown products', listed(events.replaceAll('sgtin:', 'sgtin:').replace(/sgtin:(\d+)\.(\d)\d{2}/g, 'sgtin:$1.$29'), events)],
    ['text before the list in a damaged document', edited(document, '<EventList>', 'text<EventList>').replace('</EPCISBody>', '')],
    ['text between events', listed(notBlank, events, notBlank, blank, events, notBlank)],
    ['an unknown element between events', listed(events, '<unknown/>', blank, events, '<unknown/>')],
    ['a vendor element between events', listed(events, '<v:a xmlns:v="urn:v"/>', blank, events)],
    ['vendor elements in events', listed(events.replaceAll('<action>', '<v:a xmlns:v="urn:v"/><action>'))],
    ['an EPCIS element other than an event between events', listed(events, '<extension><TransformationEvent/></extension>', blank, events)],
    [
      'empty events',
      listed('<ObjectEvent/>', events, '<ObjectEvent></ObjectEvent>', '<AggregationEvent></AggregationEvent>', blank, events),
    ],
    [
      'locations without master data in clean events only',
      listed(events.replace(shipping, '')).replace(/<Vocabulary type="[^"]*Location">.*?<\/Vocabulary>/s, ''),
    ],
    ['orders in every event', listed(events.replace(/<\/bizLocation>(?!\s*<bizTransactionList)/g, `$&${order}`))],
    ['all on one line', listed(events).replace(/\n\s*/g, '')],
    ['Windows line endings', listed(events).replaceAll('\n', '\r\n')],
    ['wide characters before events on one line', listed(events).replace(/\n\s*/g, '<!-- é😀 -->')],
    ['references in serial numbers', listed(events.replaceAll('urn:epc:id:s', '&#117;rn:epc:id:s'))],
    ['a container named by what is commissioned, in EPCIS 2.0', in20(listed(events.replaceAll('<epcList>', `${parent}<epcList>`)))],
    ['a byte order mark', `\ufeff${document}`],
    ['events in EPCIS 2.0', in20(document)],
    ['an unknown element before every event in EPCIS 2.0', in20(document.replace(/<\w+Event>/g, '<unknown/>$&'))],
    ['an extension before every event, in the namespace of EPCIS 2.0', in20(document.replace(/<\w+Event>/g, '<epcis:extension/>$&'))],
  ])('%s', (_what, text) => {
    expectSame(text)
  })

  test('include the limit on distinct names, which all events of a document share', () => {
    const named = Array.from({ length: 700 }, (_, index) => `<v:a${index} xmlns:v="urn:v"/>`)
    for (const more of [0, 4_000, 4_950, 6_000]) {
      const others = Array.from({ length: more }, (_, index) => `<v:b${index} xmlns:v="urn:v"/>`)
      const vendor = (names: readonly string[]) => packing.replace('<action>', `<v:x xmlns:v="urn:v">${names.join('')}</v:x><action>`)
      expectSame(listed(events, vendor(named), events, vendor(others), events, vendor(named)))
      // Here the event with the `others` names comes last, so no event follows once these names exceed the limit.
      expectSame(listed(events, vendor(named), blank, vendor(others)))
    }
  })
})
