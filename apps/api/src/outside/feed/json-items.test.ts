import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FeedFileError, type JsonItem, jsonItems } from './json-items.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(text: string, size = 7) {
  const items: JsonItem[] = []
  const members: Record<string, unknown> = {}
  const onMember = (name: string, value: unknown) => {
    members[name] = value
  }
  for await (const item of jsonItems(inPieces(text, size), { list: 'results', onMember })) items.push(item)
  return { values: items.map((item) => item.value), lines: items.map((item) => item.line), members }
}

describe('splitting a large JSON file into its entries', () => {
  test('returns each entry with its line number, whatever text it contains', async () => {
    const text =
      '{\n "meta": {"results": {"total": 2}, "note": "[{"},\n "results": [\n  {"a": "}]\\"{", "b": [1, {"c": 2}]},\n\n  {"ä": "é\\\\"}\n ]\n}'
    expect(await read(text)).toEqual({
      values: [{ a: '}]"{', b: [1, { c: 2 }] }, { ä: 'é\\' }],
      lines: [4, 6],
      members: { meta: { results: { total: 2 }, note: '[{' } },
    })
  })

  test('does not depend on chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), fc.nat(60), fc.boolean(), async (entries, size, isPretty) => {
        const text = JSON.stringify({ meta: { 'a"b': ['results'] }, results: entries }, null, isPretty ? 2 : 0)
        expect((await read(text, size + 1)).values).toEqual(JSON.parse(text).results)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['{"results": [{"a": 1}, {"b"', /Line 1: the file ends in the middle/],
    ['{"results": [\n{"a": "', /Line 2: the file ends in the middle/],
    ['{"results": [\n{"a": "\n', /Line 2: the entry that begins here is not valid JSON/],
    ['{"results": [{"a": 1},\n{"b": 1 2}]}', /Line 2: the entry that begins here is not valid JSON/],
    ['{"meta": {}}', /no list "results"/],
    ['{"results": {}}', /no list "results"/],
    ['{"results": [{}]}\n]', /Line 2: this is not valid JSON/],
    ['', /no list/],
  ])('reports the error in %j', async (text, sentence) => {
    const error = await read(text).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FeedFileError)
    expect((error as Error).message).toMatch(sentence)
  })

  test('does not run out of memory on an entry that never ends', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"results": [\n{"a": "')
      for (;;) yield Buffer.alloc(1_000_000, 'x')
    }
    const reading = async () => {
      for await (const _ of jsonItems(endless(), { list: 'results', onMember: () => {} }));
    }
    await expect(reading()).rejects.toThrow('Line 2: an entry that begins here has no end.')
  })
})
