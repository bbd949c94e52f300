import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { detail, show } from './recall-kit.tsx'

const receiver = (more: object = {}) => ({
  tradingPartnerId: 4,
  toName: 'Harbor Pharmacy',
  shipmentIds: [12, 15],
  meds: 3,
  emailAddresses: ['desk@harbor.tst'],
  mayNotify: true,
  notices: [],
  ...more,
})

test('the page of a recall can email the recall to a partner that received recalled packages from us', async () => {
  const user = userEvent.setup()
  const { inputs } = show(detail, {
    'shipment.readManyRecalled': () => [receiver()],
    'shipment.createOneRecallNotice': () => ({ ok: true }),
  })
  await screen.findByText('Not notified yet')
  expect(screen.getByRole('link', { name: 'shipment 15' }).getAttribute('href')).toBe('/outbound/15')
  await user.click(screen.getByRole('button', { name: 'Email the recall to Harbor Pharmacy' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Email the recall to Harbor Pharmacy' }))
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(inputs('shipment.createOneRecallNotice')).toEqual([{ recallId: 7, tradingPartnerId: 4, to: 'desk@harbor.tst' }])
})

test('the page of a recall shows that a notice was not delivered, and why', async () => {
  const notice = {
    id: 1,
    at: '2026-11-20T15:00:00Z',
    by: 'Dana Ruiz',
    to: 'desk@harbor.tst',
    meds: 3,
    status: 'failed',
    error: 'Mailbox full',
  }
  show(detail, { 'shipment.readManyRecalled': () => [receiver({ notices: [notice] })] })
  await screen.findByText(/Not delivered\. Mailbox full/)
  expect(screen.queryByText('Not notified yet')).toBeNull()
})
