import { expect, test } from 'vitest'
import { describeAnswer } from './verification.rules.ts'

const answered = { driver: 'gs1', reason: null, additionalInfo: null, cause: null } as const

test('the manufacturer’s words are quoted even if they are words like “constructor” and “toString”', () => {
  expect(describeAnswer({ ...answered, answer: 'notVerified', reason: 'constructor', additionalInfo: 'toString' })).toBe(
    'The manufacturer gives the reason "constructor". The manufacturer adds: toString.',
  )
})

test('the text of a simulated answer says that it does not come from the manufacturer', () => {
  const simulated = { ...answered, driver: 'simulator' as const, reason: null, additionalInfo: null }
  for (const answer of ['verified', 'notVerified'] as const)
    expect(describeAnswer({ ...simulated, answer })).toMatch(/ This answer comes from a simulator, not from the manufacturer\.$/)
  expect(describeAnswer({ ...simulated, driver: 'gs1', answer: 'verified' })).toBe('The manufacturer confirms this product identifier.')
})
