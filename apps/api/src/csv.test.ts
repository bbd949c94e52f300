import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvOf, safeCell } from './csv.ts'

/** RFC 4180, as a spreadsheet reads it. */
function read(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at += 1
      while (text[at] !== '"' || text[at + 1] === '"') {
        cell += text[at]
        at += text[at] === '"' ? 2 : 1
      }
      at += 1
    } else while (at < text.length && text[at] !== ',' && !text.startsWith('\r\n', at)) cell += text[at++]
    row.push(cell)
    if (text[at] === ',') at += 1
    else {
      rows.push(row)
      row = []
      at += 2
    }
  }
  return rows
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', '1', ' ') }),
)

describe('a table for spreadsheets', () => {
  test('a text that would be a formula is a text', () => {
    expect(['=1+1', '+49', '-5', '@SUM(A1)', '\tx', '\rx'].map(safeCell)).toEqual(["'=1+1", "'+49", "'-5", "'@SUM(A1)", "'\tx", "'\rx"])
    expect([-5, 0, null, 'a=b', ''].map(safeCell)).toEqual(['-5', '0', '', 'a=b', ''])
    expect(csvOf([])).toBe('')
  })

  test('whatever is written is read again, and no cell begins like a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.array(nasty, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const found = read(csvOf(rows))
        expect(found).toEqual(rows.map((row) => row.map((cell) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell))))
        expect(found.flat().some((cell) => /^[=+\-@\t\r\n]/.test(cell))).toBe(false)
      }),
    )
  })
})
