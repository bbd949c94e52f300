import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { me, refusal, showApp } from '../../test-app.tsx'

const READ = 'regime.readOne'
const COUNT = 'regime.createOneHeadCount'

const draft = {
  id: 2,
  amount: 22,
  asOf: '2026-11-20',
  basis: 'Payroll of November',
  isAttested: false,
  nextReview: null,
  countedAt: '2026-11-20T15:00:00Z',
  countedBy: 'Dana Ruiz',
}
const before = { ...draft, id: 1, amount: 21, asOf: '2025-11-03', basis: 'Letter', isAttested: true, countedAt: '2025-11-03T15:00:00Z' }
const own = {
  id: 7,
  duty: 'Show statements for what you bought from pharmacies',
  note: null,
  from: '2026-01-01',
  until: '2026-12-31',
  source: 'Cobblestone Benefits',
  addedOn: '2026-02-03',
  addedBy: 'Dana Ruiz',
  endedOn: null,
  endedBy: null,
}
const regime = {
  day: '2026-11-24',
  customerName: 'Park Avenue Pharmacy',
  headCounts: [draft, before],
  facts: {
    company: 'Park Avenue Pharmacy LLC',
    kind: 'retail',
    inCharge: 'Dana Ruiz',
    backup: 'Lee Okafor',
    confirmedAt: '2026-11-20T15:00:00Z',
    confirmedBy: 'Dana Ruiz',
  },
  locations: [
    { state: 'New York', amount: 4 },
    { state: 'New Jersey', amount: 1 },
  ],
  ownRules: [own],
  mayWrite: true,
}

const show = (more: object = {}, answers: object = {}) =>
  showApp('/rules', { answers: { [READ]: () => ({ ...regime, ...more }), ...answers } as never })

// the page has two such buttons, one in its head and one in the thumb bar, so the first one exists
const first = async (name: string) => (await screen.findAllByRole('button', { name }))[0] as HTMLElement
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Returns the rows of the table, grouped by the heading above them. */
const readGroups = () =>
  Object.fromEntries(
    within(screen.getByRole('table', { name: 'Rules' }))
      .getAllByRole('rowgroup')
      .slice(1)
      .map((group): [string, HTMLElement[]] => [
        within(group).getByRole('rowheader').querySelector('b')?.textContent ?? '',
        within(group).getAllByRole('row').slice(1),
      ]),
  )

