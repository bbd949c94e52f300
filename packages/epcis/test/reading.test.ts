import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHierarchy, createSaxReader, createValidator, type Validation, validateEpcis } from '../src/index.ts'
import { collectedFolder } from './collected.ts'
import { edited, smallDocument, validate } from './helpers.ts'

const document = smallDocument()

function inPieces(bytes: Uint8Array, size: number): Validation {
  const validator = createValidator()
  for (let at = 0; at < bytes.length; at += size) validator.write(bytes.subarray(at, at + size))
  return validator.end()
}

const utf16 = (text: string, little: boolean) => {
  const bytes = new Uint8Array(text.length * 2 + 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, little)
  for (let i = 0; i < text.length; i += 1) view.setUint16(2 + 2 * i, text.charCodeAt(i), little)
  return bytes
}

const folder = collectedFolder()

describe.skipIf(folder === null)('the collected documents', () => {
  const files = folder === null ? [] : readdirSync(`${folder}epcis-xml`).filter((name) => name.endsWith('.xml'))

  test.each(files)('give the same findings in chunks of any size: %s', (name) => {
    const bytes = readFileSync(`${folder}epcis-xml/${name}`)
    const whole = inPieces(bytes, bytes.length)
    for (const size of [1, 7, 4096]) expect(inPieces(bytes, size)).toEqual(whole)
  })

  test.each(files)('give the same number of meds in validation and in the packaging hierarchy that is built from them: %s', (name) => {
    const builder = createHierarchy()
    const { meds, verdict } = validateEpcis(readFileSync(`${folder}epcis-xml/${name}`), { event: (event) => builder.add(event) })
    const tree = builder.finish()
    if (verdict !== 'malformed') expect(tree.meds).toBe(meds)
    expect(tree.eventRanges.flat().every(([from, to]) => from <= to && to < tree.count)).toBe(true)
  })

  test('include one official example without any findings', () => {
    const bytes = readFileSync(`${folder}epcis-xml/gs1us-r13-direct-purchase-2.2.1.1.xml`)
    expect(inPieces(bytes, 1000)).toMatchObject({
      verdict: 'ok',
      findings: [],
      meds: 12,
      events: 8,
      document: { purchaseOrders: ['XYZPO189'] },
    })
  })
})

