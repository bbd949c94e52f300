import { describe, expect, test } from 'vitest'
import { refusal, sniff } from './sniff.rules.ts'

const bytes = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.from(text, encoding)

describe('what a file looks like by its first bytes', () => {
  test.each([
    ['plain', bytes('<?xml version="1.0"?><a/>')],
    ['after white space', bytes('\r\n  <a/>')],
    ['after a byte order mark', bytes('\uFEFF<a/>', 'utf8')],
    ['in UTF-16, little end first', bytes('\uFEFF<a/>', 'utf16le')],
    ['in UTF-16, big end first', bytes('\uFEFF<a/>', 'utf16le').swap16()],
  ])('[ORDER-004] XML %s', (_, head) => expect(sniff(head)).toEqual({ kind: 'xml' }))

  test.each([
    ['%PDF-1.4', 'a PDF'],
    ['\xff\xd8\xff\xe0', 'a picture (JPEG)'],
    ['GIF89a', 'a picture (GIF)'],
    ['\xd0\xcf\x11\xe0', 'an old Office document'],
    ['\x1f\x8b\x08', 'a gzip archive: unpack it first'],
    ['ISA*00*', 'an X12 message (EDI)'],
    ['UNB+UNOA', 'an EDIFACT message'],
    ['[1, 2]', 'JSON'],
    ['a;b;c\n1;2;3', 'a table (CSV)'],
    ['\x01\x02\x03', 'no text at all'],
    ['<HTML>', 'a web page'],
  ])('[ORDER-004] %j is refused as such', (text, looksLike) => {
    const sniffed = sniff(bytes(text))
    expect(sniffed).toEqual({ kind: 'other', looksLike })
    expect(refusal(sniffed)).toBe(`Only EPCIS XML files are accepted; this looks like ${looksLike}.`)
  })

  test('a zip is one, also an empty one', () => {
    expect([sniff(bytes('PK\x03\x04')), sniff(bytes('PK\x05\x06'))]).toEqual([{ kind: 'zip' }, { kind: 'zip' }])
  })
})
