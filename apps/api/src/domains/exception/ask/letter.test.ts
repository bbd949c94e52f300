import { describe, expect, test } from 'vitest'
import type { PackageOnFile } from '../counter/recorded.queries.ts'
import { groupTicketFindings, type StoredFinding } from '../exception.rules.ts'
import { type AskedUnit, combinedLetter, type LetterFacts, writeLetter } from './letter.ts'
import { makeReport } from './pdg-report.ts'

const usual: LetterFacts = {
  ticketNumber: 1044,
  customerId: 1,
  ticketId: 7,
  wish: 'Send new data',
  cameAt: null,
  identifier: 'NW-1',
  shippingNotices: [],
  poNumber: 'PO-5',
  title: 'More packages arrived than the file lists',
  reportKind: 'overages',
  counterKind: 'overage',
  notes: null,
  groups: [],
  truncated: {},
  units: [],
  hasMoreUnits: false,
  amounts: new Map(),
  held: 0,
  contactName: null,
  customerName: 'Park Avenue Pharmacy',
  sender: { name: 'Dana Ruiz', emailAddress: 'dana@park.tst', gln: null },
  now: new Date('2026-11-23T00:00:00Z'),
}
const A = '00388010500605'
const B = '00388010010302'
const unit = (gtin: string | null, serialNumber: string, more: Partial<AskedUnit> = {}): AskedUnit => ({
  gtin,
  serialNumber,
  sscc: null,
  lotNumber: 'L1',
  expirationDate: '2028-06-30',
  productName: gtin === A ? 'Metformin HCl' : null,
  ...more,
})
const units = (amount: number, gtin = A) => Array.from({ length: amount }, (_, at) => unit(gtin, `S${at}`))
const recorded: PackageOnFile = {
  gtin: A,
  lotNumber: 'L2',
  expirationDate: '2028-07-31',
  productName: 'Metformin HCl',
  isReceived: false,
  labelLot: null,
  labelExpiry: null,
}
const finding = (line: number, more: Partial<StoredFinding> = {}): StoredFinding => ({
  type: 'EventMedsError',
  severity: 'reject',
  message: 'A lot is missing.',
  hint: null,
  section: 'Meds',
  path: null,
  line,
  column: 1,
  event: null,
  value: null,
  ...more,
})
const wrong = (findings: StoredFinding[], more: Partial<LetterFacts> = {}): LetterFacts => ({
  ...usual,
  cameAt: '11/22/26, 7:04 PM',
  counterKind: null,
  reportKind: 'data_misalignment',
  groups: groupTicketFindings(findings, []),
  ...more,
})

interface Report {
  exceptions: Record<string, Record<string, unknown>[]>
  other_errors: string[]
}
// `Report` describes the plain JSON that these tests read
const report = (more: Partial<LetterFacts>) => makeReport({ ...usual, ...more }) as unknown as Report

describe('the email to a partner', () => {
  test('states how many items it does not list', () => {
    const many = Array.from({ length: 50 }, (_, at) => finding(at + 1))
    const kinds = Array.from({ length: 14 }, (_, at) =>
      finding(at + 1, { message: `Wrong ${at}.`, section: 'Header', type: 'HeaderSenderError' }),
    )
    const { text } = writeLetter(wrong([...many, ...kinds], { truncated: { EventMedsError: 1950, HeaderSenderError: 0 }, units: units(9) }))
    expect(text).toContain('52 more findings are in the attached report.')
    expect(text).toContain('1,950 more findings of these types were counted but not listed.')
    expect(writeLetter(wrong(many)).text).toContain('A lot is missing (lines 1, 2, 3, 4, 5 and 45 more)')
    expect(text).toContain('- Metformin HCl, lot L1: S0, S1, S2 and 6 more')
    const { exceptions, other_errors } = report(wrong(many, { truncated: { EventMedsError: 1950 } }))
    expect(other_errors).toEqual([
      'EventMedsError: A lot is missing. (lines 1, 2, 3, 4, 5 and 45 more)',
      'EventMedsError: 1,950 more of this type were counted but not listed.',
    ])
    expect(exceptions.data_misalignment).toEqual([])
  })

  test('shows where a finding is in a single-line file', () => {
    const { text } = writeLetter(wrong([5310, 9120].map((column) => finding(1, { column }))))
    expect(text).toContain('A lot is missing (line 1, characters 5,310, 9,120)')
  })

  test('names products, lots and serial numbers, and states how many of them are left out', () => {
    const lots = Array.from({ length: 15 }, (_, at) => unit(A, `S${at}`, { lotNumber: `L${at}` }))
    const asking = { ...usual, units: lots, hasMoreUnits: true, shippingNotices: ['D1', 'D2', 'D3', 'D4'], notes: 'Two boxes more.' }
    const { text } = writeLetter(asking)
    expect(text).toContain('This is about PO PO-5 (shipping notice D1, D2, D3 and 1 more).')
    expect(text).toContain('Two boxes more.')
    expect(text).toContain('- Metformin HCl, lot L11: S11\n- 3 packages of other products or lots, in the attached list')
    expect(text).toContain('The first 15 serial numbers are in the attached list.')
    expect(combinedLetter([asking, { ...usual, units: units(2) }]).text).toContain('- Metformin HCl, lot L1: S0, S1')
  })
})

