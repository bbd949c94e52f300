import { describe, expect, test } from 'vitest'
import { HEAD_COUNT_EXEMPTION } from './legal-rules.ts'
import type { HeadCount, OwnRule } from './regime.ts'
import { isCountMissing, judgeRegime, listRegimeDue } from './regime-standing.ts'

const draft: HeadCount = {
  id: 1,
  amount: 22,
  asOf: '2026-11-20',
  basis: 'Payroll of November',
  isAttested: false,
  nextReview: null,
  countedAt: '2026-11-20T15:00:00Z',
  countedBy: 'Dana Ruiz',
}
const attested: HeadCount = { ...draft, id: 2, asOf: HEAD_COUNT_EXEMPTION.countAsOf, isAttested: true, nextReview: '2027-06-01' }
const own: OwnRule = {
  id: 7,
  duty: 'Show statements',
  note: null,
  from: '2026-01-01',
  until: '2026-12-31',
  source: 'Cobblestone Benefits',
  addedOn: '2026-02-03',
  addedBy: 'Dana Ruiz',
  endedOn: null,
  endedBy: null,
}
const due = (headCounts: HeadCount[], ownRules: OwnRule[], day: string) =>
  listRegimeDue({ headCounts, ownRules }, day).map(({ what, on, daysLeft }) => [what, on, daysLeft])

describe('upcoming due dates', () => {
  test('include those of the head count, a contract rule and the exemption, soonest first', () => {
    expect(due([draft], [own], '2026-11-24')).toEqual([
      ['count', '2026-11-27', 3],
      ['ownRule', '2026-12-31', 37],
      ['begins', '2027-11-27', 368],
    ])
  })

  test('include the head count until it is attested, even after its due date', () => {
    expect(due([], [], '2026-12-01')[0]).toEqual(['count', '2026-11-27', -4])
    expect(isCountMissing({ headCounts: [{ ...attested, isAttested: false }] })).toBe(true)
    expect(due([attested, draft], [], '2026-12-01')).toEqual([
      ['review', '2027-06-01', 182],
      ['begins', '2027-11-27', 361],
    ])
  })

  test('do not include the end of the exemption for a company above the limit', () => {
    expect(due([{ ...attested, amount: 26, nextReview: null }], [], '2026-12-01')).toEqual([])
  })

  test('do not include a rule that was ended or whose last day has passed', () => {
    expect(due([attested], [{ ...own, endedOn: '2026-06-30' }], '2026-11-28').map(([what]) => what)).not.toContain('ownRule')
    expect(due([attested], [own], '2027-01-01').map(([what]) => what)).not.toContain('ownRule')
  })
})

describe('a contract rule', () => {
  const state = (rule: OwnRule, day: string) =>
    judgeRegime({ headCounts: [], ownRules: [rule] }, day).find(({ rule: { own: of } }) => of !== null)?.state

  test('is binding through its last day, or through the day on which it was ended if that day is earlier', () => {
    expect([state(own, '2025-12-31'), state(own, '2026-12-31'), state(own, '2027-01-01')]).toEqual(['notYet', 'applies', 'ended'])
    const ended = { ...own, endedOn: '2026-06-30' }
    expect([state(ended, '2026-06-30'), state(ended, '2026-07-01')]).toEqual(['applies', 'ended'])
    expect(state({ ...own, until: null, endedOn: '2026-06-30' }, '2026-07-01')).toBe('ended')
  })
})
