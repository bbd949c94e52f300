import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectAccessible, PASSWORD, useStage } from './browser-test.ts'

const stage = useStage()
const OWNER = 'nora@bay.demo'
const GLN = '0399993456780'

test('[USER-020] a new customer is created on the command line and can go from the invitation to the first receipt', async () => {
  const names = ['--name', 'Bay Pharmacy', '--admin-email', OWNER, '--first', 'Nora', '--last', 'Quinn']
  expect(await stage.server.operate('customer-new.ts', ...names, '--time-zone', 'America/New_York')).toMatch(/^Customer \d+ created/)
  await expect.poll(async () => (await stage.server.mails(OWNER)).length, { timeout: 30_000 }).toBe(1)
  const [mail] = await stage.server.mails(OWNER)
  expect(mail?.text).toMatch(/^Hello Nora,\n\nBay Pharmacy is ready/)

  const { page, faults } = await stage.open()
  await page.goto(/http\S+invitation#\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await page.getByRole('heading', { name: 'Welcome, Nora' }).waitFor()
  await page.getByText('Bay Pharmacy is ready in Seriatim, and you are its customer admin').waitFor()
  await expectAccessible(page)
  const since = Date.now()
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat the new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByLabel('One-time code').fill(await stage.server.codeFor(OWNER, since))
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Sign Out' }).waitFor()

  await page.goto('/')
  await page.getByRole('region', { name: 'Your first week' }).getByText('0 of 6 done').waitFor()
  await page.getByText('No subscription is active').waitFor()
  await expectAccessible(page)

  await page.goto('/orderupload')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(join(import.meta.dirname, '../samples/small-clean-order.xml'))
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  const verdict = page.getByRole('region', { name: 'No order was created' })
  await verdict.getByText('We don’t know this GLN yet. If it is yours, add it.').waitFor()
  await expectAccessible(page)
  await verdict.getByRole('link', { name: 'Add a GLN' }).click()
  await page.getByRole('button', { name: `Add GLN ${GLN}` }).click()
  await page.getByRole('dialog', { name: 'Add GLN' }).getByRole('button', { name: 'Add GLN' }).click()
  await page.getByText('1 file waited for this GLN: 1 order created').waitFor()

  await page
    .getByRole('button', { name: 'My Orders' })
    .or(page.getByRole('main').getByRole('link', { name: 'My Orders' }))
    .first()
    .click()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Receive All', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^Receive/ })
    .last()
    .click()
  await page.getByText('24 of 24 packages', { exact: true }).waitFor()
  expect(faults).toEqual([])
})
