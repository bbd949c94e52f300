import { balanceByNdc, closeBalance } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { safeSegment } from '../../../pack/pack-content.ts'
import { lateMs, spanWords } from '../parts/incidents.part.ts'
import { batchReceipts } from '../parts/receipts.part.ts'
import { addUp, balanceNdc, toNdc11, unreadNdc10 } from './balance.rules.ts'

const none = new Map<string, string>()
const gtin = '00300710155230'

describe('the NDC of a balance', () => {
  test('has eleven digits if they can be determined with certainty', () => {
    expect(balanceNdc({ gtin: null, ndc: '0071-0155-23' }, none)).toBe('00071015523')
    expect(balanceNdc({ gtin, ndc: '00071015523' }, none)).toBe('00071015523')
    expect(balanceNdc({ gtin, ndc: null }, new Map([['0071015523', '00071015523']]))).toBe('00071015523')
    expect(balanceNdc({ gtin, ndc: null }, none)).toBe('0071015523')
    expect(balanceNdc({ gtin: null, ndc: ' Vitamin ' }, none)).toBe('Vitamin')
    expect(balanceNdc({ gtin: null, ndc: null }, none)).toBe('')
  })

  test('is looked up in the directory only if the document lacks one', () => {
    expect(unreadNdc10({ gtin, ndc: null })).toBe('0071015523')
    expect(unreadNdc10({ gtin, ndc: '0071-0155-23' })).toBeUndefined()
    expect(unreadNdc10({ gtin: null, ndc: null })).toBeUndefined()
  })
})

describe('a balance', () => {
  const row = { gtin, ndc: '0071-0155-23', productName: null, locationId: 1, locationName: 'Main' }

  test('adds up the amounts of one NDC for each location, even if the sources spell the NDC differently', () => {
    const lines = addUp(
      [
        { ...row, column: 'received', amount: 3 },
        { ...row, column: 'received', amount: 2, ndc: '00071015523', productName: 'Lipitor' },
        { ...row, column: 'returned', amount: 1, locationId: 2, locationName: 'Branch' },
      ],
      none,
    )
    expect(lines).toMatchObject([
      { locationName: 'Branch', ndc: '00071015523', received: 0, returned: 1 },
      { locationName: 'Main', ndc: '00071015523', received: 5, returned: 0, productName: 'Lipitor' },
    ])
    const [balance] = balanceByNdc(
      lines,
      { hasReport: true, incomplete: [], lines: [{ ndc: '00071015523', opening: 2, dispensed: 4 }] },
      toNdc11,
    )
    expect(balance).toMatchObject({ amounts: { received: 5, returned: 1 }, closing: 2 })
  })

  test('counts an NDC missing from the dispensing report as not dispensed, but gives no figure for text that is not an NDC', () => {
    const lines = addUp(
      [
        { ...row, column: 'received', amount: 3 },
        { ...row, gtin: null, ndc: 'Vitamin', column: 'received', amount: 1 },
      ],
      none,
    )
    const own = {
      lines: [
        { ndc: '99999999999', opening: null, dispensed: 3 },
        { ndc: '88888888888', opening: 2, dispensed: null },
      ],
    }
    const closingOf = (hasReport: boolean) =>
      balanceByNdc(lines, { ...own, hasReport, incomplete: [] }, toNdc11).map(({ ndc, dispensed, closing }) => [ndc, dispensed, closing])
    expect(closingOf(true)).toEqual([
      ['00071015523', 0, 3],
      ['88888888888', 0, 2],
      ['99999999999', 3, -3],
      ['Vitamin', null, null],
    ])
    expect(closingOf(false).map(([, dispensed]) => dispensed)).toEqual([null, null, 3, null])
    const [partly] = balanceByNdc(lines, { ...own, hasReport: true, incomplete: ['00071015523'] }, toNdc11)
    expect(partly).toMatchObject({ ndc: '00071015523', dispensed: null, closing: null })
  })

  test('is computed only if the dispensed quantity was entered', () => {
    const amounts = { received: 5, typedIn: 1, sold: 0, returned: 1, destroyed: 1, otherwise: 0, recalled: 1 }
    expect(closeBalance(amounts, { opening: null, dispensed: null })).toBeNull()
    expect(closeBalance(amounts, { opening: null, dispensed: 2 })).toBe(1)
    expect(closeBalance(amounts, { opening: 10, dispensed: 0 })).toBe(13)
  })
})

describe('the sections of an inspection pack', () => {
  test('split the receipts into batches of at most one page; a receipt larger than a page is a separate batch', () => {
    const heads = [3, 4, 9, 1].map((amount, id) => ({ id, amount }))
    expect(batchReceipts(heads, 7).map((batch) => batch.map(({ amount }) => amount))).toEqual([[3, 4], [9], [1]])
  })

  test('report how late the FDA was notified, or how long the notification has been overdue', () => {
    const determinedAt = new Date('2026-05-01T10:00:00Z')
    expect(lateMs({ determinedAt, toldAt: new Date('2026-05-02T10:00:00Z') }, determinedAt)).toBe(0)
    expect(spanWords(lateMs({ determinedAt, toldAt: new Date('2026-05-02T11:20:00Z') }, determinedAt))).toBe('1 h 20 min')
    expect(spanWords(lateMs({ determinedAt, toldAt: null }, new Date('2026-05-02T10:00:30Z')))).toBe('1 min')
  })

  test('have file names that are valid in a zip, even if a supplier’s file name is not', () => {
    expect(['../../etc/passwd', 'Größe 1.xml', '...', 'a'.repeat(200)].map(safeSegment)).toEqual([
      'etc-passwd',
      'Gro-e-1.xml',
      'unnamed',
      'a'.repeat(80),
    ])
  })
})
