import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'

const order = {
  documentId: 7,
  customerLocationId: 1,
  customerLocationName: '412 Park Avenue',
  globalLocationNumber: '0399993456780',
  senderNames: ['Northway Wholesale'],
  purchaseOrderNumbers: ['88213-04'],
  timeStamp: '2026-09-16T12:42:00.000Z',
  amountOfMeds: 96,
  amountNotReceived: 55,
  medsHeld: 0,
  medsPending: 0,
  findings: { reject: 0, warn: 0, notShipped: 0 },
  ticketNumber: null,
  ticketId: null,
  uploadId: null,
  isVoided: false,
  isClosed: false,
  isReadOnly: false,
}

interface Setting {
  hiddenColumns: string[]
  views: { name: string; query: string }[]
}

function showOrders(path: string, setting: Setting = { hiddenColumns: [], views: [] }) {
  return showApp(path, {
    answers: {
      'order.readManySearch': () => ({ items: [order], nextCursor: null }),
      'order.readTotals': () => ({ orders: 1, complete: 0, amountOfMeds: 96, amountNotReceived: 55 }),
      'settings.readListSetting': () => setting,
      'settings.updateListSetting': () => ({ ok: true }),
    },
  })
}

const SAVED = 'settings.updateListSetting'
const readTable = async () => within(await screen.findByRole('table', { name: 'Orders' }))

describe('a user’s settings for a list', () => {
  test('hide the deselected columns, and are saved', async () => {
    const { inputs } = showOrders('/orders', { hiddenColumns: ['location'], views: [] })
    const table = await readTable()
    await waitFor(() => expect(table.queryByRole('columnheader', { name: 'Location' })).toBeNull())
    expect(table.getByRole('columnheader', { name: 'GLN' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Columns, 1 hidden' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'GLN' }))
    await waitFor(() => expect(table.queryByRole('columnheader', { name: 'GLN' })).toBeNull())
    expect(inputs(SAVED)).toEqual([{ list: 'orders', hiddenColumns: ['location', 'gln'], views: [] }])
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Sender' })).toBeNull()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Show all columns' }))
    expect(await table.findByRole('columnheader', { name: 'Location' })).toBeTruthy()
  })

  test('include saved searches, which can be opened', async () => {
    const views = [{ name: 'Open at Northway', query: 'open=1&sender=Northway' }]
    const { inputs } = showOrders('/orders', { hiddenColumns: [], views })
    await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Open at Northway' }))
    await waitFor(() => expect(inputs('order.readManySearch').at(-1)).toMatchObject({ senderName: 'Northway', open: true }))
    expect(await screen.findByRole('button', { name: 'View: Open at Northway' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'View: Open at Northway' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete view Open at Northway' }))
    await waitFor(() => expect(inputs(SAVED)).toEqual([{ list: 'orders', hiddenColumns: [], views: [] }]))
  })

  test('include a search once the user has saved it as a named view; a search without a name is not saved', async () => {
    const { inputs } = showOrders('/orders?sender=Northway&tab=other')
    await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this search…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Save view' }))
    expect(await dialog.findByText('Give the view a name.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Name'), 'Northway{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(inputs(SAVED)).toEqual([{ list: 'orders', hiddenColumns: [], views: [{ name: 'Northway', query: 'sender=Northway' }] }])
  })
})
