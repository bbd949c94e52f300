import type { TracingAnswer, TracingRecord, TracingRequest } from '@seriatim/schema'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { showApp } from '../../test-app.tsx'

const at = '2026-11-20T15:00:00.000Z'
const counts = { found: 1, partly: 0, notFound: 0, outside: 0, elsewhere: 0 }
const request = (more: Partial<TracingRequest> = {}): TracingRequest => ({
  ...{ id: 31, number: 31, direction: 'in', isDrill: false, asker: 'state', organization: 'NY Board of Pharmacy', name: 'Grace Holloway' },
  ...{ isIdentityChecked: true, basis: 'recall', reference: '26-1187', about: '1 package', items: 1, searchedItems: 1, counts },
  ...{
    receivedAt: at,
    targetAt: at,
    legalDueAt: null,
    daysOff: [],
    statedDueAt: null,
    acknowledgedAt: null,
    answeredAt: null,
    coveredAt: null,
  },
  ...{
    endedAt: null,
    standing: 'new',
    isUndelivered: false,
    locationId: null,
    locationName: null,
    role: null,
    emailAddress: null,
    phone: null,
  },
  ...{
    channel: 'phone',
    wish: 'information',
    incidentNumber: null,
    note: null,
    timeZone: 'America/New_York',
    statedDue: null,
    identityHow: 'Called back',
  },
  ...{ identityCheckedBy: 'Dana Ruiz', identityCheckedAt: at, mailHeaders: null, origin: null, duplicateOf: null, createdBy: 'Dana Ruiz' },
  ...{ endNote: null, keptUntil: null, mayWrite: true, answers: [], sendings: [], entries: [] },
  ...more,
})
const answer: TracingAnswer = {
  ...{
    id: 1,
    number: 1,
    state: 'ready',
    phase: '',
    done: 0,
    total: 0,
    failure: null,
    items: 1,
    isHidden: false,
    note: null,
    counts,
    gaps: [],
  },
  ...{ files: [], bytes: 1000, sha256: 'a'.repeat(64), madeAt: at, madeBy: 'Dana Ruiz', keptUntil: at, isRemoved: false, sentAt: at },
  sendings: [
    {
      ...{ id: 5, channel: 'mail', at, by: 'Dana Ruiz', to: 'grace@board.tst', sha256: null, mailStatus: 'failed', mailSentAt: at },
      ...{ mailError: 'Their mail server marked it as not delivered.', expiresAt: null, uses: null, lastUsedAt: null },
    },
  ],
}
const show = (more: Partial<TracingRequest> = {}, found: () => unknown = () => ({ lines: [], counts, searched: '', searchedAt: at })) =>
  showApp('/tracing/31', { answers: { 'tracing.readOne': () => request(more), 'tracing.readOneFound': found } })

describe('the page of a tracing request', () => {
  test('shows that an answer did not arrive, that the deadline still applies, and what to do', async () => {
    show({ isUndelivered: true, answers: [answer] })
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('The last email about this request did not arrive.')
    expect(note.textContent).toContain('The request does not count as answered, so the clock is still running.')
    expect(screen.getByText('Did not arrive')).toBeTruthy()
    expect(screen.queryByText('Handed over')).toBeNull()
  })

  test('shows where a package is, and how to reach its previous owner', async () => {
    const seller = {
      name: 'Northway Wholesale',
      gln: null,
      place: null,
      contactName: 'Marta Lind',
      emailAddress: null,
      phone: '201-555-0118',
    }
    const asked = { gtin: null, ndc: null, serialNumber: 'A1', lotNumber: null, expirationDate: null, from: null, to: null }
    const record: TracingRecord = {
      ...{
        medId: 4,
        gtin: null,
        ndc: null,
        serialNumber: 'A1',
        lotNumber: 'L1',
        expirationDate: null,
        productName: 'Losartan',
        strength: null,
      },
      ...{ dosageForm: null, containerSize: null, locationName: '412 Park Avenue', isTypedIn: false, isVoided: false, isHeld: false },
      ...{ documentId: 7, purchaseOrders: ['PO-88'], hasStatement: true, shippedAt: null, receivedAt: null, receivedHow: null, seller },
    }
    const line = {
      number: 1,
      asked,
      result: 'partly',
      said: ['Never received.'],
      remarks: [],
      records: [record],
      amount: 1,
      hasMore: false,
    }
    show({}, () => ({ lines: [line], counts: { ...counts, found: 0, partly: 1 }, searched: '1 location', searchedAt: at }))
    const table = await screen.findByRole('table', { name: 'Items' })
    for (const words of ['412 Park Avenue', 'Northway Wholesale', 'Marta Lind, 201-555-0118', 'PO PO-88'])
      expect(table.textContent).toContain(words)
  })

  test('shows the progress of the search if a request lists many items', async () => {
    show({ items: 10_000, counts: null, searchedItems: 4000 }, () => new Promise(() => undefined))
    const bar = await screen.findByRole('progressbar', { name: 'Searching for 10,000 items' })
    expect(bar.getAttribute('aria-valuenow')).toBe('40')
  })

  test('offers to open a closed request again', async () => {
    show({ standing: 'closed', endedAt: at })
    expect(await screen.findByRole('button', { name: 'Open again' })).toBeTruthy()
  })

  test('does not offer to open an ended drill again, because its dated sheet never changes', async () => {
    show({ standing: 'closed', endedAt: at, isDrill: true })
    expect(await screen.findByRole('button', { name: 'Drill sheet' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open again' })).toBeNull()
  })

  test('can correct a field of the record without losing the seconds of the receipt time', async () => {
    const sent: unknown[] = []
    const receivedAt = '2026-11-20T15:00:42.000Z'
    showApp('/tracing/31', {
      answers: {
        'tracing.readOne': () => request({ receivedAt }),
        'tracing.readOneFound': () => ({ lines: [], counts, searched: '', searchedAt: at }),
        'tracing.readOneChoices': () => ({ locations: [{ id: 4, name: '412 Park Avenue' }], partners: [], address: null }),
        'tracing.updateOne': (input: unknown) => {
          sent.push(input)
          return { ok: true }
        },
      },
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Correct' }))
    await user.type(await screen.findByRole('textbox', { name: 'Role' }), 'Inspector')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Location' }), '412 Park Avenue')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ requestId: 31, role: 'Inspector', locationId: 4, receivedAt, organization: 'NY Board of Pharmacy' })
  })
})
