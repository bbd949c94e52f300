import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { IncidentInfo } from './incident-info.tsx'

const mail = {
  reportId: 1,
  kind: 'report',
  partnerName: null,
  subject: 'x',
  at: '2026-11-01T21:30:00.000Z',
  attempts: 1,
  isLost: false,
  lastError: null,
}
const incident = {
  id: 1,
  threadId: 1,
  locationId: 1,
  locationName: '412 Park Avenue',
  state: 'SUBMITTED',
  incidentNumber: null,
  determinedAt: '2020-11-01T21:20:00.000Z',
  clock: { dueAt: '2020-11-02T21:20:00.000Z', missing: ['fdaMailFailed', 'partnersNotTold'] },
  told: { fda: null, partners: null },
  unmailed: [],
  terminatedAt: null,
  investigationId: null,
  createdAt: '2026-11-01T21:30:00.000Z',
  createdBy: null,
  filepath: 'x',
  form: EMPTY_INCIDENT_FORM,
  reports: [{ id: 1, reportType: 'INITIAL', createdAt: '2026-11-01T21:30:00.000Z', createdBy: null, filepath: 'x' }],
  mails: [
    { ...mail, id: 12, recipient: 'copy', to: ['own@park.demo'], status: 'sent' },
    { ...mail, id: 11, recipient: 'fda', to: ['fda@mail.demo'], status: 'failed', lastError: '550 No such user' },
  ],
}
const notice = { ...mail, id: 13, kind: 'notice', recipient: null, partnerName: 'North', to: ['north@partner.demo'], status: 'sent' }
const READ = 'incidentReport.readOneById'
const TELL = 'incidentReport.updateNotificationById'

const show = (more: object = {}, answers: object = {}) =>
  showApp('/', {
    answers: { [READ]: () => ({ ...incident, ...more }), [TELL]: () => ({ ok: true }), ...answers } as never,
    children: <IncidentInfo incidentId={1} onClose={() => undefined} />,
  })

