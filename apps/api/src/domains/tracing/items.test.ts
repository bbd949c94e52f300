import type { TracingItem } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { aboutWords, fingerprintOf, readItem, readItems } from './items.ts'

const item = (more: Partial<TracingItem>): TracingItem => ({
  gtin: null,
  ndc: null,
  serialNumber: null,
  lotNumber: null,
  expirationDate: null,
  from: null,
  to: null,
  ...more,
})

describe('an item of a request', () => {
  test('is looked up by the 14 digits of its GTIN and by every reading of its NDC', () => {
    expect(readItem(item({ gtin: '312345678906' }))).toMatchObject({ gtin: '00312345678906' })
    expect(readItem(item({ ndc: '12345-678-90' }))).toMatchObject({ ndc10: ['1234567890'] })
  })

  test('is refused if its GTIN or NDC is wrong, with a message that quotes the wrong value', () => {
    expect(readItem(item({ gtin: '312345678907' }))).toEqual({ why: '"312345678907" is not a GTIN.' })
    expect(readItem(item({ ndc: 'sertraline' }))).toEqual({ why: '"sertraline" is not an NDC.' })
    expect(() => readItems([item({ serialNumber: 'A' }), item({ ndc: 'x' })])).toThrow('Item 2: "x" is not an NDC.')
  })
})

test('requests about the same items have the same fingerprint, regardless of order, repetition and the letter case of a lot', () => {
  const items = readItems([item({ serialNumber: 'A1' }), item({ lotNumber: 'L2' })])
  const same = fingerprintOf('in', items)
  expect(fingerprintOf('in', items.toReversed())).toBe(same)
  expect(fingerprintOf('in', readItems([item({ lotNumber: 'l2' }), item({ serialNumber: 'A1' }), item({ serialNumber: 'A1' })]))).toBe(same)
  expect(fingerprintOf('in', items.slice(1))).not.toBe(same)
  expect(fingerprintOf('out', items)).not.toBe(same)
})

test('a request’s summary counts the packages and products asked about and names the lot', () => {
  expect(aboutWords([item({ serialNumber: 'A' })])).toBe('1 package')
  expect(aboutWords([item({ serialNumber: 'A' }), item({ serialNumber: 'B' }), item({ lotNumber: 'LP4471' }), item({ ndc: '1' })])).toBe(
    '2 packages, lot LP4471, 1 product',
  )
})
