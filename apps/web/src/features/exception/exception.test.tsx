import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { SideMenu } from '../../shell/menu/side-menu.tsx'
import { showApp } from '../../test-app.tsx'
import { setZone } from '../../ui/text/format.ts'
import { lists, ticket } from './test-ticket.ts'

beforeEach(() => setZone('America/New_York'))

describe('a ticket', () => {
  test('[SHELL-031 EXC-010 EXC-011] has a section for each part of the document, expanded when it has findings', async () => {
    showApp('/exceptions/7', { answers: lists })
    await screen.findByRole('heading', { level: 1, name: 'Ticket 1044' })
    const sections = screen.getAllByRole('heading', { level: 3 }).map((one) => [one.textContent, one.closest('details')?.open])
    expect(sections).toEqual([
      ['Header', false],
      ['Events', true],
      ['Location Vocabulary', false],
      ['Meds', false],
      ['Med Vocabulary', false],
    ])
    expect(screen.getByText('EventMedsError')).toBeTruthy()
    expect(screen.getByText('12 packages have no lot number.')).toBeTruthy()
    await userEvent.click(screen.getByText('Header'))
    expect(screen.getByText('Header').closest('details')?.open).toBe(true)
  })

  test('[EXC-012 EXC-015] shows items in tables, values by their display names, and "-" for empty values', async () => {
    showApp('/exceptions/7', { answers: lists })
    const table = await screen.findByRole('table', { name: 'Events' })
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(cells.slice(1, 10)).toEqual(['388', 'Object', 'ADD', 'commissioning', '-', '09/14/26 14:02', '-04:00', '-', '-'])
    const value = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect([value('Doc type'), value('Receiver SGLN')]).toEqual(['Events', '-'])
  })

  test('[EXC-013 EXC-014] opens nested objects in stacked dialogs with View, and closes one dialog with Back', async () => {
    showApp('/exceptions/7', { answers: lists })
    await userEvent.click(await screen.findByRole('button', { name: /^View.*extension of event 1/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Extension of event 1' })
    expect(within(dialog).getByText('Lot number').nextElementSibling?.textContent).toBe('-')
    await userEvent.click(within(dialog).getByRole('button', { name: /View\s*Source/ }))
    await userEvent.click(await screen.findByRole('button', { name: /View\s*1/ }))
    await screen.findByText('urn:epc:id:sgln:9')
    for (const title of ['Source', 'Extension of event 1']) {
      await userEvent.click(screen.getByRole('button', { name: 'Back' }))
      await screen.findByRole('dialog', { name: title })
    }
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('[EXC-016] shows "Fetching Document Data . . ." while it loads and while its document is parsed', async () => {
    let go: (value: unknown) => void = () => undefined
    const waiting = new Promise((resolve) => {
      go = resolve
    })
    showApp('/exceptions/7', { answers: { ...lists, 'documentException.readOneById': () => waiting } })
    expect((await screen.findByRole('status')).textContent).toBe('Fetching Document Data . . .')
    go({ ...ticket, isRead: false })
    await screen.findByRole('heading', { level: 1, name: 'Ticket 1044' })
    expect(screen.getByText('Fetching Document Data . . .')).toBeTruthy()
  })

  test('shows the text around each finding in a single-line file and marks the value', async () => {
    const at = (column: number, begin: string) => ({
      line: 1,
      column,
      at: begin.length,
      lines: [{ line: 1, text: `${begin}<lot></lot>`, isCut: true }],
    })
    const finding = {
      ...ticket.findings[0],
      lines: [1],
      amountOfPlaces: 2,
      excerpts: [at(5310, 'first <lot></lot> '), at(9120, 'second ')],
    }
    showApp('/exceptions/7', { answers: { ...lists, 'documentException.readOneById': () => ({ ...ticket, findings: [finding] }) } })
    const first = await screen.findByRole('list', { name: 'The file around line 1, character 5,310' })
    expect(first.querySelector('mark')?.previousSibling?.textContent).toBe('first <lot></lot> ')
    expect(screen.getByRole('list', { name: 'The file around line 1, character 9,120' }).textContent).toContain('second <lot></lot>')
    expect(screen.getByText('2 places')).toBeTruthy()
  })

  test('shows how many packages are waiting for corrected data, never more than the order contains', async () => {
    const order = { documentId: 5, amountOfMeds: 12, amountNotReceived: 12, isVoided: false, purchaseOrderNumbers: ['PO-1'] }
    const held = (amount: number) => ({ 'documentException.readOneById': () => ({ ...ticket, order, held: amount }) })
    showApp('/exceptions/7', { answers: { ...lists, ...held(24) } })
    expect((await screen.findByText(/for the corrected file/)).textContent).toBe('24 packages wait for the corrected file.')
    expect(screen.getByText(/Sertraline 50 mg/).textContent).toBe('Sertraline 50 mg: 12 packages, 8 of them data pending')
    cleanup()
    showApp('/exceptions/7', { answers: { ...lists, ...held(1) } })
    expect((await screen.findByText(/for the corrected file/)).textContent).toBe('1 of 12 packages waits for the corrected file.')
  })

  test('about damaged goods does not blame a file', async () => {
    const order = { documentId: 5, amountOfMeds: 12, amountNotReceived: 12, isVoided: false, purchaseOrderNumbers: ['PO-1'] }
    const damage = { ...ticket, documentId: null, counterKind: 'damage', order, held: 3 }
    showApp('/exceptions/7', { answers: { ...lists, 'documentException.readOneById': () => damage } })
    await screen.findByText(/wait until this ticket is resolved or closed/)
    expect(screen.getByText(/If it looks suspect, turn the ticket into an incident/)).toBeTruthy()
    expect(screen.queryByText(/The file is wrong/)).toBeNull()
  })

  test('created while receiving shows the first packages, and the others on request', async () => {
    const items = Array.from({ length: 25 }, (_, at) => ({
      gtin: '00303999952306',
      serialNumber: `S${at}`,
      sscc: null,
      lotNumber: '2H7',
      expirationDate: '2028-06',
      productName: 'Metformin',
    }))
    const counter = { ...ticket, documentId: null, counterKind: 'damage', title: 'Damaged on arrival', items, amountOfItems: 30 }
    showApp('/exceptions/7', { answers: { ...lists, 'documentException.readOneById': () => counter } })
    const table = await screen.findByRole('table', { name: 'Packages' })
    expect(within(table).getAllByRole('row')).toHaveLength(21)
    await userEvent.click(screen.getByRole('button', { name: 'Show 5 more packages' }))
    expect(within(table).getAllByRole('row')).toHaveLength(26)
    expect(screen.getByText('5 more packages: download this ticket to see them all.')).toBeTruthy()
  })

  test('is closed with a reason', async () => {
    const { inputs } = showApp('/exceptions/7', {
      answers: { ...lists, 'documentException.createOneStatus': () => ({ documentExceptionId: 7, status: 'CLOSED' }) },
    })
    await userEvent.click((await screen.findAllByRole('button', { name: 'Change status' }))[0] as HTMLElement)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Close…' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Reason' }), 'Withdrawn')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close this ticket' }))
    await waitFor(() =>
      expect(inputs('documentException.createOneStatus')).toEqual([{ documentExceptionId: 7, status: 'CLOSED', reason: 'withdrawn' }]),
    )
  })
})

test('[SHELL-015 SHELL-016] the menu links to the exceptions, with a badge for the number of open ones', async () => {
  let count = 8
  const answers = { 'incidentReport.readCountByUser': () => ({ count: 0 }), 'documentException.readCount': () => ({ count }) }
  showApp('/', { answers, children: <SideMenu /> })
  const badge = await screen.findByText('8')
  const item = badge.closest('a')
  expect([item?.getAttribute('href'), item?.textContent]).toEqual(['/exceptions', 'Document Exceptions8 open'])
  cleanup()
  count = 0
  showApp('/', { answers, children: <SideMenu /> })
  await screen.findByText('Document Exceptions')
  expect(document.querySelectorAll('[data-count]')).toHaveLength(0)
})

test('[HOME-001] the home page’s E-Pedigree menu has the five documented entries', async () => {
  showApp('/')
  const menu = await screen.findByRole('navigation', { name: 'E-Pedigree' })
  const entries = within(menu)
    .getAllByRole('link')
    .map((link) => [link.querySelector('b')?.textContent, link.getAttribute('href')])
  for (const entry of [
    ['My Pedigrees', '/searchmeds'],
    ['Send a Pedigree', '/sendapedigree'],
    ['Report An Incident', '/reportanincident'],
    ['Incident Tracker', '/incidenttracker'],
    ['Document Exceptions', '/exceptions'],
  ])
    expect(entries).toContainEqual(entry)
})
