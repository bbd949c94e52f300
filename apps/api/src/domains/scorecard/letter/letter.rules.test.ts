import { EMPTY_TALLY, readFigures } from '@seriatim/schema'
import { expect, test } from 'vitest'
import { describeInSentences, listRequests } from './letter.rules.ts'

const one = { ...EMPTY_TALLY, orders: 1, units: 5, stated: 1, finishedOrders: 1, finishedUnits: 5, missing: 1, fixMinutes: [300] }

test('A letter about one order with one fixed problem is grammatical', () => {
  const sentences = describeInSentences(readFigures(one))
  expect(sentences).toContain('0 of 1 file was right the first time.')
  expect(sentences).toContain('One problem was fixed, which took 5 h.')
})

test('A letter about several problems gives the median time in which the fixed ones were fixed, and the number still open', () => {
  const sentences = describeInSentences(readFigures({ ...one, orders: 3, fixMinutes: [300, 600], openTickets: 1 }))
  expect(sentences).toContain('0 of 3 files were right the first time.')
  expect(sentences).toContain('Half of the 2 fixed problems took 7.5 h or less. 1 problem is still open.')
})

test('A letter asks the supplier only about what went wrong', () => {
  expect(listRequests(readFigures(one))).toContain(
    'Compare what you pack with what your file lists. We can send you the serial numbers of the packages.',
  )
  const right = { ...one, missing: 0, right: 1, fixMinutes: [], releases: { '1.3': 1 } }
  expect(listRequests(readFigures(right))).toEqual([])
})
