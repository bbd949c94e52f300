import { describe, expect, test } from 'vitest'
import { locationFacts, timeZoneWords, writtenAddress } from './location.ts'

describe('a location’s time zone', () => {
  test.each([
    ['America/New_York', 'Eastern Time'],
    ['America/Kentucky/Louisville', 'Eastern Time (Kentucky/Louisville)'],
    ['America/Kentucky/Monticello', 'Eastern Time (Kentucky/Monticello)'],
    ['America/Juneau', 'Alaska Time (Juneau)'],
    ['America/North_Dakota/Center', 'Central Time (North Dakota/Center)'],
    ['Moon/Base', 'Moon/Base'],
  ])('%s is shown as “%s”', (zone, words) => expect(timeZoneWords(zone)).toBe(words))

  test('is shown without empty parentheses', () => expect(timeZoneWords('UTC')).not.toContain('('))

  test('may have a name with three parts, such as America/Indiana/Indianapolis', () =>
    expect(locationFacts.safeParse({ timeZone: 'America/Indiana/Indianapolis' }).success).toBe(true))
})

describe('a default address', () => {
  const address = { type: 'shipping' as const, city: 'Trenton', stateId: 30, zip: '08608', isDefault: true }

  test('requires a street unless the location is named after the address', () => {
    expect(writtenAddress.safeParse({ ...address, addressLineOne: '412 Park Avenue' }).success).toBe(true)
    expect(writtenAddress.safeParse({ ...address, addressLineOne: 'Park Pharmacy' }).error?.issues).toMatchObject([
      { path: ['addressLineTwo'], message: 'Enter the street.' },
    ])
  })
})
