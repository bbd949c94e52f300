import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { FinderBox } from './finder-box.tsx'

const med = {
  kind: 'med',
  id: 4,
  title: 'Lisinopril 10 mg',
  code: 'ABC123',
  detail: 'Received, 412 Park Avenue',
  href: '/meddetail/4',
  held: 0,
  pending: 0,
}
const lot = {
  kind: 'lot',
  id: null,
  title: 'Lot A1',
  code: 'A1',
  detail: '12 packages',
  href: '/searchmeds?lotNumber=A1',
  held: 0,
  pending: 0,
}
const PATH = 'finder.readManyByText'

const show = (...hits: object[]) =>
  showApp('/', { answers: { [PATH]: () => ({ hits, readAs: 'Serial number ABC123' }) }, children: <FinderBox /> })
const box = () => screen.getByRole('combobox', { name: 'Scan or search' })

describe('the search box in the header', () => {
  test('searches once for the typed text and lists pages and results', async () => {
    const { inputs } = show(med, lot)
    await userEvent.type(box(), 'or')
    await screen.findByText('Lisinopril 10 mg')
    expect(inputs(PATH)).toEqual([{ text: 'or' }])
    const titles = screen.getAllByRole('option').map((option) => option.querySelector('b')?.textContent)
    expect(titles).toEqual(['My Orders', 'Upload An Order', 'Lisinopril 10 mg', 'Lot A1', 'All packages with a serial number like this'])
    expect(screen.getByRole('status').textContent).toBe('Scanned: Serial number ABC123')
  })

  test('also finds pages and senders by name, and links to all results', async () => {
    const sender = {
      ...lot,
      kind: 'sender',
      title: 'Northway Wholesale',
      code: null,
      detail: 'Sender, 2 orders',
      href: '/orders?sender=Northway%20Wholesale',
    }
    const order = { ...lot, kind: 'order', id: 7, title: 'Order re-1', code: null, detail: '', href: '/orders/receive/7' }
    const { history } = show(sender, order)
    await userEvent.type(box(), 're')
    await screen.findByText('Northway Wholesale')
    const titles = screen.getAllByRole('option').map((option) => option.querySelector('b')?.textContent)
    expect(titles).toEqual([
      'Report An Incident',
      'Recalls',
      'Tracing Requests',
      'Reports',
      'Northway Wholesale',
      'Order re-1',
      'All orders with a PO number like this',
    ])
    await userEvent.click(screen.getByText('All orders with a PO number like this'))
    expect(history?.at(-1)).toBe('/orders?po=re&from=any&to=any')
  })

  test('can be used with the keyboard only', async () => {
    const { history } = show(med, lot)
    await userEvent.type(box(), 'A1')
    await screen.findByText('Lot A1')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Lot A1')
    expect(box().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    await userEvent.keyboard('{Enter}')
    expect(history?.at(-1)).toBe('/searchmeds?lotNumber=A1')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('opens the only result of a scan that ends with Enter', async () => {
    const { history } = show(med)
    await userEvent.type(box(), '010030399995230621ABC123{Enter}')
    await waitFor(() => expect(history?.at(-1)).toBe('/meddetail/4'))
  })

  test('shows the values of both the label and the record if a scanned label differs, and opens nothing', async () => {
    const label = { lotNumber: 'ZZ9', expirationDate: '2025-03' }
    const { history } = show({ ...med, differs: { label, record: { lotNumber: 'AB1', expirationDate: '2028-04-30' } } })
    await userEvent.type(box(), '010030399995230621ABC123{Enter}')
    const option = await screen.findByRole('option', { name: /Stop: label differs/ })
    expect(option.textContent).toContain('The label says lot ZZ9; the record says AB1.')
    expect(option.textContent).toContain('The label says it expires 03/2025; the record says 04/30/2028.')
    expect(history?.at(-1)).toBe('/')
    await userEvent.click(option)
    expect(history?.at(-1)).toBe('/meddetail/4')
  })

  /** Types like a handheld, on a page that has no scan field. */
  const scan = (text: string) => {
    for (const key of [...text, 'Enter']) fireEvent.keyDown(document.body, { key })
  }

  test('accepts a scan anywhere on the page and opens the scanned item', async () => {
    const { history, inputs } = show(med)
    scan('010030399995230621ABC123')
    await waitFor(() => expect(history?.at(-1)).toBe('/meddetail/4'))
    expect(inputs(PATH)).toEqual([{ text: '010030399995230621ABC123' }])
  })

  test('[SCAN-022] searches for a scan under 20 characters as plain text', async () => {
    const { inputs } = show(med, lot)
    scan('0100303999952306219')
    expect(await screen.findByText('Lot A1')).toBeTruthy()
    expect(inputs(PATH)[0]).toEqual({ text: '0100303999952306219' })
    expect(toast.get()).toEqual([])
  })

  test('[SCAN-023] asks the user to enable Function Key Mapping when a scan cannot be decoded, and does not search', async () => {
    const { inputs } = show()
    scan('010030399995230610LOTANDSERIALWITHOUTSEPARATOR')
    await waitFor(() =>
      expect(toast.get()).toMatchObject([
        { kind: 'attention', life: 10_000, message: "The scan could not be read. Enable 'Function Key Mapping' on the scanner." },
      ]),
    )
    expect(inputs(PATH)).toEqual([])
  })

  test('treats long typed text as a search, not as a barcode', async () => {
    const { inputs } = show()
    await userEvent.click(box())
    await userEvent.paste('amoxicillin 500 mg capsule')
    expect(await screen.findByText('Nothing found. Check the text, or scan the code again.')).toBeTruthy()
    expect(inputs(PATH)).toEqual([{ text: 'amoxicillin 500 mg capsule' }])
    expect(toast.get()).toEqual([])
  })

  test('shows with a badge that a found package is on hold, and how many packages of a found lot are on hold', async () => {
    show({ ...med, held: 1 }, { ...lot, held: 3 })
    await userEvent.type(box(), 'A1')
    await screen.findByText('Lot A1')
    expect(
      screen
        .getAllByRole('option')
        .slice(0, 2)
        .map((option) => option.querySelector('.mantine-Badge-root')?.textContent?.trim()),
    ).toEqual(['On hold', '3 on hold'])
  })

  test('shows whether packages on hold are in quarantine or wait for their data', async () => {
    show({ ...med, held: 1, pending: 1 }, { ...lot, held: 3, pending: 2 })
    await userEvent.type(box(), 'A1')
    await screen.findByText('Lot A1')
    const marks = [...document.querySelectorAll('[role=option] .mantine-Badge-root')].map((badge) => badge.textContent?.trim())
    expect(marks).toEqual(['Data pending', '1 on hold', '2 data pending'])
  })

  test('shows a message when nothing was found', async () => {
    show()
    await userEvent.type(box(), 'zzz')
    expect(await screen.findByText('Nothing found. Check the text, or scan the code again.')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('offers an incident report for a scanned package that is not on file, with all its label data', async () => {
    const { history } = show()
    await userEvent.type(box(), '010030399995230621FAKE1')
    await userEvent.click(await screen.findByRole('option', { name: /^Report An Incident/ }))
    expect(history?.at(-1)).toBe('/reportanincident?serial=FAKE1&gtin=00303999952306&ndc=0399995230')
  })

  test('gets the focus with Ctrl+K and /, but not while the user is typing', () => {
    show()
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    expect(document.activeElement).toBe(box())
    box().blur()
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(box())
    const other = document.body.appendChild(document.createElement('input'))
    other.focus()
    fireEvent.keyDown(other, { key: '/' })
    expect(document.activeElement).toBe(other)
    other.remove()
  })
})
