import { EMPTY_INCIDENT_FORM, INCIDENT_OPTIONS } from '@seriatim/schema'
import { expect, test } from 'vitest'
import { clockWords } from '../../../../ui/feedback/clock-chip.tsx'
import { makeChoices, REPORT, toggleItem } from './incident-items.ts'

const form = { ...EMPTY_INCIDENT_FORM, far: true, other: true, otherSpecify: 'the board' }

test('[INC-018 INC-019] checking None clears the other flags and their texts', () => {
  const flags = { bpdr: true, medWatch3500: true, far: true, medWatch3500a: true, other: true }
  const cleared = { bpdr: false, medWatch3500: false, far: false, medWatch3500a: false, other: false, otherSpecify: '' }
  expect(toggleItem({ ...form, ...flags }, 'none', true)).toMatchObject({ none: true, ...cleared })
})

test('checking any other flag clears None, and unchecking Other clears its text', () => {
  expect(toggleItem({ ...EMPTY_INCIDENT_FORM, none: true }, 'bpdr', true)).toMatchObject({ none: false, bpdr: true })
  expect(toggleItem(form, 'other', false)).toMatchObject({ other: false, otherSpecify: '', far: true })
})

test('[INC-015 INC-022 INC-023 INC-024 INC-025 INC-026] the incident form offers the documented choices', () => {
  expect(makeChoices('classification')).toEqual([
    'COUNTERFEIT',
    'DIVERTED',
    'STOLEN',
    'INTENTIONAL ADULTERATION',
    'UNFIT FOR DISTRIBUTION',
    'FRAUDULENT TRANSACTION',
  ])
  expect(makeChoices('reportType')).toEqual(['INITIAL', 'FOLLOWUP', 'TERMINATE'])
  expect(makeChoices('use')).toEqual(['HUMAN USE', 'OTHER'])
  expect(makeChoices('description')).toEqual(['FINISHED PRESCRIPTION DRUG', 'VACCINE', 'PLASMA DERIVATIVE', 'ALLERGENIC', 'MULTIPLE'])
  expect(INCIDENT_OPTIONS.dosageForm).toEqual([
    'TABLET',
    'CAPSULE',
    'SUBLINGUAL',
    'AEROSOL',
    'ORAL LIQUID',
    'INJECTABLE',
    'TOPICAL',
    'SUPPOSITORY',
    'OTHER',
    'MULTIPLE',
  ])
  expect(makeChoices('companyCategory')).toEqual(['MANUFACTURER', 'WHOLESALE DISTRIBUTOR', 'DISPENSER (PHARMACY)', 'REPACKAGER'])
  expect(makeChoices('ndc')).toEqual([])
})

test('the 24-hour deadline is counted from the determination, not from the suspicion', () => {
  expect(REPORT.items.find((item) => item.field === 'productFoundDate')?.label).toBe('Determined illegitimate on')
})

test('the 24-hour deadline shows the time left or the time overdue', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  expect([19 * 60, 40, 72 * 60, -180].map((minutes) => clockWords(now + minutes * 60_000, now))).toEqual([
    '19 h left',
    '40 min left',
    '3 days left',
    'overdue by 3 h',
  ])
})
