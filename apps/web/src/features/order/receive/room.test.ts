import { describe, expect, it } from 'vitest'
import { sizeOf } from './room.ts'

describe('the size of the result panel', () => {
  it.each([
    [1440, 640, 'full'],
    [1440, 600, 'tight'],
    [1024, 560, 'tight'],
    [720, 300, 'small'],
    [390, 600, 'small'],
  ] as const)('%s px wide with %s px left is %s', (width, room, size) => {
    expect(sizeOf(width, room)).toBe(size)
  })
})
