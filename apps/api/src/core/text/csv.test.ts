import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCsv, readCsv, safeCell } from './csv.ts'

/** Reads CSV like any RFC 4180 parser, with CRLF, LF or CR as line ending. */
const read = (text: string): string[][] => parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] })

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', '1', ' ') }),
)

describe('a cell that looks like a formula', () => {
  test('gets an apostrophe before it, so that no spreadsheet executes it; other values stay unchanged', () => {
    expect(['=1+1', '+49', '-5', '@SUM(A1)', '\tx', '\rx'].map(safeCell)).toEqual(["'=1+1", "'+49", "'-5", "'@SUM(A1)", "'\tx", "'\rx"])
    expect([-5, 0, null, 'a=b', ''].map(safeCell)).toEqual(['-5', '0', '', 'a=b', ''])
    expect(makeCsv([])).toBe('')
  })

  test('has one extra apostrophe when the table is read again, while all other cells are unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.array(nasty, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const found = read(makeCsv(rows))
        expect(found).toEqual(rows.map((row) => row.map((cell) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell))))
        expect(found.flat().some((cell) => /^[=+\-@\t\r\n]/.test(cell))).toBe(false)
      }),
    )
  })
})

const edited = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', 'é') }).map((text) => text.trim())

describe('reading a CSV file', () => {
  test('returns an exported table unchanged', () => {
    return fc.assert(
      fc.asyncProperty(fc.array(fc.array(edited, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), async (rows) => {
        expect(await readCsv(makeCsv([['partner', 'gln'], ...rows]))).toEqual([['partner', 'gln'], ...rows])
      }),
    )
  })

  test.each([
    [
      'semicolons and a byte order mark',
      '\uFEFFa;b\r\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'line endings of an old Macintosh',
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'spaces around quotes',
      'a,b\n 1 , "x" \n"2" ,y\n',
      [
        ['a', 'b'],
        ['1', 'x'],
        ['2', 'y'],
      ],
    ],
    [
      'a quotation mark used as an inch sign',
      'a,b\n5" pipe,2\n',
      [
        ['a', 'b'],
        ['5" pipe', '2'],
      ],
    ],
    ['rows with too few or too many cells', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['an empty line', 'a,b\n\n1,2\n', [['a', 'b'], [''], ['1', '2']]],
    ['nothing', '', []],
  ])('accepts %s', async (_what, text, rows) => {
    expect(await readCsv(text)).toEqual(rows)
  })

  test('reports an unclosed quotation mark instead of returning one long cell', async () => {
    await expect(readCsv('a,b\n"open,2\n3,4')).rejects.toThrow(/Quote Not Closed/)
  })

  test('reads hundreds of thousands of lines on demand, so that other work continues', async () => {
    let rounds = 0
    let isOver = false
    const count = (): void => {
      rounds += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    expect(await readCsv('x,\n'.repeat(200_000), 5000)).toHaveLength(5000)
    expect(rounds).toBeGreaterThan(1)
    const before = rounds
    expect(await readCsv('x,\n'.repeat(20_000))).toHaveLength(20_000)
    isOver = true
    expect(rounds - before).toBeGreaterThan(10)
  })
})