describe('input that is not EPCIS', () => {
  const root = (text: string) => `<?xml version="1.0"?>${text}`
  test.each([
    ['', 'contains no XML element'],
    ['   \n', 'contains no XML element'],
    ['{"type": "EPCISDocument"}', 'no epcisBody'],
    ['%PDF-1.7', 'not XML'],
    ['PK\x03\x04 and so on', 'packed \\(zip\\)'],
    [root('<html><body/></html>'), 'a web page'],
    ['<!DOCTYPE html>\n<html><body/></html>', 'a web page'],
    [root('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing'],
    [root('<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"/>'), 'SOAP envelope'],
    [root('<EPCISDocument/>'), 'no namespace'],
    [root('<epcisdocument xmlns="urn:epcglobal:epcis:xsd:1"/>'), 'instead of EPCISDocument'],
    [root('<ObjectEvent/>'), 'without a document around it'],
    [root('<q:EPCISQueryDocument xmlns:q="urn:epcglobal:epcis-query:xsd:1"/>'), 'query'],
    [root('<e:EPCISDocument xmlns:e="urn:epcglobal:epcis:xsd:1"/>'), 'no EPCISBody'],
    [root('<a/>'), 'another kind of XML'],
  ])('is identified: %s', (text, words) => {
    const { verdict, findings } = validate(text)
    expect(verdict).toBe('malformed')
    const finding = findings.find((candidate) => candidate.type === 'MalformedEpcisXmlError')
    expect(finding?.message).toMatch(new RegExp(words))
  })
})

describe('hostile and broken input', () => {
  const declared = (encoding: string) => document.replace('encoding="UTF-8"', `encoding="${encoding}"`)
  const inside = (text: string) => edited(document, '<EventList>', `<EventList>${text}`)
  test.each([
    ['a DOCTYPE', document.replace('?>\n', '?>\n<!DOCTYPE x [<!ENTITY a "b">]>\n'), 'DOCTYPE'],
    ['a custom entity', inside('<v:a xmlns:v="urn:v">&lol;</v:a>'), 'character reference|&'],
    ['endless nesting', inside('<a>'.repeat(50_000)), 'nested'],
    ['a giant attribute', inside(`<a b="${'x'.repeat(40_000)}"/>`), 'attribute is too long'],
    ['a giant name', inside(`<${'a'.repeat(3_000)}/>`), 'name of an element'],
    ['many attributes', inside(`<a ${Array.from({ length: 200 }, (_, i) => `a${i}=""`).join(' ')}/>`), 'too many attributes'],
    ['many names', inside(Array.from({ length: 6_000 }, (_, i) => `<v:a${i} xmlns:v="urn:v"/>`).join('')), 'different names'],
    ['a giant text node', inside(`<v:a xmlns:v="urn:v">${'x'.repeat(600_000)}</v:a>`), 'text of an element'],
    ['a NUL', inside('\0'), 'NUL'],
    ['a control character', inside('\x08'), 'U\\+0008'],
    ['swapped end tags', document.replace('</EventList>\n  </EPCISBody>', '</EPCISBody>\n  </EventList>'), 'end tag'],
    ['an undeclared prefix', inside('<v:a/>'), 'prefix'],
    ['a duplicate attribute', inside('<a b="1" b="2"/>'), 'same attribute twice'],
    ['a second root', `${document}<a/>`, 'second root'],
    ['text after the root', `${document}x`, 'outside'],
    ['a space after <', inside('< a/>'), 'space'],
    ['another encoding', declared('windows-1252'), 'windows-1252'],
    ['the wrong encoding', declared('UTF-16'), 'utf-16'],
    ['a late declaration', ` ${document}`, 'declaration'],
    ['a prefix that is a property of every object', inside('<constructor:a/>'), 'prefix'],
    ['one attribute under two prefixes', inside('<a xmlns:v="urn:v" xmlns:w="urn:v" v:b="" w:b=""/>'), 'same attribute twice'],
    ['a name with two colons', inside('<v:a:b xmlns:v="urn:v"/>'), 'colon'],
    ['a declaration from a document type', inside('<!ELEMENT a>'), '<!'],
    ['CDATA before the first tag', `<![CDATA[a]]>${document}`, 'outside'],
  ])('is refused with one sentence and a position: %s', (_what, text, words) => {
    const bytes = new TextEncoder().encode(text)
    const result = inPieces(bytes, bytes.length)
    expect(result.verdict).toBe('malformed')
    const malformed = result.findings.filter((finding) => finding.type === 'MalformedEpcisXmlError')
    expect(malformed).toHaveLength(1)
    expect(malformed[0]?.message).toMatch(new RegExp(words))
    expect(malformed[0]?.line).toBeGreaterThan(0)
    expect(inPieces(bytes, 4097)).toEqual(result)
  })

  test('with an invalid UTF-8 byte is reported at the line of that byte, regardless of chunk boundaries', () => {
    const bytes = new TextEncoder().encode(document.replace('Columbus', 'Col\u00e9mbus'))
    const at = bytes.indexOf(0xc3)
    bytes[at] = 0xff
    const line = document.slice(0, document.indexOf('Columbus')).split('\n').length
    for (const size of [1, 3, bytes.length])
      expect(inPieces(bytes, size).findings[0]).toMatchObject({ type: 'MalformedEpcisXmlError', line })
    const cut = new TextEncoder().encode(document.replace('Columbus', 'Colümbus'))
    expect(validate(cut).verdict).toBe('ok')
    expect(validate(cut.subarray(0, cut.indexOf(0xc3) + 1)).verdict).toBe('malformed')
  })

  test('is reported as compressed if it is a gzip file', () => {
    expect(validate(new Uint8Array([0x1f, 0x8b, 8, 0, 0])).findings[0]?.message).toContain('packed (gzip)')
  })

  test('can cause a million findings, of which fifty are kept', () => {
    const text = document.replace('<EventList>', `<EventList>${'<ObjectEvent/>\n'.repeat(200_000)}`)
    const { findings, truncated } = validate(text)
    expect(findings.filter(({ type }) => type === 'EventListActionError')).toHaveLength(50)
    expect(truncated).toMatchObject({ EventListActionError: 199_950, EventListEpcListError: 199_950 })
  })

  test('has each tag reported at the position of the tag’s first character, whatever follows the tag’s name', () => {
    const starts = (text: string) => {
      const places: string[] = []
      const reader = createSaxReader({
        start: (name) => places.push(`${name.local} ${reader.line}:${reader.column}`),
        text: () => {},
        end: () => {},
        malformed: () => {},
      })
      reader.write(new TextEncoder().encode(text))
      reader.end()
      return places
    }
    expect(starts('<a>\n é😀 <b\n c="1"/><d\n/></a>')).toEqual(['a 1:1', 'b 2:6', 'd 3:9'])
  })

  test('is distinguished from valid documents with a byte order mark or in UTF-16, which give the usual result', () => {
    const plain = { ...validate(document), bytes: 0 }
    expect({ ...validate(`\ufeff${document}`), bytes: 0 }).toEqual(plain)
    for (const little of [true, false]) expect({ ...validate(utf16(declared('UTF-16'), little)), bytes: 0 }).toEqual(plain)
    expect(validate(utf16(document, true).subarray(2)).findings[0]?.message).toContain('UTF-16')
  })

  test('never makes the validator throw, and gives the same result in chunks of any size, when bytes are changed, lost or doubled', () => {
    const bytes = new TextEncoder().encode(document)
    const place = fc.nat({ max: bytes.length - 1 })
    fc.assert(
      fc.property(place, place, fc.nat({ max: 255 }), fc.integer({ min: 1, max: 9000 }), (a, b, byte, size) => {
        const changed = new Uint8Array([...bytes.subarray(0, a), byte, ...bytes.subarray(Math.min(a, b), bytes.length)])
        expect(inPieces(changed, size)).toEqual(validate(changed))
      }),
      { numRuns: 60 },
    )
  })
})
