import type { PartnerBusiness } from '@seriatim/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCalendarDays, authorizationOn, type LicenseDays, licenseStanding } from './authorization.rules.ts'

const NY = 1
const NJ = 2
const license = (changes: Partial<LicenseDays> = {}): LicenseDays => ({
  kind: 'wholesaler',
  stateId: NY,
  validFrom: '2025-01-01',
  validTo: '2026-10-26',
  ...changes,
})
const on = (day: string, licenses: LicenseDays[], stateId: number | null = NY, business: PartnerBusiness | null = null) =>
  authorizationOn(licenses, { day, stateId, business, deactivatedOn: null })

describe('the authorization of a partner on a day', () => {
  test('is unknown without any license', () => {
    expect(on('2026-01-01', [])).toEqual({ status: 'unknown', until: null, since: null, daysLeft: null })
  })

  test('uses the license of the receiving state, if there are state licenses', () => {
    const both = [license(), license({ stateId: NJ, validTo: '2026-08-31' }), license({ stateId: null, validTo: '2026-12-31' })]
    expect(on('2026-09-16', both)).toEqual({ status: 'expiring', until: '2026-10-26', since: null, daysLeft: 40 })
    expect(on('2026-09-16', both, NJ)).toEqual({ status: 'notAuthorized', until: null, since: '2026-09-01', daysLeft: null })
    expect(on('2026-09-16', both, 3)).toEqual({ status: 'notAuthorized', until: null, since: null, daysLeft: null })
  })

  test('uses the federal license of a manufacturer, even if the partner also has a state license for other business', () => {
    const maker = license({ kind: 'FDA establishment', stateId: null, validTo: null })
    expect(on('2026-09-16', [maker])).toMatchObject({ status: 'authorized', until: null })
    expect(on('2026-09-16', [maker, license({ stateId: NJ })], NY, 'manufacturer')).toMatchObject({ status: 'authorized' })
  })

  test('requires a license for the partner’s kind of business, regardless of its other licenses', () => {
    const pharmacy = license({ kind: 'dispenser', validTo: null })
    const maker = license({ kind: 'FDA establishment', stateId: null, validTo: null })
    const ended = license({ validTo: '2026-08-31' })
    expect(on('2026-09-16', [pharmacy], NY, 'wholesaler')).toEqual({ status: 'notAuthorized', until: null, since: null, daysLeft: null })
    expect(on('2026-09-16', [pharmacy, maker, ended], NY, 'wholesaler')).toMatchObject({ status: 'notAuthorized', since: '2026-09-01' })
    expect(on('2026-09-16', [pharmacy, maker, ended], NY, 'dispenser')).toMatchObject({ status: 'authorized' })
    for (const business of ['manufacturer', 'repackager'] as const)
      expect(on('2026-09-16', [maker, ended], NY, business)).toMatchObject({ status: 'authorized' })
  })

  test('requires every license on file to be valid if the partner’s kind of business is unknown', () => {
    const other = license({ kind: '3PL', validTo: null })
    expect(on('2026-09-16', [license(), other])).toMatchObject({ status: 'expiring', until: '2026-10-26' })
    expect(on('2026-10-27', [license(), other])).toMatchObject({ status: 'notAuthorized', since: '2026-10-27' })
    const establishment = license({ kind: 'FDA establishment', stateId: null, validTo: null })
    expect(on('2026-09-16', [establishment, license({ kind: 'manufacturer', validTo: '2026-08-31' })])).toMatchObject({
      status: 'authorized',
    })
  })

  test('ends on the day on which the partner is deactivated', () => {
    const asked = { stateId: NY, business: null, deactivatedOn: '2026-03-01' }
    expect(authorizationOn([license()], { ...asked, day: '2026-02-28' })).toMatchObject({ status: 'authorized' })
    expect(authorizationOn([license()], { ...asked, day: '2026-03-01' })).toMatchObject({ status: 'deactivated', since: '2026-03-01' })
    expect(authorizationOn([], { ...asked, day: '2026-09-16' })).toMatchObject({ status: 'deactivated' })
  })

  test('covers exactly the days from the first through the last', () => {
    for (const [day, status] of [
      ['2024-12-31', 'notAuthorized'],
      ['2025-01-01', 'authorized'],
      ['2026-10-26', 'expiring'],
      ['2026-10-27', 'notAuthorized'],
    ] as const)
      expect([day, on(day, [license()]).status]).toEqual([day, status])
  })

  test('counts as expiring during its last 90 days', () => {
    expect(on(addCalendarDays('2026-10-26', -91), [license()]).status).toBe('authorized')
    expect(on(addCalendarDays('2026-10-26', -90), [license()])).toMatchObject({ status: 'expiring', daysLeft: 90 })
  })

  test('lasts until the end of a renewed license if no day lies between the old and the new license', () => {
    const renewal = license({ validFrom: '2026-10-27', validTo: '2028-10-26' })
    expect(on('2026-10-01', [renewal, license()])).toMatchObject({ status: 'authorized', until: '2028-10-26' })
    expect(on('2026-10-01', [{ ...renewal, validFrom: '2026-10-28' }, license()])).toMatchObject({
      status: 'expiring',
      until: '2026-10-26',
    })
  })

  test('is never valid on a day without a license, and always valid on a day that the state’s license covers', () => {
    const day = fc.integer({ min: 0, max: 900 }).map((days) => addCalendarDays('2025-01-01', days))
    const one = fc.record({
      kind: fc.constantFrom('wholesaler' as const, 'manufacturer' as const),
      stateId: fc.constantFrom(NY, NJ, null),
      validFrom: day,
      validTo: fc.option(day),
    })
    const licenses = fc
      .array(one, { maxLength: 6 })
      .map((all) => all.filter(({ validFrom, validTo }) => validTo === null || validFrom <= validTo))
    fc.assert(
      fc.property(licenses, day, (all, asked) => {
        const { status } = on(asked, all, NY, 'wholesaler')
        const isOk = status === 'authorized' || status === 'expiring'
        const covering = all.filter(({ validFrom, validTo }) => validFrom <= asked && (validTo === null || asked <= validTo))
        const counting = covering.filter(({ kind }) => kind === 'wholesaler')
        if (isOk) expect(counting.length).toBeGreaterThan(0)
        if (counting.some((license) => license.stateId === NY)) expect(isOk).toBe(true)
        if (on(asked, all).status === 'authorized') expect(covering.length).toBeGreaterThan(0)
      }),
    )
  })
})

test('a license valid on the day is shown as such, or as expiring soon; otherwise it has expired or has not begun', () => {
  expect(licenseStanding(license(), '2026-09-16')).toEqual({ standing: 'expiring', daysLeft: 40 })
  expect(licenseStanding(license(), '2026-10-27')).toEqual({ standing: 'expired', daysLeft: -1 })
  expect(licenseStanding(license(), '2024-12-31')).toEqual({ standing: 'notYet', daysLeft: null })
  expect(licenseStanding(license({ validTo: null }), '2026-09-16')).toEqual({ standing: 'valid', daysLeft: null })
})
