import type { Pedigree, UnitQuestion } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { answerQuestions, type UnitFacts } from './unit-answers.ts'
import { makeUnitPage } from './unit-page.ts'

const clock = { timeZone: 'America/New_York', clockHours: 24 } as const
const party = { id: 'x', gln: null, streetAddressTwo: null, postalCode: null, countryCode: null }
const northway = { ...party, name: 'Northway Wholesale', streetAddressOne: 'Dock 4', city: 'Newark', state: 'NJ' }
const maker = { ...party, name: 'Ormsby Generics', streetAddressOne: null, city: null, state: null }
const us = { ...party, name: 'Park Avenue Pharmacy', streetAddressOne: null, city: null, state: null }
const dana = { firstName: 'Dana', lastName: 'Ruiz' }

const pedigree = {
  med: {
    id: 7,
    serialNumber: '10K7M3Q92X41B8',
    lotNumber: 'M6604C',
    expirationDate: '2028-04-30',
    gtin: null,
    ndc: null,
    timeStamp: '2026-09-16T12:42:00Z',
  },
  redbookDetail: { medName: 'Metformin HCl', manufacturerName: 'Ormsby Generics' },
  customer: { id: 1, name: 'Park Avenue Pharmacy' },
  customerLocation: { id: 2, name: '412 Park Avenue' },
  strengthDescription: '500 mg',
  received: { by: dana, at: '2026-09-16T13:14:00Z', how: 'scan' },
  createdBy: dana,
  voided: null,
  goodsOwner: null,
  package: null,
  isHeld: false,
  isPending: false,
  history: [],
} as unknown as Pedigree // the only fields that the answers read
const order = {
  documentId: 9,
  purchaseOrderNumbers: ['88213-04'],
  senderNames: ['Northway Wholesale'],
  timeStamp: '2026-09-16T12:42:00Z',
  isReceived: true,
  isShipped: true,
  isNamed: true,
  document: {
    purchaseOrderNumbers: ['88213-04'],
    senderName: 'Northway Wholesale',
    receivedAt: '2026-09-16T12:42:00Z',
    isAffirmed: true,
    legalNotice: null,
    transactions: [
      { shippedAt: '2026-08-28T10:00:00Z', seller: maker, buyer: northway, references: [] },
      { shippedAt: '2026-09-16T01:10:00Z', seller: northway, buyer: us, references: ['PO 88213-04', 'shipping notice 70041882'] },
    ],
  },
}
const authorization = {
  status: 'authorized' as const,
  until: '2026-10-26',
  since: null,
  daysLeft: 40,
  state: { id: 1, name: 'New York', code: 'NY' },
  locations: [] as string[],
}
const license = {
  kind: 'wholesaler',
  number: '031-04418',
  validFrom: '2025-01-01',
  validTo: '2026-10-26',
  checkedOn: '2026-09-01',
  checkedWhere: 'the state register',
} as const
const good: UnitFacts = {
  pedigree,
  order,
  tradedOn: '2026-09-15',
  seller: { partner: { id: 3, name: 'Northway Wholesale' }, authorization, license },
  scanned: {},
  label: undefined,
  holds: [],
  investigations: [],
  recalls: { hasRecalls: true, asOf: '2026-11-24', isWaiting: false, comparedAt: new Date('2026-11-26T11:00:00Z'), lines: [] },
  tickets: [],
  sentBack: undefined,
  now: new Date('2026-11-26T16:40:00Z'),
}
const answer = (question: UnitQuestion, changes: Partial<UnitFacts> = {}) =>
  answerQuestions({ ...good, ...changes }, clock).find((one) => one.question === question)

