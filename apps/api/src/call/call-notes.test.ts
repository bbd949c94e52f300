import { describe, expect, test } from 'vitest'
import { expectAsked, locationLeft, newNotes, noteAsked } from './call-notes.ts'

const meta = { permission: 'med:write', location: 'input' } as const
const asking = (places: (number | null)[]) => {
  const notes = newNotes()
  for (const place of places) noteAsked(notes, 'med:write', place)
  return notes
}

describe('a call about a location', () => {
  test('fails if the caller’s permission was never checked', () => {
    expect(() => expectAsked(asking([]), 'med.createOne', meta)).toThrow('med:write was not checked')
    expect(() => expectAsked(asking([]), 'med.createOne', { ...meta, location: 'row' })).toThrow('med:write was not checked')
    expect(() => expectAsked(asking([]), 'med.readMany', { ...meta, location: 'none' })).not.toThrow()
    expect(() => expectAsked(asking([4]), 'med.createOne', meta)).not.toThrow()
  })

  test('is reported if its input names, at any depth, a location for which the permission was not checked', () => {
    expect(locationLeft(asking([4]), { customerLocationId: 4 }, meta)).toBeUndefined()
    expect(locationLeft(asking([5]), { customerLocationId: 4 }, meta)).toBe(4)
    expect(locationLeft(asking([4]), { changes: [{ customerLocationId: 4 }, { customerLocationId: 5 }] }, meta)).toBe(5)
    expect(locationLeft(asking([4]), { customerLocationIds: [4, 5] }, meta)).toBe(5)
    // No location is reported in the next three calls. In the first, the input chooses no location. In the second, the right was checked for all
    // locations (`null`), as for a right that only the customer admin has. In the third, the location comes from the row instead of the input.
    expect(locationLeft(asking([4]), { customerLocationId: 0 }, meta)).toBeUndefined()
    expect(locationLeft(asking([null]), { customerLocationId: 4 }, meta)).toBeUndefined()
    expect(locationLeft(asking([5]), { customerLocationId: 4 }, { ...meta, location: 'row' })).toBeUndefined()
  })
})
