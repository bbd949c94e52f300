import { expect, test } from 'vitest'
import { pullProblem } from './pull-problem.ts'

test('A failure is explained without details of the network', () => {
  expect(pullProblem(new Error('read ECONNRESET 10.0.0.5'))).toBe('The connection to the server failed.')
  expect(pullProblem('x')).toBe('The connection to the server failed.')
})
