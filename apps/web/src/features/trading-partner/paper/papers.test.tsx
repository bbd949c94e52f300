import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'

const partner = {
  id: 7,
  name: 'Northway',
  type: 'upstream',
  business: null,
  customerLocationId: null,
  globalLocationNumbers: [],
  addresses: [],
  contacts: [],
  accountNumbers: [],
  customerLocation: null,
  deactivated: null,
  mayWrite: true,
}
const evidence = { id: 3, filename: 'agreement.pdf', contentType: 'application/pdf', size: 4 }
const agreement = {
  id: 5,
  kind: 'records',
  title: 'Data agreement',
  signedOn: '2026-01-15',
  endsOn: '2026-10-16',
  note: null,
  evidence,
  standing: 'expiring',
  daysLeft: 30,
}
const merge = {
  id: 9,
  kept: { id: 7, name: 'Northway' },
  merged: { id: 8, name: 'Northway Inc' },
  at: '2026-09-16T15:00:00.000Z',
  by: { firstName: 'Dana', lastName: 'Ruiz' },
  undoUntil: '2026-09-17T15:00:00.000Z',
  mayUndo: true,
}
const notice = {
  id: 1,
  incidentId: 4,
  productName: 'Amoxicillin',
  at: '2026-09-16T15:00:00.000Z',
  to: ['trace@northway.test'],
  mail: 'sent',
}
const show = (more: object = {}) =>
  showApp('/tradingpartner/7', {
    answers: {
      'tradingPartner.readOneTradingpartnerById': () => partner,
      'tradingPartner.readOneAuthorization': () => ({ day: '2026-09-16', states: [], licenses: [] }),
      'tradingPartner.readOneStory': () => ({
        orders: [],
        amountOfOrders: 0,
        firstOrderAt: null,
        exceptions: [],
        openExceptions: 0,
        incidents: [],
        notices: [notice],
      }),
      'tradingPartner.readManySentGlns': () => [],
      'tradingPartner.readManyAgreements': () => [agreement],
      'tradingPartner.readManyMerges': () => [],
      ...more,
    },
  })

test('a partner’s papers include the agreements with their dates and files, and the emailed notices', async () => {
  show()
  expect(await screen.findByText('Ends in 30 days')).toBeTruthy()
  expect(screen.getByText(/^Keeps transaction data for us, 01\/15\/26 to/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Save agreement.pdf' })).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Amoxicillin' })).getAttribute('href')).toBe('/incidenttracker/4')
})

test('an agreement is added with the signed copy, and the reason is shown when the file is refused', async () => {
  const user = userEvent.setup()
  let isRefused = true
  const { inputs } = show({
    'tradingPartner.uploadOneEvidence': () => {
      if (isRefused) throw refusal('attachment_is_program', 'This file is a program.', 400)
      return { received: 1, totalPackets: 1, evidence }
    },
    'tradingPartner.createOneAgreement': () => [agreement],
  })
  await user.click(await screen.findByRole('button', { name: 'Add agreement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add agreement' }))
  await user.click(dialog.getByRole('button', { name: 'Add agreement' }))
  expect(dialog.getByText('Enter a name for the agreement.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Name'), 'Data agreement')
  const file = new File(['%PDF'], 'agreement.pdf', { type: 'application/pdf' })
  await user.upload(dialog.getByLabelText('Signed copy (optional)'), file)
  expect(await dialog.findByText('This file is a program.')).toBeTruthy()
  isRefused = false
  await user.upload(dialog.getByLabelText('Signed copy (optional)'), file)
  expect(await dialog.findByRole('button', { name: 'Remove agreement.pdf' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Add agreement' }))
  await waitFor(() =>
    expect(inputs('tradingPartner.createOneAgreement')).toMatchObject([
      { tradingPartnerId: 7, title: 'Data agreement', kind: 'records', evidenceId: 3 },
    ]),
  )
  expect(inputs('tradingPartner.uploadOneEvidence').at(-1)).toMatchObject({
    filename: 'agreement.pdf',
    currentPacket: 1,
    totalPackets: 1,
    packet: btoa('%PDF'),
  })
})

test('the merge dialog merges the selected partner into this one, and offers to undo the merge', async () => {
  const user = userEvent.setup()
  const merges = vi.fn(() => [merge])
  const { inputs } = show({
    'tradingPartner.readManyMerges': merges,
    'tradingPartner.readManyTradingpartnersSearch': () => ({
      items: [partner, { ...partner, id: 8, name: 'Northway Inc', addresses: [{ id: 1, city: 'Newark' }] }],
      nextCursor: null,
      amount: 2,
    }),
    'tradingPartner.updateMergeOne': () => partner,
    'tradingPartner.updateUndoMerge': () => partner,
  })
  await user.click(await screen.findByRole('button', { name: 'More for Northway' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Merge with another partner…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge with another partner' }))
  expect((dialog.getByRole('button', { name: 'Choose a partner' }) as HTMLButtonElement).disabled).toBe(true)
  await user.type(dialog.getByLabelText('Name of the other partner'), 'north')
  expect(await dialog.findAllByRole('radio')).toHaveLength(1)
  await user.click(dialog.getByRole('radio', { name: 'Northway Inc, Newark' }))
  await user.click(dialog.getByRole('button', { name: 'Merge Northway Inc' }))
  await waitFor(() => expect(inputs('tradingPartner.updateMergeOne')).toEqual([{ id: 7, mergedId: 8 }]))
  await user.click(await screen.findByRole('button', { name: 'Undo merge…' }))
  await user.click(within(await screen.findByRole('dialog', { name: 'Undo this merge' })).getByRole('button', { name: 'Undo merge' }))
  await waitFor(() => expect(inputs('tradingPartner.updateUndoMerge')).toEqual([{ id: 9 }]))
})

test('a merged partner links to the partner that has its orders', async () => {
  show({
    'tradingPartner.readOneTradingpartnerById': () => ({
      ...partner,
      deactivated: { at: merge.at, by: null, reason: 'Merged into Other' },
    }),
    'tradingPartner.readManyMerges': () => [
      { ...merge, kept: { id: 6, name: 'Other' }, merged: { id: 7, name: 'Northway' }, mayUndo: false },
    ],
  })
  expect((await screen.findByRole('link', { name: 'Other' })).getAttribute('href')).toBe('/tradingpartner/6')
  expect(screen.queryByText(/^Deactivated /)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo merge…' })).toBeNull()
})

test('the list of merges reports a failed load and can retry', async () => {
  let isUp = false
  show({
    'tradingPartner.readManyMerges': () => {
      if (!isUp) throw refusal('busy', 'Busy.', 409)
      return [merge]
    },
  })
  await screen.findByText('We could not check whether this partner was merged.')
  isUp = true
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Northway Inc was merged into this partner')).toBeTruthy()
})
