import { describe, expect, test } from 'vitest'
import { expectSame } from './expect-same.ts'
import { edited, smallDocument } from './helpers.ts'
import { mutate, randomNumbers } from './mutations.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const document = smallDocument({ meds: 80, perCase: 4, casesPerPallet: 5 })
/** The document, cut before each event. */
const parts = document.split(/(?=<(?:Object|Aggregation)Event>)/)

/** Returns the document with the fourth event of each kind changed; all other events keep the form of the first event of their kind. */
function inLaterEvents(change: (event: string) => string): string {
  const seen = new Map<string, number>()
  const changed = parts.map((part) => {
    const kind = `${/^<\w+/.exec(part)?.[0]} ${part.includes('<ilmd>')} ${/<epc>urn:epc:id:\w+/.exec(part)?.[0]}`
    const count = (seen.get(kind) ?? 0) + 1
    seen.set(kind, count)
    return part.startsWith('<') && count === 4 ? change(part) : part
  })
  return changed.join('')
}

describe('an event nearly equal to earlier ones', () => {
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
    '&#65;',
    '<!-- -->A',
    '<![CDATA[A]]>',
    'Ä',
    'A]]&gt;',
    'a"b',
    'x'.repeat(21),
    `urn:epc:id:sscc:0300012.${'1'.repeat(300)}`,
    'x'.repeat(1200),
    'two\nlines',
    'https://id.gs1.org/00/003000120000000013',
    ' https://id.gs1.org/00/003000120000000013',
    'https://id.gs1.org/00/003000120000000013 ',
    'urn:epc:id:sscc:0300012.0000000001 ',
    '2026-10-01T14:00:00Z ',
    'A ',
    'null ',
    '<a/>',
  ]

  test.each(['eventTime', 'parentID', 'cbvmda:lotNumber', 'cbvmda:itemExpirationDate', 'epc', 'action', 'bizStep', 'id'])(
    'is read correctly if only its %s differs',
    (name) => {
      const pattern = new RegExp(`(?<=<${name}>)[^<]*(?=</${name}>)`)
      for (const text of texts)
        expectSame(
          inLaterEvents((event) => event.replace(pattern, () => text)),
          { now: new Date('2026-10-02T00:00:00Z') },
        )
    },
  )

  test.each([
    ['without its time', (event: string) => event.replace(/<eventTime>.*?<\/eventTime>\s*/s, '')],
    ['with a second time', (event) => event.replace(/<eventTime>.*?<\/eventTime>/s, '$&$&')],
    ['with an attribute on its time', (event) => event.replace('<eventTime>', '<eventTime a="b">')],
    ['with a space in its end tag', (event) => event.replace('</eventTime>', '</eventTime >')],
    ['with an empty list', (event) => event.replace(/<epc>.*<\/epc>/s, '')],
    ['with an empty EPC', (event) => event.replace('<epc>', '<epc/><epc>')],
    ['with a duplicate EPC', (event) => event.replace(/<epc>[^<]*<\/epc>/, '$&$&')],
    ['with an attribute on an EPC', (event) => event.replace('<epc>', '<epc a="b">')],
    ['with something else in its list', (event) => event.replace('<epc>', '<other/><epc>')],
    ['with text in its list', (event) => event.replace('<epc>', 'text<epc>')],
    ['with a comment in its list', (event) => event.replace('<epc>', '<!-- a --><epc>')],
    ['with space around an EPC', (event) => event.replace(/<epc>([^<]*)/, '<epc> $1 ')],
    ['with a lot of white space in its list', (event) => event.replace('<epc>', `${' '.repeat(3000)}<epc>`)],
    ['on one line', (event) => event.replace(/\n\s*/g, '')],
    ['with a vendor element', (event) => event.replace('<action>', '<v:lotNumber xmlns:v="urn:v">A</v:lotNumber><action>')],
    ['with another namespace for its lot', (event) => event.replace(/(?<=<\/?)cbvmda:lotNumber/g, 'lotNumber')],
    ['with another place', (event) => event.replace(/(?<=<id>)[^<]*/, 'urn:epc:id:sgln:0399999.00000.0')],
    ['with another step', (event) => event.replace(/bizstep:\w+/, 'bizstep:shipping')],
    ['that has another event’s end tag', (event) => event.replace(/<\/(\w+)Event>/, '</Other$1Event>')],
    ['with something after it', (event) => event.replace(/<\/\w+Event>/, '$&<v:a xmlns:v="urn:v"/>')],
    ['with an unknown element after it', (event) => event.replace(/<\/\w+Event>/, '$&<other/>')],
    ['with text after it', (event) => event.replace(/<\/\w+Event>/, '$&text')],
    ['with wide characters after it', (event) => event.replace(/<\/\w+Event>/, '$&<!-- é😀 -->')],
    ['after a lot of white space', (event) => `${'\n'.repeat(3000)}${event}`],
    ['after too much white space', (event) => `${' '.repeat(600_000)}${event}`],
    ['after too much white space and too many comments', (event) => `${' '.repeat(900)}<!-- a -->${' '.repeat(499_200)}${event}`],
    ['that is cut off', (event) => event.slice(0, -30)],
  ] satisfies [string, (event: string) => string][])('%s', (_what, change) => {
    const text = inLaterEvents(change)
    expect(text).not.toBe(document)
    expectSame(text)
    // Puts all events on one line: any mistake in counting characters then shows in the column numbers.
    expectSame(text.replace(/>\n\s*/g, '>'))
  })

  test('gives the same result with and without the shortcut for repeated events, however it is damaged', { timeout: 120_000 }, () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomNumbers(seed)
      const at = 6 + random(parts.length - 7)
      const changed = decoder.decode(mutate(encoder.encode(parts[at]), random))
      expectSame([...parts.slice(0, at), changed, ...parts.slice(at + 1)].join(''))
    }
  })
})

