import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { me, refusal, showApp } from '../../test-app.tsx'
import { keepSearch } from './kept-search.ts'

const recall = {
  id: 7,
  manufacturer: 'Ormsby Generics',
  product: 'Losartan potassium tablets USP, 50 mg, 90-count bottles',
  title: 'Losartan potassium 50 mg tablets',
  quantity: '18,420 bottles',
  reason: 'Impurity above the accepted daily limit',
  classification: 'Class I',
  status: 'Ongoing',
  source: 'openfda',
  version: 2,
  versionOn: '2026-09-16',
  recallNumbers: [{ recallNumber: 'D-0871-2026' }, { recallNumber: 'D-0872-2026' }],
  recallDistributions: [{ distribution: 'NY' }, { distribution: 'NJ' }],
  recallDocument: { dateReceived: '2026-09-14' },
  recallCodes: [
    {
      id: 71,
      ndcWithDashes: '03999-7741-0',
      formFactor: 'Bottle',
      allLots: false,
      isUnread: false,
      comparedBy: 'ndc',
      amountOfLots: 2,
      criteria: [{ id: 1, expiration: '2028-03', recallLotNumbers: [{ lotNumber: 'LP4471' }, { lotNumber: 'LP4472' }] }],
    },
    {
      id: 72,
      ndcWithDashes: '03999-7741-3',
      formFactor: 'Carton',
      allLots: false,
      isUnread: true,
      comparedBy: 'ndc',
      amountOfLots: 0,
      criteria: [],
    },
  ],
}
const product = {
  regulatedProductName: 'Losartan potassium',
  manufacturerOfTradeItemPartyName: 'Ormsby Generics',
  additionalTradeItemId: '03999774100',
}
const entry = (id: number, more: object = {}) => ({
  id,
  recallId: 7,
  recallCodeId: 71,
  affectedMedCount: 2,
  customerLocation: { id: 1, name: '412 Park Avenue' },
  expiration: '2028-03-31',
  lotNumber: 'LP4471',
  document: { id: 9, timestamp: '2026-09-01T12:00:00.000Z' },
  epcisSgtins: ['10L2H8C40V7R3M', '10L2H8C40V7R9K'].map((serialNumber, at) => ({
    medId: id * 10 + at,
    serialNumber,
    epcisMedVocabulary: product,
    isOnHold: at === 0,
    isPending: false,
    receivedBy: { firstName: 'Lee', lastName: 'Okafor' },
    datetimeReceived: '2026-09-02T13:41:00.000Z',
    sgtin: `urn:epc:id:sgtin:0303999.077410.${serialNumber}`,
  })),
  dismissedRecall: null as object | null,
  receivedBy: null,
  datetimeReceived: null,
  sgtin: null,
  epcisMedVocabulary: product,
  ndc: '03999774100',
  amount: 2,
  amountOnHold: 1,
  amountPending: 0,
  confidence: 'exact',
  why: 'Same NDC, lot and expiry',
  matchedAt: '2026-09-16T12:00:00.000Z',
  ...more,
})
interface Entry {
  amount: number
  amountOnHold: number
  confidence: string
  dismissedRecall?: unknown
}
/** Lots with the sums that the server makes of them. */
const makePage = (...items: Entry[]) => {
  const counted = items.filter(({ confidence }) => confidence !== 'possible')
  const active = counted.filter(({ dismissedRecall }) => !dismissedRecall)
  const sum = (of: (one: Entry) => number, among: Entry[]) => among.reduce((total, one) => total + of(one), 0)
  return {
    items,
    nextCursor: null,
    meds: sum(({ amount }) => amount, active),
    onHold: sum(({ amountOnHold }) => amountOnHold, active),
    pending: 0,
    locations: active.length > 0 ? ['412 Park Avenue'] : [],
    dismissed: sum(({ amount }) => amount, counted) - sum(({ amount }) => amount, active),
    lots: counted.length,
  }
}
const dismissed = {
  id: 51,
  isDismissed: true,
  notes: 'Return 5521',
  noneOnHand: false,
  quarantined: null,
  returned: 2,
  destroyed: null,
  dispensed: null,
  amount: 2,
  dismissedAt: '2026-09-15T12:00:00.000Z',
  dismissedBy: { firstName: 'Dana', lastName: 'Ruiz' },
}
const home = {
  id: 7,
  title: recall.title,
  manufacturer: recall.manufacturer,
  classification: 'Class I',
  recallNumbers: ['D-0871-2026'],
  published: '2026-09-14',
  affectedMedCount: 2,
  possibleMedCount: 4,
  amountOnHold: 1,
  amountPending: 0,
  state: 'new',
}
const standing = { hasRecalls: true, asOf: '2026-09-16', recalls: 120, waiting: 0 }
const answers = {
  'recall.readStanding': () => standing,
  'recall.readOneActiverecalledmedcountByUserid': () => ({ count: 14, recalls: 2 }),
  'recall.readManyHome': () => ({ items: [home], nextCursor: null, amount: 1 }),
  'recall.readOneById': () => recall,
  'recall.readOneStory': () => ({
    texts: [{ recallNumber: 'D-0871-2026', description: recall.product, codeInfo: 'Lots LP4471, LP4472', moreCodeInfo: null, unread: [] }],
    versions: [],
  }),
  'recall.readManyAffected': () => makePage(entry(1)),
  'recall.updateOneSeen': () => ({ ok: true }),
  'recall.createOneDismissedrecall': () => ({ ...dismissed, epcisEventId: 1 }),
  'recall.updateOneToggledismissedrecall': () => ({ ...dismissed, isDismissed: false, epcisEventId: 1 }),
  'recall.readManySearch': () => [recall],
  'recall.readManySearchcount': () => ({ totalRows: 420 }),
}
const show = (path: string, more: object = {}) => showApp(path, { answers: { ...answers, ...more } })
const detail = '/recalls/detail/7'

