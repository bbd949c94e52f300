import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { me, refusal, showApp } from '../../test-app.tsx'
import { detail, dismissed, entry, makePage, recall, show } from './recall-kit.tsx'

describe('the recall home page', () => {
  test('[RECALL-005 RECALL-006 RECALL-007 RECALL-009] has a table with links to each recall and to the search', async () => {
    show('/recalls')
    const link = await screen.findByRole('link', { name: recall.title })
    expect(link.getAttribute('href')).toBe(detail)
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent.trim())
    for (const name of ['Class', 'Product', 'Manufacturer', 'Recall Number(s)', 'Published', 'Your affected packages', 'State'])
      expect(heads).toContain(name)
    expect(screen.getAllByRole('link', { name: 'All Recalls' })[0]?.getAttribute('href')).toBe('/recalls/search')
    expect(screen.getByText('1 on hold, 4 possible')).toBeTruthy()
  })

  test('[RECALL-008] has dialogs for the recalled codes, the serial numbers and the dismissal', async () => {
    const user = userEvent.setup()
    const { inputs } = show('/recalls')
    const menu = async (item: string) => {
      await user.click(await screen.findByRole('button', { name: `More for ${recall.title}` }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    await menu('Recalled products')
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

describe('the page of a recall', () => {
  test('[RECALL-030 RECALL-031 RECALL-033 RECALL-034] shows the recall and the customer’s affected meds', async () => {
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

  test('shows received and expected packages separately, with their PO, and also separately in the hold and dismissal dialogs', async () => {
    const user = userEvent.setup()
    const lot = entry(1, { amount: 5, amountReceived: 2, amountOnHold: 0, amountExpectedNotHeld: 3 })
    show(detail, { 'recall.readManyAffected': () => makePage(lot) })
    await screen.findByText('2 packages, 3 more expected at 1 location')
    const table = within(screen.getByRole('table', { name: 'Your Affected Meds' }))
    expect(table.getByText('PO 88213')).toBeTruthy()
    expect(table.getByText('3 more expected')).toBeTruthy()
    await user.click(table.getByRole('button', { name: /^Put 5 on hold/ }))
    await screen.findByText('3 packages not received yet: the hold stops anyone from receiving them on arrival.')
    await user.keyboard('{Escape}')
    await user.click(table.getByText('412 Park Avenue'))
    await user.click(await screen.findByRole('button', { name: 'Dismiss Recall' }))
    const dialog = await screen.findByRole('dialog', { name: 'Dismiss Recall' })
    expect(dialog.textContent).toContain('2 packages, 3 more expected of lot LP4471')
    expect(within(dialog).getByText('What was done with the 2 packages')).toBeTruthy()
  })

  test('asks before it holds the packages of one lot or of all lots, including expected packages', async () => {
    const user = userEvent.setup()
    const lot = entry(1, { amount: 5, amountReceived: 2, amountOnHold: 3, amountExpectedNotHeld: 1 })
    show(detail, { 'recall.readManyAffected': () => makePage(lot) })
    const [all] = await screen.findAllByRole('button', { name: 'Put 2 on hold' })
    const one = await screen.findByRole('button', { name: /^Put 2 on hold, lot/ })
    for (const button of [all, one]) {
      if (button) await user.click(button)
      const dialog = within(await screen.findByRole('dialog', { name: 'Put 2 packages on hold?' }))
      expect(dialog.getByText('1 package not received yet: the hold stops anyone from receiving it on arrival.')).toBeTruthy()
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    }
  })

  test('[RECALL-032] shows the expiration and the lot numbers of a recalled product code in a dialog', async () => {
    const user = userEvent.setup()
    show(detail)
    await user.click(await screen.findByRole('button', { name: 'Bottle 03999-7741-0' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Bottle 03999-7741-0' }))
    expect(dialog.getByRole('columnheader', { name: 'Expiration' })).toBeTruthy()
    expect(dialog.getByText('03/2028')).toBeTruthy()
    expect(dialog.getByText('LP4471, LP4472')).toBeTruthy()
  })

  test('[RECALL-035] shows a message when no meds are affected', async () => {
    show(detail, { 'recall.readManyAffected': () => makePage() })
    expect(await screen.findByText('No Affected Meds Found')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /on hold$/ })).toBeNull()
  })

  test('shows who dismissed a row, and when', async () => {
    show(detail, {
      'recall.readManyAffected': () => makePage(entry(1), entry(2, { dismissedRecall: dismissed, lotNumber: 'LP4472' })),
    })
    const table = within(await screen.findByRole('table', { name: 'Your Affected Meds' }))
    const row = (await table.findByText('LP4472')).closest('tr')
    expect(row?.textContent).toContain('By Dana Ruiz 09/15/2026')
    expect(table.getByText('LP4471').closest('tr')?.textContent).not.toContain('Dana Ruiz')
  })

  test('[RECALL-037 RECALL-039 RECALL-040] opens the packages of a row and from there the dismissal, and returns to the packages on Cancel', async () => {
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

  test('tells a user who dismisses a lot that somebody else already dismissed it, names that person, and keeps the user’s input', async () => {
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

  test('[RECALL-050] can undo a dismissal in the row’s dialog', async () => {
    const user = userEvent.setup()
    const { inputs } = show(detail, { 'recall.readManyAffected': () => makePage(entry(1, { dismissedRecall: dismissed })) })
    await user.click(await screen.findByRole('button', { name: '412 Park Avenue' }))
    await user.click(await screen.findByRole('button', { name: 'Undo dismissal' }))
    expect(inputs('recall.updateOneToggledismissedrecall')).toEqual([{ dismissedRecallId: 51, isDismissed: false }])
  })

  test('lists possible matches separately', async () => {
    show(detail, { 'recall.readManyAffected': () => makePage(entry(1), entry(2, { confidence: 'possible', affectedMedCount: 0 })) })
    expect(await screen.findByText('Possible, not counted')).toBeTruthy()
    expect(screen.getByText('2 packages at 1 location')).toBeTruthy()
  })
})

describe('a page without the recall subscription', () => {
  const without = { 'recall.readStanding': () => ({ hasRecalls: false, asOf: null, recalls: 0, waiting: 0 }) }
  test.each(['/recalls', '/recalls/search', detail])('[RECALL-002 RECALL-029] requests no recalls and shows none: %s', async (path) => {
    const { inputs } = show(path, without)
    expect(await screen.findByText(/Recall alerts are not part of your subscription/)).toBeTruthy()
    for (const call of ['readManyHome', 'readOneById', 'readManySearch', 'readManyAffected', 'readOneActiverecalledmedcountByUserid'])
      expect(inputs(`recall.${call}`)).toEqual([])
  })
})

describe('a user without recall alerts', () => {
  const without = { 'recall.readStanding': () => ({ hasRecalls: false, asOf: null, recalls: 0, waiting: 0 }) }

  test('[RECALL-003] is referred to the administrator, unless that user is the administrator', async () => {
    showApp('/recalls', { answers: without, user: { ...me, customer: { ...me.customer, adminId: 2 } } })
    expect(await screen.findByText(/Please contact your administrator\./)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Change your subscription' })).toBeNull()
  })

  test('[RECALL-004] gets a link to the subscription when that user is the administrator', async () => {
    showApp('/recalls', { answers: without })
    expect((await screen.findByRole('link', { name: 'Change your subscription' })).getAttribute('href')).toBe('/subscription/modify')
    expect(screen.queryByText(/contact your administrator/)).toBeNull()
  })
})
