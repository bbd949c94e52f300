import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SideMenu } from '../../shell/side-menu.tsx'
import { showApp } from '../../test-app.tsx'
import { setZone } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'

const row = {
  id: 7,
  ticketNumber: 1044,
  sender: 'Northway Wholesale',
  recipient: null,
  currentErrorType: 'EventMedsError',
  currentErrorStatus: 'OPEN',
  instanceIdentifier: 'NW-70041990',
  poNumber: '88224-02',
  dateCreated: '2026-09-16T14:12:00.000Z',
  title: '12 lots are missing',
  otherTypes: 3,
  category: 'dataIssue',
  reportKind: null,
  counterKind: null,
  owner: null,
  dueOn: '2026-09-21',
  daysLeft: 3,
  askedAt: null,
  answeredAt: null,
}
const totals = { all: 1, open: 1, mine: 0, overdue: 2, partners: [{ gln: '0388881000009', name: 'Northway Wholesale', open: 1 }] }
const event = {
  number: 1,
  line: 388,
  type: 'ObjectEvent',
  action: 'ADD',
  bizStep: 'commissioning',
  disposition: null,
  eventTime: '2026-09-14T18:02:00Z',
  eventTimezoneOffset: '-04:00',
  readPoint: null,
  bizTransactionList: [],
  epcList: ['urn:epc:id:sgtin:1'],
  epcListCount: 1,
  childEPCs: [],
  childEPCsCount: 0,
  extension: { lotNumber: null, expirationDate: '2028-02-29', source: [{ type: 'location', sgln: 'urn:epc:id:sgln:9' }], destination: [] },
  severity: 'reject',
}
const ticket = {
  ...row,
  isRead: true,
  details: {
    header: {
      errors: [],
      data: { dateCreated: '2026-09-16', docType: 'Events', headerVersion: '1.0', identifier: 'NW-70041990', receiverSgln: null },
    },
    events: { errors: [{ name: 'EventMedsError', description: '12 packages have no lot number.' }], items: [event], amount: 1 },
    locationVocabulary: { errors: [], items: [], amount: 0 },
    meds: { errors: [], items: [], amount: 0 },
    medVocabulary: { errors: [], items: [], amount: 0 },
  },
  rejects: 1,
  warnings: 0,
  truncated: 0,
  findings: [
    {
      type: 'EventMedsError',
      severity: 'reject',
      message: '12 packages have no lot number.',
      hint: 'The sender must add the lot.',
      section: 'Events',
      count: 1,
      lines: [401],
      amountOfLines: 1,
      places: [{ line: 401, column: 1 }],
      amountOfPlaces: 1,
      values: ['<lot></lot>'],
      event: 'ObjectEvent',
      excerpts: [{ line: 401, column: 1, at: 0, lines: [{ line: 401, text: '  <lot></lot>', isCut: false }] }],
      touches: { meds: 12, held: 8, products: ['Sertraline 50 mg'] },
    },
  ],
  items: [],
  amountOfItems: 0,
  locationName: '412 Park Avenue',
  partner: null,
  documentId: 5,
  documentName: 'northway.xml',
  order: null,
  uploadId: 3,
  mayRetry: false,
  corrections: [],
  held: 0,
  mayHold: false,
  toHold: null,
  mayRelease: false,
  reportable: { units: [], hasMore: false, hasOthers: false },
  activity: [],
  followers: [],
  isFollowing: false,
  files: [],
}
const lists = {
  'documentException.readManyByFilters': () => ({ items: [row], nextCursor: null }),
  'documentException.readTotals': () => totals,
  'documentException.readOneById': () => ticket,
}

beforeEach(() => setZone('America/New_York'))

