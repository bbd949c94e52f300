import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CountedSubscription, computeAllowance, computeEntitlement, DEFAULT_PLANS, findPlan } from './plan.ts'

const bought = (product: string, quantity = 1, isActive = true): CountedSubscription => ({ product, quantity, isActive })
const allow = (...subscriptions: CountedSubscription[]) => computeAllowance(DEFAULT_PLANS, subscriptions)

describe('subscription allowances', () => {
  test('[BILL-037 BILL-041] include a location and a user for each location plan, and 25 GB and about 500 meds a day for Basic', () => {
    for (const product of ['basic', 'essentials', 'plus', 'premier', 'MMCAP', 'basic-annual', 'premier-annual'])
      expect(allow(bought(product, 3))).toMatchObject({ isActive: true, locations: 3, users: 3 })
    expect(allow(bought('basic', 2))).toMatchObject({ storageGb: 50, medsPerDay: 1000 })
  })

  test('include storage for each monthly and annual plan, even if the specification names no amount', () => {
    const decided = {
      basic: 25,
      essentials: 50,
      plus: 100,
      premier: 250,
      mmcap: 25,
      'essentials-annual': 50,
      'plus-annual': 100,
      'premier-annual': 250,
    }
    const found = Object.keys(decided).map((product) => [product, allow(bought(product)).storageGb])
    expect(Object.fromEntries(found)).toEqual(decided)
  })

  test('[BILL-038] include one location and unlimited users and storage for each Enterprise subscription', () => {
    expect(allow(bought('enterprise', 2), bought('basic'))).toMatchObject({ locations: 3, users: 'unlimited', storageGb: 'unlimited' })
  })

  test('[BILL-041] include one more user for each “additional user” product, but nothing for training or SOPs, which are not plans', () => {
    expect(allow(bought('basic'), bought('additional-user-monthly', 4))).toMatchObject({ locations: 1, users: 5 })
    const nothing = { isActive: false, locations: 0, users: 0, storageGb: 0 }
    for (const product of ['training-session-1-hour', 'dscsa-sop-creation', 'dscsa-sops', 'seriatim-training-session', 'constructor'])
      expect(allow(bought(product, 9))).toMatchObject(nothing)
  })

  test('include recall alerts while a product whose name contains “nrac” is active', () => {
    expect(allow(bought('nrac-alerts')).hasRecalls).toBe(true)
    expect(allow(bought('NRAC-monthly-subscription')).hasRecalls).toBe(true)
    expect(allow(bought('nrac-alerts', 1, false), bought('basic')).hasRecalls).toBe(false)
  })

  test('exclude inactive subscriptions, and never shrink when another subscription is added', () => {
    const any = fc.array(
      fc.record({ product: fc.constantFrom(...Object.keys(DEFAULT_PLANS), 'x'), quantity: fc.nat(20), isActive: fc.boolean() }),
    )
    const size = (limit: number | 'unlimited') => (limit === 'unlimited' ? Number.POSITIVE_INFINITY : limit)
    fc.assert(
      fc.property(any, any, (some, more) => {
        const before = allow(...some)
        const after = allow(...some, ...more)
        expect(allow(...some.filter((one) => one.isActive))).toEqual(before)
        for (const name of ['locations', 'users', 'storageGb', 'medsPerDay'] as const)
          expect(size(after[name])).toBeGreaterThanOrEqual(size(before[name]))
        expect(after.isActive || !before.isActive).toBe(true)
      }),
    )
  })

  test('are the same for an annual plan as for its monthly plan', () => {
    for (const one of Object.values(DEFAULT_PLANS))
      if (one.annual) expect(findPlan(DEFAULT_PLANS, one.annual)).toEqual({ ...one, period: 'year' })
  })
})

describe('a customer without an active subscription', () => {
  const since = new Date('2026-02-10T15:00:00Z')
  const standing = { isBillingOn: true, plans: DEFAULT_PLANS, subscriptions: [bought('basic', 1, false)], unsubscribedSince: since }

  test('can invite people but not add locations during the grace period of exactly thirty days', () => {
    const inside = computeEntitlement(standing, new Date('2026-03-12T14:59:59.999Z'))
    expect(inside).toMatchObject({ isActive: false, graceUntil: new Date('2026-03-12T15:00:00Z'), users: 'unlimited', locations: 0 })
    expect(computeEntitlement(standing, new Date('2026-03-12T15:00:00Z'))).toMatchObject({ isActive: false, users: 0, storageGb: 0 })
  })

  test('can do everything when billing is switched off', () => {
    expect(computeEntitlement({ ...standing, isBillingOn: false }, new Date('2030-01-01'))).toEqual({
      isActive: true,
      graceUntil: undefined,
      locations: 'unlimited',
      users: 'unlimited',
      storageGb: 'unlimited',
      medsPerDay: 'unlimited',
      hasRecalls: true,
    })
  })
})