describe('the recall home', () => {
  test('[RECALL-005 RECALL-006 RECALL-007 RECALL-009] is a table that leads to each recall, and to the search', async () => {
    show('/recalls')
    const link = await screen.findByRole('link', { name: recall.title })
    expect(link.getAttribute('href')).toBe(detail)
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent.trim())
    for (const name of ['Class', 'Product', 'Manufacturer', 'Recall Number(s)', 'Published', 'Your affected packages', 'State'])
      expect(heads).toContain(name)
    expect(screen.getAllByRole('link', { name: 'All Recalls' })[0]?.getAttribute('href')).toBe('/recalls/search')
    expect(screen.getByText('1 on hold, 4 possible')).toBeTruthy()
  })

  test('[RECALL-008] has dialogs for what is recalled, for the serial numbers and for dismissing', async () => {
    const user = userEvent.setup()
    const { inputs } = show('/recalls')
    const menu = async (item: string) => {
      await user.click(await screen.findByRole('button', { name: `More for ${recall.title}` }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    await menu('What is recalled')
    await user.click(await screen.findByRole('button', { name: 'Bottle 03999-7741-0' }))
    await screen.findByText('LP4471, LP4472')
    await user.keyboard('{Escape}')
    await user.keyboard('{Escape}')
    await menu('Your serial numbers')
    await screen.findByText('10L2H8C40V7R3M')
    await user.keyboard('{Escape}')
    await menu('Dismiss Recall…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss Recall' }))
    await user.click(dialog.getByRole('button', { name: 'Save & Dismiss' }))
    expect(inputs('recall.createOneDismissedrecall')).toMatchObject([{ recallId: 7, epcisEventId: 1, notes: '' }])
  })
})

