import { describe, expect, test } from 'vitest'
import { cartProblems, cartTotals, endsWithEnterprise, isEnterprise, isRecurring } from './cart.ts'
import { DEFAULT_PLANS } from './plan.ts'

const cart = (...products: string[]) => products.map((product) => ({ product, quantity: 1 }))
const has = (...products: string[]) => products.map((product) => ({ product, isCanceled: false }))
const problems = (products: string[], owned: string[] = []) => cartProblems(DEFAULT_PLANS, cart(...products), has(...owned))

describe('a cart', () => {
  test('[BILL-017] of a first purchase cannot contain Enterprise with Basic, monthly or yearly', () => {
    expect(problems(['enterprise', 'basic'])).toEqual(['enterpriseWithBasic'])
    expect(problems(['enterprise', 'basic-annual'])).toEqual(['enterpriseWithBasic'])
  })

  test('[BILL-018] of a first purchase cannot contain Enterprise with additional users', () => {
    expect(problems(['enterprise', 'additional-user-monthly'])).toEqual(['enterpriseWithUsers'])
    expect(problems(['additional-user-monthly', 'basic', 'enterprise'])).toEqual(['enterpriseWithBasic', 'enterpriseWithUsers'])
  })

  test('can contain any combination that no rule excludes', () => {
    expect(problems(['basic', 'additional-user-monthly', 'nrac-monthly-subscription', 'plus'])).toEqual([])
    expect(problems(['enterprise', 'nrac-monthly-subscription', 'dscsa-sop-creation'], ['plus'])).toEqual([])
    expect(problems(['basic'], ['basic', 'enterprise'])).toEqual([])
  })

  test('cannot contain additional users if the customer has an active Enterprise plan, nor a second subscription to recall alerts', () => {
    expect(problems(['additional-user-monthly'], ['enterprise'])).toEqual(['usersIncluded'])
    expect(problems(['additional-user-monthly'], ['plus'])).toEqual([])
    expect(problems(['nrac-monthly-subscription'], ['nrac-alerts'])).toEqual(['recallTwice'])
    expect(problems(['nrac-monthly-subscription', 'nrac-alerts'])).toEqual(['recallTwice'])
    expect(cartProblems(DEFAULT_PLANS, [{ product: 'nrac-alerts', quantity: 2 }])).toEqual(['recallTwice'])
    expect(problems(['plus'], ['nrac-alerts'])).toEqual([])
  })

  test('can contain a canceled product that is still usable, except a Basic plan, which is upgraded instead', () => {
    const canceled = (product: string) => [{ product, isCanceled: true }]
    expect(cartProblems(DEFAULT_PLANS, cart('additional-user-monthly'), canceled('enterprise'))).toEqual([])
    expect(cartProblems(DEFAULT_PLANS, cart('nrac-alerts'), canceled('nrac-alerts'))).toEqual([])
    expect(cartProblems(DEFAULT_PLANS, cart('nrac-alerts'), [...canceled('nrac-alerts'), ...has('nrac-alerts')])).toEqual(['recallTwice'])
    expect(cartProblems(DEFAULT_PLANS, cart('enterprise'), canceled('basic'))).toEqual(['upgrade'])
  })

  test('with Enterprise sends a customer who has Basic to the upgrade instead', () => {
    expect(problems(['enterprise'], ['basic'])).toEqual(['upgrade'])
  })

  test('is totaled by billing period, but not when a price is missing', () => {
    const prices = new Map([
      ['plus', 9900],
      ['premier-annual', 100_000],
      ['training-session-1-hour', 15_000],
    ])
    const items = [
      { product: 'plus', quantity: 2 },
      { product: 'premier-annual', quantity: 1 },
      { product: 'training-session-1-hour', quantity: 1 },
    ]
    expect(cartTotals(DEFAULT_PLANS, items, prices)).toEqual({
      monthCents: 19_800,
      yearCents: 100_000,
      onceCents: 15_000,
      todayCents: 134_800,
    })
    expect(cartTotals(DEFAULT_PLANS, cart('basic'), prices)).toBeUndefined()
  })
})

describe('the groups of product codes', () => {
  test('[BILL-032 BILL-033 BILL-034 BILL-035 BILL-036] distinguish recurring products from one-time ones, Enterprise from other plans, and products that Enterprise ends from those that it keeps', () => {
    const recurring = [
      'basic',
      'essentials',
      'plus',
      'premier',
      'enterprise',
      'MMCAP',
      'additional-user-monthly',
      'nrac-monthly-subscription',
      'nrac-alerts',
      'dscsa-sops',
      'seriatim-training-session',
    ]
    for (const product of recurring) expect([product, isRecurring(DEFAULT_PLANS, product)]).toEqual([product, true])
    for (const product of ['dscsa-sop-creation', 'training-session-1-hour'])
      expect([product, isRecurring(DEFAULT_PLANS, product)]).toEqual([product, false])
    expect(recurring.filter((product) => isEnterprise(DEFAULT_PLANS, product))).toEqual(['enterprise'])
    expect(recurring.filter(endsWithEnterprise)).toEqual(['basic', 'additional-user-monthly'])
  })
})
