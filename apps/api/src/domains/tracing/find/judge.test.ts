import type { TracingItem } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { answerGaps, countResults, countWords, type Finding, type FoundRecord, judgeItem, searchedWords } from './judge.ts'

const asked = (more: Partial<TracingItem> = {}): TracingItem => ({
  gtin: null,
  ndc: null,
  serialNumber: 'A1',
  lotNumber: null,
  expirationDate: null,
  from: null,
  to: null,
  ...more,
})
const seller = { name: 'Northway Wholesale', gln: null, place: null, contactName: null, emailAddress: null, phone: '(201) 555-0118' }
const record = (more: Partial<FoundRecord> = {}): FoundRecord => ({
  medId: 1,
  gtin: '00312345678906',
  ndc: null,
  serialNumber: 'A1',
  lotNumber: 'LP4471',
  expirationDate: '2028-03-31',
  productName: 'Losartan',
  strength: null,
  dosageForm: null,
  containerSize: null,
  locationName: '412 Park Avenue',
  isTypedIn: false,
  isVoided: false,
  isHeld: false,
  departure: null,
  documentId: 7,
  purchaseOrders: ['88131-02'],
  hasStatement: true,
  shippedAt: null,
  receivedAt: '2026-09-02T14:31:00.000Z',
  receivedHow: 'scanned',
  seller,
  orders: 1,
  receipts: 1,
  replacedById: null,
  isOrderVoided: false,
  ...more,
})
const searched = { since: '2024-03-02', keptSince: '2020-11-26', locations: 5, serials: 214_306, isNarrow: false, ownName: null }
const judge = (item: TracingItem, records: FoundRecord[], more: Partial<Finding> = {}) =>
  judgeItem(1, item, { records, amount: records.length, hasMore: false, isElsewhere: false, ...more }, searched)