describe('events that share an unusual construct', () => {
  test.each([
    ['two times', document.replace(/<eventTime>.*?<\/eventTime>/gs, '$&<v:eventTime xmlns:v="urn:v">2020-01-01T00:00:00Z</v:eventTime>')],
    ['a vendor list of EPCs', document.replaceAll('<action>', '<v:epcList xmlns:v="urn:v"><epc>a</epc></v:epcList><action>')],
    ['attributes with >', document.replaceAll('<action>', `<v:a xmlns:v="urn:v" b=">" c='"/>'/><action>`)],
    ['a vendor element', document.replaceAll('<action>', '<v:a xmlns:v="urn:v"/><action>')],
    ['a declaration', document.replaceAll('<ObjectEvent>', '<ObjectEvent xmlns:w="urn:w">')],
    ['the EPCIS namespace', document.replace(/<(\/?)(epc|epcList|childEPCs|eventTime|parentID|action)>/g, '<$1epcis:$2>')],
    ['comments', document.replaceAll('<action>', '<!-- a --><action>')],
    ['references', document.replaceAll('<cbvmda:lotNumber>', '<cbvmda:lotNumber>&#65;')],
    ['CDATA', document.replace(/<epc>([^<]*)<\/epc>/g, '<epc><![CDATA[$1]]></epc>')],
    ['Windows line endings', document.replaceAll('\n', '\r\n')],
    ['no line', document.replace(/>\n\s*/g, '>')],
    ['no time', document.replace(/<eventTime>.*?<\/eventTime>\s*/gs, '')],
    ['EPCIS 2.0', edited(document, 'urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:2')],
  ])('%s', (_what, text) => {
    expect(text).not.toBe(document)
    expectSame(text)
  })
})

describe('events that repeat their own fields in an extension', () => {
  const packing = parts.find((part) => part.startsWith('<Aggregation')) ?? ''
  const pick = (event: string, name: string) => new RegExp(`(?<=<${name}>).*(?=</${name}>)`, 's').exec(event)?.[0] ?? ''
  const extend = (event: string, said: string) =>
    event.replace(
      '</eventTimeZoneOffset>',
      `</eventTimeZoneOffset><baseExtension><extension xmlns:v="urn:v">${said}</extension></baseExtension>`,
    )
  /**
   * Makes a document in which every packing event has the first packing event's value in its element `name`. Its original value moves into an
   * extension element of the same local name, which a reader must not mistake for the event's field.
   */
  const inExtension = (name: string) =>
    parts
      .map((part) => {
        if (!part.startsWith('<Aggregation')) return part
        const own = pick(part, name)
        const asFirst = part.replace(`<${name}>${own}</${name}>`, `<${name}>${pick(packing, name)}</${name}>`)
        return extend(asFirst, `<v:${name}>${own}</v:${name}>`)
      })
      .join('')

  test.each(['parentID', 'childEPCs', 'eventTime'])('are read in the same way with and without templates: %s', (name) => {
    const text = inExtension(name)
    expect(text).toContain(`<v:${name}>`)
    expectSame(text)
  })

  test('are read in the same way with and without templates if spaces surround a value that the events share', () => {
    expectSame(document.replace(/(<(?:eventTime|parentID|cbvmda:lotNumber|cbvmda:itemExpirationDate)>)([^<]*)/g, '$1 $2 '))
    const half = Math.floor(parts.length / 2)
    const spaced = parts.slice(0, half).map((part) => part.replace(/(<(?:eventTime|parentID|cbvmda:\w+)>)([^<]*)/g, '$1 $2 '))
    expectSame([...spaced, ...parts.slice(half)].join(''))
  })
})
