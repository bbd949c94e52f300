import { describe, expect, test } from 'vitest'
import { collectDifferences, collectNotes, fieldsOfLabel } from './label-fields.ts'

const label = { serialNumber: 'S1', gtin: '00303999952306', ndc: '0399995230', lotNumber: 'L9', expirationDate: '2028-02' }

describe('a label in the incident form', () => {
  test('fills in serial number, NDC, lot and expiry, with the last day of the month when the label has no day', () => {
    expect(fieldsOfLabel(label)).toEqual({ serialNumber: 'S1', ndc: '0399995230', lotNumber: 'L9', expiration: '2028-02-29' })
    expect(fieldsOfLabel({ serialNumber: 'S1' })).toEqual({ serialNumber: 'S1' })
  })

  test('that came with a ticket fills in all serial numbers of the ticket, and starts the description with the ticket’s reason', () => {
    const ticket = { ...label, also: 'S2 S3', why: 'Ticket 1004: 3 packages have no lot.' }
    expect(fieldsOfLabel(ticket)).toMatchObject({ serialNumber: 'S1, S2, S3' })
    expect(collectNotes(ticket, { isKnown: true, order: undefined })).toBe('Ticket 1004: 3 packages have no lot.')
  })

  test('is compared with the record by lot, ignoring case, and by expiry, using only the month if the label has no day', () => {
    expect(collectDifferences(label, { lotNumber: 'l9', expiration: '2028-02-11' })).toEqual([])
    expect(collectDifferences(label, { lotNumber: 'L8', expiration: '2029-02-28' })).toEqual([
      'lot L9, the record lot L8',
      'expiration 02/29/2028, the record 02/28/2029',
    ])
    expect(collectDifferences(label, { lotNumber: null, expiration: null })).toEqual([])
  })

  test('starts the description with its data if the package has no record, and mentions the order that was being received during the scan', () => {
    const order = { purchaseOrderNumbers: ['PO-7'], senderNames: ['North Wholesale'] }
    expect(collectNotes(label, { isKnown: false, order })).toBe(
      'The label reads GTIN 00303999952306, serial number S1, lot L9, expiration 02/29/2028. No record of this package was found. ' +
        'It was scanned while an order from North Wholesale with PO PO-7 was being received.',
    )
    expect(collectNotes(label, { isKnown: true, order: undefined })).toBe('')
  })
})
