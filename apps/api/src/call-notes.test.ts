import { describe, expect, test } from 'vitest'
import { expectAsked, newNotes, noteAsked } from './call-notes.ts'

const meta = { permission: 'med:write', location: 'input' } as const
const after = (asked: (number | null)[], input: unknown, location: 'input' | 'row' | 'none' = 'input') => {
  const notes = newNotes()
  for (const place of asked) noteAsked(notes, 'med:write', place)
  return () => expectAsked(notes, { path: 'med.createOne', input, meta: { ...meta, location } })
}

describe('a call about a location', () => {
  test('fails when its right was asked nowhere', () => {
    expect(after([], { customerLocationId: 4 })).toThrow('asked for med:write nowhere')
    expect(after([], { id: 4 }, 'row')).toThrow('asked for med:write nowhere')
    expect(after([], {}, 'none')).not.toThrow()
  })

  test('fails when its right was asked at another location than its input names, however deep', () => {
    expect(after([4], { customerLocationId: 4 })).not.toThrow()
    expect(after([5], { customerLocationId: 4 })).toThrow('names location 4')
    expect(after([4], { changes: [{ customerLocationId: 4 }, { customerLocationId: 5 }] })).toThrow('names location 5')
    expect(after([4], { customerLocationIds: [4, 5] })).toThrow('names location 5')
    // Asked everywhere: a right of the customer admin alone.
    expect(after([null], { customerLocationId: 4 })).not.toThrow()
  })
})