describe('the list of document exceptions', () => {
  it('[EXC-001 EXC-002 EXC-003 EXC-004] has the documented filters and columns', async () => {
    showApp('/exceptions', { answers: lists })
    const table = await screen.findByRole('table', { name: 'Exceptions' })
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent?.trim() ?? '')
    const documented = ['Ticket #', 'Sender', 'Receiver', 'Error', 'Status', 'Identifier', 'PO Number', 'Date Created']
    expect(heads.filter((head) => documented.includes(head))).toEqual(documented)
    for (const label of ['Sender', 'Recipient', 'Start date', 'End date']) expect(screen.getByRole('textbox', { name: label })).toBeTruthy()
    const optionsOf = (label: string) =>
      within(screen.getByRole('combobox', { name: label }))
        .getAllByRole('option')
        .map((one) => one.textContent)
    expect(optionsOf('Error Status')).toEqual(['All', 'Open', 'Closed'])
    expect(optionsOf('Error Type')).toHaveLength(37)
    expect(optionsOf('Error Type').slice(0, 2)).toEqual(['All', 'MalformedEpcisXmlError'])
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

  it('[EXC-005] shows a spinner while they are on their way', async () => {
    let go: (value: unknown) => void = () => undefined
    const waiting = new Promise((resolve) => {
      go = resolve
    })
    showApp('/exceptions', { answers: { ...lists, 'documentException.readManyByFilters': () => waiting } })
    await screen.findByText('Looking for tickets')
    expect(document.querySelector('.mantine-Loader-root')).not.toBeNull()
    go({ items: [], nextCursor: null })
    await waitFor(() => expect(document.querySelector('.mantine-Loader-root')).toBeNull())
  })

  it('[EXC-007] searches for what is typed once, half a second after the last letter', async () => {
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

  it('[EXC-006] a click on a row opens its ticket', async () => {
    const { history } = showApp('/exceptions', { answers: lists })
    await userEvent.click(await screen.findByText('Data issue'))
    expect(history.at(-1)).toBe('/exceptions/7')
  })

  it('[EXC-008] is asked for once in five minutes, and so is a ticket', async () => {
    const { inputs, navigate } = showApp('/exceptions', { answers: lists })
    await screen.findByRole('row', { name: /1044/ })
    navigate('/exceptions/7')
    await screen.findByText('12 packages have no lot number.')
    navigate('/exceptions')
    await screen.findByRole('row', { name: /1044/ })
    navigate('/exceptions/7')
    await screen.findByText('12 packages have no lot number.')
    expect(inputs('documentException.readManyByFilters')).toHaveLength(1)
    expect(inputs('documentException.readOneById')).toHaveLength(1)
    const later = Date.now() + 301_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    navigate('/exceptions')
    await waitFor(() => expect(inputs('documentException.readManyByFilters')).toHaveLength(2))
    vi.restoreAllMocks()
  })

  it('chosen tickets are given to one person together', async () => {
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

describe('chosen tickets', () => {
  const second = { ...row, id: 8, ticketNumber: 1045 }
  const two = {
    ...lists,
    'documentException.readManyByFilters': () => ({ items: [row, second], nextCursor: null }),
    'documentException.readTotals': () => ({ ...totals, all: 5 }),
  }

  it('are all of the list by one box, which also lets go of all', async () => {
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

  it('that cannot be closed are named with the reason; the others are closed', async () => {
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

  it('the whole search is saved as a table', async () => {
    const { inputs } = showApp('/exceptions?status=OPEN&view=mine', {
      answers: { ...two, 'documentException.readManyCsv': () => ({ filename: 'document-exceptions.csv', text: 'Ticket #' }) },
    })
    await screen.findByRole('checkbox', { name: 'Select ticket 1044' })
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(inputs('documentException.readManyCsv')).toMatchObject([{ status: 'OPEN', view: 'mine' }]))
  })
})

describe('a ticket', () => {
  it('[SHELL-031 EXC-010 EXC-011] is a page with a section for each part of the document, open where something was found', async () => {
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

  it('[EXC-012 EXC-015] shows items in tables and values by their names, and "-" for what is empty', async () => {
    showApp('/exceptions/7', { answers: lists })
    const table = await screen.findByRole('table', { name: 'Events' })
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(cells.slice(1, 10)).toEqual(['388', 'Object', 'ADD', 'commissioning', '-', '09/14/26 14:02', '-04:00', '-', '-'])
    const value = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect([value('Doc type'), value('Receiver SGLN')]).toEqual(['Events', '-'])
  })

  it('[EXC-013 EXC-014] nested objects open through View in a dialog, one in the other, and Back leads out again', async () => {
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

  it('[EXC-016] says "Fetching Document Data . . ." while it loads, and while its document is being read', async () => {
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

  it('shows of a file that is one line the part around each finding, and marks the value there', async () => {
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

  it('is closed with a reason', async () => {
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

it('[SHELL-015 SHELL-016] the menu leads to the exceptions, with a badge of how many are open', async () => {
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
  expect(document.querySelectorAll('.count')).toHaveLength(0)
})

it('[HOME-001] the home page’s E-Pedigree menu has the five documented entries', async () => {
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
