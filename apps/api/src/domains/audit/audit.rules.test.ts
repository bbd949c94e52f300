import { describe, expect, test } from 'vitest'
import { catalog } from '../../facts.ts'
import { collectFacts, lineOfFact, readableDetail, wordsOfAction } from './audit.rules.ts'

describe('the trail in plain words', () => {
  test('an action has words of its own, or is told by its name', () => {
    expect(wordsOfAction(catalog.actions, 'order.receive')).toBe('Order received')
    expect(wordsOfAction(catalog.actions, 'partner.updateAddress')).toBe('Partner update address')
  })

  test('a change says what was before and what is now', () => {
    expect(collectFacts({ field: 'lotNumber', before: null, after: 'A1', reason: 'typed wrong' }).map(lineOfFact)).toEqual([
      'Lot number: none → A1',
      'Reason: typed wrong',
    ])
    expect(collectFacts({ before: { name: 'Main', isActive: true }, after: { name: 'Main', isActive: false } }).map(lineOfFact)).toEqual([
      'Is active: yes → no',
    ])
    expect(collectFacts({ before: 1, after: 2 }).map(lineOfFact)).toEqual(['Value: 1 → 2'])
  })

  test('everything else is a fact each, lists and nested values included', () => {
    expect(
      collectFacts({ amount: 3, to: ['a@mail.tst', 'b@mail.tst'], entry: { lotNumber: 'A1', ndc: '' }, none: [] }).map(lineOfFact),
    ).toEqual(['Meds: 3', 'To: a@mail.tst, b@mail.tst', 'Entry: Lot number: A1; Ndc: none', 'None: none'])
    expect(collectFacts({})).toEqual([])
  })

  test('a person reads names of locations and no numbers of rows', () => {
    const names = new Map([['location 4', 'Main Street']])
    const detail = { locationId: 4, locationIds: [4, 5], administered: [4], fromUserId: 7, receiptId: 9, sha256: 'ab', meds: 3 }
    expect(readableDetail(detail, (key) => names.get(key))).toEqual({
      location: 'Main Street',
      locations: ['Main Street', 5],
      adminOf: ['Main Street'],
      meds: 3,
    })
  })
})
