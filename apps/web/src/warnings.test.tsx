import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import HomePage from './features/home/home-page.tsx'
import { IncidentInfo } from './features/incident-report/page/incident-info.tsx'
import { SideMenu } from './shell/menu/side-menu.tsx'
import { showApp } from './test-app.tsx'

const at = '2026-11-01T21:30:00.000Z'
const incident = {
  id: 1,
  locationId: 1,
  locationName: '412 Park Avenue',
  state: 'SUBMITTED',
  incidentNumber: null,
  determinedAt: at,
  clock: null,
  told: { fda: null, partners: null },
  unmailed: [],
  terminatedAt: null,
  reports: [],
  mails: [],
}

test('[TRACK-014 HOME-003 HOME-004 HOME-005] entering a missing incident number lowers the number of warnings by one in the menu and on Home', async () => {
  const numbers: Record<string, string> = {}
  const count = () => 2 - Object.keys(numbers).length
  const given = () => ({
    ...incident,
    incidentNumber: numbers[1] ?? null,
    form: { ...EMPTY_INCIDENT_FORM, incidentNumber: numbers[1] ?? '' },
  })
  const { inputs } = showApp('/', {
    answers: {
      'incidentReport.readCountByUser': () => ({ count: count() }),
      'incidentReport.readOneById': given,
      'incidentReport.updateOneById': ({ id, value }: { id: number; value: string }) => {
        numbers[id] = value
        return { ok: true }
      },
      'incidentReport.readManyDrafts': () => [],
      'incidentReport.readManyClocks': () => [],
      'med.readManyHolds': () => ({ items: [], nextCursor: null, amount: 0 }),
      'file.readManyUploads': () => [],
      'order.readManySearch': () => ({ items: [], nextCursor: null }),
      'order.readTotals': () => ({ orders: 0, amountNotReceived: 0 }),
    },
    children: (
      <>
        <SideMenu />
        <HomePage />
        <IncidentInfo incidentId={1} onClose={() => undefined} />
      </>
    ),
  })
  const badge = () => document.querySelector('nav [data-count]')?.textContent
  const tile = () => screen.queryByText(/^You currently have/)?.textContent?.trim()
  await waitFor(() => expect(badge()).toBe('2 without an incident number'))
  expect(tile()).toBe('You currently have 2 notification(s) without an incident number')
  const field = async () => within(await screen.findByRole('dialog', { name: 'Incident Info' })).findByLabelText('Incident number')
  await userEvent.type(await field(), '2026-0042{Tab}')
  await waitFor(() => expect(inputs('incidentReport.updateOneById')).toEqual([{ id: 1, field: 'incidentNumber', value: '2026-0042' }]))
  await waitFor(() => expect(badge()).toBe('1 without an incident number'))
  expect(tile()).toBe('You currently have 1 notification(s) without an incident number')
  // The last missing number is filled in, which removes the warning.
  numbers[2] = '2026-0043'
  await userEvent.type(await field(), '7{Tab}')
  await waitFor(() => expect(badge()).toBeUndefined())
  expect(tile()).toBeUndefined()
})
