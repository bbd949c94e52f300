import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'

const by = { firstName: 'Dana', lastName: 'Ruiz' }
const finding = { id: 1, kind: 'history', foundOn: '2026-11-21', words: 'Never shipped.', createdAt: '2026-11-22T15:00:00Z', createdBy: by }
const investigation = {
  id: 12,
  locationId: 1,
  locationName: '412 Park Avenue',
  products: ['Amoxicillin'],
  packages: 1,
  reason: 'The seal is broken',
  openedAt: '2026-11-20T15:00:00Z',
  openedBy: by,
  outcome: null,
  conclusion: null,
  endedAt: null,
  endedBy: null,
  report: { draftId: null, incidentId: null, incidentNumber: null },
  holds: [{ holdId: 3, label: 'S1', productName: 'Amoxicillin', packages: 1, medId: 4, documentId: null, state: 'held' }],
  findings: [finding],
  mayWrite: true,
  mayClear: true,
}
const ended = { ...investigation, conclusion: 'It is a counterfeit.', endedAt: '2026-11-23T15:00:00Z', endedBy: by, mayClear: false }
const READ = 'investigation.readOneById'
const FIND = 'investigation.createOneFinding'

const show = (more: object = {}, answers: object = {}) =>
  showApp('/investigations/12', {
    answers: { [READ]: () => ({ ...investigation, ...more }), ...answers } as never,
  })

describe('an investigation', () => {
  test('shows its product, who opened it, when and why, and the findings', async () => {
    show()
    await screen.findByRole('heading', { level: 1, name: 'Investigation 12' })
    expect(await screen.findByText('The seal is broken')).toBeTruthy()
    expect(screen.getByText('11/21/2026, Transaction history checked')).toBeTruthy()
    expect(screen.getByText('Never shipped.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Amoxicillin' }).getAttribute('href')).toBe('/meddetail/4')
  })

  test('accepts a finding with a date, and shows a message beside the field when the text is missing', async () => {
    const { inputs } = show({ findings: [] }, { [FIND]: () => ({ ok: true }) })
    const form = within(await screen.findByRole('form', { name: 'New finding' }))
    await userEvent.click(form.getByRole('button', { name: 'Record this finding' }))
    expect(await form.findByText('Describe briefly what you found.')).toBeTruthy()
    expect(inputs(FIND)).toEqual([])
    await userEvent.selectOptions(form.getByLabelText('What you checked'), 'partner')
    await userEvent.clear(form.getByLabelText('Found on'))
    await userEvent.type(form.getByLabelText('Found on'), '3/1/26{Tab}')
    await userEvent.type(form.getByLabelText('What you found'), 'Called the wholesaler.')
    await userEvent.click(form.getByRole('button', { name: 'Record this finding' }))
    const given = { investigationId: 12, kind: 'partner', foundOn: '2026-03-01', words: 'Called the wholesaler.' }
    await waitFor(() => expect(inputs(FIND)).toEqual([given]))
  })

  test('cannot end before its first finding', async () => {
    show({ findings: [] })
    await screen.findByText('No findings yet. Record each check with its date.')
    expect(screen.queryByRole('button', { name: 'Illegitimate…' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear…' })).toBeNull()
  })

  test('is cleared with a conclusion by a user with permission to release holds', async () => {
    const { inputs } = show({}, { 'investigation.updateCleared': () => ({ ok: true }) })
    await userEvent.click((await screen.findAllByRole('button', { name: 'Clear…' }))[0] as HTMLElement) // the page has two such buttons: one for desktops, one in the thumb bar
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear this product' }))
    expect(dialog.getByRole('button', { name: 'Clear and release' }).hasAttribute('disabled')).toBe(true)
    await userEvent.type(dialog.getByLabelText('Reason'), 'The maker confirmed it.')
    await userEvent.click(dialog.getByRole('button', { name: 'Clear and release' }))
    const given = { investigationId: 12, conclusion: 'The maker confirmed it.' }
    await waitFor(() => expect(inputs('investigation.updateCleared')).toEqual([given]))
  })

  test('opens the draft of Form 3911 when the product is found illegitimate', async () => {
    const { inputs, history } = show({}, { 'investigation.updateIllegitimate': () => ({ draftId: 7 }) })
    // the page has two of these buttons, so the list has a first element
    await userEvent.click((await screen.findAllByRole('button', { name: 'Illegitimate…' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark this product as illegitimate' }))
    await userEvent.type(dialog.getByLabelText('Reason'), 'A counterfeit.')
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as illegitimate' }))
    await waitFor(() => expect(inputs('investigation.updateIllegitimate')).toHaveLength(1))
    await waitFor(() => expect(history?.at(-1)).toBe('/reportanincident?draft=7'))
  })

  test('offers Illegitimate but not Clear to a user who cannot release holds', async () => {
    show({ mayClear: false })
    expect((await screen.findAllByRole('button', { name: 'Illegitimate…' })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Clear…' })).toBeNull()
  })

  test('is read-only after it ends, and offers Form 3911 for an illegitimate product', async () => {
    show({ ...ended, outcome: 'illegitimate' })
    expect(await screen.findByRole('button', { name: 'Start Form 3911' })).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'New finding' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Illegitimate…' })).toBeNull()
  })

  test('links to its incident after the incident is reported', async () => {
    show({ ...ended, outcome: 'illegitimate', report: { draftId: null, incidentId: 5, incidentNumber: '2026-7' } })
    expect((await screen.findByRole('link', { name: 'Open incident 2026-7' })).getAttribute('href')).toBe('/incidenttracker/5')
  })

  test('shows a message with a link to the list when the investigation does not exist', async () => {
    show(
      {},
      {
        [READ]: () => {
          throw refusal('investigation_not_found', 'This investigation does not exist, or it belongs to a location you cannot access.', 404)
        },
      },
    )
    expect(await screen.findByText(/^This investigation does not exist/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All investigations' })).toBeTruthy()
  })
})

describe('the list of investigations', () => {
  const LIST = 'investigation.readManySearch'
  const row = { ...investigation, findings: 1 }

  test('shows each investigation with its product and status, and can be limited to open ones', async () => {
    const { inputs } = showApp('/investigations?state=open', { answers: { [LIST]: () => ({ items: [row], nextCursor: null }) } })
    const table = within(await screen.findByRole('table', { name: 'Investigations' }))
    expect(await table.findByText('Amoxicillin')).toBeTruthy()
    expect(table.getByText('Open')).toBeTruthy()
    expect(inputs(LIST).at(-1)).toMatchObject({ state: 'open' })
  })

  test('explains how to open an investigation when the list is empty', async () => {
    showApp('/investigations', { answers: { [LIST]: () => ({ items: [], nextCursor: null }) } })
    expect(await screen.findByText(/^No investigations yet\./)).toBeTruthy()
  })
})
