import { describe, expect, test } from 'vitest'
import { freePlace } from './free-place.ts'

const area = { left: 0, top: 60, width: 1000, height: 600 }
const size = { width: 300, height: 60 }

describe('a free place', () => {
  test('is top right where nothing is there', () => {
    expect(freePlace(size, area, [])).toEqual({ left: 700, top: 60 })
  })

  test('is beside what is in the way, then below', () => {
    const button = { left: 800, top: 70, width: 100, height: 40 }
    expect(freePlace(size, area, [button])).toEqual({ left: 500, top: 60 })
    const row = { left: 0, top: 60, width: 1000, height: 100 }
    expect(freePlace(size, area, [row])).toEqual({ left: 700, top: 168 })
  })

  test('is none where everything can be pressed', () => {
    expect(freePlace(size, area, [area])).toBeUndefined()
    expect(freePlace({ width: 1200, height: 60 }, area, [])).toBeUndefined()
  })
})
