import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COLORS, expectAccessible, signIn, useStage } from './browser-test.ts'
import { sendOrder } from './orders.ts'

const stage = useStage()

const place = {
  sgln: 'urn:epc:id:sgln:038888.400001.0',
  gln: '0388884000011',
  name: 'Riverside Drugs',
  street: '7 River Street',
  city: 'Hoboken',
  state: 'NJ',
  postalCode: '07030',
}

/** Yesterday's date in the time zone of these pages. */
const yesterday = () =>
  new Date(Date.now() - 86_400_000).toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })

describe('trading partners', () => {
  test('[SHELL-004] can be opened from the menu and searched, and each has a page', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trading Partners' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trading Partners' }).waitFor()
    await page.getByRole('row').getByText('Expires in 40 days in NY').waitFor()
    await page.getByRole('row').getByText('Not authorized in NY').waitFor()
    await expectAccessible(page)
    await page.getByLabel('City').fill('albany')
    await page.keyboard.press('Enter')
    await page.getByText('1 partner', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?city=albany')
    await page.getByRole('link', { name: 'Lakeview Generics' }).click()
    await page.getByText('Authorized in New York').waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('can be created from an order in one click, and their goods are stopped when the license expires', async () => {
    const { page, faults } = await stage.open({ height: 1000 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId } = await sendOrder(page, 'A1', { sender: { owner: place, location: place } })
    await page.goto(`/orders/receive/${documentId}`)
    await page.getByText('Riverside Drugs is not one of your trading partners').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Add trading partner' }).click()
    await page.getByRole('heading', { level: 1, name: 'New Trading Partner' }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Riverside Drugs')
    await page.getByText('7 River Street, Hoboken').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add contact' }).click()
    const contact = page.getByRole('dialog', { name: 'Add Contact' })
    await contact.getByLabel('First name').fill('Marta')
    await contact.getByLabel('Number or address 1').fill('(201) 555-0118')
    await expectAccessible(page)
    await contact.getByRole('button', { name: 'Add Contact' }).click()
    await page.getByRole('link', { name: '(201) 555-0118' }).waitFor()
    await page.getByRole('button', { name: 'Save Trading Partner' }).click()
    await page.getByText('No license on file').waitFor()

    await page.getByRole('link', { name: 'Riverside Drugs' }).click()
    await page.getByRole('heading', { level: 1, name: 'Riverside Drugs' }).waitFor()
    await page.getByRole('row').getByText('PO-A1').waitFor()
    await page.getByRole('button', { name: 'Add license' }).first().click()
    const license = page.getByRole('dialog', { name: 'Add license' })
    await license.getByLabel('State').selectOption('New York')
    await license.getByLabel('Number').fill('031-77001')
    await license.getByLabel('Valid from').fill('01/01/2024')
    await license.getByLabel('Valid to').fill(yesterday())
    await expectAccessible(page)
    await license.getByRole('button', { name: 'Add license' }).click()
    await page.getByText('Not authorized in New York').waitFor()
    await expectAccessible(page)

    await page.goto(`/orders/receive/${documentId}`)
    await page.getByText(/^Not authorized in New York since/).waitFor()
    await page.getByText('12 left').waitFor()
    await page.getByRole('button', { name: 'Receive All' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Receive \d/ })
      .click()
    const stop = page.getByRole('dialog', { name: 'Stop: Riverside Drugs is not authorized to sell to you' })
    await stop.getByLabel('Reason').fill('The license has ended')
    await expectAccessible(page)
    await stop.getByRole('button', { name: 'Put the order on hold' }).click()
    await page.getByText('Put on hold: The license has ended').waitFor()
    expect(faults).toEqual([])
  })

  test('can be imported from a table, with errors reported line by line', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/tradingpartner')
    await page.getByRole('button', { name: 'Import CSV…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import trading partners' })
    await expectAccessible(page)
    const file = (text: string) => ({ name: 'partners.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const wrong = 'partner,type,gln\nGood,both,\nBad GLN,both,1234567890123\nNo type,,\n,both,\n'
    await dialog.locator('input[type=file]').setInputFiles(file(wrong))
    await dialog.getByText('3 lines cannot be imported, so nothing will be imported').waitFor()
    expect(await dialog.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true)
    await expectAccessible(page)
    const sample = await readFile(join(import.meta.dirname, '../samples/trading-partners.csv'), 'utf8')
    await dialog.locator('input[type=file]').setInputFiles(file(sample))
    await dialog.getByRole('button', { name: 'Import 3 lines' }).click()
    await page.getByRole('link', { name: 'Maple Grove Drugs' }).waitFor()
    expect(faults).toEqual([])
  })

  test('let a user add details such as an account number and delete them after a confirmation, even on a phone and in dark mode', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/tradingpartner?name=northway')
    await expectAccessible(page, COLORS)
    await page.getByRole('link', { name: 'Northway Wholesale' }).click()
    await page.getByText('Expires in 40 days').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add account number' }).click()
    const add = page.getByRole('dialog', { name: 'Add Account Number' })
    await add.getByLabel('Account number').fill('SECOND-1')
    await add.getByRole('button', { name: 'Add Account Number' }).click()
    await page.getByRole('button', { name: 'More for account number SECOND-1' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete account number SECOND-1' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'More for account number SECOND-1' }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Call' }).waitFor()

    // Adds an agreement under which the partner stores our data, with the signed copy.
    await page.getByRole('button', { name: 'Add agreement' }).click()
    const paper = page.getByRole('dialog', { name: 'Add agreement' })
    await paper.getByLabel('Name').fill('DSCSA data agreement')
    await paper
      .getByLabel('Signed copy (optional)')
      .setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 signed') })
    await paper.getByRole('button', { name: 'Remove agreement.pdf' }).waitFor()
    await expectAccessible(page, COLORS)
    await paper.getByRole('button', { name: 'Add agreement' }).click()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save agreement.pdf' }).click()])
    expect(await readFile(await saved.path(), 'utf8')).toBe('%PDF-1.7 signed')
    await expectAccessible(page, COLORS)
    expect(faults).toEqual([])
  })

  test('that are on file twice can be merged, and the merge can be undone', async () => {
    const { page, faults } = await stage.open({ height: 1000 })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/tradingpartner/create')
    await page.getByLabel('Name', { exact: true }).fill('Lakeview Generics Inc')
    await page.getByRole('button', { name: 'Save Trading Partner' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lakeview Generics Inc' }).waitFor()
    await page.getByRole('button', { name: 'Add account number' }).click()
    const add = page.getByRole('dialog', { name: 'Add Account Number' })
    await add.getByLabel('Account number').fill('LAKE-1')
    await add.getByRole('button', { name: 'Add Account Number' }).click()
    await page.getByRole('button', { name: 'More for account number LAKE-1' }).waitFor()
    await page.goto('/tradingpartner?name=lakeview')
    await page.getByRole('link', { name: 'Lakeview Generics', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Lakeview Generics' }).waitFor()
    await page.getByRole('button', { name: 'More for Lakeview Generics', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Merge with another partner…' }).click()
    const merge = page.getByRole('dialog', { name: 'Merge with another partner' })
    await merge.getByLabel('Name of the other partner').fill('lakeview')
    await merge.getByRole('radio', { name: /^Lakeview Generics Inc/ }).check()
    await expectAccessible(page)
    await merge.getByRole('button', { name: 'Merge Lakeview Generics Inc' }).click()
    await page.getByText('Lakeview Generics Inc was merged into this partner').waitFor()
    await page.getByRole('button', { name: 'More for account number LAKE-1' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo merge…' }).click()
    await page.getByRole('dialog', { name: 'Undo this merge' }).getByRole('button', { name: 'Undo merge' }).click()
    await page.getByRole('button', { name: 'More for account number LAKE-1' }).waitFor({ state: 'hidden' })
    await page.goto('/tradingpartner?name=lakeview')
    await page.getByRole('link', { name: 'Lakeview Generics Inc' }).waitFor()
    expect(faults).toEqual([])
  })

  test('can be marked as informed of our GLNs by phone; a deactivated partner cannot be created a second time', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/tradingpartner?name=hudson')
    await page.getByRole('link', { name: 'Hudson Specialty Supply' }).click()
    await page.getByRole('button', { name: 'Record GLNs sent another way' }).click()
    await page.getByLabel('Who you notified, and how').fill('By phone to Ravi Osei')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save note' }).click()
    await page
      .getByText(/by Dana Ruiz: By phone to Ravi Osei/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'More for Hudson Specialty Supply', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Deactivate…' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('license lost')
    await page.getByRole('button', { name: 'Deactivate Hudson Specialty Supply' }).click()
    await page.getByText('You no longer buy from them').waitFor()
    await expectAccessible(page)
    await page.goto('/tradingpartner/create')
    await page.getByLabel('Name', { exact: true }).fill('hudson specialty supply')
    await page.getByRole('button', { name: 'Save Trading Partner' }).click()
    await page.getByText(/was deactivated on .* \(license lost\)/).waitFor()
    expect(faults).toEqual([])
  })
})