describe('the answers to an inspector’s questions', () => {
  test('identify the seller, the location, the purchase order, the shipping notice and the previous owner', () => {
    expect(answer('from')).toMatchObject({
      state: 'ok',
      said: 'Northway Wholesale',
      more: ', Dock 4, Newark NJ',
      notes: ['PO 88213-04, shipping notice 70041882. They got it from Ormsby Generics.'],
    })
    expect(answer('came')).toMatchObject({ said: '09/16/2026 09:14', notes: ['Shipped 09/15/2026 21:10'] })
    expect(answer('information')).toMatchObject({ notes: ['Arrived 09/16/2026 08:42, 32 min before the goods were received'] })
  })

  test('mention data that arrived after the goods, and open tickets', () => {
    const late = { ...order, timeStamp: '2026-09-18T13:14:00Z' }
    expect(answer('information', { order: late })).toMatchObject({
      state: 'remark',
      notes: [expect.stringContaining('2 days after the goods')],
    })
    expect(answer('information', { tickets: [{ id: 5, ticketNumber: 12 }] })).toMatchObject({
      state: 'remark',
      links: [{ to: 'pedigree' }, { to: 'ticket', id: 5, label: 'Ticket 12' }],
    })
  })

  test('mention a license that was verified long ago or never', () => {
    const of = (checkedOn: string | null) =>
      answer('license', { seller: { partner: { id: 3, name: 'N' }, authorization, license: { ...license, checkedOn } } })
    expect(of('2026-09-01')).toMatchObject({ state: 'ok', said: 'Valid in New York', more: ', 031-04418, until 10/26/2026' })
    expect(of('2026-06-29')).toMatchObject({ state: 'remark', notes: ['On 09/15/2026.', expect.stringContaining('78 days before')] })
    expect(of(null)).toMatchObject({ state: 'remark' })
    expect(of('2026-10-01')).toMatchObject({ state: 'ok', notes: ['On 09/15/2026.', expect.stringContaining('after the transaction')] })
  })

  test.each([
    ['unknown', 'No license on file'],
    ['deactivated', 'No longer a supplier'],
    ['notAuthorized', 'No valid license'],
  ] as const)('report a gap if the seller’s authorization was %s', (status, said) => {
    const seller = { partner: { id: 3, name: 'N' }, authorization: { ...authorization, status }, license: null }
    expect(answer('license', { seller })).toMatchObject({ state: 'gap', said })
  })

  test('do not call a package free of recalls unless the package was compared with the recalls', () => {
    const { recalls } = good
    expect(answer('recall')).toMatchObject({ state: 'ok', said: 'No' })
    expect(answer('recall', { recalls: { ...recalls, hasRecalls: false } })).toMatchObject({ state: 'none', said: 'Not compared' })
    expect(answer('recall', { recalls: { ...recalls, asOf: null } })).toMatchObject({ state: 'remark', said: 'Not known yet' })
    expect(answer('recall', { recalls: { ...recalls, isWaiting: true } })).toMatchObject({ state: 'remark', said: 'Not known yet' })
  })

  test('mention that the package has expired', () => {
    expect(answer('lot', { now: new Date('2028-05-01T16:00:00Z') })).toMatchObject({ state: 'remark', more: ', expired 04/30/2028' })
    expect(answer('lot')).toMatchObject({
      state: 'ok',
      more: ', expires 04/30/2028',
      notes: ['In 17 months.', expect.stringContaining('match')],
    })
  })

  test('name the place to which the package was sent', () => {
    expect(answer('now')).toMatchObject({ said: '412 Park Avenue', more: ', not sent on' })
    const sentBack = { at: new Date('2026-09-16T14:00:00Z'), reason: 'Broken' }
    const unreceived = { ...pedigree, received: null }
    expect(answer('now', { pedigree: unreceived, sentBack })).toMatchObject({ said: 'Sent back to the seller', notes: ['Broken'] })
    const voided = { at: '2026-09-16T14:00:00Z', by: dana, reason: 'typo' }
    expect(answer('now', { pedigree: { ...pedigree, voided } })).toMatchObject({ state: 'gap', said: 'The record was voided' })
  })
})

describe('the page of one package', () => {
  test('has a headline, a summary and the owners, newest first', () => {
    const page = makeUnitPage(good, clock)
    expect(page).toMatchObject({
      medName: 'Metformin HCl 500 mg',
      headline: 'Bought from Northway Wholesale, authorized that day',
      summary: 'All 11 questions are answered.',
      brief: 'complete',
      state: 'ok',
    })
    expect(page.owners).toEqual([
      { name: 'Park Avenue Pharmacy', what: 'Received, checked by us', on: '2026-09-16' },
      { name: 'Northway Wholesale', what: 'Sold it to us', on: '2026-09-15' },
      { name: 'Ormsby Generics', what: 'Sold it to Northway Wholesale', on: '2026-08-28' },
    ])
  })

  test('counts gaps and remarks, and names the first gap briefly', () => {
    const page = makeUnitPage({ ...good, order: { ...order, document: { ...order.document, isAffirmed: false } } }, clock)
    expect(page).toMatchObject({ state: 'gap', brief: 'no statement', summary: '1 of 11 answers is a gap.' })
  })
})
