import { expect, test } from 'vitest'
import { nextPollMs } from './poll-interval.ts'

test('polling starts soon and becomes less frequent over time', () => {
  expect([0, 1, 2, 3, 4, 1000].map((dataUpdateCount) => nextPollMs({ dataUpdateCount }, 1000))).toEqual([150, 300, 600, 1000, 1000, 1000])
})
