import { describe, expect, test } from 'vitest'
import { patchIndex } from './receipts-since.ts'

const index = {
  documentId: 7,
  count: 7,
  keys: 'C\nA\nB\nD\nE\nF\nG',
  meta: '0,0,0,0,0,0,0',
  parents: '-1,0,0,0,0,0,0',
  lasts: '6,1,2,3,4,5,6',
  // States of the lines in order: case, open, received, on hold, not shipped, received elsewhere, received and then put on hold.
  states: '3012456',
  facts: [{ gtin: null, productId: null, lotNumber: null, expirationDate: null }],
  lastReceiptId: 4,
}
const lines = (isReceived: boolean) => new Map(Array.from({ length: 9 }, (_, line) => [line, isReceived] as const))

describe('the patch of the receive index', () => {
  test('marks open lines as received, and leaves packages, held lines and unshipped lines unchanged', () => {
    expect(patchIndex(index, { states: lines(true), heardUpTo: 9 })).toMatchObject({ states: '3112416', lastReceiptId: 9 })
  })

  test('resets lines from received to not received, and keeps a hold that was placed on a line after its receipt', () => {
    expect(patchIndex(index, { states: lines(false), heardUpTo: 0 })).toMatchObject({ states: '3002452', lastReceiptId: 4 })
  })

  test('changes nothing when nothing was recorded', () => {
    expect(patchIndex(index, { states: new Map(), heardUpTo: 0 })).toEqual(index)
  })
})
