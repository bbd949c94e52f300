import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSaxReader, createXmlReader, validateEpcis } from '../src/index.ts'
import { collectedFolder } from './collected.ts'
import { smallDocument } from './helpers.ts'
import { mutate, randomNumbers } from './mutations.ts'
import { difference, isBeyondSax, reportedBy, withoutBlanks } from './reader-events.ts'

const encoder = new TextEncoder()
const folder = collectedFolder()
const samples = new URL('../../../samples/', import.meta.url)

const documents: readonly (readonly [string, Uint8Array])[] = [
  ...(folder === null
    ? []
    : readdirSync(`${folder}epcis-xml`).map((name) => [name, new Uint8Array(readFileSync(`${folder}epcis-xml/${name}`))] as const)),
  ...readdirSync(samples).map((name) => [name, new Uint8Array(readFileSync(new URL(name, samples)))] as const),
  ['a generated document', encoder.encode(smallDocument({ meds: 400, perCase: 10 }))],
  ['a generated document with faults', encoder.encode(smallDocument({ faults: ['missingReadPoint', 'missingDosageForm', 'notShipped'] }))],
]

/** Every kind of markup, in the places where readers go wrong. */
const tricky: readonly string[] = [
  '',
  '\n',
  '<',
  '<a',
  '<a>',
  '<a/>',
  '<a/> \n<!-- b --> <?c d?>',
  '<a></a >',
  '<a></ a>',
  '<a></b>',
  '</a>',
  '<a/><b/>',
  '<a/>x',
  '<a/>&amp;',
  '<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#x1F600;</a>',
  '<a>&AMP;</a>',
  '<a>&#X41;</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>&#x110000;</a>',
  '<a>&nbsp;</a>',
  '<a>&;</a>',
  '<a>& </a>',
  '<a>&#</a>',
  '<a>&am',
  '<a>x]]>y</a>',
  '<a>x]]&gt;y]] ></a>',
  '<a><![CDATA[]]></a>',
  '<a><![CDATA[<b>&amp;]]]></a>',
  '<a><![CDATA[x]]]]><![CDATA[>]]></a>',
  '<a><![CDATA[x]]',
  '<a><![cdata[x]]></a>',
  '<![CDATA[x]]><a/>',
  '<a/><![CDATA[]]>',
  '<!----><a/>',
  '<!---><a/>',
  '<!-- a -- b --><a/>',
  '<!-- a ---><a/>',
  '<!-- a',
  '<!- a -><a/>',
  '<!ELEMENT a><a/>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
  '<!DOCTYPE html><a/>',
  '<!doctype HTML>',
  '<!DOCTYPE',
  '<a/><!DOCTYPE a>',
  '<?xml version="1.0"?><a/>',
  ' <?xml version="1.0"?><a/>',
  '<a><?xml version="1.0"?></a>',
  '<?XML version="1.0"?><a/>',
  '<?xml version="1.0" encoding="latin1"?><a/>',
  '<?xml version="1.0" encoding=\'UTF-8\'?><a/>',
  '<?xml-stylesheet href="a"?><a/>',
  '<? a?><a/>',
  '<??><a/>',
  '<?a?><b><?c ?d?></b>',
  '\ufeff<a/>',
  '\ufeff\ufeff<a/>',
  '{"a": 1}',
  'a<b/>',
  '<a b="1" c=\'2\' d = "3"\n\te="&quot;&#10;"/>',
  '<a b="\'" c=\'"\'/>',
  '<a b="<"/>',
  '<a b/>',
  '<a b >',
  '<a b=>',
  '<a b=c>',
  '<a b="c"d="e"/>',
  '<a b="c"="e"/>',
  '<a =""/>',
  '<a / >',
  '<a b="c" b="d"/>',
  '<a xmlns:b="c" xmlns:b="d"/>',
  '<a xmlns:b="c" xmlns:d="c" b:e="" d:e=""/>',
  '<a xmlns="b"><c xmlns=""><d/></c><e/></a>',
  '<a xmlns:b="c"><b:d b:e="f" g="h"/></a>',
  '<a xmlns:b="c"><d xmlns:b="e"><b:f/></d><b:f/></a>',
  '<a xmlns:b=""><b:c/></a>',
  '<a><b xmlns:c="d"/><c:e/></a>',
  '<a b:c=""/>',
  '<constructor:a/>',
  '<toString:a toString:b=""/>',
  '<a constructor="b" __proto__="c" hasOwnProperty="d"/>',
  '<xml:a xml:lang="en"/>',
  '<a xmlns:xml="b"/>',
  '<a xmlns:xmlns="b"/>',
  '<xmlns/>',
  '<xmlns:a/>',
  '<a:b:c xmlns:a="d"/>',
  '<:a/>',
  '<a: xmlns:a="b"/>',
  '<a xmlns:="b"/>',
  '<-a/>',
  '<1/>',
  '<a.b-c_d1/>',
  '<é:ü xmlns:é="ß" é:ö="ä"/>',
  '<a\u0300/>',
  '<\u0300a/>',
  '<😀/>',
  '<a😀/>',
  '<a 😀=""/>',
  '<a>é€😀</a>😀',
  '<a>\u0085\u007f\u00a0</a>',
  '<a>\ufffe</a>',
  '<a>\0</a>',
  '<a \u0001="b"/>',
  '<a\r\n>\r\n</a\n>',
  '<a\n\n  b="c\nd"\n/><e/>',
  'é<a/>',
  `<a>${'<b>'.repeat(99)}`,
  `<a>${'<b>'.repeat(100)}`,
]

