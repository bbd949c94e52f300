import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { me, showApp } from '../../test-app.tsx'
import { answer, answers, show, story } from './partner-kit.tsx'

const at = (all: HTMLElement[], place: number): HTMLElement => all[place] ?? document.body

test('[PARTNER-001 PARTNER-002 PARTNER-003 PARTNER-004 PARTNER-031] the list of partners can be searched, and links to each partner’s page and to the form for a new partner', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/tradingpartner')
  const link = await screen.findByRole('link', { name: 'Northway Wholesale' })
  expect(link.getAttribute('href')).toBe('/tradingpartner/7')
  expect(screen.getAllByRole('link', { name: 'Add Trading Partner' })[0]?.getAttribute('href')).toBe('/tradingpartner/create')
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent.trim())
  for (const name of ['Type', 'GLNs', 'City, state', 'Authorized?', 'Last order', 'Open exceptions']) expect(heads).toContain(name)
  for (const words of ['Expires in 40 days in NY', 'Check overdue', 'Agreement ends in 30 days'])
    expect(screen.getByText(words)).toBeTruthy()
  await user.type(at(screen.getAllByLabelText('Name'), 0), 'north (%')
  await user.type(at(screen.getAllByLabelText('GLN'), 0), '0388')
  await user.type(at(screen.getAllByLabelText('City'), 0), 'new')
  await user.selectOptions(at(screen.getAllByLabelText('State'), 0), 'New Jersey')
  await user.selectOptions(at(screen.getAllByLabelText('Type'), 0), 'Both')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(inputs('tradingPartner.readManyTradingpartnersSearch').at(-1)).toMatchObject({
    name: 'north (%',
    gln: '0388',
    city: 'new',
    stateId: 31,
    type: 'both',
  })
})

