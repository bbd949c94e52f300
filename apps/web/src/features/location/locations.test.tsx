import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'

const address = (id: number, changes: object = {}) => ({
  id,
  addressLineOne: '412 Park Avenue',
  addressLineTwo: null,
  addressLineThree: null,
  city: 'New York',
  stateId: 33,
  state: { name: 'New York', code: 'NY' },
  zip: '10022',
  type: 'shipping',
  isDefault: true,
  ...changes,
})
const BILLING = address(12, { addressLineOne: 'Billing office', type: 'billing', isDefault: false })
const GLN = { id: 5, globalLocationNumber: '0399993456780', disposition: 'BOTH', isVerified: true }
const location = {
  id: 1,
  name: '412 Park Avenue',
  globalLocationNumber: '0399993456780',
  customerLocationAddresses: [address(11), BILLING],
  customerLocationDefaultAddress: address(11),
  customerLocationGlobalLocationNumbers: [{ isVerified: true, disposition: 'BOTH', globalLocationNumber: GLN }],
  timeZone: 'America/New_York',
  phone: null,
  npi: null,
  licenseNumber: null,
  closed: null,
  owner: null,
}
const answers = {
  'location.readAllHydratedByUserid': () => [location],
  'location.readOneHydratedById': () => location,
  'location.readOneLimit': () => ({ total: 3, used: 1, unused: 2 }),
  'location.createOne': () => location,
  'location.createAddress': () => location,
  'location.updateOneAddress': () => location,
  'location.updateOneName': () => location,
  'location.updateOneFacts': () => location,
  'location.deleteOneAddress': () => location,
}
const show = (path: string, more: object = {}) => showApp(path, { answers: { ...answers, ...more } })

const at = (all: HTMLElement[], place: number): HTMLElement => all[place] ?? document.body

test('[LOC-001 LOC-002 LOC-004] the list of locations has name, city, state and subscriptions, and links to each location', async () => {
  const user = userEvent.setup()
  const { history } = show('/locations')
  const cell = await screen.findByText('New York, NY')
  expect(screen.getByText('Total subscriptions').nextSibling?.textContent).toBe('3')
  expect(screen.getByText('Unused subscriptions').nextSibling?.textContent).toBe('2')
  await user.click(cell)
  expect(history.at(-1)).toBe('/locations/1')
})

test('[LOC-003] a location can be added only while the customer has a subscription that no location uses yet', async () => {
  show('/locations')
  expect((await screen.findAllByRole('link', { name: 'Add Location' })).length).toBeGreaterThan(0)
  cleanup()
  show('/locations', { 'location.readOneLimit': () => ({ total: 1, used: 1, unused: 0 }) })
  await screen.findByText(/All your subscriptions are in use/)
  expect(screen.queryByRole('link', { name: 'Add Location' })).toBeNull()
})

test('[LOC-005 LOC-006 LOC-007 LOC-013 LOC-016] the form of a new location has address cards with one default, and sends null for empty fields', async () => {
  const user = userEvent.setup()
  const { inputs, history } = show('/locations/add')
  await user.type(await screen.findByLabelText('Name (first line)'), '19 Grove Street')
  await user.click(screen.getByRole('button', { name: 'Add Address' }))
  const names = screen.getAllByLabelText('Name (first line)')
  expect(names).toHaveLength(2)
  await user.type(at(names, 1), 'Dock')
  const defaults = screen.getAllByRole('checkbox', { name: /^Default address/ })
  expect(defaults.map((box) => box.matches(':checked'))).toEqual([true, false])
  await user.click(at(defaults, 1))
  expect(defaults.map((box) => box.matches(':checked'))).toEqual([false, true])
  await user.click(screen.getByRole('button', { name: 'Save Location' }))
  for (const missing of ['Enter the street.', 'Enter the city.', /^Choose the state\. The state determines/, 'Enter the ZIP code.'])
    expect(await screen.findByText(missing)).toBeTruthy()
  expect(inputs('location.createOne')).toEqual([])
  fireEvent.change(at(screen.getAllByLabelText('Street'), 1), { target: { value: '19 Grove Street' } })
  fireEvent.change(at(screen.getAllByLabelText('City'), 1), { target: { value: 'Hoboken' } })
  fireEvent.change(at(screen.getAllByLabelText('ZIP code'), 1), { target: { value: '07030' } })
  await user.selectOptions(at(screen.getAllByLabelText('State'), 1), 'New Jersey')
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Central Time')
  await user.click(screen.getByRole('button', { name: 'Save Location' }))
  const empty = { addressLineTwo: null, addressLineThree: null, city: null, stateId: null, zip: null, type: 'shipping' }
  expect(inputs('location.createOne')).toEqual([
    {
      addresses: [
        { ...empty, addressLineOne: '19 Grove Street', isDefault: false },
        {
          ...empty,
          addressLineOne: 'Dock',
          addressLineTwo: '19 Grove Street',
          city: 'Hoboken',
          stateId: 31,
          zip: '07030',
          isDefault: true,
        },
      ],
      timeZone: 'America/Chicago',
    },
  ])
  expect(history.at(-1)).toBe('/locations/1')
})

