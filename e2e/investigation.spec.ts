import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, uploadSample } from './orders.ts'

const stage = useStage()

async function openAs(size: { width?: number; height: number; dark?: boolean } = { height: 1200 }) {
  const { page, faults } = await stage.open(size)
  await signIn(stage, page, 'admin@park.demo')
  return { page, faults }
}

async function confirm(page: Page, dialog: string, button: string, reason: string): Promise<void> {
  const shown = page.getByRole('dialog', { name: dialog })
  await shown.getByLabel('Reason').fill(reason)
  await shown.getByRole('button', { name: button, exact: true }).click()
  await shown.waitFor({ state: 'detached' })
}

/**
 * Previews and submits the report while the PDF viewer is still loading. The submit button must not move when the PDF appears; otherwise the click
 * would miss it.
 */
async function submitAtLoad(page: Page, report: Locator): Promise<void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.context().route('**/assets/pdf-view-*.js', async (route) => {
    await released
    await route.continue()
  })
  await report.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Does this document look correct?' })
  const submit = dialog.getByRole('button', { name: 'Submit' })
  await submit.click({ trial: true })
  const before = await submit.boundingBox()
  release()
  await dialog.getByText('Prepared with Seriatim, which is not an FDA system.').first().waitFor()
  expect(await submit.boundingBox()).toEqual(before)
  await submit.click()
}

/** Checks the outcome of the investigation in the tracker, the list, the incident and the package's history. */
async function expectShown(page: Page, medId: number): Promise<void> {
  await page.goto('/incidenttracker')
  await page.getByRole('heading', { name: 'Due now' }).waitFor()
  await expectAccessible(page)
  await page.goto('/investigations')
  await page.getByText('The label is printed badly').first().waitFor()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /Investigation \d+/ })
    .last()
    .click()
  await page.getByText('Illegitimate and reported').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the incident' }).click()
  await page
    .getByRole('link', { name: /^Investigation \d+$/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.goto(`/meddetail/${medId}`)
  await page.getByRole('link', { name: /^Found illegitimate by investigation/ }).waitFor()
}

describe('an investigation', () => {
  test('leads from quarantine through its findings to a prefilled Form 3911, and is shown wherever its package appears', async () => {
    const { page, faults } = await openAs()
    await uploadSample(page)
    const [med] = await findMeds(page, 'limit=1')
    const { id: medId, serialNumber } = med ?? { id: 0, serialNumber: '' }
    await page.goto(`/meddetail/${medId}`)
    await page.getByRole('button', { name: 'Put on hold…' }).first().click()
    await confirm(page, 'Put on hold', 'Put on hold', 'The seal is broken')
    await page.getByRole('button', { name: 'Investigate…' }).click()
    await confirm(page, 'Open an investigation', 'Open an investigation', 'The label is printed badly')
    await page.getByRole('heading', { level: 1, name: /^Investigation \d+$/ }).waitFor()
    await page.getByText('No findings yet. Record each check with its date.').waitFor()
    await expectAccessible(page)
    const form = page.getByRole('form', { name: 'New finding' })
    await form.getByLabel('What you found').fill('The supplier never shipped this serial number.')
    await form.getByRole('button', { name: 'Record this finding' }).click()
    await page.getByText('The supplier never shipped this serial number.').first().waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the record' }).click()])
    expect(saved.suggestedFilename()).toMatch(/^investigation-\d+\.pdf$/)
    await page.getByRole('button', { name: 'Illegitimate…' }).first().click()
    await confirm(page, 'Mark this product as illegitimate', 'Mark as illegitimate', 'It is a counterfeit.')
    const report = page.getByRole('form', { name: 'Form 3911' })
    await page.waitForURL('**/reportanincident?draft=*')
    await expect.poll(() => report.getByLabel('Serial numbers').inputValue()).toBe(serialNumber)
    expect(await report.getByLabel('Classification').inputValue()).toBe('')
    expect(await report.getByLabel('Event notes').inputValue()).toContain('It is a counterfeit.')
    await page
      .getByText(/\d+ (h|min) left/)
      .first()
      .waitFor()
    await report.getByLabel('Classification').selectOption('COUNTERFEIT')
    await submitAtLoad(page, report)
    await page.getByText('Report saved. Not sent to the FDA yet.', { exact: true }).waitFor()

    await expectShown(page, medId)
    const phone = await openAs({ width: 390, height: 844, dark: true })
    await expectShown(phone.page, medId)
    expect([...faults, ...phone.faults]).toEqual([])
  })
})
