import { expect, test } from 'vitest'
import { ClockWatch } from './clock-watch.ts'

test('a clock that was set is noticed once, in both directions; time that passes is not', () => {
  const time = { wall: 1_000_000, steady: 0 }
  const watch = new ClockWatch(() => ({ ...time }))
  const pass = (ms: number, set = 0) => {
    time.steady += ms
    time.wall += ms + set
    return watch.hasJumped()
  }
  expect(pass(5_000)).toBe(false)
  expect(pass(3_600_000)).toBe(false)
  expect(pass(5_000, 86_400_000)).toBe(true)
  expect(pass(5_000)).toBe(false)
  expect(pass(5_000, -86_400_000)).toBe(true)
  expect(pass(5_000, 2_000)).toBe(false)
})