test('the form of a location shows a message under each empty required field and sends nothing', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/locations/add')
  await user.click(await screen.findByRole('button', { name: 'Save Location' }))
  expect(await screen.findByText(/Enter the first line/)).toBeTruthy()
  expect(inputs('location.createOne')).toEqual([])
})

test('[LOC-008 LOC-009 LOC-010 LOC-011] a location shows its GLNs and addresses, and can be renamed', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/locations/1')
  expect(await screen.findByText('Verified')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add GLN' }).getAttribute('href')).toBe('/gln')
  expect(screen.getByRole('button', { name: 'Edit address Billing office' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit name' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the name' }))
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Park')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(inputs('location.updateOneName')).toEqual([{ customerLocationId: 1, name: 'Park' }])
})

test('[LOC-012 LOC-022] the address dialog opens empty to add an address and prefilled to change one', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/locations/1')
  await user.click(await screen.findByRole('button', { name: 'Add Address' }))
  const add = within(await screen.findByRole('dialog', { name: 'Add Address' }))
  expect(add.getByLabelText('Name (first line)')).toHaveProperty('value', '')
  await user.type(add.getByLabelText('Name (first line)'), 'Dock')
  await user.click(add.getByRole('button', { name: 'Add Address' }))
  expect(inputs('location.createAddress')).toMatchObject([{ customerLocationId: 1, addressLineOne: 'Dock', city: null }])
  await user.click(screen.getByRole('button', { name: 'Edit address Billing office' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Address' }))
  expect(edit.getByLabelText('Name (first line)')).toHaveProperty('value', 'Billing office')
  expect(edit.getByLabelText('State')).toHaveProperty('value', '33')
  await user.clear(edit.getByLabelText('City'))
  await user.click(edit.getByRole('button', { name: 'Save' }))
  expect(inputs('location.updateOneAddress')).toMatchObject([
    { id: 12, addressLineOne: 'Billing office', city: null, stateId: 33, type: 'billing' },
  ])
})

test('[LOC-014 LOC-015] an address can be deleted after a confirmation, unless it is the last one', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/locations/1')
  await user.click(await screen.findByRole('button', { name: 'Delete address Billing office' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this address' }))
  expect(inputs('location.deleteOneAddress')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Delete Billing office' }))
  expect(inputs('location.deleteOneAddress')).toEqual([{ customerLocationAddressId: 12 }])
  cleanup()
  show('/locations/1', { 'location.readOneHydratedById': () => ({ ...location, customerLocationAddresses: [address(11)] }) })
  await screen.findByRole('button', { name: /^Edit address/ })
  expect(screen.queryByRole('button', { name: /^Delete address/ })).toBeNull()
})

test('a location’s time zone, phone, NPI and license can be changed, but not to a mistyped NPI', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/locations/1')
  expect(await screen.findByText('Eastern Time')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit time zone, phone, NPI and license' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the location' }))
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  type('NPI', '1234567890')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('An NPI has 10 digits. Check each of them.')).toBeTruthy()
  type('NPI', '1234567893')
  type('Phone', '(212) 555-0140')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(inputs('location.updateOneFacts')).toEqual([
    { customerLocationId: 1, timeZone: 'America/New_York', phone: '(212) 555-0140', npi: '1234567893', licenseNumber: null },
  ])
})

test('the page of a location whose address lacks a U.S. state explains what depends on the state', async () => {
  const bare = address(11, { stateId: null, state: null })
  show('/locations/1', {
    'location.readOneHydratedById': () => ({ ...location, customerLocationAddresses: [bare], customerLocationDefaultAddress: bare }),
  })
  expect(await screen.findByText('This location has no state yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add the address' }))
  expect(await screen.findByRole('dialog', { name: 'Edit Address' })).toBeTruthy()
})
