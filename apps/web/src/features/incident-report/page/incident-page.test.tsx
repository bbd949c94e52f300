import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { me, showApp } from '../../../test-app.tsx'

const at = '2026-11-01T21:30:00.000Z'
const by = { firstName: 'Dana', lastName: 'Ruiz' }
const incident = {
  id: 5,
  threadId: 2,
  locationId: 1,
  locationName: '412 Park Avenue',
  state: 'SUBMITTED',
  incidentNumber: null,
  determinedAt: at,
  clock: { dueAt: '2026-11-02T21:30:00.000Z', missing: ['fdaNotTold', 'partnersNotTold'] },
  told: { fda: null, partners: null },
  unmailed: [],
  terminatedAt: null,
  investigationId: null,
  createdAt: at,
  createdBy: by,
  filepath: 'x',
  form: { ...EMPTY_INCIDENT_FORM, nameOfProduct: 'Metformin', serialNumber: 'S1', expiration: '2028-06-30' },
  reports: [{ id: 5, reportType: 'INITIAL', createdAt: at, createdBy: by, filepath: 'x' }],
  mails: [],
}
const answers = {
  'incidentReport.readOneById': () => incident,
  'incidentReport.readManyHistory': () => [{ at, by, what: 'Initial notification', detail: 'own@park.demo' }],
  'incidentReport.readManyDrafts': () => [],
  'incidentReport.readManyBySearch': () => ({ items: [], nextCursor: null }),
  'incidentReport.updateOneById': () => ({ ok: true }),
  'med.readManyHolds': () => ({ items: [], nextCursor: null }),
}

describe('an incident', () => {
  test('has a page with its state, clock, notifications, holds, fields, sent reports, notices and history', async () => {
    showApp('/incidenttracker/5', { answers })
    await screen.findByRole('heading', { level: 1, name: 'Incident Info' })
    for (const name of ['Within 24 hours', 'Quarantine', 'Fields', 'What was sent', 'Trading partners', 'History'])
      await screen.findByRole('region', { name })
    expect(screen.getByText('Waiting for incident number')).toBeTruthy()
    expect(await screen.findByRole('button', { name: /Put on hold/ })).toBeTruthy()
    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(history.getByText('Initial notification')).toBeTruthy()
    expect(history.getByText('Dana Ruiz')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Follow Up' })[0]?.getAttribute('href')).toBe('/reportanincident/5/followup')
    expect(screen.getAllByRole('link', { name: 'Terminate' })[0]?.getAttribute('href')).toBe('/reportanincident/5/terminate')
  })

  test('shows that the report was not sent, with a link to the address setting for users with permission', async () => {
    showApp('/incidenttracker/5', { answers })
    await screen.findByText(/^Not sent: no FDA email address is set\./)
    expect(screen.getByRole('link', { name: 'Set the FDA email address' }).getAttribute('href')).toBe('/settings/othersettings')
  })

  test('has no link to settings that the user cannot open', async () => {
    showApp('/incidenttracker/5', { answers, user: { ...me, id: 9 } })
    await screen.findByText(/^Not sent: no FDA email address is set\./)
    expect(screen.queryByRole('link', { name: 'Set the FDA email address' })).toBeNull()
  })

  test('can be opened as a page from its dialog', async () => {
    const { history } = showApp('/incidenttracker?incident=5', { answers })
    const dialog = within(await screen.findByRole('dialog', { name: 'Incident Info' }))
    await userEvent.click(await dialog.findByRole('link', { name: 'Open as a page' }))
    await waitFor(() => expect(history?.at(-1)).toBe('/incidenttracker/5'))
  })

  test('does not save an invalid expiration date', async () => {
    const { inputs } = showApp('/incidenttracker/5', { answers })
    const field = await screen.findByLabelText<HTMLInputElement>('Expiration')
    expect(field.value).toBe('06/30/2028')
    await userEvent.clear(field)
    await userEvent.type(field, '13/45/2030{Tab}')
    expect(screen.getByText(/^There is no 13\/45\/2030\./)).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '07/2028{Tab}')
    await screen.findByText('Treated as 07/31/2028, the last day of the month')
    expect(inputs('incidentReport.updateOneById')).toEqual([{ id: 5, field: 'expiration', value: '2028-07-31' }])
  })

  test('fills in a follow-up report with known data, and uses the first report’s date as the notification date', async () => {
    showApp('/reportanincident/5/followup', { answers })
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Initial notification date').value).toBe('11/01/2026'))
    expect(screen.getByLabelText<HTMLInputElement>('Expiration').value).toBe('06/30/2028')
  })
})
