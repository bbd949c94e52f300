import { describe, expect, test } from 'vitest'
import { choosePanelSize } from './panel-size.ts'

describe('the size of the result panel', () => {
  test.each([
    [1440, 640, 'full'],
    [1440, 600, 'tight'],
    [1024, 560, 'tight'],
    [720, 300, 'small'],
    [390, 600, 'small'],
  ] as const)('is chosen by width and free height: %s px by %s px gives %s', (width, room, size) => {
    expect(choosePanelSize(width, room)).toBe(size)
  })
})
