import { describe, expect, test } from 'vitest'
import { toRanges } from '../../../offline/line-ranges.ts'
import {
  applyRanges,
  findKind,
  findLines,
  findPendingTicket,
  heldIn,
  leftIn,
  listOpenLines,
  parseIndex,
  pendingIn,
  RECEIVED,
  weigh,
} from './receive-index.ts'
import { decideLine } from './scan-result.ts'

/** A pallet with two cases of two meds each, the second case holding product 2, and a loose med that was not shipped. */
export const sample = () =>
  parseIndex({
    documentId: 7,
    count: 8,
    keys: ['003999990000041829', 'CASE1', 'A1', 'A2', 'CASE2', 'A1', 'B2', 'Z9'].join('\n'),
    meta: '0,1,2,2,1,3,3,2',
    parents: '-1,0,1,1,0,4,4,-1',
    lasts: '6,3,2,3,6,5,6,7',
    states: '33003054',
    facts: [
      { gtin: null, productId: null, lotNumber: null, expirationDate: null },
      { gtin: '50301162001160', productId: null, lotNumber: null, expirationDate: null },
      { gtin: '00301162001165', productId: 1, lotNumber: 'L1', expirationDate: '2028-07-31' },
      { gtin: '00312345678906', productId: 2, lotNumber: 'L2', expirationDate: '2026-01-31' },
    ],
    lastReceiptId: 3,
  })

describe('the receive index', () => {
  test('states how many shipped meds there are in each package and of each product', () => {
    const index = sample()
    expect([...index.meds]).toEqual([4, 2, 1, 1, 2, 1, 1, 0])
    expect(index.products.get(1)).toEqual({ total: 2, received: 0, held: 0, pending: 0 })
    expect(index.order).toEqual({ total: 4, received: 0, held: 0, pending: 0 })
    expect([0, 1, 2].map((line) => findKind(index, line))).toEqual(['Pallet', 'Case', 'Package'])
  })

  test('includes meds put on hold after their receipt among the received ones, and leaves them on hold after an undo', () => {
    const index = parseIndex({
      documentId: 7,
      count: 3,
      keys: 'CASE1\nA1\nA2',
      meta: '0,0,0',
      parents: '-1,0,0',
      lasts: '2,1,2',
      states: '361',
      facts: [{ gtin: '00301162001165', productId: 1, lotNumber: null, expirationDate: null }],
      lastReceiptId: 1,
    })
    expect(index.order).toEqual({ total: 2, received: 2, held: 0, pending: 0 })
    expect([0, 1, 2].map((line) => heldIn(index, line))).toEqual([1, 1, 0])
    expect(decideLine(index, 1, '2026-11-21')).toMatchObject({ kind: 'stop', why: 'held' })
    expect(decideLine(index, 2, '2026-11-21')).toMatchObject({ kind: 'already' })
    applyRanges(index, [[1, 2]], false)
    expect(index.order).toEqual({ total: 2, received: 0, held: 1, pending: 0 })
    expect([0, 1, 2].map((line) => heldIn(index, line))).toEqual([1, 1, 0])
  })

  test('distinguishes packages pending data from quarantined ones', () => {
    const index = parseIndex({
      documentId: 7,
      count: 5,
      keys: 'CASE1\nA1\nA2\nCASE2\nA3',
      meta: '0,0,0,0,0',
      parents: '-1,0,0,-1,3',
      lasts: '2,1,2,4,4',
      states: '32232',
      pending: [
        {
          documentExceptionId: 44,
          ticketNumber: 1004,
          lines: [
            [1, 1],
            [3, 4],
          ],
        },
      ],
      facts: [{ gtin: '00301162001165', productId: 1, lotNumber: null, expirationDate: null }],
      lastReceiptId: 1,
    })
    expect(index.order).toEqual({ total: 3, received: 0, held: 3, pending: 2 })
    expect(index.products.get(1)).toMatchObject({ held: 3, pending: 2 })
    expect([0, 1, 2, 3, 4].map((line) => pendingIn(index, line))).toEqual([1, 1, 0, 1, 1])
    // Line 0, a case that contains a quarantined med, counts as quarantined, not as pending.
    expect([0, 1, 2, 3, 4].map((line) => findPendingTicket(index, line)?.ticketNumber)).toEqual([undefined, 1004, undefined, 1004, 1004])
  })

  test('finds a serial number, and matches the GTIN when one is given', () => {
    const index = sample()
    expect(findLines(index, 'A1')).toEqual([2, 5])
    expect(findLines(index, 'A1', '00312345678906')).toEqual([5])
    expect(findLines(index, 'A3')).toEqual([])
  })

  test('marks the contents of a container as received, and returns the changed lines', () => {
    const index = sample()
    expect(applyRanges(index, [[1, 3]], true, 9)).toEqual([2, 3])
    expect(index.states[2]).toBe(RECEIVED)
    expect(index.receipts[3]).toBe(9)
    expect([leftIn(index, 1), leftIn(index, 0)]).toEqual([0, 2])
    expect(applyRanges(index, [[1, 3]], true, 9)).toEqual([])
  })

  test('has nothing left when every med is received, and ignores unshipped meds', () => {
    const index = sample()
    applyRanges(index, [[0, 7]], true)
    expect(index.order.total - index.order.received).toBe(0)
    expect(index.states[7]).toBe(4)
  })

  test('restores the previous state of lines whose receipt is undone', () => {
    const index = sample()
    applyRanges(index, [[0, 7]], true, 4)
    expect(applyRanges(index, [[5, 6]], false)).toEqual([5, 6])
    expect([index.states[5], index.states[6], index.receipts[5], index.order.received]).toEqual([0, 5, 0, 2])
  })

  test('lists the open meds of a product', () => {
    const index = sample()
    applyRanges(index, [[2, 2]], true)
    expect(listOpenLines(index, 1)).toEqual([3])
    expect(toRanges([1, 2, 3, 7, 9, 10])).toEqual([
      [1, 3],
      [7, 7],
      [9, 10],
    ])
  })

  test('counts the remaining meds and how many of them are expired', () => {
    expect(weigh(sample(), '2026-11-21')).toEqual({ open: 4, expired: 2, recalled: 0 })
  })

  test('finds each of a hundred thousand lines', () => {
    const count = 100_000
    const data = {
      documentId: 1,
      count,
      keys: Array.from({ length: count }, (_, at) => `SN${at}`).join('\n'),
      meta: '0,'.repeat(count).slice(0, -1),
      parents: '-1,'.repeat(count).slice(0, -1),
      lasts: Array.from({ length: count }, (_, at) => at).join(','),
      states: '0'.repeat(count),
      facts: [{ gtin: '00301162001165', productId: 1, lotNumber: null, expirationDate: null }],
      lastReceiptId: 0,
    }
    const index = parseIndex(data)
    for (let at = 0; at < 1000; at += 1) applyRanges(index, [[at, findLines(index, `SN${at}`)[0] ?? -1]], true)
    expect(index.order.received).toBe(1000)
  })
})
