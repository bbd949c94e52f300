import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DatedRule, HEAD_COUNT_EXEMPTION, LEGAL_RULES, whatApplies } from './legal-rules.ts'

const { limit, until } = HEAD_COUNT_EXEMPTION
const count = (amount: number) => ({ headCount: { amount } })
const never = { headCount: null }
const standing = (regime: Parameters<typeof whatApplies>[1], day: string, key = 'exchange') =>
  whatApplies(LEGAL_RULES, regime, day).find(({ rule }) => rule.key === key)

const dayBetween = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10))
const anyDay = dayBetween('2014-01-01', '2035-12-31')
const anyCount = fc.option(fc.nat(60).map((amount) => ({ amount })))
const ownRule = fc.record({ from: anyDay, until: fc.option(anyDay) }).map(
  ({ from, until: last }): DatedRule => ({
    key: 'own',
    duty: 'Own rule',
    note: null,
    binds: 'everyDispenser',
    from,
    until: last,
    source: 'Contract',
    checkedOn: from,
    isSecondHand: false,
  }),
)

describe('the table of legal dates', () => {
  test('has a unique key for each rule, valid dates, and each start before its end', () => {
    expect(new Set(LEGAL_RULES.map(({ key }) => key)).size).toBe(LEGAL_RULES.length)
    for (const { from, until: last, checkedOn } of LEGAL_RULES) {
      for (const day of [from, checkedOn, ...(last ? [last] : [])]) expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
      if (last) expect(from < last).toBe(true)
    }
  })

  test('marks only the exemption for small companies, and the rules that it affects, as known from secondary sources', () => {
    expect(HEAD_COUNT_EXEMPTION.isSecondHand).toBe(true)
    for (const { binds, isSecondHand } of LEGAL_RULES) expect(isSecondHand).toBe(binds === 'aboveHeadCount')
  })
})

describe('the set of rules that apply', () => {
  test('includes the rules for a company exactly at the head-count limit only after its exemption ends', () => {
    expect(standing(count(limit), '2027-11-26')).toMatchObject({ state: 'notYet', begins: until, isExempt: true })
    expect(standing(count(limit), until)).toMatchObject({ state: 'applies', begins: until, isExempt: false })
  })

  test('includes the rules for a company above the head-count limit from the first day on which they apply to such companies', () => {
    expect(standing(count(limit + 1), '2026-11-28')).toMatchObject({ state: 'applies', begins: '2025-11-27', isExempt: false })
    expect(standing(count(limit + 1), '2025-11-26')).toMatchObject({ state: 'notYet', begins: '2025-11-27', isExempt: false })
  })

  test('marks a rule as unknown if no head count was entered, until the rule’s exemption ends', () => {
    expect(standing(never, '2026-11-28')).toMatchObject({ state: 'unknown', begins: null })
    expect(standing(never, until)).toMatchObject({ state: 'applies' })
  })

  test('includes the rules without an exemption for every dispenser, each until its last day', () => {
    expect(standing(never, '2026-11-28', 'notify')).toMatchObject({ state: 'applies', begins: '2015-01-01' })
    expect(standing(never, '2023-11-27', 'history')).toMatchObject({ state: 'applies' })
    expect(standing(never, '2023-11-28', 'history')).toMatchObject({ state: 'ended' })
  })

  test('contains every rule in order, whether or not the rule applies, for any head count and day', () => {
    fc.assert(
      fc.property(anyCount, anyDay, (headCount, day) => {
        expect(whatApplies(LEGAL_RULES, { headCount }, day).map(({ rule }) => rule)).toEqual(LEGAL_RULES)
      }),
    )
  })

  test('moves each rule only forward as the days pass: “applies” may follow “unknown” or “not yet”, and “ended” comes last', () => {
    const order = { unknown: 0, notYet: 0, applies: 1, ended: 2 }
    fc.assert(
      fc.property(anyCount, anyDay, anyDay, fc.array(ownRule, { maxLength: 3 }), (headCount, one, other, own) => {
        const [first, later] = one < other ? [one, other] : [other, one]
        const rules = [...LEGAL_RULES, ...own]
        const before = whatApplies(rules, { headCount }, first)
        const after = whatApplies(rules, { headCount }, later)
        for (const [at, { state }] of before.entries()) expect(order[after[at]?.state ?? 'unknown']).toBeGreaterThanOrEqual(order[state])
      }),
    )
  })

  test('agrees with the dates of each rule: a rule that applies has begun and has not ended', () => {
    fc.assert(
      fc.property(anyCount, anyDay, fc.array(ownRule, { maxLength: 3 }), (headCount, day, own) => {
        for (const { rule, state, begins } of whatApplies([...LEGAL_RULES, ...own], { headCount }, day)) {
          if (state === 'applies') expect(begins !== null && begins <= day && (rule.until === null || day <= rule.until)).toBe(true)
          if (state === 'notYet') expect(begins !== null && begins > day).toBe(true)
          if (state === 'ended') expect(rule.until !== null && rule.until < day).toBe(true)
          if (state === 'unknown') expect([headCount, rule.binds]).toEqual([null, 'aboveHeadCount'])
        }
      }),
    )
  })
})
