import { describe, expect, test } from 'vitest'
import { findOwner, findParty, referenceLabel } from './med-party.rules.ts'

const SGLN = 'urn:epc:id:sgln:039997.000001.0'

describe('the display of the parties and references of an event', () => {
  test('shows only the kind of a reference and the end of its value', () => {
    expect(referenceLabel({ type: 'po', value: 'urn:epcglobal:cbv:bt:0399970000016:88213-04' })).toBe('PO 88213-04')
    expect(referenceLabel({ type: 'po', value: 'urn:epcglobal:cbv:bt:0399970000016:PO%2012%2F3:4' })).toBe('PO PO 12/3:4')
    expect(referenceLabel({ type: 'prodorder', value: 'X1' })).toBe('prodorder X1')
  })

  test('shows the owning party, or the location if there is no owning party', () => {
    const place = { type: 'location', value: 'place' }
    expect(findOwner([place, { type: 'owning_party', value: 'owner' }])).toBe('owner')
    expect(findOwner([place])).toBe('place')
    expect(findOwner([])).toBeNull()
  })

  test('finds a party by its URI or else by its GLN, and falls back to the GLN if the party is not on file', () => {
    const byUri = { id: SGLN, gln: null }
    const { gln } = findParty(SGLN, [])
    expect(gln).toMatch(/^\d{13}$/)
    const byGln = { id: 'other', gln }
    expect(findParty(SGLN, [byGln, byUri]).party).toBe(byUri)
    expect(findParty(SGLN, [byGln]).party).toBe(byGln)
    expect(findParty('no urn', [byGln])).toEqual({ party: undefined, gln: null })
  })
})