describe('the page of legal rules', () => {
  test('shows how many rules apply, and groups them with dates and sources, marking secondary sources', async () => {
    show()
    await screen.findByRole('heading', { level: 1, name: 'What applies to us' })
    expect(
      await screen.findByText('7 rules apply today, 3 do not yet. Rules as of 11/20/2026; facts about your organization as of 11/20/2026.'),
    ).toBeTruthy()
    const groups = readGroups()
    expect(Object.entries(groups).map(([title, rows]) => [title, rows.length])).toEqual([
      ['Not yet applicable', 3],
      ['Applies now', 7],
      ['Ended', 1],
    ])
    const exempt = within(groups['Not yet applicable']?.[0] as HTMLElement) // the first row of the group is present in this answer
    expect(exempt.getByText('Paper records are sufficient until then')).toBeTruthy()
    expect(exempt.getByText('11/27/2027')).toBeTruthy()
    expect(exempt.getByText('FDA letter 08/06/2026')).toBeTruthy()
    expect(exempt.getByText('From a secondary source, to be confirmed')).toBeTruthy()
    expect(screen.getByText('A contract, not a law. Entered by Dana Ruiz')).toBeTruthy()
    expect(screen.getByText(/It is not legal advice/)).toBeTruthy()
  })

  test('lists upcoming due dates with the days left', async () => {
    show()
    const due = within(await screen.findByRole('list', { name: 'Due next' }))
    expect(due.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '11/27/2026Count your employees. The number on this day affects three rules.In 3 days',
      '12/31/2026"Show statements for what you bought from pharmacies" (Cobblestone Benefits) ends. Check whether it will be renewed.In 37 days',
      '11/27/2027The exemption for small dispensers ends. Starting no later than this day, electronic data is required for every package.In 12 months',
    ])
  })

  test('shows the head count, its limit and history, and the rules that apply above the limit', async () => {
    show()
    expect(await screen.findByText('Draft until 11/27')).toBeTruthy()
    const counts = within(screen.getByRole('list', { name: 'Head counts' })).getAllByRole('listitem')
    expect(counts.map((line) => line.textContent)).toEqual([
      '22, draft, as of 11/20/2026Counted by Dana Ruiz, 11/20/26. Payroll of November',
      '21, attested, as of 11/03/2025Attested by Dana Ruiz, 11/03/25. Letter',
    ])
    expect(screen.getByText(/^With 26 or more employees on 11\/27\/2026, the three rules/)).toBeTruthy()
    expect(screen.getByText('4 in New York, 1 in New Jersey')).toBeTruthy()
    expect(screen.getByText('Backup Lee Okafor')).toBeTruthy()
  })

  test('says so if no head count is recorded, and shows which rules depend on a head count', async () => {
    show({ headCounts: [], ownRules: [], facts: null })
    expect(await screen.findByText('Never counted')).toBeTruthy()
    expect(screen.getByText(/^There is no head count yet/)).toBeTruthy()
    expect(Object.keys(readGroups())).toEqual(['Depends on your head count', 'Applies now', 'Ended'])
    expect(screen.getByText(/3 depend on your head count\. .*the facts about your organization are not yet confirmed/)).toBeTruthy()
    expect(screen.queryByText('Paper records are sufficient until then')).toBeNull()
  })

  test('records a head count with the name of the attesting person, and refuses text that is not a number', async () => {
    const { inputs } = show({}, { [COUNT]: () => ({ ok: true }) })
    await userEvent.click(await first('Count employees'))
    const form = await dialog('Count employees')
    const amount = form.getByRole('textbox', { name: 'Employees' })
    await userEvent.clear(amount)
    await userEvent.type(amount, 'many')
    await userEvent.click(form.getByRole('button', { name: 'Save as a draft' }))
    expect(await form.findByText('Enter a whole number.')).toBeTruthy()
    await userEvent.clear(amount)
    await userEvent.type(amount, '24')
    await userEvent.clear(form.getByRole('textbox', { name: 'As of' }))
    await userEvent.type(form.getByRole('textbox', { name: 'As of' }), '11/24/26{Tab}')
    await userEvent.click(form.getByRole('checkbox', { name: 'I, Dana Ruiz, attest that this number is correct' }))
    await userEvent.click(form.getByRole('button', { name: 'Attest' }))
    const given = { amount: 24, asOf: '2026-11-24', basis: 'Payroll of November', isAttested: true, nextReview: null }
    await waitFor(() => expect(inputs(COUNT)).toEqual([given]))
  })

  test('adds and ends a contract rule', async () => {
    const { inputs } = show({}, { 'regime.createOneRule': () => ({ ok: true }), 'regime.updateOneRuleEnd': () => ({ ok: true }) })
    await userEvent.click(await first('Add a rule'))
    const form = await dialog('Add a rule')
    await userEvent.type(form.getByRole('textbox', { name: 'What you must do' }), 'Keep invoices')
    await userEvent.type(form.getByRole('textbox', { name: 'Source' }), 'PBM manual')
    await userEvent.clear(form.getByRole('textbox', { name: 'From' }))
    await userEvent.type(form.getByRole('textbox', { name: 'From' }), '1/1/26{Tab}')
    await userEvent.click(form.getByRole('button', { name: 'Add the rule' }))
    const given = { duty: 'Keep invoices', note: null, from: '2026-01-01', until: null, source: 'PBM manual' }
    await waitFor(() => expect(inputs('regime.createOneRule')).toEqual([given]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await first(`End the rule ${own.duty}`))
    await userEvent.click((await dialog('End this rule')).getByRole('button', { name: 'End the rule' }))
    await waitFor(() => expect(inputs('regime.updateOneRuleEnd')).toEqual([{ ruleId: 7, endedOn: '2026-11-24' }]))
  })

  test('saves the user’s confirmation of the facts', async () => {
    const { inputs } = show({}, { 'regime.createOneFacts': () => ({ ok: true }) })
    await userEvent.click(await first('Edit facts'))
    const form = await dialog('Edit facts')
    await userEvent.clear(form.getByRole('textbox', { name: 'Backup (optional)' }))
    await userEvent.click(form.getByRole('button', { name: 'Confirm' }))
    const given = { company: 'Park Avenue Pharmacy LLC', kind: 'retail', inCharge: 'Dana Ruiz', backup: null }
    await waitFor(() => expect(inputs('regime.createOneFacts')).toEqual([given]))
  })

  test('is read-only for users without permission to edit, but can still be printed', async () => {
    showApp('/rules', { answers: { [READ]: () => ({ ...regime, mayWrite: false }) } as never, user: { ...me, id: 3 } })
    await screen.findByText('Draft until 11/27')
    for (const name of ['Count employees', 'Edit facts', 'Add a rule', `End the rule ${own.duty}`])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.getByRole('button', { name: 'Print for the binder' })).toBeTruthy()
  })

  test('reports a failed load, and offers Try again', async () => {
    show(
      {},
      {
        [READ]: () => {
          throw refusal('internal', 'Something went wrong.', 500)
        },
      },
    )
    expect(await screen.findByText('Something went wrong.', undefined, { timeout: 10_000 })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
