import { expect, test } from 'vitest'
import { describeAnswer } from './verification.rules.ts'

const answered = { driver: 'gs1', reason: null, additionalInfo: null, cause: null } as const

test('a word of the manufacturer that is also the name of a property of objects is quoted', () => {
  expect(describeAnswer({ ...answered, answer: 'notVerified', reason: 'constructor', additionalInfo: 'toString' })).toBe(
    'The manufacturer gives the reason "constructor". The manufacturer adds: toString.',
  )
})
