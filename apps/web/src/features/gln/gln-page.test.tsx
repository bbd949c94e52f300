import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { me, refusal, showApp } from '../../test-app.tsx'

const row = (id: number, gln: string, changes: object = {}) => {
  const one = { isVerified: false, disposition: 'BOTH', customerLocationId: 1, customerLocationName: '412 Park Avenue', ...changes }
  return {
    ...one,
    globalLocationNumber: { id, globalLocationNumber: gln, disposition: one.disposition, isVerified: one.isVerified },
    verification: null,
    daysInUse: 0,
    withdrawnByOperator: null,
    mayWrite: !one.isVerified,
    mayVerify: true,
  }
}
const VERIFIED = row(1, '0399993456780', { isVerified: true, disposition: 'SHIP TO' })
const PENDING = row(2, '0399993457107', { customerLocationId: 2, customerLocationName: '88 Lexington Avenue' })
const answers = {
  'gln.readManyByUserid': () => [VERIFIED, PENDING],
  'gln.readManyMissing': () => [],
  'gln.createOne': (input: object) => ({ ...PENDING, ...input, waiting: [] }),
  'gln.updateOne': () => ({ ...PENDING, waiting: [] }),
  'gln.deleteOne': () => ({ ok: true }),
}
const show = (more: object = {}, path = '/gln') => showApp(path, { answers: { ...answers, ...more } })
const makeRow = async (gln: string) => {
  const table = within(await screen.findByRole('table', { name: 'GLNs' }))
  const found = await waitFor(() => {
    const one = table.getAllByRole('row').find((line) => line.textContent?.includes(gln))
    if (!one) throw new Error(`There is no row of ${gln}.`)
    return one
  })
  return within(found)
}

const at = (all: HTMLElement[], place: number): HTMLElement => all[place] ?? document.body

test('[GLN-001 GLN-003 GLN-004 GLN-006] a verified GLN has a check mark and no actions, and a pending GLN is labeled Pending and has both actions', async () => {
  show()
  await screen.findByRole('heading', { level: 1, name: "Manage your pharmacy's GLNs" })
  const verified = await makeRow('0399993456780')
  expect(verified.getByRole('img', { name: 'Verified' })).toBeTruthy()
  expect(verified.getByText('Ship to')).toBeTruthy()
  expect(verified.queryByRole('button', { name: /^(Edit|Delete)/ })).toBeNull()
  const pending = await makeRow('0399993457107')
  expect(pending.getByText('Pending')).toBeTruthy()
  expect(pending.getByRole('button', { name: 'Edit GLN 0399993457107' })).toBeTruthy()
  expect(pending.getByRole('button', { name: 'Delete GLN 0399993457107' })).toBeTruthy()
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent.trim())
  for (const name of ['GLN', 'Disposition', 'Verified']) expect(heads).toContain(name)
})

test('[GLN-002] only a user with several locations can choose the location of a GLN', async () => {
  const user = userEvent.setup()
  show()
  await user.selectOptions(await screen.findByLabelText('Location'), '88 Lexington Avenue')
  expect(screen.queryByText('Ship to')).toBeNull()
  const one = { id: 1, name: '412 Park Avenue', globalLocationNumber: null }
  cleanup()
  show({ 'location.readAllByUserid': () => [one], 'gln.readManyByUserid': () => [VERIFIED] })
  await makeRow('0399993456780')
  expect(screen.queryByLabelText('Location')).toBeNull()
})

