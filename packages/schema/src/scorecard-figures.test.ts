import { describe, expect, test } from 'vitest'
import {
  addTallies,
  CHARTED_KEYS,
  describeFigure,
  EMPTY_TALLY,
  formatFigure,
  formatValue,
  median,
  readFigure,
  SCORECARD_FIGURES,
  SCORECARD_KEYS,
} from './scorecard-figures.ts'

const tally = (more: Partial<typeof EMPTY_TALLY>) => ({ ...EMPTY_TALLY, ...more })

describe('a figure', () => {
  test('shows counts instead of a percentage if there are fewer than ten orders', () => {
    const few = readFigure('statement', tally({ orders: 9, stated: 8 }))
    expect(few).toEqual({ value: null, amount: 8, of: 9, basis: 9 })
    expect(formatFigure('statement', few)).toBe('8 of 9')
    expect(describeFigure('statement', few)).toBe('Fewer than 10 orders, so no share is shown')
    const enough = readFigure('statement', tally({ orders: 10, stated: 8 }))
    expect([formatFigure('statement', enough), describeFigure('statement', enough)]).toEqual(['80%', '8 of 10 orders'])
  })

  test('shows no rate below a minimum number of orders, however many packages the orders contain', () => {
    const few = readFigure('missing', tally({ finishedOrders: 9, finishedUnits: 5000, missing: 5 }))
    expect([few.value, formatFigure('missing', few)]).toEqual([null, '5 of 5,000'])
    const enough = readFigure('missing', tally({ finishedOrders: 10, finishedUnits: 5000, missing: 5 }))
    expect([formatFigure('missing', enough), describeFigure('missing', enough)]).toEqual([
      '1 per 1,000',
      '5 of 5,000 packages in 10 orders',
    ])
  })

  test('shows a percentage of files only if there are enough orders; failed files do not count as orders', () => {
    const few = readFigure('firstTimeRight', tally({ orders: 2, failedFiles: 8, right: 2 }))
    expect(few).toEqual({ value: null, amount: 2, of: 10, basis: 2 })
    expect([formatFigure('firstTimeRight', few), describeFigure('firstTimeRight', few)]).toEqual([
      '2 of 10',
      'Fewer than 10 orders, so no share is shown',
    ])
    const failed = readFigure('wrongGln', tally({ failedFiles: 12, wrongGln: 12 }))
    expect([failed.value, formatFigure('wrongGln', failed)]).toEqual([null, '12 of 12'])
  })

  test('shows zero or “None yet” if there is nothing to count', () => {
    for (const key of CHARTED_KEYS) {
      const none = readFigure(key, EMPTY_TALLY)
      expect([none.amount, none.of]).toEqual([0, 0])
      expect(formatFigure(key, none)).toBe(key === 'recalls' ? '0' : 'None yet')
    }
    expect(describeFigure('statement', readFigure('statement', EMPTY_TALLY))).toBe('No orders to count')
  })

  test('of tickets says how many are open, even if none was resolved', () => {
    const open = readFigure('hoursToFix', tally({ openTickets: 2 }))
    expect([formatFigure('hoursToFix', open), describeFigure('hoursToFix', open)]).toEqual(['None yet', '0 resolved tickets, 2 still open'])
    expect(describeFigure('hoursToFix', readFigure('hoursToFix', EMPTY_TALLY))).toBe('No tickets to count')
    const early = readFigure('minutes', tally({ minutes: [-20, 40] }))
    expect([formatFigure('minutes', early), describeFigure('minutes', early)]).toEqual([
      '10 min',
      '2 scanned orders, 1 where the goods arrived before the data',
    ])
  })

  test('about the guideline gives the number of orders whose files have release 1.3 or later', () => {
    expect(readFigure('guideline', tally({ orders: 20, releases: { '1.2': 5, '1.3': 10, '1.1': 1, '2.0': 2, none: 2 } })).amount).toBe(12)
  })

  test('has a definition that ends with a period, and a label', () => {
    for (const key of SCORECARD_KEYS) {
      const { label, definition } = SCORECARD_FIGURES[key]
      expect(definition).toMatch(/^[A-Z].*\.$/)
      expect(label.length).toBeLessThan(26)
    }
    expect(CHARTED_KEYS).toHaveLength(12)
  })
})

describe('two tallies', () => {
  test('can be added into one tally, which counts a recall only once even if it is in both', () => {
    const one = tally({ orders: 2, minutes: [-5, 10], releases: { '1.3': 2 }, recallIds: [7] })
    const other = tally({ orders: 3, minutes: [0], releases: { '1.3': 1, none: 2 }, recallIds: [7, 9] })
    expect(addTallies([one, other])).toEqual(tally({ orders: 5, minutes: [-5, 0, 10], releases: { '1.3': 3, none: 2 }, recallIds: [7, 9] }))
    expect(addTallies([])).toEqual(EMPTY_TALLY)
  })
})

describe('values', () => {
  test('have a median: the middle value, or the mean of the two middle values if there is an even number of values', () => {
    expect([median([]), median([4]), median([1, 3]), median([1, 3, 9])]).toEqual([null, 4, 2, 3])
  })

  test('are written with their unit', () => {
    expect(formatValue('minutes', -95)).toBe('−1 h 35 min')
    expect(formatValue('minutes', 0)).toBe('0 min')
    expect(formatValue('minutes', 3 * 1440 + 5)).toBe('3 d 5 min')
    expect(formatValue('hoursToFix', 6.5)).toBe('6.5 h')
    expect(formatValue('firstTimeRight', 96.34)).toBe('96.3%')
    expect(formatValue('orders', 1234)).toBe('1,234')
  })
})
