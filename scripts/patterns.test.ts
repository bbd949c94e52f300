import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRecall } from '../packages/recall/src/index.ts'
import { collectPatterns, findHostile, growOf, measureSquare } from './patterns.ts'

const ROOT = join(import.meta.dirname, '..')
/** Sources that run on the server, or that read untrusted text in a browser. */
const SERVER = ['apps/api/src/**/*.ts', 'packages/*/src/**/*.ts', 'db/*.ts']

/** Patterns that may be slow because they never read external text. The key is the file and the pattern; the value is the reason. */
const OWN_TEXT: Readonly<Record<string, string>> = {
  'apps/api/src/operate/customer-new.ts ^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$': 'reads what the operator types on the command line',
  'db/types.ts \\(.*\\)': 'reads types of our own catalog while a developer generates tables',
}

describe('patterns applied to external text', () => {
  test('take time at most proportional to the length of a text', () => {
    const square = measureSquare()
    const all = collectPatterns(ROOT, SERVER)
    expect(all.length).toBeGreaterThan(300)
    const hostile = all
      .filter(({ place, source }) => OWN_TEXT[`${place.split(':')[0]} ${source}`] === undefined)
      .flatMap((pattern) => {
        const text = findHostile(pattern, square)
        return text === undefined ? [] : [`${pattern.place} /${pattern.source}/${pattern.flags} on ${JSON.stringify(text)}`]
      })
    expect(hostile).toEqual([])
  })

  test('are flagged when they take quadratic time, but not when they take linear time', () => {
    const square = measureSquare()
    const isFound = (source: string, flags = '') => findHostile({ place: 'x', source, flags }, square) !== undefined
    for (const source of ['[\\s.]+$', '-+$', '^(-{2,}|From: .+@.+)x$']) expect([source, isFound(source)]).toEqual([source, true])
    for (const source of ['^[\\s.]+', '\\s', '[a-z]+', '^\\d{4}-\\d\\d$']) expect([source, isFound(source)]).toEqual([source, false])
    expect(isFound('^-+|-+$', 'g')).toBe(true)
  })

  const pumps = [
    '  ',
    '\t',
    '\n',
    '1',
    'A-',
    'A/',
    'A /',
    'A_@',
    '*',
    '* ',
    '1/1 ',
    'all a ',
    'lot # ',
    'physicians ',
    'A and ',
    'serial code ',
    'A 1A',
    '1 mg/',
  ]

  test.each(pumps)('take at most linear time in the recall reader for a long text that repeats %j', (pump) => {
    for (const before of ['', 'lot ', '1'])
      for (const field of ['code_info', 'product_description']) {
        const read = (length: number) => readRecall({ [field]: `${before}${pump.repeat(length / pump.length)}!` })
        // The long text is eight times as long as the short one, so linear work takes eight times as long, and quadratic work sixty-four times.
        expect(growOf(read, 4000, 32_000)).toBeLessThan(32)
      }
  })
})