test('[GLN-005] the GLN dialog opens empty to add a GLN and prefilled to change one', async () => {
  const user = userEvent.setup()
  const { inputs } = show()
  await user.click(at(await screen.findAllByRole('button', { name: 'Add GLN' }), 0))
  const add = within(await screen.findByRole('dialog', { name: 'Add GLN' }))
  expect(add.getByLabelText('GLN')).toHaveProperty('value', '')
  await user.type(add.getByLabelText('GLN'), '0399993458029')
  await user.click(add.getByRole('button', { name: 'Add GLN' }))
  expect(inputs('gln.createOne')).toEqual([{ globalLocationNumber: '0399993458029', customerLocationId: 1, disposition: 'BOTH' }])
  await user.click((await makeRow('0399993457107')).getByRole('button', { name: /^Edit/ }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit GLN' }))
  expect(edit.getByLabelText('GLN')).toHaveProperty('value', '0399993457107')
  await user.selectOptions(edit.getByLabelText('Disposition'), 'BILL TO')
  await user.click(edit.getByRole('button', { name: 'Save' }))
  expect(inputs('gln.updateOne')).toEqual([
    { newGlobalLocationNumber: '0399993457107', disposition: 'BILL TO', customerLocationId: 2, globalLocationNumberId: 2 },
  ])
})

test('the GLN dialog stays open and shows a refusal under its field', async () => {
  const user = userEvent.setup()
  show({
    'gln.createOne': () => {
      throw refusal('gln_taken', 'This GLN is already on file.', 409)
    },
  })
  await user.click(at(await screen.findAllByRole('button', { name: 'Add GLN' }), 0))
  const add = within(await screen.findByRole('dialog', { name: 'Add GLN' }))
  await user.type(add.getByLabelText('GLN'), '0399993458029')
  await user.click(add.getByRole('button', { name: 'Add GLN' }))
  expect(await add.findByText('This GLN is already on file.')).toBeTruthy()
})

test('[GLN-009] deleting a GLN requires a confirmation', async () => {
  const user = userEvent.setup()
  const { inputs } = show()
  await user.click((await makeRow('0399993457107')).getByRole('button', { name: /^Delete/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this GLN' }))
  expect(inputs('gln.deleteOne')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Delete GLN 0399993457107' }))
  expect(inputs('gln.deleteOne')).toEqual([{ customerLocationId: 2, globalLocationNumberId: 2 }])
})

test('a user who administers no location cannot add a GLN', async () => {
  const user = { ...me, customer: { ...me.customer, adminId: 2 }, userCustomerLocations: [] }
  showApp('/gln', { answers: { ...answers, 'gln.readManyByUserid': () => [VERIFIED] }, user })
  await makeRow('0399993456780')
  expect(screen.queryByRole('button', { name: 'Add GLN' })).toBeNull()
})

test('verifying a GLN requires a file, and nothing is sent without one', async () => {
  const user = userEvent.setup()
  const { inputs } = show({
    'gln.uploadOneEvidence': () => ({
      received: 1,
      totalPackets: 1,
      evidence: { id: 9, filename: 'registry.pdf', contentType: 'application/pdf', size: 3 },
    }),
    'gln.updateVerifyOne': () => ({ ...PENDING, waiting: [] }),
  })
  await user.click((await makeRow('0399993457107')).getByRole('button', { name: /^Verify/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify this GLN' }))
  await user.click(dialog.getByRole('button', { name: 'Verify GLN 0399993457107' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Choose a file that proves the GLN is yours/)
  expect(inputs('gln.updateVerifyOne')).toEqual([])
  await user.upload(dialog.getByLabelText('Proof'), new File(['pdf'], 'registry.pdf', { type: 'application/pdf' }))
  await dialog.findByText('registry.pdf')
  await user.click(dialog.getByRole('button', { name: 'Verify GLN 0399993457107' }))
  await waitFor(() =>
    expect(inputs('gln.updateVerifyOne')).toEqual([
      { customerLocationId: 2, globalLocationNumberId: 2, source: 'registry', note: null, evidenceId: 9 },
    ]),
  )
})

test('a verification withdrawn by the operator shows the reason', async () => {
  show({ 'gln.readManyByUserid': () => [{ ...PENDING, withdrawnByOperator: 'The registry names another pharmacy' }] })
  const row = await makeRow('0399993457107')
  expect(row.getByText(/We withdrew the verification: The registry names another pharmacy\. Contact us/)).toBeTruthy()
})

test('a URL with a GLN opens the GLN dialog with that GLN filled in', async () => {
  show({}, '/gln?add=0399993457121')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add GLN' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'GLN' }).value.replace(/\D/g, '')).toBe('0399993457121')
})
