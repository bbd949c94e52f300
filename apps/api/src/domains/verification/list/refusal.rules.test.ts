import { expect, test } from 'vitest'
import { judgeBatch } from './refusal.rules.ts'

const NONE: ReadonlySet<string> = new Set()
const batch = (...answers: [gtin: string, cause: string | null][]) => answers.map(([gtin, cause]) => ({ gtin, cause }))

test('a verification list stops after the service refused two products, but not after it refused one product twice', () => {
  const one = judgeBatch(batch(['A', 'credential_refused'], ['A', 'credential_refused']), NONE)
  expect(one).toMatchObject({ isCertain: false, reason: expect.stringMatching(/refused the credential/) })
  expect(judgeBatch(batch(['B', 'credential_refused']), one.refused)).toMatchObject({ isCertain: true })
  expect(judgeBatch(batch(['A', 'credential_refused']), one.refused)).toMatchObject({ isCertain: false })
})

test('an answer or a timeout between two refusals resets the set of refused products', () => {
  const one = judgeBatch(batch(['A', 'credential_refused']), NONE)
  expect(judgeBatch(batch(['B', null], ['C', 'credential_refused']), one.refused)).toEqual({
    refused: NONE,
    reason: undefined,
    isCertain: false,
  })
  expect(judgeBatch(batch(['B', 'timeout']), one.refused).refused).toEqual(NONE)
})

test('an error in the customer’s settings stops a verification list at the first product', () => {
  for (const cause of ['wallet_failed', 'credential_unreadable', 'address_forbidden'])
    expect(judgeBatch(batch(['A', cause]), NONE)).toMatchObject({ isCertain: true })
})

test('packages that have left the location do not reset earlier refusals and are not counted as refusals', () => {
  expect(judgeBatch(batch(['A', 'departed']), new Set(['B'])).refused).toEqual(new Set(['B']))
  expect(judgeBatch(batch(['A', 'departed'], ['B', 'requester_unknown']), NONE)).toMatchObject({
    refused: new Set(['B']),
    reason: expect.stringMatching(/does not know your GLN/),
  })
})
