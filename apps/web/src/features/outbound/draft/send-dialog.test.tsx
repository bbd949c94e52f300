import type { ShipmentStopCode } from '@seriatim/schema'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import { SendDialog } from './send-dialog.tsx'

const place = { gln: '1', sgln: 'x', name: 'Park', street: '1 Main', city: 'Albany', state: 'NY', postalCode: '12203' }
const shipment = {
  id: 7,
  purpose: 'sale',
  state: 'draft',
  toName: 'Harbor',
  meds: 10,
  receiver: { owner: place, location: place },
  sender: { owner: place, location: place },
  licenseWords: null,
  purchaseOrder: null,
  rma: null,
  contact: null,
  reason: null,
  dueBack: null,
  withTi: true,
  guideline: 'r13',
  back: 0,
  approvedBy: null,
  valueCents: null,
  labelsCheckedBy: null,
  mailTo: '',
  deliverFirst: false,
  endpoint: null,
  standing: { standing: 'authorized', words: 'Authorized' },
  approval: { isNeeded: false },
}

const stopOf = (medId: number, code: ShipmentStopCode) => ({
  medId,
  n: medId,
  serialNumber: `S${medId}`,
  productName: 'Metformin',
  stop: { code, text: `Text of ${code}.` },
})

/** Opens the Send dialog and presses Send; the server rejects the shipment because of the packages in `stopped`. */
async function refuse(stopped: ReturnType<typeof stopOf>[], packages: number) {
  const user = userEvent.setup()
  const { inputs } = showApp('/', {
    answers: {
      'shipment.updateOneSend': () => {
        throw refusal('shipment_stopped', 'Nothing was sent.', 409, { stopped, packages })
      },
      'shipment.updateManyUnitsAccept': () => ({ ok: true }),
    } as never,
    children: <SendDialog shipment={shipment as never} onClose={() => undefined} />, // the fields that the dialog reads
  })
  await user.click(await screen.findByRole('button', { name: 'Send 10 packages' }))
  const group = within(await screen.findByRole('group', { name: 'Packages that stop this shipment' }))
  return { user, group, inputs }
}

test('The Send dialog lists only the packages that must be removed, and leaves out the warnings about other packages', async () => {
  const { group } = await refuse([stopOf(6, 'held'), ...[1, 2, 3, 4, 5].map((medId) => stopOf(medId, 'short'))], 6)
  expect(group.getByText('Nothing was sent. Remove the packages that can no longer be shipped:')).toBeTruthy()
  expect(group.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('On hold')])
  expect(group.queryByRole('button')).toBeNull()
})

test('The Send dialog accepts all listed warnings with one button, and then moves the focus to the Send button', async () => {
  const { user, group, inputs } = await refuse([stopOf(1, 'asked'), stopOf(2, 'short')], 2)
  await user.click(group.getByRole('button', { name: 'Let 2 packages leave anyway' }))
  const send = screen.getByRole('button', { name: 'Send 10 packages' })
  await screen.findByText('Accepted. Send the shipment again.')
  expect(document.activeElement).toBe(send)
  const accept = [
    { medId: 1, code: 'asked' },
    { medId: 2, code: 'short' },
  ]
  expect(inputs('shipment.updateManyUnitsAccept')).toEqual([{ shipmentId: 7, accept }])
  expect(screen.queryByRole('group', { name: 'Packages that stop this shipment' })).toBeNull()
})
