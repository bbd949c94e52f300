import { describe, expect, test } from 'vitest'
import { cutoffDate, groupOrders, isUnderstood, judgeOrder, type OrderFacts, readNamed, retainedUntil } from './retention.rules.ts'

const at = (text: string) => new Date(text)
const cutoff = at('2027-03-01T00:00:00Z')
const times = { cutoff, years: 6 }
const order = (changes: Partial<OrderFacts> = {}): OrderFacts => ({
  id: 1,
  purchaseOrderNumbers: [],
  senderNames: [],
  uploadedAt: at('2027-01-01T00:00:00Z'),
  lastAt: at('2027-02-28T23:59:59Z'),
  meds: 3,
  isOpen: false,
  matters: [],
  ...changes,
})

describe('the retention period', () => {
  test('is counted in whole days, plus one day for time zones west of UTC', () => {
    expect(cutoffDate(at('2033-03-02T15:00:00Z'), 6)).toEqual(at('2027-03-01T00:00:00Z'))
    expect(cutoffDate(at('2033-03-02T00:00:00Z'), 7)).toEqual(at('2026-03-01T00:00:00Z'))
  })

  test('is never shortened by a leap day', () => {
    expect(cutoffDate(at('2032-02-29T12:00:00Z'), 6)).toEqual(at('2026-02-27T00:00:00Z'))
  })

  test('ends exactly when the cutoff moves past the last activity', () => {
    for (const text of ['2027-02-28T23:59:59Z', '2028-02-29T00:00:00Z', '2027-12-31T12:00:00Z']) {
      const until = retainedUntil(at(text), 6)
      expect(cutoffDate(until, 6) > at(text)).toBe(true)
      expect(cutoffDate(new Date(until.getTime() - 1), 6) > at(text)).toBe(false)
    }
  })

  test('starts with the latest activity', () => {
    expect(judgeOrder(order(), times)).toEqual([])
    expect(judgeOrder(order({ lastAt: cutoff }), times)).toEqual([{ kind: 'recent', until: at('2033-03-03T00:00:00Z') }])
  })
})

describe('an order must be kept', () => {
  test('if it is still open', () => {
    expect(judgeOrder(order({ isOpen: true }), times)).toEqual([{ kind: 'open' }])
  })

  test('if it has a ticket that is still open or that ended within the retention period', () => {
    const matters = (endedAt: Date | null) => [{ kind: 'ticket' as const, label: '7', endedAt }]
    expect(judgeOrder(order({ matters: matters(null) }), times)).toEqual([{ kind: 'ticket', label: '7', until: null }])
    expect(judgeOrder(order({ matters: matters(at('2030-01-01T00:00:00Z')) }), times)).toEqual([
      { kind: 'ticket', label: '7', until: at('2036-01-03T00:00:00Z') },
    ])
    expect(judgeOrder(order({ matters: matters(at('2027-02-01T00:00:00Z')) }), times)).toEqual([])
  })
})

describe('orders that belong together', () => {
  test('form one group', () => {
    expect(
      groupOrders(new Set([1, 2, 3, 4, 5]), [
        [3, 1],
        [3, 5],
      ]),
    ).toEqual({ groups: [{ ids: [1, 3, 5] }, { ids: [2] }, { ids: [4] }], tied: new Map() })
  })

  test('are all kept if one of them must be kept, however long the chain of orders', () => {
    const { groups, tied } = groupOrders(new Set([1, 2, 3, 4]), [
      [1, 2],
      [2, 3],
      [3, 9],
    ])
    expect(groups).toEqual([{ ids: [4] }])
    expect(tied).toEqual(
      new Map([
        [1, 9],
        [2, 9],
        [3, 9],
      ]),
    )
  })
})

describe('an incident report', () => {
  test('is searched for possible serial numbers: each whole line, and each word of a line', () => {
    expect(readNamed('s1, S2\nS3;S1')).toEqual(['S1, S2', 'S1', 'S2', 'S3;S1', 'S3'])
    expect(readNamed(' \r\n')).toEqual([])
  })

  test('is fully understood only if each line of its text is a serial number on file or a list of such numbers', () => {
    const known = new Set(['S1', 'S2', 'A,1'])
    for (const text of ['', 's1', 'S1, s2', 'a,1', 'S1\r\nA,1\n', 'S1; S2']) expect(isUnderstood(text, known), text).toBe(true)
    for (const text of ['N/A', 'see attached', 'S1 - S2', 'S1, torn', 'S1\nS9', ',', 'A,2'])
      expect(isUnderstood(text, known), text).toBe(false)
  })
})
