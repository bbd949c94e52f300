import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, openOrder, uploadSample } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

const SIZES = [
  { width: 1440, height: 1200, dark: false },
  { width: 1440, height: 1200, dark: true },
  { width: 390, height: 844, dark: false },
  { width: 390, height: 844, dark: true },
]

/** Saves a screenshot for a person to look at, if the environment variable PICTURES contains a folder. */
async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Checks the open dialog at desktop and phone width, in light and dark. */
async function checkSizes(page: Page, name: string): Promise<void> {
  for (const { width, height, dark } of SIZES) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await savePicture(page, `${name}-${width}-${dark ? 'dark' : 'light'}`)
  }
  await page.setViewportSize({ width: 1440, height: 1200 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Sets up the simulator so that it may be asked about saleable returns and suspect product. */
async function useSimulator(page: Page): Promise<void> {
  await page.goto('/settings/verification')
  const form = page.getByRole('form', { name: 'Verification service' })
  await form.getByLabel('Ask', { exact: true }).selectOption('simulator')
  await form.getByLabel('Text for “Suspect or illegitimate product”').fill('simulatedSuspect')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings were saved.').waitFor()
}

/** Creates a ticket about the first two packages of a new order, and opens it. */
async function openTicket(page: Page): Promise<string[]> {
  const { meds } = await openOrder(page)
  const [first, second] = meds
  await page.getByRole('button', { name: /^More for (PO|this order)/ }).click()
  await page.getByRole('menuitem', { name: 'Create a ticket…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a ticket' })
  await dialog.getByText('No packages yet.').waitFor()
  await dialog.getByLabel('Notes').focus()
  await scan(page, [`01${first?.gtin}1728063010${first?.lotNumber}`, `21${first?.serialNumber}`])
  await dialog.getByText('1 package', { exact: true }).waitFor()
  await scan(page, `01${second?.gtin}21${second?.serialNumber}`)
  await dialog.getByText('2 packages', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Create ticket' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto('/exceptions')
  await page.getByText('Damaged on arrival').first().click()
  await page.getByRole('table', { name: 'Packages' }).waitFor()
  return meds.slice(0, 2).map(({ serialNumber }) => serialNumber)
}

describe('the dialog for a verification', () => {
  test('offers the packages of a ticket, and records an answer obtained by hand if the service does not support questions about an exception', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await useSimulator(page)
    const [, second = ''] = await openTicket(page)
    await page.getByRole('button', { name: 'Verify with the manufacturer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify with the manufacturer' })
    await dialog.getByText('Your verification settings have no text for “Exception with an order” yet').waitFor()
    await checkSizes(page, 'verify-ticket')
    await dialog.getByRole('combobox', { name: 'Package', exact: true }).selectOption({ label: second })
    expect(await dialog.getByRole('textbox', { name: 'Serial number' }).inputValue()).toBe(second)
    expect(await dialog.getByRole('combobox', { name: 'Purpose' }).inputValue()).toBe('exception')
    await dialog.getByRole('textbox', { name: 'Who you asked' }).fill('Quality at Ormsby')
    await dialog.getByRole('button', { name: 'Record the answer' }).click()
    await dialog.getByText('Choose the answer.').waitFor()
    await dialog.getByRole('combobox', { name: 'Answer' }).selectOption('verified')
    await dialog.getByRole('button', { name: 'Record the answer' }).click()
    const answer = page.getByRole('dialog', { name: 'Answer' })
    await answer.getByText('The manufacturer confirms this product identifier.').waitFor()
    await checkSizes(page, 'verify-ticket-answer')
    await answer.getByRole('button', { name: 'Close' }).click()
    await answer.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  test('selects the purpose “suspect product” if the package is under investigation, and states what the user attests by asking', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await useSimulator(page)
    await uploadSample(page)
    const [med] = await findMeds(page, 'limit=1')
    await page.goto(`/meddetail/${med?.id}`)
    for (const [button, title, confirm] of [
      ['Put on hold…', 'Put on hold', 'Put on hold'],
      ['Investigate…', 'Open an investigation', 'Open an investigation'],
    ] as const) {
      await page.getByRole('button', { name: button }).first().click()
      const reason = page.getByRole('dialog', { name: title })
      await reason.getByLabel('Reason').fill('The seal is broken')
      await reason.getByRole('button', { name: confirm, exact: true }).click()
      await reason.waitFor({ state: 'detached' })
    }
    await page.getByRole('heading', { level: 1, name: /^Investigation \d+$/ }).waitFor()
    await page.getByRole('button', { name: /^Verify .*/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify with the manufacturer' })
    await dialog.getByText('you attest that you have the package in your possession').waitFor()
    expect(await dialog.getByRole('combobox', { name: 'Purpose' }).inputValue()).toBe('suspect')
    await checkSizes(page, 'verify-investigation')
    await dialog.getByRole('button', { name: 'Ask the manufacturer' }).click()
    const answer = page.getByRole('dialog', { name: 'Answer' })
    await answer.getByText('The manufacturer confirms this product identifier.').waitFor()
    await checkSizes(page, 'verify-investigation-answer')
    await answer.getByRole('button', { name: 'Close' }).click()
    await answer.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: /^Investigation \d+$/ }).waitFor()
    expect(faults).toEqual([])
  })

  test('says what users attest to when they ask about a list of packages', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await useSimulator(page)
    await page.goto('/verify/lists')
    await page.getByRole('button', { name: 'Verify a list' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify a list' })
    await dialog.getByText('you attest that you have all these packages in your possession').waitFor()
    await checkSizes(page, 'verify-list')
    expect(faults).toEqual([])
  })
})

test('removing the stored credential on the settings page requires a confirmation', async () => {
  const { page, faults } = await stage.open({ height: 1600 })
  await signIn(stage, page, 'admin@park.demo')
  await page.goto('/settings/verification')
  const form = page.getByRole('form', { name: 'Verification service' })
  await form.getByLabel('Ask', { exact: true }).selectOption('gs1')
  await form.getByLabel('Address of the service').fill(stage.server.url)
  await form.getByLabel('Your GLN').fill('0614141000005')
  await form.getByLabel('Credential', { exact: true }).fill('Bearer secret')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove the credential' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the credential?' })
  await question.waitFor()
  await checkSizes(page, 'verify-credential')
  await question.getByRole('button', { name: 'Remove the credential' }).click()
  await page.getByText('The credential was removed.').waitFor()
  await page.getByRole('heading', { name: 'Stored credential' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Leave this field empty if a wallet presents the credential.').waitFor()
  expect(await page.getByRole('button', { name: 'Remove the credential' }).count()).toBe(0)
  expect(faults).toEqual([])
})
