import { expect, test } from 'vitest'
import { parseIndex } from '../receive-index.ts'
import { makeUnits } from './units-of-index.ts'

test('an order’s index lists the containers of the order level by level, even without a network', () => {
  const index = parseIndex({
    documentId: 7,
    count: 5,
    keys: '003999990000041829\nCASE1\nMED1\nMED2\nMED3',
    meta: '-1,1,0,0,0',
    parents: '-1,0,1,1,0',
    lasts: '4,3,2,3,4',
    states: '33100',
    facts: [
      { gtin: '00303999952306', productId: 1, lotNumber: '2H7', expirationDate: '2028-06-30' },
      { gtin: '50303999952301', productId: 1, lotNumber: null, expirationDate: null },
    ],
    lastReceiptId: 3,
  } as unknown as Parameters<typeof parseIndex>[0]) // only these columns are read
  const products = new Map([[1, { regulatedProductName: 'Metformin', strengthDescription: '500 mg' }]]) as never // only these names are read
  const known = { index, products }
  expect(makeUnits(known, -1)).toMatchObject([
    { line: 0, kind: 'package', sscc: '003999990000041829', children: 2, meds: 3, received: 1, contents: ['Metformin 500 mg'] },
  ])
  expect(makeUnits(known, 0)).toMatchObject([
    { line: 1, parentLine: 0, kind: 'package', sscc: null, serialNumber: 'CASE1', children: 2 },
    { line: 4, kind: 'med', serialNumber: 'MED3', lotNumber: '2H7', expirationDate: '2028-06-30' },
  ])
  expect(makeUnits(known, 1).map(({ serialNumber }) => serialNumber)).toEqual(['MED1', 'MED2'])
})