describe('the 24-hour deadline in Incident Info', () => {
  test('is shown prominently after it has passed, with a list of the missing steps', async () => {
    show()
    expect(await screen.findByText(/^overdue by/)).toBeTruthy()
    expect(screen.getByText('FDA email failed, partners not notified')).toBeTruthy()
    const part = within(screen.getByRole('region', { name: 'Within 24 hours' }))
    expect(part.getByText(/^Notify the FDA and your trading partners by/)).toBeTruthy()
  })

  test('marks partners as notified without sending anything only after a confirmation', async () => {
    const { inputs } = show()
    await userEvent.click(await screen.findByRole('button', { name: 'All have been notified' }))
    expect(inputs(TELL)).toEqual([])
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'All partners have been notified' })).getByRole('button', {
        name: 'All have been notified',
      }),
    )
    await waitFor(() => expect(inputs(TELL)).toEqual([{ incidentId: 1, who: 'partners', how: 'told' }]))
  })

  test('offers to resend a failed email next to its error', async () => {
    const { inputs } = show({}, { 'incidentReport.sendOneAgain': () => ({ ok: true }) })
    const part = within(await screen.findByRole('region', { name: 'Within 24 hours' }))
    await userEvent.click(part.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(inputs('incidentReport.sendOneAgain')).toEqual([{ incidentMailId: 11 }]))
  })

  test('lets a user email the report to an FDA address that was added later', async () => {
    const { inputs } = show({ unmailed: ['right@mail.demo'] }, { 'incidentReport.sendOneToRegulator': () => ({ recipients: [] }) })
    const part = within(await screen.findByRole('region', { name: 'Within 24 hours' }))
    await userEvent.click(part.getByRole('button', { name: 'Email the report to the FDA' }))
    await waitFor(() => expect(inputs('incidentReport.sendOneToRegulator')).toEqual([{ incidentId: 1 }]))
  })

  test('lets a user record with one click, after the notices were sent, that the partners were notified', async () => {
    const { inputs } = show({ mails: [notice, ...incident.mails] })
    await userEvent.click(await screen.findByRole('button', { name: 'All have been notified' }))
    await waitFor(() => expect(inputs(TELL)).toEqual([{ incidentId: 1, who: 'partners', how: 'told' }]))
  })

  test('shows who recorded a notification, when, and whether it was late, and lets a user undo the entry', async () => {
    const by = { firstName: 'Dana', lastName: 'Ruiz' }
    const notified = {
      fda: { at: '2020-11-02T20:00:00.000Z', by: null, how: 'mail', reference: null },
      partners: { at: '2020-11-03T20:00:00.000Z', by, how: 'none', reference: null },
    }
    const { inputs } = show({ clock: null, told: notified })
    await screen.findByText(/^The FDA’s mail server accepted the report \(11\/02\/2020 12:00\)\.$/)
    await screen.findByText(/^There are none, recorded by Dana Ruiz \(11\/03\/2020 12:00, after the 24 hours\)\.$/)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputs(TELL)).toEqual([{ incidentId: 1, who: 'partners', how: 'notYet' }]))
  })

  test('lets a user record a report made elsewhere, with empty fields for date, time and reference', async () => {
    const { inputs } = show()
    await userEvent.click(await screen.findByRole('button', { name: 'Reported another way' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reported outside Seriatim' }))
    expect(dialog.getByRole('button', { name: 'Record this report' }).hasAttribute('disabled')).toBe(true)
    await userEvent.type(dialog.getByLabelText('Reported on'), '11/1/2020')
    await userEvent.type(dialog.getByLabelText('Time'), '16:40')
    await userEvent.type(dialog.getByLabelText('Reference'), '3911-77120')
    await userEvent.click(dialog.getByRole('button', { name: 'Record this report' }))
    const recorded = { incidentId: 1, who: 'fda', how: 'told', day: '2020-11-01', time: '16:40', reference: '3911-77120' }
    await waitFor(() => expect(inputs(TELL)).toEqual([recorded]))
  })

  test('shows the time and the reference of a report that was made elsewhere, and who recorded it', async () => {
    const by = { firstName: 'Dana', lastName: 'Ruiz' }
    show({ told: { fda: { at: '2020-11-02T20:00:00.000Z', by, how: 'told', reference: '3911-77120' }, partners: null } })
    await screen.findByText(/^Reported outside Seriatim \(11\/02\/2020 12:00\)\. Reference: 3911-77120\. Recorded by Dana Ruiz\.$/)
  })

  test('is hidden after the incident is terminated', async () => {
    show({ clock: null, terminatedAt: '2026-11-05T10:00:00.000Z', state: 'TERMINATED' })
    await screen.findByRole('region', { name: 'What was sent' })
    expect(screen.queryByRole('region', { name: 'Within 24 hours' })).toBeNull()
  })
})

describe('the sent reports', () => {
  test('have a line for each recipient, where a failed email can be resent to that recipient only', async () => {
    const { inputs } = show({}, { 'incidentReport.sendOneAgain': () => ({ ok: true }) })
    const part = within(await screen.findByRole('region', { name: 'What was sent' }))
    expect(part.getByText(/^To the FDA: fda@mail\.demo/).textContent).toContain('The mail server said: 550 No such user')
    expect(part.getByText('To own@park.demo')).toBeTruthy()
    await userEvent.click(part.getByRole('button', { name: 'Send again to fda@mail.demo' }))
    await waitFor(() => expect(inputs('incidentReport.sendOneAgain')).toEqual([{ incidentMailId: 11 }]))
  })

  test('show the attempts and the last reply of the mail server for an email that is still pending', async () => {
    const late = { ...mail, id: 14, recipient: 'fda', to: ['fda@mail.demo'], status: 'waiting', attempts: 11, lastError: '451 Try later.' }
    show({ mails: [late], clock: { ...incident.clock, missing: ['fdaMailWaiting', 'partnersNotTold'] } })
    const words = 'Tried 11 times, trying again; last answer: 451 Try later.'
    const sent = within(await screen.findByRole('region', { name: 'What was sent' }))
    expect(sent.getByText(words)).toBeTruthy()
    within(screen.getByRole('region', { name: 'Within 24 hours' })).getByText(
      `The email with the first report has not been delivered yet. ${words}`,
    )
    expect(screen.queryByText(/on its way/i)).toBeNull()
  })

  test('can be marked as not delivered after a confirmation', async () => {
    const { inputs } = show({}, { 'incidentReport.updateLostById': () => ({ ok: true }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Not delivered to own@park.demo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'The email was not delivered' }))
    expect(inputs('incidentReport.updateLostById')).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Not delivered' }))
    await waitFor(() => expect(inputs('incidentReport.updateLostById')).toEqual([{ incidentMailId: 12 }]))
  })

  test('[ERR-010] show the server’s message when an email cannot be resent', async () => {
    const sentence = 'This email is being sent or was already sent, so it cannot be sent again.'
    show(
      {},
      {
        'incidentReport.sendOneAgain': () => {
          throw refusal('mail_not_failed', sentence, 409)
        },
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Send again to fda@mail.demo' }))
    await waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'stop', message: sentence }]))
  })
})

describe('the fields of Incident Info', () => {
  const UPDATE = 'incidentReport.updateOneById'

  test('[TRACK-006 TRACK-013] are saved on blur, and Cancel does not save the field being edited', async () => {
    const { inputs } = show({}, { [UPDATE]: () => ({ ok: true }) })
    await userEvent.type(await screen.findByLabelText('Quantity'), '2 bottles{Tab}')
    await waitFor(() => expect(inputs(UPDATE)).toEqual([{ id: 1, field: 'quantity', value: '2 bottles' }]))
    await userEvent.type(screen.getByLabelText('Strength'), 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(inputs(UPDATE)).toHaveLength(1)
  })

  test('are read-only after the incident is terminated, but held product can still be released or disposed of', async () => {
    const hold = {
      id: 3,
      kind: 'med',
      cause: 'quarantine',
      releasedAt: null,
      disposal: null,
      investigationId: null,
      isInvestigated: false,
      mayRelease: true,
      mayDispose: true,
    }
    show(
      { state: 'TERMINATED', terminatedAt: '2026-11-05T10:00:00.000Z', clock: null, form: { ...EMPTY_INCIDENT_FORM, serialNumber: 'S1' } },
      { 'med.readManyHolds': () => ({ items: [hold], nextCursor: null, amount: 1 }) },
    )
    const fields = within(await screen.findByRole('region', { name: 'Fields' }))
    expect(fields.queryByRole('textbox')).toBeNull()
    expect(fields.getByText('S1')).toBeTruthy()
    const held = within(screen.getByRole('region', { name: 'Quarantine' }))
    expect(await held.findByRole('button', { name: 'Release…' })).toBeTruthy()
    expect(held.getByRole('button', { name: 'Dispose of…' })).toBeTruthy()
  })
})
