import type { BalanceLine, PackPreview } from '@seriatim/schema'
import { expect, test } from 'vitest'
import { withOwnGaps } from './own-gaps.ts'

const ask = {
  preset: 'pbm' as const,
  from: '2026-01-01',
  to: '2026-12-31',
  locationIds: [],
  tradingPartnerIds: [],
  ndcs: [],
  lotNumbers: [],
  medIds: [],
}
const nothing = { bought: 0, received: 0, typedIn: 0, sold: 0, returned: 0, destroyed: 0, otherwise: 0, recalled: 0 }
const lines: BalanceLine[] = [{ locationId: 1, locationName: 'Main', ndc: '00071015523', productName: 'Lipitor', ...nothing, received: 5 }]
const preview: PackPreview = {
  countedAt: '2026-12-31T12:00:00.000Z',
  bytes: 0,
  parts: [
    { part: 'balance', counted: '1 NDC, 5 packages received', gaps: [] },
    { part: 'recalls', counted: '1 recall', gaps: [{ part: 'recalls', text: '1 unanswered recall', amount: 1, items: [] }] },
  ],
  remarks: [],
}
const report = {
  filename: 'rx.csv',
  sha256: 'a'.repeat(64),
  lines: 9,
  outside: 0,
  refused: 2,
  named: [{ line: 3, ndc: 'X', why: 'it is not an NDC' }],
  incomplete: [],
}
const gapsOf = (figures: Parameters<typeof withOwnGaps>[3], narrow: object = {}) =>
  withOwnGaps(preview, { ...ask, ...narrow }, lines, figures).parts.map(({ gaps }) => gaps.map(({ text }) => text))

test('the preview of a PBM pack lists problems in the dispensing report, or the lack of a report, along with gaps in the rest of the pack', () => {
  expect(gapsOf({ report: null, lines: [] })).toEqual([
    ['No dispensing report was provided, so no closing balance is shown'],
    ['1 unanswered recall'],
  ])
  expect(gapsOf({ report, lines: [{ ndc: '00071015523', opening: null, dispensed: 8 }] })).toEqual([
    ['1 NDC with more dispensed than was in stock', '2 lines of the dispensing report could not be counted'],
    ['1 unanswered recall'],
  ])
})

test.each([{ tradingPartnerIds: [1] }, { lotNumbers: ['L1'] }])(
  'the preview explains why a pack limited to %o has no closing balance',
  (narrow) => {
    const [balance] = gapsOf({ report, lines: [{ ndc: '00071015523', opening: null, dispensed: 8 }] }, narrow)
    expect(balance?.[0]).toBe('No closing balance is shown, because a dispensing report names neither lots nor suppliers')
  },
)
