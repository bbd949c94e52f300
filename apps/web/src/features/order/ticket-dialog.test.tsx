import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { scanKeys } from '../../test-keys.ts'
import { useScanner } from '../scan/scanner/use-scanner.ts'
import { MakeTicket } from './receive/list/make-ticket.tsx'
import TicketDialog from './ticket-dialog.tsx'
import { readItem } from './ticket-items.ts'

const CREATE = 'documentException.createOneTicket'
const GS = '\u001d'
const unit = (serial: string) => `010030399995230617280630102H7${GS}21${serial}`
/** Two packages: M1 is open, M2 was set aside. */
const index = {
  documentId: 7,
  count: 2,
  keys: 'M1\nM2',
  meta: '0,0',
  parents: '-1,-1',
  lasts: '0,1',
  states: '00',
  stopped: [{ line: 1, lastLine: 1, kind: 'setAside', answer: null }],
  facts: [{ gtin: '00303999952306', productId: 1, lotNumber: '2H7', expirationDate: '2028-06-30' }],
  lastReceiptId: 0,
}
const photo = { filename: 'label.png', contentType: 'image/png', size: 7, sha256: 'a'.repeat(64), seal: 'seal' }
const answers = {
  [CREATE]: () => ({ documentExceptionId: 9, ticketNumber: 1044 }),
  'documentException.uploadOneFile': () => ({ received: 1, totalPackets: 1, file: photo }),
  'order.readScanIndex': () => index,
}

function Counter({ onScan }: { onScan: () => void }) {
  useScanner({ onScan })
  return <TicketDialog documentId={7} name="PO 88213" onClose={() => undefined} />
}

async function show() {
  let scans = 0
  const { inputs } = showApp('/', { answers, children: <Counter onScan={() => (scans += 1)} /> })
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a ticket' }))
  return { inputs, dialog, scans: () => scans }
}

describe('a ticket created while receiving', () => {
  test('accepts each package scanned into its dialog once, wherever the focus is', async () => {
    const { inputs, dialog, scans } = await show()
    const notes = dialog.getByLabelText<HTMLTextAreaElement>('Notes')
    scanKeys(notes, `${unit('S1')}\r`)
    scanKeys(dialog.getByLabelText('Packages'), `${unit('S2')}\r`)
    scanKeys(dialog.getByRole('combobox', { name: 'What happened' }), `${unit('S1')}\r`)
    await dialog.findByText('This package is already on the list.')
    const list = within(dialog.getByRole('list', { name: 'Packages on this ticket' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    expect(list.getAllByText('Lot 2H7, Expires 06/30/2028')).toHaveLength(2)
    expect(notes.value).toBe('')
    expect(scans()).toBe(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Remove S2' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create ticket' }))
    const label = { lotNumber: '2H7', expirationDate: '2028-06-30' }
    await waitFor(() =>
      expect(inputs(CREATE)).toEqual([
        { documentId: 7, kind: 'damage', items: [{ gtin: '00303999952306', serialNumber: 'S1', ...label }] },
      ]),
    )
  })

  test('accepts typed serial numbers, and explains why a product code is not a serial number', async () => {
    const { inputs, dialog } = await show()
    await userEvent.type(dialog.getByLabelText('Packages'), 'AB12{Enter}CD34')
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create ticket' }))
    await waitFor(() =>
      expect(inputs(CREATE)).toEqual([{ documentId: 7, kind: 'damage', items: [{ serialNumber: 'AB12' }, { serialNumber: 'CD34' }] }]),
    )
    expect(readItem('0303999952306', [], true)).toMatchObject({ ok: false, why: expect.stringContaining('names the product') })
    expect(readItem('0303999952306', [], false)).toMatchObject({ ok: true })
  })

  test('lists packages marked as missing, but none that arrived or were set aside', async () => {
    const { inputs, dialog } = await show()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'What happened' }), 'Shortage')
    const list = within(await dialog.findByRole('list', { name: 'Packages not received' }))
    expect(list.getAllByRole('checkbox')).toHaveLength(1)
    expect(dialog.getByRole('button', { name: 'Create ticket' })).toHaveProperty('disabled', true)
    await userEvent.click(list.getByRole('checkbox', { name: /M1/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create ticket' }))
    const item = { serialNumber: 'M1', gtin: '00303999952306', lotNumber: '2H7', expirationDate: '2028-06-30' }
    await waitFor(() => expect(inputs(CREATE)).toEqual([{ documentId: 7, kind: 'shortage', items: [item] }]))
  })

  test('lists all missing packages on request', async () => {
    const { inputs, dialog } = await show()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'What happened' }), 'Shortage')
    await userEvent.click(await dialog.findByRole('radio', { name: 'All 1 package not received yet' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create ticket' }))
    await waitFor(() => expect(inputs(CREATE)).toEqual([{ documentId: 7, kind: 'shortage', allMissing: true }]))
  })
})

test('an unknown scan is added to the ticket with its label’s lot and expiry, and a photo can be added', async () => {
  const { inputs } = showApp('/orders/receive/7', {
    answers,
    children: (
      <MakeTicket
        reading={{
          kind: 'unit',
          gtin: '00303999952306',
          serialNumber: 'S1',
          how: 'scan',
          label: { lotNumber: '2H7', expirationDate: '2028-06' },
        }}
      />
    ),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create ticket' }))
  await screen.findByRole('link', { name: 'Open ticket 1044' })
  const item = { gtin: '00303999952306', serialNumber: 'S1', lotNumber: '2H7', expirationDate: '2028-06' }
  expect(inputs(CREATE)).toEqual([{ documentId: 7, kind: 'unknownScan', items: [item] }])
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]')
  await userEvent.upload(picker as HTMLInputElement, new File(['picture'], 'label.png', { type: 'image/png' })) // checked above
  await waitFor(() => expect(inputs(CREATE)).toHaveLength(2))
  expect(inputs(CREATE)[1]).toEqual({ documentId: 7, kind: 'unknownScan', items: [item], photo })
})
