import { describe, expect, test } from 'vitest'
import { catalog } from '../../facts.ts'
import { actionLabel, detailFacts, entrySentence, factLine, readableDetail } from './audit.rules.ts'

describe('the audit trail in plain words', () => {
  test('describes an action in words, or shows its name if it has no description', () => {
    expect(actionLabel(catalog.actions, 'order.receive')).toBe('Order received')
    expect(actionLabel(catalog.actions, 'partner.updateAddress')).toBe('Partner update address')
  })

  test('shows the values before and after a change', () => {
    expect(detailFacts({ field: 'lotNumber', before: null, after: 'A1', reason: 'typed wrong' }).map(factLine)).toEqual([
      'Lot number: none → A1',
      'Reason: typed wrong',
    ])
    expect(detailFacts({ before: { name: 'Main', isActive: true }, after: { name: 'Main', isActive: false } }).map(factLine)).toEqual([
      'Is active: yes → no',
    ])
    expect(detailFacts({ before: 1, after: 2 }).map(factLine)).toEqual(['Value: 1 → 2'])
  })

  test('shows each detail other than a change, even a list or a nested value, as a separate fact', () => {
    expect(
      detailFacts({ amount: 3, to: ['a@mail.tst', 'b@mail.tst'], entry: { lotNumber: 'A1', ndc: '' }, none: [] }).map(factLine),
    ).toEqual(['Packages: 3', 'To: a@mail.tst, b@mail.tst', 'Entry: Lot number: A1; Ndc: none', 'None: none'])
    expect(detailFacts({})).toEqual([])
    expect(detailFacts({ kind: 'med', meds: 1 }).map(factLine)).toEqual(['Kind: serial number', 'Packages: 1'])
    expect(detailFacts({ kind: 'package', amountOfMeds: 12 }).map(factLine)).toEqual(['Kind: case or pallet', 'Packages: 12'])
  })

  test('shows locations by name instead of by row id', () => {
    const names = new Map([['location 4', 'Main Street']])
    const detail = { locationId: 4, locationIds: [4, 5], administered: [4], fromUserId: 7, receiptId: 9, sha256: 'ab', meds: 3 }
    expect(readableDetail(detail, (key) => names.get(key))).toEqual({
      location: 'Main Street',
      locations: ['Main Street', 5],
      adminOf: ['Main Street'],
      meds: 3,
    })
  })

  test('has a sentence for every action', () => {
    expect(Object.keys(catalog.actions).filter((action) => !(action in catalog.sentences))).toEqual([])
  })

  test('phrases each entry so that it can follow the person’s name, and links to the package and the order', () => {
    const order = { kind: 'order', id: 4, name: 'PO 88213-04' }
    const one = { amount: 1, products: ['Metformin 500 mg'], serialNumber: '10K7', medId: 9 }
    expect(entrySentence(catalog.sentences['order.receive'], '', order, one)).toEqual([
      { text: 'received ', kind: null, id: null },
      { text: 'Metformin 500 mg, serial 10K7', kind: 'med', id: 9 },
      { text: ' on ', kind: null, id: null },
      { text: 'PO 88213-04', kind: 'order', id: 4 },
    ])
    const read = (...given: Parameters<typeof entrySentence>) =>
      entrySentence(...given)
        .map(({ text }) => text)
        .join('')
    const many = { amount: 12, products: ['A', 'B', 'C', 'D'], serialNumber: null, medId: null }
    expect(read(catalog.sentences['order.undoReceipt'], '', order, many)).toBe(
      'undid the receipt of 12 packages of A, B, C and others on PO 88213-04',
    )
    const none = { amount: null, products: [], serialNumber: null, medId: null }
    expect(read(catalog.sentences['partner.update'], '', { kind: 'partner', id: 3, name: null }, none)).toBe('changed a trading partner')
    expect(read(catalog.sentences['later.version'], 'Later version', { kind: 'user', id: 3, name: 'Dana Ruiz' }, none)).toBe(
      'Later version: Dana Ruiz',
    )
  })
})
