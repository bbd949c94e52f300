import { describe, expect, test } from 'vitest'
import { treeJson } from './tree-json.ts'

const written = (value: unknown) => [...treeJson(value)].join('')

describe('a tree as JSON', () => {
  test.each([
    { a: 1 },
    null,
    'text',
    [1, 2],
    { children: [] },
    { a: null, children: [{ b: '"', children: [] }, { children: [{ c: [1] }, { children: [] }] }, 7] },
    { a: Array.from({ length: 9000 }, () => 'a long text'), children: Array.from({ length: 300 }, (_, n) => ({ n, children: [{ n }] })) },
  ])('is what JSON.stringify writes: case %#', (value) => expect(JSON.parse(written(value))).toEqual(value))

  test('is written however deep it is', () => {
    let tree: { n: number; children: unknown[] } = { n: 0, children: [] }
    for (let n = 1; n < 20_000; n += 1) tree = { n, children: [tree] }
    const text = written(tree)
    expect(text.match(/"n":/g)).toHaveLength(20_000)
    expect(text.endsWith(']}'.repeat(20_000))).toBe(true)
  })
})
