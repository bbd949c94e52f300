import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { setZone } from '../../ui/text/format.ts'
import { toast } from '../../ui/toast/toast.ts'
import { lists, row, totals } from './test-ticket.ts'

beforeEach(() => setZone('America/New_York'))

describe('the list of document exceptions', () => {
  test('[EXC-001 EXC-002 EXC-003 EXC-004] has the documented filters and columns', async () => {
    showApp('/exceptions', { answers: lists })
    const table = await screen.findByRole('table', { name: 'Exceptions' })
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent?.trim() ?? '')
    const documented = ['Ticket #', 'Sender', 'Receiver', 'Error', 'Status', 'Identifier', 'PO Number', 'Date Created']
    expect(heads.filter((head) => documented.includes(head))).toEqual(documented)
    for (const label of ['Sender', 'Recipient', 'Start date', 'End date']) expect(screen.getByRole('textbox', { name: label })).toBeTruthy()
    const makeOptions = (label: string) =>
      within(screen.getByRole('combobox', { name: label }))
        .getAllByRole('option')
        .map((one) => one.textContent)
    expect(makeOptions('Error Status')).toEqual(['All', 'Open', 'Closed'])
    expect(makeOptions('Error Type')).toHaveLength(37)
    expect(makeOptions('Error Type').slice(0, 2)).toEqual(['All', 'MalformedEpcisXmlError'])
    const cells = within(await screen.findByRole('row', { name: /1044/ }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(cells.slice(1)).toEqual([
      '1044',
      'Northway Wholesale',
      '-',
      '12 lots are missingEventMedsError, +3',
      'Data issue',
      'Open',
      'NW-70041990',
      '88224-02',
      '09/16/26 10:12',
      'Nobody',
      '09/21/26',
    ])
  })

  test('[EXC-005] shows a spinner while loading', async () => {
    let go: (value: unknown) => void = () => undefined
    const waiting = new Promise((resolve) => {
      go = resolve
    })
    showApp('/exceptions', { answers: { ...lists, 'documentException.readManyByFilters': () => waiting } })
    await screen.findByText('Searching for tickets')
    expect(document.querySelector('.mantine-Loader-root')).not.toBeNull()
    go({ items: [], nextCursor: null })
    await waitFor(() => expect(document.querySelector('.mantine-Loader-root')).toBeNull())
  })

  test('[EXC-007] searches once, half a second after the last keystroke', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
      const { inputs } = showApp('/exceptions', { answers: lists })
      await screen.findByRole('row', { name: /1044/ })
      const asked = () => inputs('documentException.readManyByFilters').map((input) => (input as { sender: string }).sender)
      await user.type(screen.getByRole('textbox', { name: 'Sender' }), 'north', { delay: 100 } as never)
      expect(asked()).toEqual([''])
      await vi.advanceTimersByTimeAsync(400)
      expect(asked()).toEqual([''])
      await vi.advanceTimersByTimeAsync(200)
      await waitFor(() => expect(asked()).toEqual(['', 'north']))
    } finally {
      vi.useRealTimers()
    }
  })

  test('[EXC-006] opens a ticket when its row is clicked', async () => {
    const { history } = showApp('/exceptions', { answers: lists })
    await userEvent.click(await screen.findByText('Data issue'))
    expect(history.at(-1)).toBe('/exceptions/7')
  })

  test('[EXC-008] is fetched at most once every five minutes, and so is each ticket', async () => {
    const asked = Date.now()
    const now = vi.spyOn(Date, 'now').mockReturnValue(asked)
    const { inputs, navigate } = showApp('/exceptions', { answers: lists })
    const visitBoth = async (milliseconds: number) => {
      now.mockReturnValue(asked + milliseconds)
      navigate('/exceptions')
      await screen.findByRole('row', { name: /1044/ })
      navigate('/exceptions/7')
      await screen.findByText('12 packages have no lot number.')
    }
    const amounts = () => ['readManyByFilters', 'readOneById'].map((call) => inputs(`documentException.${call}`).length)
    await visitBoth(0)
    await visitBoth(299_000)
    expect(amounts()).toEqual([1, 1])
    await visitBoth(300_000)
    await waitFor(() => expect(amounts()).toEqual([2, 2]))
  })

  test('assigns all selected tickets to one person at once', async () => {
    const { inputs } = showApp('/exceptions', {
      answers: {
        ...lists,
        'documentException.readManyPeople': () => [{ id: 4, firstName: 'Lee', lastName: 'Okafor' }],
        'documentException.updateManyOwner': () => ({ ok: true, changed: 1 }),
      },
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select ticket 1044' }))
    const bar = screen.getByRole('region', { name: 'Selected tickets' })
    await userEvent.click(within(bar).getByRole('button', { name: 'Assign' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('option', { name: 'Lee Okafor' })
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Owner' }), 'Lee Okafor')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(inputs('documentException.updateManyOwner')).toEqual([{ documentExceptionIds: [7], userId: 4 }]))
  })
})

describe('tickets in the list', () => {
  const second = { ...row, id: 8, ticketNumber: 1045 }
  const two = {
    ...lists,
    'documentException.readManyByFilters': () => ({ items: [row, second], nextCursor: null }),
    'documentException.readTotals': () => ({ ...totals, all: 5 }),
  }

  test('can all be selected and deselected with one checkbox', async () => {
    showApp('/exceptions', { answers: two })
    const one = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select ticket 1044' })
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
    await userEvent.click(one)
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await userEvent.click(all)
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    expect(screen.getByRole('region', { name: 'Selected tickets' }).textContent).toContain('2 of 5 selected')
    await userEvent.click(all)
    expect(screen.queryByRole('region', { name: 'Selected tickets' })).toBeNull()
  })

  test('can be closed together; tickets that cannot be closed are listed with the reason', async () => {
    const { inputs } = showApp('/exceptions', {
      answers: {
        ...two,
        'documentException.updateManyClosed': () => ({ ok: true, changed: 1, left: [{ ticketNumber: 1045, why: 'already resolved' }] }),
      },
    })
    await screen.findByRole('checkbox', { name: 'Select ticket 1044' })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await userEvent.click(screen.getByRole('button', { name: 'Close…' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close 2 tickets' }))
    await waitFor(() =>
      expect(toast.get()).toMatchObject([
        { kind: 'done', message: '1 ticket closed.' },
        { kind: 'attention', message: '1 ticket not closed', detail: '1045: already resolved.' },
      ]),
    )
    expect(inputs('documentException.updateManyClosed')).toEqual([{ documentExceptionIds: [7, 8], reason: 'accepted' }])
  })

  test('can be saved as a CSV file with all results of the search', async () => {
    const { inputs } = showApp('/exceptions?status=OPEN&view=mine', {
      answers: { ...two, 'documentException.readManyCsv': () => ({ filename: 'document-exceptions.csv', text: 'Ticket #' }) },
    })
    await screen.findByRole('checkbox', { name: 'Select ticket 1044' })
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(inputs('documentException.readManyCsv')).toMatchObject([{ status: 'OPEN', view: 'mine' }]))
  })
})