describe('the machine-readable report', () => {
  test('for an overage, counts the items in the file plus the extra ones as received', () => {
    const items = [...units(2), unit(A, 'ON-FILE', { recorded }), unit(B, 'X1')]
    const { exceptions } = report({ units: items, amounts: new Map([[A, { listed: 100, received: 40 }]]) })
    expect(exceptions.overages).toMatchObject([
      { gtin: A, quantity_ordered: 100, quantity_received: 102 },
      { gtin: B, quantity_ordered: 0, quantity_received: 1 },
    ])
  })

  test('for a shortage, lists all items in the file except the missing ones as received', () => {
    const short = {
      reportKind: 'underages',
      counterKind: 'shortage',
      units: units(3),
      amounts: new Map([[A, { listed: 100, received: 96 }]]),
    } as const
    expect(report(short).exceptions.underages).toMatchObject([{ gtin: A, quantity_ordered: 100, quantity_received: 97 }])
    // A ticket with `hasMoreUnits` can't list everything that is missing, so the report states the amount that was received.
    expect(report({ ...short, hasMoreUnits: true }).exceptions.underages).toMatchObject([{ quantity_ordered: 100, quantity_received: 96 }])
  })

  test('compares the item in hand with the file’s data if the two do not match', () => {
    const seen = {
      received_product_gtin: A,
      received_product_lot: 'L1',
      received_product_expiry: '2028-06-30',
      received_product_serial: 'S1',
    }
    const counter = { reportKind: 'data_misalignment', counterKind: 'wrongProduct' } as const
    expect(report({ ...counter, units: [unit(A, 'S1', { recorded }), unit(A, 'S1')] }).exceptions.data_misalignment).toMatchObject([
      { ...seen, product_data_gtin: A, product_data_lot: 'L2', product_data_expiry: '2028-07-31', product_data_serial: 'S1' },
      { ...seen, product_data_gtin: '', product_data_lot: '', product_data_expiry: '', product_data_serial: null },
    ])
    const ofFile = report(
      wrong([finding(1)], {
        units: [unit(A, 'S1', { recorded }), unit(A, 'S2', { recorded: { ...recorded, isReceived: true, labelLot: 'L9' } })],
      }),
    )
    const listed = { product_data_gtin: A, product_data_lot: 'L1', product_data_expiry: '2028-06-30' }
    expect(ofFile.exceptions.data_misalignment).toMatchObject([
      { ...listed, product_data_serial: 'S1', received_product_gtin: '', received_product_lot: '', received_product_serial: null },
      { ...listed, product_data_serial: 'S2', received_product_gtin: A, received_product_lot: 'L9', received_product_serial: 'S2' },
    ])
  })

  test('mentions items for which it has no field: lots, packages without a product, logistic units', () => {
    const { exceptions, other_errors } = report({
      reportKind: 'missing_product_data',
      counterKind: 'unknownScan',
      title: '3 packages were scanned but not listed in any file',
      units: [
        unit(A, 'S1'),
        unit(A, 'S2'),
        unit(null, 'BARE', { lotNumber: null, expirationDate: null }),
        { ...unit(null, ''), serialNumber: null, sscc: '003' },
      ],
    })
    expect(exceptions.missing_product_data).toMatchObject([
      { product_gtin: A, product_serial: 'S1', observation_source: 'Scan' },
      { product_gtin: A, product_serial: 'S2' },
    ])
    expect(other_errors).toEqual([
      '3 packages were scanned but not listed in any file',
      'Serial number BARE, unknown product',
      'Logistic unit 003',
      `GTIN ${A}, lot L1, expires 2028-06-30: S1, S2`,
    ])
  })

  test('lists the affected GLNs and GTINs if master data is wrong', () => {
    const path = '/EPCISDocument/VocabularyElement[@id="urn:epc:id:sgln:039999.345678.0"]'
    const product = '/EPCISDocument/VocabularyElement[@id="urn:epc:idpat:sgtin:0388010.050060.*"]'
    const { exceptions } = report(
      wrong([finding(1, { path }), finding(2, { path: product, message: 'Other.' })], { reportKind: 'master_data_errors' }),
    )
    expect(exceptions.master_data_errors).toMatchObject({
      gln_errors: [{ invalid_gln: expect.stringMatching(/^039999345678\d$/), proposed_gln: null }],
      gtin_errors: [{ invalid_gtin: A }],
    })
  })
})
