import { describe, expect, test } from 'vitest'
import { createXmlReader, validateEpcis } from '../src/index.ts'
import { edited, smallDocument } from './helpers.ts'
import { reportedBy } from './reader-events.ts'

const encoder = new TextEncoder()
const document = smallDocument()
/**
 * A document, split where its list of events begins. Each test inserts text there that would take hours if any work were quadratic in the length of
 * the text.
 */
const [before, after] = document.split(/(?<=<EventList>)/)
const inList = (text: string) => encoder.encode(`${before}${text}${after}`)
/** A document that ends right after the inserted text. */
const endingIn = (text: string) => encoder.encode(`${before}${text}`)
const many = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, index) => make(index)).join('')
const utf16 = (bytes: Uint8Array) => {
  const text = `\ufeff${new TextDecoder().decode(bytes).replace('encoding="UTF-8"', 'encoding="UTF-16"')}`
  return new Uint8Array(Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).buffer)
}

const traps: readonly (readonly [what: string, bytes: () => Uint8Array, words: string | null])[] = [
  ['half a million attributes', () => inList(`<a ${many(500_000, (i) => `a${i}="" `)}/>`), 'too many attributes'],
  ['half a million declarations in one tag', () => inList(`<a ${many(500_000, (i) => `xmlns:a${i}="b" `)}/>`), 'too many attributes'],
  ['a declaration in each of many tags', () => inList(many(200_000, (i) => `<a xmlns:p="urn:${i}"/>`)), null],
  ['many prefixes', () => inList(many(100_000, (i) => `<p${i}:a xmlns:p${i}="urn:p"/>`)), 'too many different names'],
  [
    'ten thousand namespaces around many declarations',
    () => {
      const around = many(90, (depth) => `<a ${many(50, (i) => `xmlns:p${i}="urn:${depth}:${i}" `)}>`)
      return inList(`${around}${many(100_000, (i) => `<b xmlns:q="urn:${i}"/><p0:c/>`)}${many(90, () => '</a>')}`)
    },
    null,
  ],
  ['a name of three megabytes', () => inList(`<${'a'.repeat(3_000_000)}/>`), 'name of an element or attribute is too long'],
  ['an endless name', () => endingIn(`<${'a'.repeat(20_000_000)}`), 'too long'],
  ['an endless attribute', () => endingIn(`<a b="${'c'.repeat(20_000_000)}`), 'too long'],
  ['an endless reference', () => endingIn(`<a>&${'b'.repeat(20_000_000)}`), 'character reference'],
  ['an endless text', () => endingIn(`<a>${'b'.repeat(20_000_000)}`), 'text of an element is too long'],
  ['a comment of twenty megabytes', () => inList(`<!--${'- a'.repeat(7_000_000)} -->`), null],
  ['an instruction of twenty megabytes', () => inList(`<?a ${'? '.repeat(10_000_000)}?>`), null],
  ['a text of four hundred thousand references', () => edited4('&amp;', 400_000), null],
  ['a text of a hundred thousand pieces of CDATA', () => edited4('<![CDATA[a]]>', 100_000), null],
  ['a text of many comments', () => edited4('a<!---->', 400_000), null],
  ['endless brackets', () => inList(`<a><![CDATA[${']'.repeat(490_000)}]]></a>`), null],
  ['many unclosed tags', () => inList('<a '.repeat(1_000_000)), 'attribute'],
  ['many end tags', () => inList('</a>'.repeat(1_000_000)), 'end tag'],
  ['UTF-16 with many attributes', () => utf16(inList(`<a ${many(300_000, (i) => `a${i}="" `)}/>`)), 'too many attributes'],
  ['endless UTF-16', () => utf16(endingIn(`<a b="${'c'.repeat(4_000_000)}`)), 'too long'],
]

function edited4(piece: string, count: number): Uint8Array {
  return encoder.encode(edited(document, 'urn:epcglobal:cbv:bizstep:commissioning', piece.repeat(count)))
}

describe('hostile documents', { timeout: 60_000 }, () => {
  test.each(traps)('do not break the validator: %s', (_what, make, words) => {
    const { findings } = validateEpcis(make())
    const malformed = findings.find(({ type }) => type === 'MalformedEpcisXmlError')
    if (words === null) expect(malformed).toBeUndefined()
    else expect(malformed?.message).toContain(words)
  })

  test('give the same result when read one byte at a time as in a single block', () => {
    const bytes = encoder.encode(smallDocument({ meds: 10_000, perCase: 50 }))
    expect(reportedBy(createXmlReader, bytes, [1])).toEqual(reportedBy(createXmlReader, bytes, [bytes.length]))
  })

  test('with 200,000 findings of one type, each with a different text, keep a limited number of them and only count the rest', {
    timeout: 60_000,
  }, () => {
    const events = many(200_000, (i) => `<ObjectEvent><action>a${i}</action><epcList><epc>e${i}</epc></epcList></ObjectEvent>`)
    const { findings, truncated } = validateEpcis(inList(events))
    expect(findings.length).toBeLessThan(50 * 12)
    expect(truncated).toMatchObject({ EventListActionError: 199_950, EventListEpcListError: 199_950 })
  })
})
