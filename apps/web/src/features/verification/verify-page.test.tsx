import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'

const row = (id: number, serialNumber: string, more: object) => ({
  id,
  gtin: '00312345678906',
  serialNumber,
  lotNumber: 'L1',
  expirationDate: '2028-04-30',
  medName: 'Metformin',
  medId: 4,
  locationId: 1,
  locationName: '412 Park Avenue',
  purpose: 'return',
  context: 'dscsaSaleableReturn',
  driver: 'gs1',
  askedAt: '2026-11-27T15:00:00Z',
  askedBy: 'Dana Ruiz',
  listId: null,
  answer: 'verified',
  answeredAt: '2026-11-27T15:00:01Z',
  reason: null,
  additionalInfo: null,
  says: 'The manufacturer confirms this product identifier.',
  responderGln: null,
  responderTime: null,
  status: 200,
  body: '{}',
  askedWhom: null,
  channel: null,
  note: null,
  evidence: null,
  isCurrent: true,
  mayRetry: false,
  ...more,
})
const regime = { day: '2026-11-27', customerName: 'Park', headCounts: [], facts: null, locations: [], ownRules: [], mayWrite: false }
const unanswered = row(2, 'S2', {
  answer: 'unavailable',
  says: 'No answer came in time. This says nothing about the package.',
  mayRetry: true,
})
const choices = { driver: 'gs1', purposes: ['return'], locations: [{ id: 1, name: '412 Park Avenue' }], mayConfigure: true }

const show = (items: object[], answers: object = {}, path = '/verify') =>
  showApp(path, {
    answers: {
      'verification.readMany': () => ({ items, nextCursor: null }),
      'verification.readOneChoices': () => choices,
      'regime.readOne': () => regime,
      ...answers,
    } as never,
  })

describe('the list of verifications', () => {
  test('says to whom the law applies, and that no manufacturer has been asked yet', async () => {
    show([])
    expect(await screen.findByText('Nobody has asked a manufacturer yet.')).toBeTruthy()
    expect(await screen.findByText('Depends on your head count')).toBeTruthy()
  })

  test('offers to ask again only if no answer came', async () => {
    const { inputs } = show([row(1, 'S1', {}), unanswered], { 'verification.createOneRetry': () => row(3, 'S2', {}) })
    const table = within(await screen.findByRole('table', { name: 'Verifications' }))
    expect(table.getAllByRole('button', { name: /^Ask again/ })).toHaveLength(1)
    await userEvent.click(table.getByRole('button', { name: 'Ask again about S2' }))
    await waitFor(() => expect(inputs('verification.createOneRetry')).toEqual([{ verificationId: 2 }]))
  })

  test('can be filtered by answer, and keeps the filter in the URL', async () => {
    const { history, inputs } = show([])
    await userEvent.click(await screen.findByRole('button', { name: 'Verified with a remark' }))
    expect(history?.at(-1)).toBe('/verify?result=remark')
    await screen.findByText('No verifications match these filters.')
    expect(inputs('verification.readMany').at(-1)).toMatchObject({ result: 'remark' })
  })
})

describe('the verification dialog', () => {
  test('shows an error beside a field that is not filled in, and sends nothing', async () => {
    const { inputs } = show([])
    const [button] = await screen.findAllByRole('button', { name: 'Verify a package' })
    if (button) await userEvent.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify with the manufacturer' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Ask the manufacturer' }))
    expect(await dialog.findByText('Enter the GTIN.')).toBeTruthy()
    expect(inputs('verification.createOne')).toEqual([])
  })

  test('keeps the input if the server refuses the request', async () => {
    const sentence = 'The service needs GTIN, lot, expiry and serial number.'
    const refuse = () => {
      throw refusal('verification_incomplete', sentence, 400)
    }
    show([], { 'verification.createOne': refuse })
    const [button] = await screen.findAllByRole('button', { name: 'Verify a package' })
    if (button) await userEvent.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify with the manufacturer' }))
    await userEvent.type(dialog.getByLabelText('GTIN'), '00312345678906')
    await userEvent.type(dialog.getByLabelText('Serial number'), '0')
    await userEvent.click(dialog.getByRole('button', { name: 'Ask the manufacturer' }))
    expect(await dialog.findByText(sentence)).toBeTruthy()
    expect(dialog.getByLabelText('Serial number')).toHaveProperty('value', '0')
  })

  test('has no preselected answer if the organization contacts manufacturers itself, without a verification service', async () => {
    const { inputs } = show([], { 'verification.readOneChoices': () => ({ ...choices, driver: 'manual' }) })
    const [button] = await screen.findAllByRole('button', { name: 'Verify a package' })
    if (button) await userEvent.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify with the manufacturer' }))
    expect(dialog.getByLabelText('Answer')).toHaveProperty('value', '')
    await userEvent.type(dialog.getByLabelText('GTIN'), '00312345678906')
    await userEvent.type(dialog.getByLabelText('Serial number'), '0')
    await userEvent.type(dialog.getByLabelText('Who you asked'), 'Acme')
    await userEvent.click(dialog.getByRole('button', { name: 'Record the answer' }))
    expect(await dialog.findByText('Choose the answer.')).toBeTruthy()
    expect(inputs('verification.createOneManual')).toEqual([])
  })
})
