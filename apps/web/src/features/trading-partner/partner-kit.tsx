// Server answers for tests of the partner screens.
import { showApp } from '../../test-app.tsx'

export const answer = {
  status: 'expiring',
  until: '2026-10-26',
  since: null,
  daysLeft: 40,
  state: { id: 33, name: 'New York', code: 'NY' },
  locations: ['412 Park Avenue'],
}
const partner = {
  id: 7,
  name: 'Northway Wholesale',
  type: 'upstream',
  business: null,
  customerLocationId: null,
  globalLocationNumbers: [{ id: 21, globalLocationNumber: '0388881000006' }],
  addresses: [
    {
      id: 31,
      name: null,
      addressLineOne: '1180 Dock Street',
      addressLineTwo: null,
      city: 'Newark',
      stateId: 31,
      state: { name: 'New Jersey', code: 'NJ' },
      postalCode: '07114',
      addressType: 'physical',
    },
  ],
  contacts: [
    {
      id: 41,
      firstName: 'Marta',
      lastName: 'Lind',
      title: null,
      contactDetails: [{ id: 51, contactType: 'phone', contactDetail: '(201) 555-0118' }],
    },
  ],
  accountNumbers: [{ id: 61, accountNumber: 'PAP-1' }],
  customerLocation: null,
  deactivated: null,
  mayWrite: true,
}
const row = {
  ...partner,
  authorization: answer,
  lastOrderAt: '2026-09-16T14:12:00.000Z',
  openExceptions: 2,
  checkDue: { on: '2026-09-01', daysLeft: -15 },
  agreementEnds: { on: '2026-10-16', daysLeft: 30 },
}
export const story = { orders: [], amountOfOrders: 0, firstOrderAt: null, exceptions: [], openExceptions: 0, incidents: [], notices: [] }
export const answers = {
  'tradingPartner.readManyTradingpartnersSearch': () => ({ items: [row], nextCursor: null, amount: 1 }),
  'tradingPartner.readOneTradingpartnerById': () => partner,
  'tradingPartner.readOneAuthorization': () => ({ day: '2026-09-16', states: [answer], licenses: [] }),
  'tradingPartner.readOneStory': () => story,
  'tradingPartner.readManySentGlns': () => [],
  'tradingPartner.readManyAgreements': () => [],
  'tradingPartner.readManyMerges': () => [],
  ...Object.fromEntries(
    ['createOne', 'updateOneTradingpartner']
      .concat(
        ['Globallocationnumber', 'Address', 'Contact', 'Accountnumber'].flatMap((part) =>
          ['create', 'update', 'delete'].map((what) => `${what}One${part}`),
        ),
      )
      .concat('deleteOneContactdetail')
      .map((name) => [`tradingPartner.${name}`, () => partner]),
  ),
}
export const show = (path: string, more: object = {}) => showApp(path, { answers: { ...answers, ...more } })
