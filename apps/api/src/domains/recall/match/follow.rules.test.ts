import { describe, expect, test } from 'vitest'
import { carryDecisions, type FollowedMatch, type LotDecision } from './follow.rules.ts'

const AT = new Date('2026-09-20T10:00:00Z')
const LATER = new Date('2026-09-21T10:00:00Z')
const decision = (changes: Partial<LotDecision> = {}): LotDecision => ({
  id: 7,
  isDismissed: true,
  notes: 'gone back',
  noneOnHand: false,
  quarantined: null,
  returned: 6,
  destroyed: null,
  dispensed: null,
  dismissedAt: AT,
  dismissedById: 3,
  decidedAt: AT,
  followsId: null,
  ...changes,
})
const match = (changes: Partial<FollowedMatch> = {}): FollowedMatch => ({
  id: 1,
  recallId: 1,
  stockLotId: 1,
  documentId: 1,
  locationId: 1,
  amount: 6,
  confidence: 'exact',
  version: 1,
  toldAt: AT,
  decision: decision(),
  ...changes,
})
const target = (changes: Partial<FollowedMatch> = {}) => match({ id: 2, documentId: 2, toldAt: null, decision: null, ...changes })

describe('recall notifications and decisions', () => {
  test('carry over to unchanged packages', () => {
    const { id, ...said } = decision()
    expect(carryDecisions(target(), [{ match: match(), units: 6 }])).toEqual({
      toldAt: AT,
      decision: { ...said, followsId: id, amount: 6 },
    })
  })

  test('are combined if two lots are merged', () => {
    const sources = [
      { match: match(), units: 6 },
      {
        match: match({
          amount: 2,
          decision: decision({ id: 8, notes: 'used', returned: null, dispensed: 2, dismissedAt: LATER, decidedAt: LATER }),
        }),
        units: 2,
      },
    ]
    const carried = carryDecisions(target({ amount: 8 }), sources).decision
    expect(carried).toMatchObject({ isDismissed: true, notes: 'gone back\nused', returned: 6, dispensed: 2, dismissedAt: LATER, amount: 8 })
  })

  test('keep earlier counts only in their notes if those counts include packages that are no longer affected', () => {
    const carried = carryDecisions(target({ amount: 4 }), [{ match: match(), units: 4 }]).decision
    expect(carried).toMatchObject({ isDismissed: true, returned: null, notes: 'gone back\nDecided for the replaced file: 6 returned.' })
  })

  test('are reset for new packages and for more certain matches, so users are notified and asked again', () => {
    expect(carryDecisions(target({ amount: 7 }), [{ match: match(), units: 6 }])).toMatchObject({
      toldAt: null,
      decision: { isDismissed: false },
    })
    const surer = carryDecisions(target(), [{ match: match({ confidence: 'probable' }), units: 6 }])
    expect(surer).toMatchObject({ toldAt: null, decision: { isDismissed: false, notes: 'gone back' } })
  })

  test('never replace a later decision with an earlier one, even if the later one undid a dismissal', () => {
    const undone = target({ decision: decision({ id: 9, isDismissed: false, decidedAt: LATER }) })
    expect(carryDecisions(undone, [{ match: match(), units: 6 }]).decision).toBeNull()
    const before = target({ decision: decision({ id: 9, isDismissed: false }) })
    expect(carryDecisions(before, [{ match: match({ decision: decision({ decidedAt: LATER }) }), units: 6 }]).decision).toMatchObject({
      isDismissed: true,
      decidedAt: LATER,
      followsId: 7,
    })
  })

  test('stay unchanged if they were made for this order and still apply', () => {
    const own = target({ decision: decision() })
    expect(carryDecisions(own, [{ match: match({ decision: decision({ followsId: 7 }) }), units: 6 }]).decision).toBeNull()
    expect(carryDecisions(own, [{ match: match({ decision: decision({ isDismissed: false }) }), units: 6 }]).decision).toMatchObject({
      isDismissed: false,
    })
    expect(carryDecisions(target(), [{ match: match({ decision: null, toldAt: null }), units: 6 }])).toEqual({
      toldAt: null,
      decision: null,
    })
  })
})