function report(bytes: Uint8Array, sizes: readonly number[] = [bytes.length]) {
  return reportedBy(createXmlReader, bytes, sizes)
}

/** Validates the bytes. Sets the position of a finding about a DOCTYPE to 0, because the position depends on the length of the DOCTYPE. */
function judged(bytes: Uint8Array, createReader: typeof createXmlReader) {
  const { findings, ...rest } = validateEpcis(bytes, {}, { createReader })
  return {
    ...rest,
    findings: findings.map((finding) => (finding.message.includes('DOCTYPE') ? { ...finding, line: 0, column: 0 } : finding)),
  }
}

/** Returns what our reader reports if the handler accepts `leaf`, except white space between tags. */
const withLeaves = (bytes: Uint8Array) => withoutBlanks(reportedBy(createXmlReader, bytes, [bytes.length], true))

describe('our XML reader', { timeout: 60_000 }, () => {
  test.each(documents)('reports the same as sax for the document %s', (_name, bytes) => {
    const sax = reportedBy(createSaxReader, bytes, [bytes.length])
    const own = report(bytes)
    expect(difference(sax, own)).toBeNull()
    for (const size of [1, 7, 4096]) expect(report(bytes, [size])).toEqual(own)
    expect(withLeaves(bytes)).toEqual(withoutBlanks(own))
    const [bySax, byOwn] = [createSaxReader, createXmlReader].map((createReader) => judged(bytes, createReader))
    expect(byOwn).toEqual(bySax)
  })

  test.each(tricky.map((text) => [JSON.stringify(text), text] as const))('reports the same as sax for the text %s', (_title, text) => {
    const bytes = encoder.encode(text)
    const sax = reportedBy(createSaxReader, bytes, [bytes.length])
    expect(difference(sax, report(bytes))).toBeNull()
    expect(report(bytes, [1])).toEqual(report(bytes))
    expect(withLeaves(bytes)).toEqual(withoutBlanks(report(bytes)))
  })

  test('reports the same as sax for a token at any offset near a block boundary', () => {
    const [head, tail] = ['<a>', '</a>']
    for (const text of ['<b c="d"/>', '</a>', 'é😀', '&amp;&#x1F600;', '<!-- é -->', '<![CDATA[]]]]>', ']]>', '<?b c?>', '\ufffe']) {
      const length = encoder.encode(text).length
      for (let before = 65_536 - head.length - length - 1; before <= 65_536 - head.length + 1; before += 1) {
        const bytes = encoder.encode(`${head}${'x'.repeat(before)}${text}${tail}`)
        expect(difference(reportedBy(createSaxReader, bytes, [bytes.length]), report(bytes))).toBeNull()
      }
    }
  })

  test('leads to the same findings as sax when text surrounds skipped elements', () => {
    const text = smallDocument().replace(/urn:epc:id:sgtin/, 'urn:epc<v:a xmlns:v="urn:v"/>  \n  <v:a xmlns:v="urn:v"/>:id:sgtin')
    const mixed = text.replace(/ADD/, 'A<v:a xmlns:v="urn:v"/> <v:a xmlns:v="urn:v"/>DD')
    for (const spelling of [mixed, mixed.replace(/<v:a xmlns:v="urn:v"\/>/g, '<a></a> <a></a>')]) {
      const bytes = encoder.encode(spelling)
      const [bySax, byOwn] = [createSaxReader, createXmlReader].map((createReader) => judged(bytes, createReader))
      expect(bySax?.findings.length).toBeGreaterThan(1)
      expect(byOwn).toEqual(bySax)
    }
  })

  test('leads to the same findings as sax if comments, references and CDATA interrupt text between elements', () => {
    const stray = ' \n<!-- b -->lost\n &#65; <![CDATA[x]]>\u00e9'
    const bytes = encoder.encode(smallDocument().replace('</eventTime>', `</eventTime>${stray}`))
    const [bySax, byOwn] = [createSaxReader, createXmlReader].map((createReader) => judged(bytes, createReader))
    expect(byOwn?.findings.map(({ value }) => value)).toContain('lost\n A x\u00e9')
    expect(byOwn).toEqual(bySax)
  })

  test('ends an instruction at its first ?>, unlike sax', () => {
    expect(report(encoder.encode('<?a ??><b/>')).events).toHaveLength(2)
  })

  test('reports the same as sax for thousands of damaged documents, in chunks of any size', () => {
    const small = documents.filter(([, bytes]) => bytes.length < 12_000)
    for (let seed = 1; seed <= 4_000; seed += 1) {
      const random = randomNumbers(seed)
      const [name = '', original = new Uint8Array()] = small[random(small.length)] ?? []
      const bytes = mutate(original, random)
      if (isBeyondSax(bytes)) continue
      const own = report(bytes, [1 + random(9_000)])
      const found = difference(reportedBy(createSaxReader, bytes, [bytes.length]), own)
      expect(found, `seed ${seed}, of ${name}`).toBeNull()
      if (seed % 20 === 0) expect(report(bytes, [1, 7])).toEqual(own)
      expect(withLeaves(bytes), `leaves, seed ${seed}, of ${name}`).toEqual(withoutBlanks(own))
    }
  })
})
