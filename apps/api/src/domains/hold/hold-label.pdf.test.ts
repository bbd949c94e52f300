import { expect, test } from 'vitest'
import { labelSheet } from './hold-label.pdf.ts'
import type { LabelledHold } from './hold-label.queries.ts'

const made = {
  brand: 'Seriatim',
  madeBy: 'Dana Ruiz',
  madeAt: new Date('2026-11-28T15:00:00Z'),
  timeZone: 'America/New_York',
  clockHours: 24,
} as const

const hold: LabelledHold = {
  id: 12,
  kind: 'med',
  label: '10K7',
  productName: 'Metformin 500 mg',
  gtin: '00301162001165',
  meds: 1,
  reason: 'Wet carton',
  placedAt: new Date('2026-11-28T14:30:00Z'),
  placedBy: 'Sam Lee',
  locationId: 3,
  locationName: 'Main',
  isEnded: false,
  lotNumber: 'L1',
  expirationDate: '2027-06-30',
}

/** The facts on the label, by name. */
const factsOf = (one: LabelledHold) =>
  Object.fromEntries(
    [
      ...labelSheet(one, made)
        .body.toString()
        .matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g),
    ].map(([, name, value]) => [name, value?.replace(/<[^>]*>/g, '')]),
  )

test('a quarantine label says what is on hold, where, since when and why', () => {
  expect(factsOf(hold)).toEqual({
    'Serial number': '10K7',
    GTIN: '00301162001165',
    Lot: 'L1',
    Expires: '06/30/2027',
    Packages: '1 package',
    Location: 'Main',
    'On hold since': '11/28/2026 09:30',
    By: 'Sam Lee',
  })
  expect(labelSheet(hold, made).body.toString()).toContain('Wet carton')
})

test.each([
  ['package', 'Case or pallet'],
  ['order', 'Order'],
  ['lot', 'Lot'],
] as const)('the quarantine label for a hold of the type %s has a line “%s” and the number of packages', (kind, name) => {
  expect(factsOf({ ...hold, kind, label: 'X1', gtin: null, meds: 96 })).toMatchObject({ [name]: 'X1', Packages: '96 packages' })
})