describe('the answer about an item', () => {
  test('is “found” if information, statement, receipt and previous owner are on file', () => {
    expect(judge(asked({ lotNumber: ' lp4471', expirationDate: '2028-03-31' }), [record()])).toMatchObject({
      result: 'found',
      said: [],
      remarks: [],
    })
  })

  test('is “found in part” if something is missing, and names each missing thing', () => {
    expect(judge(asked(), [record({ hasStatement: false })])).toMatchObject({
      result: 'partly',
      said: ['Transaction information, but no transaction statement.'],
    })
    expect(judge(asked(), [record({ receivedAt: null })]).said).toEqual(['Listed in a file, but never received.'])
    expect(judge(asked(), [record({ seller: null })]).said).toEqual(['The file does not name the previous owner.'])
    expect(judge(asked({ lotNumber: 'X9' }), [record()]).said).toEqual(['On file with a different lot than X9.'])
    expect(judge(asked({ expirationDate: '2027-01-31' }), [record()]).said).toEqual([
      'On file with a different expiration date than 01/31/2027.',
    ])
    expect(judge(asked(), [record({ isTypedIn: true, documentId: null, hasStatement: false, seller: null })]).said).toEqual([
      'Typed in by hand, so there is no transaction information.',
    ])
  })

  test('counts the packages with incomplete records if the item is a lot', () => {
    const lot = [record(), record({ medId: 2, hasStatement: false }), record({ medId: 3 })]
    expect(judge(asked({ serialNumber: null, lotNumber: 'LP4471' }), lot).said).toEqual([
      'Transaction information, but no transaction statement (1 of 3 packages).',
    ])
  })

  test('states how many matching packages are not listed, and whether counting stopped at the limit', () => {
    const lot = asked({ serialNumber: null, lotNumber: 'LP4471' })
    const listed = Array.from({ length: 500 }, (_, medId) => record({ medId }))
    expect(judge(lot, listed).said).toEqual([])
    expect(judge(lot, listed, { amount: 900 }).said).toEqual([
      '900 packages match; the first 500 are listed. To get all of them, create an inspection pack.',
    ])
    expect(judge(lot, listed, { amount: 10_000, hasMore: true }).said).toEqual([
      'More than 10,000 packages match; the first 500 are listed. To get all of them, create an inspection pack.',
    ])
  })

  test('gives the name of the pharmacy and mentions no app screens if outsiders will read it', () => {
    const outside = { ...searched, isNarrow: true, ownName: 'Park Pharmacy' }
    const judged = (records: FoundRecord[], more: Partial<Finding>) =>
      judgeItem(1, asked(), { records, amount: records.length, hasMore: false, isElsewhere: false, ...more }, outside).said
    expect(judged([], {})).toEqual(['Searched 5 locations of Park Pharmacy and 214,306 serial numbers since 03/02/2024.'])
    expect(judged([], { isElsewhere: true })).toEqual(['On record at another location of Park Pharmacy, which this answer does not cover.'])
    expect(judged([record()], { amount: 5, hasMore: true })).toEqual([
      'More than 5 packages match; only the first is listed. The others can be supplied on request.',
    ])
  })

  test('is “found” with remarks about a hold, a second receipt, another location or a voided record', () => {
    const departure = { shipmentId: 7, toName: 'Harbor Pharmacy', leftOn: '2026-11-02' }
    expect(judge(asked(), [record({ departure })]).remarks).toEqual(['Sent to Harbor Pharmacy on 11/02/2026, with shipment 7.'])
    expect(judge(asked(), [record({ isHeld: true, receipts: 2 })]).remarks).toEqual(['On hold.', 'Received twice, with two orders.'])
    expect(judge(asked(), [record(), record({ medId: 2, locationName: '88 Lexington' })]).remarks).toEqual([
      'The serial number is on file at 2 locations.',
    ])
    expect(judge(asked(), [record(), record({ medId: 2, isVoided: true })]).remarks).toEqual(['1 voided record left out.'])
  })

  test('is “found in part” if the only record was voided or replaced', () => {
    expect(judge(asked(), [record({ isVoided: true })])).toMatchObject({
      result: 'partly',
      said: ['The record on file was entered by mistake and has been voided.'],
    })
    expect(judge(asked(), [record({ isOrderVoided: true, replacedById: 9 })]).said[0]).toContain('replaced by a corrected file')
  })

  test('is “not found”, and states how many records were searched and since which day', () => {
    expect(judge(asked(), [])).toMatchObject({
      result: 'notFound',
      said: ['Searched 5 locations and 214,306 serial numbers since 03/02/2024.'],
    })
    expect(judge(asked({ from: '2026-01-01', to: '2026-03-31' }), []).said[0]).toContain('received from 01/01/2026 to 03/31/2026')
  })

  test('is “outside our records” if the item is older than our records or than the required retention', () => {
    expect(judge(asked({ to: '2023-12-31' }), [])).toMatchObject({
      result: 'outside',
      said: ['Our records begin on 03/02/2024, after the period in question.'],
    })
    const old = judgeItem(
      1,
      asked({ to: '2019-05-05' }),
      { records: [], amount: 0, hasMore: false, isElsewhere: false },
      { ...searched, since: '2018-01-01' },
    )
    expect(old).toMatchObject({ result: 'outside', said: ['Records from before 11/26/2020 are no longer kept.'] })
  })

  test('is “at another location”, without the name of that location, if only another location has the item', () => {
    const line = judge(asked(), [], { isElsewhere: true })
    expect(line.result).toBe('elsewhere')
    expect(line.said.join()).not.toContain('Park')
  })
})

test('voided records are left out of the answer and of the number of packages in it', () => {
  const both = [record(), record({ medId: 2, isVoided: true })]
  expect(judge(asked({ serialNumber: null, lotNumber: 'LP4471' }), both)).toMatchObject({
    ...{ result: 'found', amount: 1, said: [] },
    remarks: ['1 voided record left out.'],
  })
  expect(judge(asked({ serialNumber: null, lotNumber: 'LP4471' }), both, { amount: 4 })).toMatchObject({
    ...{ result: 'partly', amount: 3 },
    said: ['3 packages match; only the first is listed. To get all of them, create an inspection pack.'],
  })
})

test('an answer states how many items were found and lists the gaps in words', () => {
  const lines = [judge(asked(), [record()]), { ...judge(asked({ serialNumber: 'B2', lotNumber: 'L' }), []), number: 2 }]
  expect(countWords(countResults(lines))).toBe('1 found, 1 not found')
  expect(answerGaps(lines)).toEqual([
    { number: 2, text: 'Serial B2, lot L: Searched 5 locations and 214,306 serial numbers since 03/02/2024.' },
  ])
  expect(searchedWords({ ...searched, isNarrow: true, locations: 1 })).toBe('your 1 location and 214,306 serial numbers since 03/02/2024')
})
