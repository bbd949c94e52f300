import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'
import { addDays, localDay, setZone, weekStart } from '../../ui/text/format.ts'

const order = (documentId: number, more: object = {}) => ({
  documentId,
  customerLocationId: 1,
  customerLocationName: '412 Park Avenue',
  globalLocationNumber: '0399993456780',
  senderNames: ['Northway Wholesale'],
  purchaseOrderNumbers: [`PO-${documentId}`],
  timeStamp: '2026-09-16T12:42:00.000Z',
  amountOfMeds: 96,
  amountNotReceived: 55,
  findings: { reject: 0, warn: 0, notShipped: 0 },
  ticketNumber: null,
  ticketId: null,
  ...more,
})
const totals = { orders: 2, complete: 1, amountOfMeds: 192, amountNotReceived: 55 }
const joinInWords = (...items: object[]) => ({
  'order.readManySearch': () => ({ items, nextCursor: null }),
  'order.readTotals': () => totals,
})

beforeEach(() => setZone('America/New_York'))

describe('the list of orders', () => {
  test('[SHELL-006 ORDER-005 ORDER-006] can be searched by sender, PO number and date under the Search Overview banner', async () => {
    const { inputs } = showApp('/orders', { answers: joinInWords(order(7)) })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Search Overview')
    await userEvent.type(await screen.findByLabelText('Sender'), ' Northway')
    await userEvent.type(screen.getByLabelText('PO number'), '882{Enter}')
    await waitFor(() => expect(inputs('order.readManySearch').at(-1)).toMatchObject({ senderName: 'Northway', purchaseOrderNumber: '882' }))
    expect(inputs('order.readManySearch').at(-1)).toMatchObject({ docDateStart: expect.any(String), docDateEnd: expect.any(String) })
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Sender Northway' }))
    await waitFor(() => expect(inputs('order.readManySearch').at(-1)).toMatchObject({ senderName: '', purchaseOrderNumber: '882' }))
  })

  test('[ORDER-007] starts with the orders of the current week up to today', async () => {
    const { inputs } = showApp('/orders', { answers: joinInWords(order(7)) })
    await screen.findByText('Northway Wholesale')
    const today = localDay(new Date())
    expect(inputs('order.readManySearch')[0]).toMatchObject({ docDateStart: weekStart(today), docDateEnd: today })
  })

  test('[ORDER-009] shows a check mark only when nothing is left to receive', async () => {
    showApp('/orders', { answers: joinInWords(order(7, { amountNotReceived: 0 }), order(8)) })
    const [, done, open] = await waitFor(() => {
      const rows = screen.getAllByRole('row')
      expect(rows[1]?.textContent).toContain('PO-7')
      return rows
    })
    if (!done || !open) throw new Error('rows are missing')
    expect(within(done).getByRole('img', { name: 'Everything received' })).toBeTruthy()
    expect(within(open).queryByRole('img', { name: 'Everything received' })).toBeNull()
  })

  test('shows the number of findings with a link to their list', async () => {
    showApp('/orders', {
      answers: joinInWords(order(7, { findings: { reject: 3, warn: 1, notShipped: 12 }, ticketNumber: 1043, uploadId: 5 })),
    })
    const link = await screen.findByRole('link', { name: '4 findings' })
    expect(link.getAttribute('href')).toBe('/orderupload?upload=5')
    await userEvent.click(screen.getByRole('button', { name: /PO-7/ }))
    expect((await screen.findByRole('menuitem', { name: 'See 4 findings' })).getAttribute('href')).toBe('/orderupload?upload=5')
  })

  test('links the findings of a file’s second order to the ticket of that order', async () => {
    const second = { findings: { reject: 1, warn: 0, notShipped: 0 }, ticketNumber: 1043, ticketId: 9, uploadId: null }
    showApp('/orders', { answers: joinInWords(order(8, second)) })
    expect((await screen.findByRole('link', { name: '1 finding' })).getAttribute('href')).toBe('/exceptions/9')
  })

  test('[ORDER-010] formats the day and time as MM/DD/YY HH:mm', async () => {
    showApp('/orders', { answers: joinInWords(order(7)) })
    expect(await screen.findByText('09/16/26 08:42')).toBeTruthy()
  })

  test('[ORDER-011] offers a longer period when nothing was found', async () => {
    const { inputs } = showApp('/orders', { answers: joinInWords() })
    await screen.findByText('No results. Please modify the search parameters and search again.')
    await userEvent.click(screen.getByRole('button', { name: 'Search the last 90 days' }))
    await waitFor(() => expect(inputs('order.readManySearch').at(-1)).toMatchObject({ docDateStart: addDays(localDay(new Date()), -90) }))
  })

  test('[ORDER-014] opens receiving from an order’s row or menu, and saves the document from the menu', async () => {
    const fetched = vi.fn(() => Promise.resolve(new Response('x', { headers: { 'content-disposition': 'attachment; filename="a.xml"' } })))
    vi.stubGlobal('fetch', fetched)
    URL.createObjectURL = () => 'blob:x'
    const { history } = showApp('/orders', { answers: joinInWords(order(7)) })
    expect((await screen.findByRole('link', { name: /Northway Wholesale/ })).getAttribute('href')).toBe('/orders/receive/7')
    await userEvent.click(screen.getByRole('button', { name: 'More for PO PO-7' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Download EPCIS document' }))
    expect(fetched).toHaveBeenCalledWith('/api/v1/file/download/epcisdoc?documentId=7', expect.anything())
    await userEvent.click(screen.getByRole('button', { name: 'More for PO PO-7' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Receive order' }))
    expect(history?.at(-1)).toBe('/orders/receive/7')
    vi.unstubAllGlobals()
  })

  test('shows that the orders could not be loaded', async () => {
    showApp('/orders', {
      answers: {
        'order.readManySearch': () => {
          throw refusal('', 'no word of the catalogue')
        },
        'order.readTotals': () => totals,
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('The orders could not be loaded.')
  })

  test('[ERR-010] shows the server’s message when the list is refused', async () => {
    const sentence = 'Too many requests in a short time. Wait a minute and try again.'
    showApp('/orders', {
      answers: {
        ...joinInWords(),
        'order.readManySearch': () => {
          throw refusal('too_many_calls', sentence)
        },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  })
})