describe('the detail', () => {
  test('[RECALL-030 RECALL-031 RECALL-033 RECALL-034] shows what the recall says and which meds of ours it names', async () => {
    show(detail)
    await screen.findByRole('heading', { level: 1, name: recall.title })
    const facts = Object.fromEntries(
      [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(facts).toEqual({
      Product: recall.product,
      Manufacturer: 'Ormsby Generics',
      'Recall Number(s)': 'D-0871-2026, D-0872-2026',
      Distribution: 'NY, NJ',
      Codes: 'Bottle 03999-7741-0Carton 03999-7741-3',
      Quantity: '18,420 bottles',
      Reason: recall.reason,
    })
    expect(screen.getByText(/published 09\/14\/2026, version 2 of 09\/16\/2026/)).toBeTruthy()
    const table = within(await screen.findByRole('table', { name: 'Your Affected Meds' }))
    const heads = table.getAllByRole('columnheader').map((head) => head.textContent.trim())
    expect(heads.slice(0, 7)).toEqual(['Location', 'Med Name', 'Manufacturer', 'NDC', 'Expiration', 'Lot #', 'Date Shipment Sent'])
    expect((await table.findAllByText('03/31/2028')).length).toBeGreaterThan(0)
    expect(table.getByText('09/01/2026')).toBeTruthy()
    expect(table.getByText('Same NDC, lot and expiry')).toBeTruthy()
  })

  test('[RECALL-032] a code opens its criteria with expiration and lot numbers', async () => {
    const user = userEvent.setup()
    show(detail)
    await user.click(await screen.findByRole('button', { name: 'Bottle 03999-7741-0' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Bottle 03999-7741-0' }))
    expect(dialog.getByRole('columnheader', { name: 'Expiration' })).toBeTruthy()
    expect(dialog.getByText('03/2028')).toBeTruthy()
    expect(dialog.getByText('LP4471, LP4472')).toBeTruthy()
  })

  test('[RECALL-035] says when there are no affected meds', async () => {
    show(detail, { 'recall.readManyAffected': () => makePage() })
    expect(await screen.findByText('No Affected Meds Found')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /on hold$/ })).toBeNull()
  })

  test('[RECALL-036] a dismissed row is marked as such, in grey and italic', async () => {
    show(detail, {
      'recall.readManyAffected': () => makePage(entry(1), entry(2, { dismissedRecall: dismissed, lotNumber: 'LP4472' })),
    })
    const table = within(await screen.findByRole('table', { name: 'Your Affected Meds' }))
    const row = (await table.findByText('LP4472')).closest('tr')
    expect(row?.className).toMatch(/dismissed/)
    expect(row?.textContent).toContain('By Dana Ruiz 09/15/2026')
    expect(table.getByText('LP4471').closest('tr')?.className).not.toMatch(/dismissed/)
  })

  test('[RECALL-037 RECALL-039 RECALL-040] a row opens its SGTINs, from there dismissing, and Cancel leads back', async () => {
    const user = userEvent.setup()
    const { inputs } = show(detail)
    await user.click(await screen.findByRole('button', { name: '412 Park Avenue' }))
    const packages = within(await screen.findByRole('dialog', { name: '2 packages at 412 Park Avenue' }))
    expect(packages.getByText('10L2H8C40V7R3M').tagName).toBe('B')
    expect(packages.getByText('On hold')).toBeTruthy()
    await user.click(packages.getByRole('button', { name: 'Dismiss Recall' }))
    const dismiss = within(await screen.findByRole('dialog', { name: 'Dismiss Recall' }))
    expect(dismiss.getByLabelText('Notes').tagName).toBe('TEXTAREA')
    await user.click(dismiss.getByRole('button', { name: 'Cancel' }))
    const again = within(await screen.findByRole('dialog', { name: '2 packages at 412 Park Avenue' }))
    await user.click(again.getByRole('button', { name: 'Dismiss Recall' }))
    const second = within(await screen.findByRole('dialog', { name: 'Dismiss Recall' }))
    await user.clear(second.getByLabelText('Quarantined'))
    await user.type(second.getByLabelText('Returned'), '1')
    expect(second.getByText('1 of 2 are accounted for. Say in the notes where the other one is.')).toBeTruthy()
    await user.type(second.getByLabelText('Notes'), 'one broke')
    await user.click(second.getByRole('button', { name: 'Save & Dismiss' }))
    expect(inputs('recall.createOneDismissedrecall').at(-1)).toMatchObject({
      recallId: 7,
      epcisEventId: 1,
      notes: 'one broke',
      returned: 1,
    })
  })

  test('who dismisses second hears what was said first, and keeps what was typed', async () => {
    const user = userEvent.setup()
    const sentence = 'Lee Okafor already dismissed this lot: 1 returned. To change that, undo the dismissal first.'
    show(detail, {
      'recall.createOneDismissedrecall': () => {
        throw refusal('recall_dismissed', sentence, 409)
      },
    })
    await user.click(await screen.findByRole('button', { name: '412 Park Avenue' }))
    await user.click(await screen.findByRole('button', { name: 'Dismiss Recall' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss Recall' }))
    await user.type(dialog.getByLabelText('Notes'), 'one broke')
    await user.click(dialog.getByRole('button', { name: 'Save & Dismiss' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(sentence)
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('one broke')
  })

  test('[RECALL-050] the dialog of a dismissed row undoes it', async () => {
    const user = userEvent.setup()
    const { inputs } = show(detail, { 'recall.readManyAffected': () => makePage(entry(1, { dismissedRecall: dismissed })) })
    await user.click(await screen.findByRole('button', { name: '412 Park Avenue' }))
    await user.click(await screen.findByRole('button', { name: 'Undo dismissal' }))
    expect(inputs('recall.updateOneToggledismissedrecall')).toEqual([{ dismissedRecallId: 51, isDismissed: false }])
  })

  test('what is only possible stands apart', async () => {
    show(detail, { 'recall.readManyAffected': () => makePage(entry(1), entry(2, { confidence: 'possible', affectedMedCount: 0 })) })
    expect(await screen.findByText('Possible, in no count')).toBeTruthy()
    expect(screen.getByText('2 at 1 location')).toBeTruthy()
  })
})

describe('without the subscription', () => {
  const without = { 'recall.readStanding': () => ({ hasRecalls: false, asOf: null, recalls: 0, waiting: 0 }) }
  test.each(['/recalls', '/recalls/search', detail])('[RECALL-002 RECALL-029] %s asks for no recall and shows none', async (path) => {
    const { inputs } = show(path, without)
    expect(await screen.findByText(/Recall alerts are not part of your subscription/)).toBeTruthy()
    for (const call of ['readManyHome', 'readOneById', 'readManySearch', 'readManyAffected', 'readOneActiverecalledmedcountByUserid'])
      expect(inputs(`recall.${call}`)).toEqual([])
  })
})

describe('who has no recall alerts', () => {
  const without = { 'recall.readStanding': () => ({ hasRecalls: false, asOf: null, recalls: 0, waiting: 0 }) }

  test('[RECALL-003] is told to contact the administrator, where that is somebody else', async () => {
    showApp('/recalls', { answers: without, user: { ...me, customer: { ...me.customer, adminId: 2 } } })
    expect(await screen.findByText(/Please contact your administrator\./)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Change your subscription' })).toBeNull()
  })

  test('[RECALL-004] is led to the subscription as its admin', async () => {
    showApp('/recalls', { answers: without })
    expect((await screen.findByRole('link', { name: 'Change your subscription' })).getAttribute('href')).toBe('/subscription/modify')
    expect(screen.queryByText(/contact your administrator/)).toBeNull()
  })
})

describe('the search of all recalls', () => {
  beforeEach(() => keepSearch({ fields: {}, search: undefined }))
  const found = (inputs: (name: string) => unknown[]) => inputs('recall.readManySearch')

  test('[RECALL-010 RECALL-013 RECALL-015 RECALL-016 RECALL-023 RECALL-025] runs on the button or Enter only, and is counted when there is something', async () => {
    const user = userEvent.setup()
    const { inputs } = show('/recalls/search')
    await user.type(await screen.findByLabelText('Manufacturer Name'), 'ormsby')
    for (const label of ['Med Name', 'NDC', 'Lot Number']) expect(screen.getByLabelText(label)).toBeTruthy()
    expect(found(inputs)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Search All Recalls' }))
    const link = await screen.findByRole('link', { name: recall.title })
    expect(link.getAttribute('href')).toBe(detail)
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent.trim())).toEqual(['Med Name', 'Manufacturer', 'NDC(s)'])
    expect(screen.getByText('03999-7741-0, 03999-7741-3')).toBeTruthy()
    expect(found(inputs)).toEqual([{ manufacturer: 'ormsby', pageNumber: 1, pageSize: 50 }])
    await screen.findByText('420 recalls')
    expect(inputs('recall.readManySearchcount')).toHaveLength(1)
    await user.type(screen.getByLabelText('Lot Number'), 'LP{Enter}')
    expect(found(inputs).at(-1)).toMatchObject({ manufacturer: 'ormsby', lotNumber: 'LP', pageNumber: 1 })
  })

  test('[RECALL-024 RECALL-026 RECALL-027] later pages run when they are chosen, the first one again on the button; nothing is asked twice', async () => {
    const user = userEvent.setup()
    const { inputs } = show('/recalls/search')
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    await user.click(await screen.findByRole('button', { name: 'Page 3' }))
    expect(found(inputs).at(-1)).toMatchObject({ pageNumber: 3 })
    await user.click(await screen.findByRole('button', { name: 'Last page' }))
    expect(found(inputs).at(-1)).toMatchObject({ pageNumber: 9 })
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    const asked = found(inputs).length
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    expect(found(inputs)).toHaveLength(asked + 1)
    expect(found(inputs).at(-1)).toMatchObject({ pageNumber: 1 })
    expect(inputs('recall.readManySearchcount')).toHaveLength(1)
  })

  test('[RECALL-011 RECALL-012] advanced options add the days of the recall; hiding them clears both', async () => {
    const user = userEvent.setup()
    const { inputs } = show('/recalls/search')
    await user.click(await screen.findByRole('button', { name: 'Show advanced options' }))
    await user.type(screen.getByLabelText('Date Recalled Range Start'), '09/01/2026{Tab}')
    await user.type(screen.getByLabelText('End date'), '09/30/2026{Tab}')
    await user.click(screen.getByRole('button', { name: 'Search All Recalls' }))
    await screen.findByRole('link', { name: recall.title })
    expect(found(inputs).at(-1)).toMatchObject({ dateReceivedStart: '2026-09-01', dateReceivedEnd: '2026-09-30' })
    await user.click(screen.getByRole('button', { name: 'Hide advanced options' }))
    expect(screen.queryByLabelText('End date')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Search All Recalls' }))
    expect(found(inputs).at(-1)).toMatchObject({ dateReceivedStart: '', dateReceivedEnd: '' })
  })

  test('[RECALL-014 RECALL-021] the button waits while it searches; of nothing found there is no table and no pager', async () => {
    const user = userEvent.setup()
    let release: (rows: unknown[]) => void = () => undefined
    show('/recalls/search', {
      'recall.readManySearch': () =>
        new Promise((resolve) => {
          release = resolve
        }),
    })
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    expect(screen.getByRole('button', { name: 'Search All Recalls' })).toHaveProperty('disabled', true)
    release([])
    await screen.findByText('No recall matches this search.')
    expect(screen.getByRole('button', { name: 'Search All Recalls' })).toHaveProperty('disabled', false)
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  test('[RECALL-017] a click on a row opens the recall', async () => {
    const user = userEvent.setup()
    const { history } = show('/recalls/search')
    await user.click(await screen.findByRole('button', { name: 'Search All Recalls' }))
    await user.click(await screen.findByText('03999-7741-0, 03999-7741-3'))
    expect(history?.at(-1)).toBe(detail)
  })
})
