import { EMPTY_INCIDENT_FORM, type IncidentForm } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import {
  addressNotice,
  deriveIncidentState,
  findFormProblem,
  isAhead,
  missingItems,
  normalizeForm,
  notificationClock,
} from './incident-report.rules.ts'

const form = (more: Partial<IncidentForm> = {}): IncidentForm => ({
  ...EMPTY_INCIDENT_FORM,
  classification: 'COUNTERFEIT',
  productFoundDate: '2026-09-16',
  nameOfProduct: 'Amoxicillin',
  eventNotes: 'The seal was open.',
  contactEmail: 'dana@park.demo',
  ...more,
})

test('[INC-021] a new form starts with the documented choices, but without a classification, which the person must choose (decision 32)', () => {
  expect(EMPTY_INCIDENT_FORM).toMatchObject({
    reportType: 'INITIAL',
    classification: '',
    productFoundDate: '',
    productFoundTime: '',
    use: 'HUMAN USE',
    description: 'FINISHED PRESCRIPTION DRUG',
    dosageForm: 'TABLET',
    companyCategory: 'DISPENSER (PHARMACY)',
  })
})

describe('the check of a form before sending', () => {
  test.each([
    [{}, undefined],
    [{ reportType: 'FOLLOWUP' }, 'incidentNumber'],
    [{ reportType: 'TERMINATE', incidentNumber: '1' }, 'terminationNotes'],
    [{ productFoundDate: '' }, 'productFoundDate'],
    [{ productFoundDate: '2026-09-18' }, 'productFoundDate'],
    [{ initialNotificationDate: '2026-09-18' }, 'initialNotificationDate'],
    [{ classification: '' }, 'classification'],
    [{ nameOfProduct: ' ' }, 'nameOfProduct'],
    [{ eventNotes: '' }, 'eventNotes'],
    [{ other: true }, 'otherSpecify'],
    [{ contactEmail: '' }, 'contactEmail'],
    [{ contactEmail: 'dana@park' }, 'contactEmail'],
    [{ contactEmail: 'dana@park.demo; nobody' }, 'contactEmail'],
    [{ contactEmail: 'dana@park.demo; lee@park.demo' }, undefined],
  ] as const)('%j: %s', (more, field) => {
    expect(findFormProblem(form(more as Partial<IncidentForm>), { today: '2026-09-17', ahead: 0 })?.field).toBe(field)
  })

  test.each([
    ['an hour ahead', 3_600_000, 'productFoundTime'],
    ['a few minutes of clock difference', 4 * 60_000, undefined],
  ])('accepts a time a few minutes ahead and refuses one an hour ahead: %s, %s ms', (_, ahead, field) => {
    expect(findFormProblem(form(), { today: '2026-09-17', ahead })?.field).toBe(field)
  })

  test('lists missing items that the FDA asks for, but accepts the form', () => {
    expect(missingItems(form({ strength: '500 mg' }))).toContain('12 Quantity')
    expect(missingItems(form({ strength: '500 mg' }))).not.toContain('10 Strength')
    expect(missingItems(form())).toContain('19 Submitted through an alternative mechanism')
    for (const flag of ['none', 'bpdr', 'medWatch3500', 'far', 'medWatch3500a', 'other'] as const)
      expect([flag, missingItems(form({ [flag]: true })).includes('19 Submitted through an alternative mechanism')]).toEqual([flag, false])
  })
})

test('[INC-018 INC-019] checking None clears the other checkboxes on every report type, and unchecking Other clears its text', () => {
  expect(
    normalizeForm(
      form({
        none: true,
        bpdr: true,
        medWatch3500: true,
        far: true,
        medWatch3500a: true,
        other: true,
        otherSpecify: 'x',
        reportType: 'FOLLOWUP',
        incidentNumber: ' 7 ',
      }),
    ),
  ).toMatchObject({
    none: true,
    bpdr: false,
    medWatch3500: false,
    far: false,
    medWatch3500a: false,
    other: false,
    otherSpecify: '',
    incidentNumber: '7',
  })
  expect(normalizeForm(form({ incidentNumber: '7' })).incidentNumber).toBe('')
})

test.each([
  ['SUBMITTED', null, ['INITIAL']],
  ['ACKNOWLEDGED', '1', ['INITIAL']],
  ['FOLLOWUP', '1', ['INITIAL', 'FOLLOWUP']],
  ['TERMINATION', '1', ['INITIAL', 'FOLLOWUP', 'TERMINATE']],
] as const)('an incident’s state is %s until the incident has ended, and TERMINATED afterward', (state, incidentNumber, reportTypes) => {
  expect(deriveIncidentState({ incidentNumber, terminatedAt: null, reportTypes })).toBe(state)
  expect(deriveIncidentState({ incidentNumber, terminatedAt: new Date(), reportTypes })).toBe('TERMINATED')
})

test('a time at most five minutes ahead does not count as future', () => {
  const now = new Date('2026-09-16T12:00:00Z')
  expect([300_000, 300_001].map((ahead) => isAhead(new Date(now.getTime() + ahead), now))).toEqual([false, true])
})

test('a notice fills every placeholder with the partner’s name, whatever the name contains', () => {
  expect(addressNotice('Dear {partner}, {partner}!', 'A$&B')).toBe('Dear A$&B, A$&B!')
})

describe('the 24-hour clock of a report', () => {
  const at = new Date('2026-11-01T21:20:00Z')
  const running = {
    determinedAt: at,
    terminatedAt: null,
    fdaMails: ['sent'] as const,
    incidentNumber: null,
    fdaToldAt: null,
    partnersToldAt: null,
  }
  test.each([
    [{}, ['partnersNotTold']],
    [{ partnersToldAt: at }, undefined],
    [{ partnersToldAt: at, fdaMails: [] }, ['fdaNotTold']],
    [{ partnersToldAt: at, fdaMails: [], fdaToldAt: at }, undefined],
    [{ partnersToldAt: at, fdaMails: ['sent', 'waiting'] }, ['fdaMailWaiting']],
    [{ partnersToldAt: at, fdaMails: ['sent', 'waiting', 'failed'] }, ['fdaMailFailed']],
    [{ fdaMails: ['failed'] }, ['fdaMailFailed', 'partnersNotTold']],
    [{ fdaMails: ['failed'], fdaToldAt: at }, ['partnersNotTold']],
    [{ fdaMails: ['failed'], incidentNumber: 'FDA-1' }, ['partnersNotTold']],
    [{ fdaMails: ['failed'], terminatedAt: at }, undefined],
    [{ fdaMails: undefined }, undefined],
  ] as const)('%j: %j', (more, missing) => {
    expect(notificationClock({ ...running, ...more })).toEqual(missing && { dueAt: new Date('2026-11-02T21:20:00Z'), missing })
  })
})
