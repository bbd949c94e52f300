import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../partner-kit.tsx'

interface Part {
  title: string
  /** Noun in the editor's title: "Account Number". */
  editor: string
  /** Text of the existing entry in the section's list. */
  entry: string
  /** How the procedures' names end: `Address` for `createOneAddress`, `updateOneAddress` and so on. */
  call: string
  id: number
  /** For each field of the editor, by its label: the existing value, and the value that the test types. */
  fields: Record<string, [has: string, typed: string]>
  added: object
  changed: object
}

/** Checks that Add opens an empty editor and Edit a filled one, that each sends its values, and that Delete asks first. */
async function expectParts({ title, editor, entry, call, id, fields, added, changed }: Part): Promise<void> {
  const user = userEvent.setup()
  const { inputs } = show('/tradingpartner/7')
  const sent = (what: string) => inputs(`tradingPartner.${what}One${call}`)
  const section = within(await screen.findByRole('region', { name: title }))
  const choose = async (item: string) => {
    await user.click(section.getByRole('button', { name: `More for ${entry}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const fillIn = async (name: string, submit: string, isFilled: boolean) => {
    const dialog = within(await screen.findByRole('dialog', { name }))
    for (const [label, [has, typed]] of Object.entries(fields)) {
      const field = dialog.getByLabelText<HTMLInputElement>(label)
      expect([label, field.value]).toEqual([label, isFilled ? has : ''])
      await user.clear(field)
      await user.type(field, typed)
    }
    await user.click(dialog.getByRole('button', { name: submit }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.click(section.getByRole('button', { name: /^Add / }))
  await fillIn(`Add ${editor}`, `Add ${editor}`, false)
  expect(sent('create')).toEqual([{ tradingPartnerId: 7, ...added }])
  await choose('Edit')
  await fillIn(`Edit ${editor}`, 'Save', true)
  expect(sent('update')).toEqual([{ id, ...changed }])
  await choose('Delete…')
  expect(sent('delete')).toEqual([])
  await user.click(await screen.findByRole('button', { name: `Delete ${entry}` }))
  expect(sent('delete')).toEqual([{ id }])
}

test('[PARTNER-007 PARTNER-012 PARTNER-020] GLNs can be added, edited and, after a confirmation, deleted', () =>
  expectParts({
    title: 'Global Location Numbers',
    editor: 'GLN',
    entry: 'GLN 0388881000006',
    call: 'Globallocationnumber',
    id: 21,
    fields: { GLN: ['0388881000006', '0399993456780'] },
    added: { globalLocationNumber: '0399993456780' },
    changed: { globalLocationNumber: '0399993456780' },
  }))

test('[PARTNER-008 PARTNER-013 PARTNER-020] addresses can be added, edited and, after a confirmation, deleted', () => {
  const written = { name: null, addressLineOne: '7 River Street', addressLineTwo: 'Suite 2', city: 'Trenton', postalCode: '08608' }
  return expectParts({
    title: 'Addresses',
    editor: 'Address',
    entry: 'address 1180 Dock Street',
    call: 'Address',
    id: 31,
    fields: {
      'Street or PO box': ['1180 Dock Street', '7 River Street'],
      'Suite, floor (optional)': ['', 'Suite 2'],
      City: ['Newark', 'Trenton'],
      'ZIP code': ['07114', '08608'],
    },
    added: { ...written, stateId: null, addressType: 'physical' },
    changed: { ...written, stateId: 31, addressType: 'physical' },
  })
})

test('[PARTNER-009 PARTNER-014 PARTNER-020] contacts can be added, edited and, after a confirmation, deleted', () => {
  const written = { firstName: 'Ines', lastName: 'Roy', title: 'Returns' }
  return expectParts({
    title: 'Contacts',
    editor: 'Contact',
    entry: 'contact Marta Lind',
    call: 'Contact',
    id: 41,
    fields: {
      'First name': ['Marta', 'Ines'],
      'Last name (optional)': ['Lind', 'Roy'],
      'Title (optional)': ['', 'Returns'],
      'Number or address 1': ['(201) 555-0118', '(201) 555-0100'],
    },
    added: { ...written, contactDetails: [{ contactType: 'phone', contactDetail: '(201) 555-0100' }] },
    changed: { ...written, contactDetails: [{ id: 51, contactType: 'phone', contactDetail: '(201) 555-0100' }] },
  })
})

test('[PARTNER-010 PARTNER-016 PARTNER-020] account numbers can be added, edited and, after a confirmation, deleted', () =>
  expectParts({
    title: 'Account Numbers',
    editor: 'Account Number',
    entry: 'account number PAP-1',
    call: 'Accountnumber',
    id: 61,
    fields: { 'Account number': ['PAP-1', 'PAP-2'] },
    added: { accountNumber: 'PAP-2' },
    changed: { accountNumber: 'PAP-2' },
  }))

test('[PARTNER-015] a contact detail can be deleted after a confirmation', async () => {
  const user = userEvent.setup()
  const { inputs } = show('/tradingpartner/7')
  await user.click(await screen.findByRole('button', { name: 'More for contact Marta Lind' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.click(await screen.findByRole('button', { name: 'Delete contact detail 1' }))
  expect(inputs('tradingPartner.deleteOneContactdetail')).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Delete (201) 555-0118' }))
  expect(inputs('tradingPartner.deleteOneContactdetail')).toEqual([{ id: 51 }])
})
