import { describe, expect, test } from 'vitest'
import { addUpDispensed, csvRows, guessColumns, readHeading } from './read-dispensed.ts'

const year = { from: '2026-01-01', to: '2026-12-31' }
const columns = { ndc: 'NDC', quantity: 'Qty', day: 'Filled' }
const none = new Set<string>()

describe('a dispensing report', () => {
  test('may contain quotes, line breaks in cells, semicolons and a byte order mark', () => {
    expect([...csvRows('\uFEFFa;b\r\n"x;""y""\nz"; 2 \r\n\r\n3;4')]).toEqual([
      ['a', 'b'],
      ['x;"y"\nz', '2'],
      ['3', '4'],
    ])
  })

  test('has its columns recognized by the remembered names first, and then by the usual names', () => {
    const heading = readHeading('Rx,NDC Number,Qty Dispensed,Date Filled,Units\n1,2,3,4,5\n')
    expect(guessColumns(heading, null)).toEqual({ ndc: 'NDC Number', quantity: 'Qty Dispensed', day: 'Date Filled' })
    expect(guessColumns(heading, { ndc: 'NDC Number', quantity: 'Units', day: null })).toMatchObject({ quantity: 'Units' })
    expect(guessColumns(['x'], null)).toEqual({ ndc: '', quantity: '', day: null })
  })

  test('is totaled by NDC, in any format, for the selected period only', async () => {
    const text =
      'NDC,Qty,Filled\n0071-0155-23,30,5/14/2026\n00071015523,12.5,2026-05-15 10:00\n71015523,1,05/16/26\n00071015523,9,12/31/2025\n'
    const { lines, report } = await addUpDispensed(text, columns, year, none)
    expect(lines).toEqual([{ ndc: '00071015523', dispensed: 43.5 }])
    expect(report).toEqual({ lines: 4, outside: 1, refused: 0, named: [], incomplete: [] })
  })

  test('has up to four leading zeros restored in each NDC if a spreadsheet dropped them', async () => {
    const { lines } = await addUpDispensed('NDC,Qty,Filled\n2751001,3,5/1/2026\n71015523,1,5/1/2026\n', columns, year, none)
    expect(lines).toEqual([
      { ndc: '00002751001', dispensed: 3 },
      { ndc: '00071015523', dispensed: 1 },
    ])
  })

  test('lists lines with an invalid NDC, quantity or day, and totals the valid lines', async () => {
    const text =
      'NDC,Qty,Filled\nABC,1,5/1/2026\n00071015523,many,5/1/2026\n00071015523,1,soon\n0071015523,1,5/1/2026\n00071015523,2,5/1/2026\n'
    const { lines, report } = await addUpDispensed(text, columns, year, none)
    expect(lines).toEqual([{ ndc: '00071015523', dispensed: 2 }])
    expect(report.named).toEqual([
      { line: 2, ndc: 'ABC', why: 'it is not an NDC' },
      { line: 3, ndc: '00071015523', why: 'its quantity is not a number' },
      { line: 4, ndc: '00071015523', why: 'its date cannot be read' },
      { line: 5, ndc: '0071015523', why: 'its ten digits match several NDCs, and you bought none of them' },
    ])
    expect(report.incomplete).toEqual(['00071015523'])
    const known = await addUpDispensed(text, columns, year, new Set(['00071015523']))
    expect(known.lines).toEqual([{ ndc: '00071015523', dispensed: 3 }])
  })

  test('with 100,000 invalid NDCs is read completely, and the first hundred of these NDCs are named', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => (at % 2 ? `wrong-${at},1,5/1/2026` : '00071015523,1,5/1/2026'))
    const { lines, report } = await addUpDispensed(['NDC,Qty,Filled', ...rows].join('\n'), columns, year, none)
    expect(lines).toEqual([{ ndc: '00071015523', dispensed: 100_000 }])
    expect(report).toMatchObject({ lines: 200_000, refused: 100_000 })
    expect(report.named).toHaveLength(100)
  })
})
