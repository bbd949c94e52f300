import { describe, expect, test } from 'vitest'
import { COLORS, expectAccessible, signIn, useStage } from './browser-test.ts'
import { sendOrder } from './orders.ts'

const stage = useStage()

const GLN = '0399993458029'
const grove = {
  sgln: 'urn:epc:id:sgln:039999.345802.0',
  gln: GLN,
  name: '19 Grove Street',
  street: '19 Grove Street',
  city: 'New York',
  state: 'NY',
  postalCode: '10014',
}

const toGrove = { receiver: { owner: grove, location: grove } }

describe('GLNs', () => {
  test('[SHELL-003 GLN-001] can be added when a file contains an unknown GLN, and the waiting files then become orders', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await sendOrder(page, 'G1', toGrove)
    await sendOrder(page, 'G2', toGrove)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My GLNs' }).click()
    await page.getByRole('heading', { level: 1, name: "Manage your pharmacy's GLNs" }).waitFor()
    await page.getByText(/2 files waiting/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Add GLN ${GLN}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Add GLN' })
    await dialog.getByText('The check digit is correct. Company prefix 0399993.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add GLN' }).click()
    await page.getByText('2 files waited for this GLN: 2 orders created').waitFor()
    const row = page
      .getByRole('row')
      .filter({ hasText: GLN.slice(0, 4) })
      .filter({ hasText: 'Pending' })
      .last()
    await row.waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: `Verify GLN ${GLN}` }).click()
    const verify = page.getByRole('dialog', { name: 'Verify this GLN' })
    await verify.getByLabel('Where was the GLN checked?').selectOption('Our own license')
    await expectAccessible(page)
    await verify
      .getByLabel('Proof')
      .setInputFiles({ name: 'license.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 proof') })
    await verify.getByRole('button', { name: 'Remove license.pdf' }).waitFor()
    await expectAccessible(page)
    await verify.getByRole('button', { name: `Verify GLN ${GLN}` }).click()
    await verify.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: `Verify GLN ${GLN}` }).waitFor({ state: 'hidden' })
    expect(await page.getByRole('button', { name: `Edit GLN ${GLN}` }).count()).toBe(0)
    await page.getByRole('button', { name: 'Save license.pdf' }).waitFor()
    await page.goto('/orders')
    await page.getByRole('row').getByText('PO-G1').or(page.getByText('PO-G1')).first().waitFor()
    expect(faults).toEqual([])
  })

  test('are checked as the user types, even on a phone and in dark mode', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/gln')
    await page.getByRole('button', { name: 'Add GLN', exact: true }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Add GLN' })
    await dialog.getByLabel('GLN', { exact: true }).fill('0399993458')
    await dialog.getByText('3 more digits.').waitFor()
    await dialog.getByLabel('GLN', { exact: true }).fill('0399993458020')
    await dialog.getByText(/The last digit does not match the others/).waitFor()
    await expectAccessible(page, COLORS)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})

test('the owner of goods received at another location can view the goods but cannot change them', async () => {
  const lexington = { ...grove, sgln: 'urn:epc:id:sgln:039999.345710.0', gln: '0399993457107', name: '88 Lexington Avenue' }
  const { page } = await stage.open()
  await signIn(stage, page, 'admin@park.demo')
  const { documentId } = await sendOrder(page, 'OWNED', { receiver: { owner: lexington, location: lexington } })
  await page.goto('/locations/2')
  await page.getByRole('button', { name: 'Change who owns the goods' }).click()
  const dialog = page.getByRole('dialog', { name: 'Goods owned by' })
  await dialog.getByRole('combobox').selectOption('412 Park Avenue')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/users/rights')
  await page.getByText('People at 412 Park Avenue can see the orders and pedigrees that 88 Lexington Avenue receives for it.').waitFor()
  await expectAccessible(page)

  for (const look of [{ height: 1000 }, { width: 390, height: 844, dark: true }]) {
    const { page: reader, context, faults } = await stage.open(look)
    await signIn(stage, reader, 'staff@park.demo')
    await reader.goto(`/orders/receive/${documentId}`)
    await reader.getByText('You can only view this order').waitFor()
    await reader.getByText('12 left').waitFor()
    expect(await reader.getByRole('button', { name: /Receive|Hold|Camera/ }).count()).toBe(0)
    await expectAccessible(reader)
    const answer = await reader.request.get('/api/v1/med/read/many/by/locationid?locationId=2')
    const [med] = (await answer.json()) as { med: { id: number } }[] // the documented shape of the answer
    await reader.goto(`/meddetail/${med?.med.id}`)
    await reader.getByText('You can only view this pedigree').waitFor()
    expect(await reader.getByRole('button', { name: /hold/i }).count()).toBe(0)
    expect(await reader.getByRole('link', { name: 'Send A Pedigree' }).and(reader.locator('main a')).count()).toBe(0)
    await expectAccessible(reader)
    expect(faults).toEqual([])
    await context.close()
  }
})

describe('locations', () => {
  test('[SHELL-020 LOC-001 LOC-004] are listed with the number of locations that can still be added', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Manage Locations' }).click()
    await page.getByRole('row').getByText('New York, NY').first().waitFor()
    await page.getByText('Total subscriptions').waitFor()
    await page.getByText('Unused subscriptions').waitFor()
    expect(await page.getByRole('link', { name: 'Add Location' }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('row').getByText('New York, NY').last().click()
    await page.getByRole('heading', { level: 1, name: '88 Lexington Avenue' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Close location…' }).click()
    const close = page.getByRole('dialog', { name: 'Close this location' })
    await close.getByLabel('Reason').fill('The lease has ended')
    await close.getByRole('button', { name: 'Close 88 Lexington Avenue' }).click()
    await page.getByText(/^Closed \d\d\//).waitFor()
    await page.goto('/locations')
    await page.getByRole('link', { name: 'Add Location' }).first().click()
    await page.getByLabel('Name (first line)').fill('19 Grove Street')
    await page.getByRole('button', { name: 'Add Address' }).click()
    await page.getByLabel('Name (first line)').last().fill('Billing office')
    await page.getByRole('textbox', { name: 'Street' }).first().fill('19 Grove Street')
    await page.getByLabel('ZIP code').first().fill('07030')
    await page.getByLabel('Time zone').selectOption('Eastern Time')
    await page.getByLabel('City').first().fill('Hoboken')
    await page.getByLabel('State').first().selectOption('New Jersey')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Location' }).click()
    await page.getByRole('heading', { level: 1, name: '19 Grove Street' }).waitFor()
    await page.getByRole('button', { name: 'Delete address Billing office' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Billing office' }).click()
    await page
      .getByRole('button', { name: /^Delete address/ })
      .first()
      .waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  test('are available to the customer admin only', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'lead@park.demo')
    expect(await page.getByRole('link', { name: 'Manage Locations' }).count()).toBe(0)
    await page.goto('/locations')
    await page.getByText('You do not have access to this page').waitFor()
  })
})
