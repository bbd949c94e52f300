import { describe, expect, test } from 'vitest'
import { sniff } from './upload-sniff.ts'

const bytes = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.from(text, encoding)

describe('a file checked by its first bytes', () => {
  test.each([
    ['plain text', bytes('<?xml version="1.0"?><a/>')],
    ['after white space', bytes('\r\n  <a/>')],
    ['after a byte order mark', bytes('\uFEFF<a/>', 'utf8')],
    ['in little-endian UTF-16', bytes('\uFEFF<a/>', 'utf16le')],
    ['in big-endian UTF-16', bytes('\uFEFF<a/>', 'utf16le').swap16()],
  ])('[ORDER-004] is recognized as XML: %s', (_, head) => expect(sniff(head)).toEqual({ kind: 'xml' }))

  test.each([
    ['first', '{"@context":["https://ref.gs1.org/…"]}'],
    ['after white space and a byte order mark', '\xef\xbb\xbf\r\n {"epcisBody":{}}'],
    ['by its type, after other members', `{"x:note":"${'a'.repeat(3000)}","type":"EPCISDocument"}`],
  ])('is recognized as EPCIS 2.0 JSON if it has a member of the standard: %s', (_, text) => {
    expect(sniff(bytes(text))).toEqual({ kind: 'epcisJson' })
  })

  test.each([
    ['%PDF-1.4', 'pdf'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['GIF89a', 'gif'],
    ['\xd0\xcf\x11\xe0', 'oldOffice'],
    ['\x1f\x8b\x08', 'gzip'],
    ['ISA*00*', 'x12'],
    ['UNB+UNOA', 'edifact'],
    ['[1, 2]', 'json'],
    ['{"@graph":[]}', 'json'],
    ['a;b;c\n1;2;3', 'csv'],
    ['\x01\x02\x03', 'noText'],
    ['<HTML>', 'webPage'],
  ])('[ORDER-004] is identified as another type: %j', (text, looks) => {
    expect(sniff(bytes(text))).toEqual({ kind: 'other', looks })
  })

  test('is recognized as zip, even when the zip is empty', () => {
    expect([sniff(bytes('PK\x03\x04')), sniff(bytes('PK\x05\x06'))]).toEqual([{ kind: 'zip' }, { kind: 'zip' }])
  })
})
