// Server answers for tests of the recall screens.
import { showApp } from '../../test-app.tsx'

export const recall = {
  id: 7,
  manufacturer: 'Ormsby Generics',
  product: 'Losartan potassium tablets USP, 50 mg, 90-count bottles',
  title: 'Losartan potassium 50 mg tablets',
  quantity: '18,420 bottles',
  reason: 'Impurity above the accepted daily limit',
  classification: 'Class I',
  status: 'Ongoing',
  source: 'openfda',
  version: 2,
  versionOn: '2026-09-16',
  recallNumbers: [{ recallNumber: 'D-0871-2026' }, { recallNumber: 'D-0872-2026' }],
  recallDistributions: [{ distribution: 'NY' }, { distribution: 'NJ' }],
  recallDocument: { dateReceived: '2026-09-14' },
  recallCodes: [
    {
      id: 71,
      ndcWithDashes: '03999-7741-0',
      formFactor: 'Bottle',
      allLots: false,
      isUnread: false,
      comparedBy: 'ndc',
      amountOfLots: 2,
      criteria: [{ id: 1, expiration: '2028-03', recallLotNumbers: [{ lotNumber: 'LP4471' }, { lotNumber: 'LP4472' }] }],
    },
    {
      id: 72,
      ndcWithDashes: '03999-7741-3',
      formFactor: 'Carton',
      allLots: false,
      isUnread: true,
      comparedBy: 'ndc',
      amountOfLots: 0,
      criteria: [],
    },
  ],
}
const product = {
  regulatedProductName: 'Losartan potassium',
  manufacturerOfTradeItemPartyName: 'Ormsby Generics',
  additionalTradeItemId: '03999774100',
}
export const entry = (id: number, more: object = {}) => ({
  id,
  recallId: 7,
  recallCodeId: 71,
  affectedMedCount: 2,
  customerLocation: { id: 1, name: '412 Park Avenue' },
  expiration: '2028-03-31',
  lotNumber: 'LP4471',
  document: { id: 9, timestamp: '2026-09-01T12:00:00.000Z' },
  epcisSgtins: ['10L2H8C40V7R3M', '10L2H8C40V7R9K'].map((serialNumber, at) => ({
    medId: id * 10 + at,
    serialNumber,
    epcisMedVocabulary: product,
    isOnHold: at === 0,
    isPending: false,
    sentTo: null,
    receivedBy: { firstName: 'Lee', lastName: 'Okafor' },
    datetimeReceived: '2026-09-02T13:41:00.000Z',
    sgtin: `urn:epc:id:sgtin:0303999.077410.${serialNumber}`,
  })),
  dismissedRecall: null as object | null,
  receivedBy: null,
  datetimeReceived: null,
  sgtin: null,
  epcisMedVocabulary: product,
  ndc: '03999774100',
  purchaseOrderNumbers: ['88213'],
  amount: 2,
  amountReceived: 2,
  amountOnHold: 1,
  amountExpectedNotHeld: 0,
  amountPending: 0,
  confidence: 'exact',
  why: 'Same NDC, lot and expiry',
  matchedAt: '2026-09-16T12:00:00.000Z',
  ...more,
})
interface Entry {
  amount: number
  amountReceived: number
  amountOnHold: number
  amountExpectedNotHeld: number
  confidence: string
  dismissedRecall?: unknown
}
/** Builds a page with these lots and their totals, as the server would return it. */
export const makePage = (...items: Entry[]) => {
  const counted = items.filter(({ confidence }) => confidence !== 'possible')
  const active = counted.filter(({ dismissedRecall }) => !dismissedRecall)
  const sum = (of: (one: Entry) => number, among: Entry[]) => among.reduce((total, one) => total + of(one), 0)
  return {
    items,
    nextCursor: null,
    meds: sum(({ amount }) => amount, active),
    received: sum(({ amountReceived }) => amountReceived, active),
    onHold: sum(({ amountOnHold }) => amountOnHold, active),
    expectedNotHeld: sum(({ amountExpectedNotHeld }) => amountExpectedNotHeld, active),
    pending: 0,
    locations: active.length > 0 ? ['412 Park Avenue'] : [],
    dismissed: sum(({ amount }) => amount, counted) - sum(({ amount }) => amount, active),
    lots: counted.length,
  }
}
export const dismissed = {
  id: 51,
  isDismissed: true,
  notes: 'Return 5521',
  noneOnHand: false,
  quarantined: null,
  returned: 2,
  destroyed: null,
  dispensed: null,
  amount: 2,
  dismissedAt: '2026-09-15T12:00:00.000Z',
  dismissedBy: { firstName: 'Dana', lastName: 'Ruiz' },
}
const home = {
  id: 7,
  title: recall.title,
  manufacturer: recall.manufacturer,
  classification: 'Class I',
  recallNumbers: ['D-0871-2026'],
  published: '2026-09-14',
  affectedMedCount: 2,
  receivedMedCount: 2,
  possibleMedCount: 4,
  amountOnHold: 1,
  amountPending: 0,
  state: 'new',
}
const standing = { hasRecalls: true, asOf: '2026-09-16', recalls: 120, waiting: 0 }
const answers = {
  'recall.readStanding': () => standing,
  'recall.readOneActiverecalledmedcountByUserid': () => ({ count: 14, recalls: 2 }),
  'recall.readManyHome': () => ({ items: [home], nextCursor: null, amount: 1 }),
  'recall.readOneById': () => recall,
  'recall.readOneStory': () => ({
    texts: [{ recallNumber: 'D-0871-2026', description: recall.product, codeInfo: 'Lots LP4471, LP4472', moreCodeInfo: null, unread: [] }],
    versions: [],
  }),
  'recall.readManyAffected': () => makePage(entry(1)),
  'recall.updateOneSeen': () => ({ ok: true }),
  'recall.createOneDismissedrecall': () => ({ ...dismissed, epcisEventId: 1 }),
  'recall.updateOneToggledismissedrecall': () => ({ ...dismissed, isDismissed: false, epcisEventId: 1 }),
  'recall.readManySearch': () => [recall],
  'recall.readManySearchcount': () => ({ totalRows: 420 }),
}
export const show = (path: string, more: object = {}) => showApp(path, { answers: { ...answers, ...more } })
export const detail = '/recalls/detail/7'