test('the list of partners can be filtered and sorted by authorization on a given day, and the result can be saved as a PDF', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/tradingpartner')
  await screen.findByRole('link', { name: 'Northway Wholesale' })
  await user.selectOptions(at(screen.getAllByLabelText('Authorized?'), 0), 'Not authorized')
  const day = at(screen.getAllByLabelText('As of'), 0)
  fireEvent.change(day, { target: { value: '03/31/2026' } })
  fireEvent.blur(day)
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.click(screen.getByRole('button', { name: /^Authorized\?/ }))
  const search = { authorization: 'notAuthorized', sort: 'authorization', sortOrder: 'asc', day: '2026-03-31' }
  await waitFor(() => expect(inputs('tradingPartner.readManyTradingpartnersSearch').at(-1)).toMatchObject(search))
  await user.click(screen.getByRole('button', { name: 'Authorization…' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save as PDF' }))
  await waitFor(() => expect(inputs('tradingPartner.readManyAuthorizationPdf')).toMatchObject([search]))
})

test('[PARTNER-005 PARTNER-011 PARTNER-017 PARTNER-018 PARTNER-019] a new partner is entered with the shared editors and saved in one call', async () => {
  const user = userEvent.setup()
  const { inputs, history } = show('/tradingpartner/create')
  await user.type(await screen.findByLabelText('Name'), ' Riverside Drugs ')
  await user.selectOptions(screen.getByLabelText('Type'), 'Both')
  await user.click(screen.getByRole('button', { name: 'Add GLN' }))
  const gln = within(await screen.findByRole('dialog', { name: 'Add GLN' }))
  await user.type(gln.getByLabelText('GLN'), '0388881000006')
  await user.click(gln.getByRole('button', { name: 'Add GLN' }))
  await user.click(screen.getByRole('button', { name: 'Add address' }))
  const address = within(await screen.findByRole('dialog', { name: 'Add Address' }))
  await user.type(address.getByLabelText('Street or PO box'), '7 River Street')
  await user.click(address.getByRole('button', { name: 'Add Address' }))
  await user.click(screen.getByRole('button', { name: 'Add contact' }))
  const contact = within(await screen.findByRole('dialog', { name: 'Add Contact' }))
  expect(contact.getByLabelText('First name')).toHaveProperty('value', '')
  await user.type(contact.getByLabelText('First name'), 'Marta')
  await user.type(contact.getByLabelText('Number or address 1'), '1')
  await user.click(contact.getByRole('button', { name: 'Add Contact' }))
  await user.click(screen.getByRole('button', { name: 'Add account number' }))
  const account = within(await screen.findByRole('dialog', { name: 'Add Account Number' }))
  await user.type(account.getByLabelText('Account number'), 'PAP-1')
  await user.click(account.getByRole('button', { name: 'Add Account Number' }))
  await user.click(await screen.findByRole('button', { name: 'More for contact Marta' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Contact' }))
  expect(edit.getByLabelText('First name')).toHaveProperty('value', 'Marta')
  await user.click(edit.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Save Trading Partner' }))
  expect(inputs('tradingPartner.createOne')).toEqual([
    {
      customerLocationId: null,
      name: 'Riverside Drugs',
      type: 'both',
      business: null,
      globalLocationNumbers: ['0388881000006'],
      addresses: [
        {
          name: null,
          addressLineOne: '7 River Street',
          addressLineTwo: null,
          city: null,
          stateId: null,
          postalCode: null,
          addressType: 'physical',
        },
      ],
      contacts: [{ firstName: 'Marta', lastName: null, title: null, contactDetails: [{ contactType: 'phone', contactDetail: '1' }] }],
      accountNumbers: ['PAP-1'],
    },
  ])
  expect(history.at(-1)).toBe('/tradingpartner/7')
})

test('[PARTNER-030] a new partner is saved for the chosen location, or for the user’s only location', async () => {
  const user = userEvent.setup()
  const save = async () => {
    await user.type(await screen.findByLabelText('Name'), 'Riverside Drugs')
    await user.click(screen.getByRole('button', { name: 'Save Trading Partner' }))
  }
  const sentFor = (inputs: (of: string) => unknown[]) =>
    inputs('tradingPartner.createOne').map((input) => (input as { customerLocationId: number | null }).customerLocationId)
  const options = () =>
    within(screen.getByLabelText('For'))
      .getAllByRole('option')
      .map((option) => option.textContent)

  const admin = show('/tradingpartner/create')
  await user.selectOptions(await screen.findByLabelText('For'), '88 Lexington Avenue')
  expect(options()).toEqual(['All locations', '412 Park Avenue', '88 Lexington Avenue'])
  await save()
  expect(sentFor(admin.inputs)).toEqual([2])
  cleanup()
  const staff = { ...me, id: 2 }
  const several = showApp('/tradingpartner/create', { answers, user: staff })
  await user.selectOptions(await screen.findByLabelText('For'), '88 Lexington Avenue')
  expect(options()).toEqual(['412 Park Avenue', '88 Lexington Avenue'])
  await save()
  expect(sentFor(several.inputs)).toEqual([2])
  cleanup()
  const single = showApp('/tradingpartner/create', {
    answers: { ...answers, 'location.readAllByUserid': () => [{ id: 9, name: '412 Park Avenue', globalLocationNumber: null }] },
    user: staff,
  })
  await screen.findByLabelText('Name')
  expect(screen.queryByLabelText('For')).toBeNull()
  await save()
  expect(sentFor(single.inputs)).toEqual([9])
})

test('[PARTNER-006] General Info shows name and type, which can be edited', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/tradingpartner/7')
  const block = within(await screen.findByRole('region', { name: 'General Info' }))
  expect(block.getByText('Northway Wholesale')).toBeTruthy()
  expect(block.getByText('Upstream')).toBeTruthy()
  await user.click(block.getByRole('button', { name: 'Edit General Info' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit General Info' }))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Northway Wholesale')
  expect(dialog.getByLabelText('Type')).toHaveProperty('value', 'upstream')
  await user.type(dialog.getByLabelText('Name'), ' Inc')
  await user.selectOptions(dialog.getByLabelText('Type'), 'Downstream')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(inputs('tradingPartner.updateOneTradingpartner')).toEqual([
    { id: 7, name: 'Northway Wholesale Inc', type: 'downstream', business: null },
  ])
})

test('a partner’s page has links to call and to email, and shows whether buying is allowed', async () => {
  show('/tradingpartner/7')
  expect((await screen.findByRole('link', { name: '(201) 555-0118' })).getAttribute('href')).toBe('tel:2015550118')
  expect(await screen.findByText('Authorized in New York')).toBeTruthy()
  expect(screen.getByText('40 days left')).toBeTruthy()
})

test('a partner’s page links to all its orders, but not to orders of a partner with a similar name', async () => {
  const order = {
    documentId: 5,
    purchaseOrderNumber: 'PO-5',
    timeStamp: '2026-09-16T14:12:00.000Z',
    locationName: 'Main',
    amountOfMeds: 3,
    amountNotReceived: 0,
    findings: { reject: 0, warn: 0 },
  }
  show('/tradingpartner/7', { 'tradingPartner.readOneStory': () => ({ ...story, orders: [order], amountOfOrders: 9 }) })
  expect((await screen.findByRole('link', { name: 'All 9' })).getAttribute('href')).toBe('/orders?from=any&to=any&location=any&partner=7')
})

test('a partner’s page shows which of our GLNs were sent to the partner, by whom and when, and lets a user record GLNs given to the partner without email', async () => {
  const user = userEvent.setup()
  const gln = {
    globalLocationNumberId: 1,
    globalLocationNumber: '0388881000006',
    locationName: 'Main',
    disposition: 'BOTH',
    confirmedAt: null,
  }
  const sent = {
    id: 1,
    at: '2026-09-16T14:12:00.000Z',
    by: { firstName: 'Dana', lastName: 'Ruiz' },
    to: 'gln@northway.test',
    note: null,
    mail: 'sent',
  }
  const noted = { ...sent, id: 2, to: null, note: 'By phone to Marta Lind', mail: null }
  const { inputs } = show('/tradingpartner/7', {
    'tradingPartner.readManySentGlns': () => [
      { ...gln, sent },
      { ...gln, globalLocationNumberId: 2, sent: noted },
      { ...gln, globalLocationNumberId: 3, sent: null },
    ],
    'tradingPartner.createManySentGlns': () => [],
  })
  expect(await screen.findByText(/to gln@northway.test by Dana Ruiz/)).toBeTruthy()
  expect(screen.getByText(/by Dana Ruiz: By phone to Marta Lind/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Record GLNs sent another way' }))
  await user.type(await screen.findByLabelText('Who you notified, and how'), 'On their website')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() =>
    expect(inputs('tradingPartner.createManySentGlns')).toEqual([
      { tradingPartnerId: 7, globalLocationNumberIds: [3], note: 'On their website' },
    ]),
  )
})

const license = {
  id: 1,
  kind: 'wholesaler',
  number: '031-1',
  stateId: 31,
  state: { name: 'New York', code: 'NY' },
  issuingBody: null,
  validFrom: '2020-01-01',
  validTo: null,
  evidenceAddress: null,
  checkedOn: '2020-01-01',
  checkedBy: null,
  checkedWhere: null,
  nextCheck: '2021-01-01',
  evidence: null,
  standing: 'valid',
  daysLeft: null,
}

test('a partner’s page shows when a check is overdue or the partner is deactivated', async () => {
  const gone = { ...answer, status: 'deactivated', since: '2026-09-16', until: null, daysLeft: null }
  show('/tradingpartner/7', {
    'tradingPartner.readOneAuthorization': () => ({ day: '2026-09-16', states: [gone, { ...gone, state: null }], licenses: [license] }),
  })
  expect(await screen.findByText('Check overdue')).toBeTruthy()
  expect(screen.getByText(/Check overdue since/)).toBeTruthy()
  expect(screen.getAllByText('You no longer buy from them')).toHaveLength(1)
})

test('removing the only license shows a warning that orders of the partner will no longer be stopped', async () => {
  const user = userEvent.setup()
  const other = { ...license, id: 2, number: '031-2' }
  const words = 'This is the only license on file'
  for (const [licenses, amount] of [[[license, other], 0] as const, [[license], 1] as const]) {
    cleanup()
    show('/tradingpartner/7', { 'tradingPartner.readOneAuthorization': () => ({ day: '2026-09-16', states: [answer], licenses }) })
    await user.click(at(await screen.findAllByRole('button', { name: 'More for license 031-1' }), 0))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
    await screen.findByText(/It no longer counts for any day/)
    expect(screen.queryAllByText(words)).toHaveLength(amount)
  }
})
