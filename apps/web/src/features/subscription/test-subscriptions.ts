import { DEFAULT_PLANS } from '@seriatim/schema'
import type { Overview } from './cart/shop.ts'

type Subscription = Overview['subscriptions'][number]

export const bought = (more: Partial<Subscription> = {}): Subscription => ({
  id: 1,
  product: 'basic',
  display: 'Basic',
  state: 'active',
  status: 'active',
  active: true,
  autoRenew: true,
  quantity: 2,
  beginDisplay: '08/28/26',
  nextChargeDate: '2099-09-28T00:00:00.000Z',
  nextChargeDateDisplay: '09/28/99',
  nextChargePreTax: 118,
  nextChargePreTaxDisplay: '$118.00',
  canceledDateDisplay: null,
  endsDateDisplay: null,
  subtotal: 118,
  subtotalDisplay: '$118.00',
  ...more,
})

export const overview = (more: Partial<Overview> = {}): Overview => ({
  isBillingOn: true,
  isActive: true,
  graceUntil: null,
  locations: { used: 2, allowed: 2 },
  users: { used: 3, active: 2, invited: 1, allowed: 4 },
  storageGb: { used: 12.5, lastMonth: 2, allowed: 50 },
  meds: { allowed: 1000, days: [{ day: '2026-09-16', amount: 64 }] },
  hasRecalls: false,
  plans: DEFAULT_PLANS,
  subscriptions: [bought()],
  endings: [],
  account: {
    account: 'a',
    contact: { company: 'Park Avenue Pharmacy', email: 'admin@park.demo', first: 'Dana', last: 'Ruiz', phone: null },
    address: { addressLine1: '1 Ocean Avenue', addressLine2: null, city: 'Carmel', postalCode: '93921', region: 'US-CA' },
  },
  readAt: null,
  ...more,
})

export const priced = (prices: Record<string, number>) =>
  Object.entries(prices).map(([product, price]) => ({ product, pricing: { US: { currency: 'USD', price, display: `$${price}.00` } } }))
