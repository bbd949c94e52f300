import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decode, encode } from '../src/index.ts'
import { elementSet } from './arbitrary.ts'

const GS = '\x1d'
const strict = { currentYear: 2026 }
const lenient = { currentYear: 2026, lenient: true }

const pieces = fc.constantFrom(
  ...['0', '1', '2', '7', '(', ')', GS, '^', ' ', 'A', '\\(', '|', 'é', '\u{1F4A9}', '\ud800', '\0', '%', '&', '=', '?', '#', '/'],
  ...[
    ']d2',
    ']e0',
    ']E0',
    ']Q1',
    '01',
    '(01)',
    '00301162001165',
    '21',
    '(21)',
    '17',
    '8003',
    '4230',
    '392',
    'https://a/',
    '/01/',
    '[)>\x1e06',
  ],
)

/** Counts the characters that the string functions used by decode examine while `run` runs. */
function work(run: () => void): number {
  const { charCodeAt, indexOf, slice, includes } = String.prototype
  let count = 0
  String.prototype.charCodeAt = function (at) {
    count += 1
    return charCodeAt.call(this, at)
  }
  String.prototype.slice = function (this: string, from = 0, to = this.length) {
    count += 1 + Math.max(0, Math.min(to, this.length) - from)
    return slice.call(this, from, to)
  }
  String.prototype.indexOf = function (this: string, text, from = 0) {
    const found = indexOf.call(this, text, from)
    count += 1 + (found < 0 ? this.length : found) - Math.min(from, this.length)
    return found
  }
  try {
    run()
  } finally {
    Object.assign(String.prototype, { charCodeAt, indexOf, slice, includes })
  }
  return count
}

describe('any input to the decoder', () => {
  test('gives a value or an error message, and a decoded value can be encoded and decoded again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (scan) => {
          for (const options of [strict, lenient, { ...strict, companions: 'warn' } as const]) {
            const result = decode(scan, options)
            if (!result.ok) {
              expect(result.error.message).not.toBe('')
              expect(result.error.position).toBeLessThanOrEqual(scan.length)
            } else if (result.value.text === undefined) {
              const written = encode(result.value.elements, { form: 'caret', companions: 'warn' })
              const again = written.ok ? decode(written.value, { ...strict, companions: 'warn' }) : written
              expect(again).toMatchObject({ ok: true, value: { elements: result.value.elements } })
            }
          }
        },
      ),
      { numRuns: 1500 },
    )
  })

  test('gives elements or an error at a position in the scan, even for a damaged barcode', () => {
    fc.assert(
      fc.property(elementSet, fc.nat(), fc.nat(), pieces, (elements, at, count, noise) => {
        const written = encode(elements, { form: 'barcode', companions: 'warn' })
        if (!written.ok) return
        const from = at % written.value.length
        const scan = written.value.slice(0, from) + noise + written.value.slice(from + (count % 4))
        for (const options of [strict, lenient]) {
          const result = decode(scan, options)
          expect(result.ok || result.error.position <= scan.length).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  const shapes: Readonly<Record<string, (length: number) => string>> = {
    digits: (length) => '1'.repeat(length),
    letters: (length) => `10${'A'.repeat(length)}`,
    brackets: (length) => '('.repeat(length),
    'escaped brackets': (length) => `(10)${'\\('.repeat(length / 2)}`,
    'short elements': (length) => `10A${GS}`.repeat(length / 4),
    'short elements in brackets': (length) => '(10)A'.repeat(length / 5),
    separators: (length) => GS.repeat(length),
    spaces: (length) => `01${' '.repeat(length)}`,
    slashes: (length) => `https://a/${'/'.repeat(length)}`,
    pairs: (length) => `https://a/${'10/1/'.repeat(length / 5)}`,
    parameters: (length) => `https://a/01/09520123456788?${'a=1&'.repeat(length / 4)}`,
    percent: (length) => `https://a/01/${'%20'.repeat(length / 3)}`,
    bars: (length) => `^01${'|'.repeat(length)}`,
  }

  test.each(Object.entries(shapes))('takes time in proportion to its length: %s', (_name, shape) => {
    for (const options of [strict, lenient]) {
      const [small, large] = [2000, 8000].map((length) => work(() => decode(shape(length), options)))
      expect(large).toBeLessThan(6 * (small ?? 0) + 2000)
      expect(large).toBeLessThan(100 * 8000)
    }
  })

  test('is refused at once when it is longer than any barcode', () => {
    for (const shape of Object.values(shapes)) {
      const scan = shape(1_000_000)
      expect(decode(scan, lenient)).toMatchObject({ ok: false, error: { code: 'too_long', length: scan.length } })
      expect(work(() => decode(scan, strict))).toBeLessThan(100)
    }
  })
})
