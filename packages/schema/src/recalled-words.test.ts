import { expect, test } from 'vitest'
import { recalledWords } from './recalled-words.ts'

test.each([
  [15, 3, '15 packages, 3 more expected'],
  [1, 0, '1 package'],
  [0, 1, '1 package expected'],
  [0, 0, '0 packages'],
])('the counts of %i received and %i expected packages are shown separately', (received, expected, words) => {
  expect(recalledWords({ received, expected })).toBe(words)
})
