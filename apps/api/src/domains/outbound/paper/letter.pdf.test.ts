import { LEGAL_NOTICE } from '@seriatim/epcis'
import type { ShipmentPurpose } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import type { ShipmentRecord } from '../outbound.queries.ts'
import { letterSheet } from './letter.pdf.ts'
import type { ShipmentLine } from './paper.queries.ts'

const PLACE = {
  name: 'Park',
  gln: '',
  sgln: 'urn:epc:id:sgln:0361414.00001.0',
  street: '1',
  city: 'Louisville',
  state: 'KY',
  postalCode: '40202',
}

const line = (serialNumber: string, isTypedIn: boolean) =>
  ({ n: 1, isPackage: false, isTypedIn, serialNumber, gtin: '00388010500605', product: null }) as ShipmentLine // the letter reads no other field

/** Returns the title and the body markup of the letter for a shipment of these packages. */
function letterOf(lines: ShipmentLine[], more: { purpose?: ShipmentPurpose; withTi?: boolean; hasEpcis?: boolean } = {}) {
  const { purpose = 'sale', withTi = true, hasEpcis = true } = more
  const party = { owner: PLACE, location: PLACE }
  const shipment = { id: 1, purpose, withTi, meds: lines.length, sender: party, receiver: party, sentAt: new Date(0), sentBy: 'Dana' }
  const made = { brand: 'Seriatim', madeBy: 'Dana', madeAt: new Date(0), timeZone: 'UTC', clockHours: 12 as const }
  const { title, body } = letterSheet({
    shipment: shipment as ShipmentRecord, // the letter reads no other field
    lines,
    customerName: 'Park',
    link: { url: 'https://seriatim.tst/inspect/1', until: '12/27/2026' },
    hasEpcis,
    made,
  })
  return { title, text: body.text }
}

describe('the transaction statement', () => {
  test('covers every package that came with a file', () => {
    const { title, text } = letterOf([line('A1', false), line('A2', false)])
    expect(title).toBe('Transaction information and transaction statement')
    expect(text).toContain(LEGAL_NOTICE)
    expect(text).toContain('EPCIS document and list of packages')
    expect(text).not.toContain('except')
  })

  test('excludes packages that were typed in by hand, and lists their serial numbers', () => {
    const { text } = letterOf([line('A1', false), line('HAND-1', true), line('HAND-2', true)], { hasEpcis: false })
    expect(text).toContain(LEGAL_NOTICE)
    expect(text).toContain('except 2 packages that were entered by hand (serial numbers HAND-1, HAND-2)')
    expect(text).not.toContain('EPCIS document')
  })

  test('is missing if every package was typed in by hand', () => {
    const { title, text } = letterOf([line('HAND-1', true)], { hasEpcis: false })
    expect(title).toBe('Record of a transfer')
    expect(text).not.toContain(LEGAL_NOTICE)
    expect(text).toContain('This letter has no transaction statement')
  })
})

test('A letter without a statement names the kind of transfer in its title', () => {
  const titleOf = (purpose: ShipmentPurpose) => letterOf([line('A1', false)], { purpose, withTi: false }).title
  expect(titleOf('destruction')).toBe('Record of packages sent for destruction')
  expect(titleOf('nonsaleable')).toBe('Record of a return')
  expect(titleOf('need')).toBe('Record of a transfer')
  expect(titleOf('own')).toBe('Custody note')
  const { text } = letterOf([line('A1', false)], { purpose: 'destruction', withTi: false })
  expect(text).toContain('The packages were sent to be destroyed')
})
