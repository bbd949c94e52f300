import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, type Stage, setStage, signIn } from './browser-test.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage?.close())

async function makeMed(page: Page): Promise<string> {
  const buffer = await readFile(join(import.meta.dirname, '../samples/small-clean-order.xml'))
  await page.request.post('/api/v1/file/upload/order', {
    headers: { origin: stage.server.url },
    multipart: { file: { name: 'order.xml', mimeType: 'application/xml', buffer } },
  })
  const [med] = (await (await page.request.get('/api/v1/med/read/many/by/search?limit=1')).json()) as { serialNumber: string }[] // the documented shape
  return med?.serialNumber ?? ''
}

const form = (page: Page) => page.getByRole('form', { name: 'Form 3911' })

describe('reporting an incident', () => {
  test('[INC-001 INC-002 INC-003 INC-004 INC-005 INC-006 INC-007 INC-008 INC-009 INC-016 INC-018 INC-020 SHELL-010 SHELL-011 SHELL-012 HOME-003 HOME-004 HOME-005 HOME-006 TRACK-003] from the package to the sent form and its warning', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    const serial = await makeMed(page)
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(await page.getByText('without an incident number').count()).toBe(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Report An Incident', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Report An Incident' }).waitFor()
    await page.getByText(/\d+ (h|min) left/).waitFor()
    await expectAccessible(page)

    await form(page).getByLabel('Serial number', { exact: true }).fill(serial)
    await form(page).getByRole('button', { name: 'Fill the form' }).click()
    await form(page)
      .getByText(/Found: Metformin.* fields filled below\./)
      .waitFor()
    expect(await form(page).getByLabel('Name of product').inputValue()).toContain('Metformin')
    expect(await form(page).getByLabel('Serial numbers').inputValue()).toBe(serial)
    expect(await form(page).getByLabel('Company name').inputValue()).toBe('Park Avenue Pharmacy')
    expect(await form(page).getByLabel('Incident number').isDisabled()).toBe(true)
    expect(await form(page).getByLabel('Other, specify').isDisabled()).toBe(true)
    await form(page).getByRole('checkbox', { name: 'Other' }).check()
    await form(page).getByLabel('Other, specify').fill('the board of pharmacy')
    await form(page).getByRole('checkbox', { name: 'None' }).check()
    expect(await form(page).getByRole('checkbox', { name: 'Other' }).isChecked()).toBe(false)
    expect(await form(page).getByLabel('Other, specify').inputValue()).toBe('')

    // What is missing is said, beside its field and as a toast.
    await form(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Describe what happened (item 17).').first().waitFor()
    await form(page).getByLabel('Event notes').fill('The seal of the bottle was open on arrival.')
    await page.getByText('Draft saved').waitFor()
    await form(page).getByRole('button', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Does this document look correct?' })
    await dialog.getByText('Drug Notification').first().waitFor()
    await dialog.getByText('The seal of the bottle was open on arrival.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/incidenttracker')
    await page.getByText('Not sent yet').waitFor()
    await page
      .getByRole('link', { name: /Metformin/ })
      .first()
      .click()
    await form(page).getByLabel('Event notes').waitFor()
    await page.waitForFunction(() => (document.querySelector('textarea') as HTMLTextAreaElement | null)?.value.includes('seal'))
    await form(page).getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Form Sent', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Incident Tracker' }).waitFor()
    await page.getByRole('img', { name: 'No incident number yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Main' }).getByText('without an incident number').waitFor({ state: 'attached' })
    await page.goto('/')
    await page.getByText('You currently have 1 notification(s) without an incident number').waitFor()
    const clocks = page.getByRole('region', { name: 'Incidents on the clock' })
    await clocks.getByText('FDA not told, Partners not told').waitFor()
    await clocks.getByRole('link', { name: /^Open the incident of Metformin/ }).click()
    await page.getByRole('dialog', { name: 'Incident Info' }).getByRole('heading', { name: 'Within 24 hours' }).waitFor()
    await page.goto('/')
    await clocks.waitFor()
    await expectAccessible(page)
    // The package itself leads to what was reported of it.
    await page.goto(`/searchmeds?serialNumber=${serial}`)
    await page.getByRole('table', { name: 'Pedigrees' }).getByRole('link').first().click()
    const incidents = page.getByRole('region', { name: 'Incidents' })
    await incidents.getByText('Waits for its number').waitFor()
    await expectAccessible(page)
    await incidents.getByRole('link', { name: 'Initial notification' }).click()
    await page.getByRole('dialog', { name: 'Incident Info' }).waitFor()
    expect(await stage.server.mails('admin@park.demo')).toMatchObject([
      { subject: expect.stringContaining('Drug notification: Metformin') },
      {},
    ])
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  })

  test('[TRACK-001 TRACK-002 TRACK-004 TRACK-005 TRACK-006 TRACK-007 TRACK-008 TRACK-009 TRACK-010 TRACK-011 TRACK-012 TRACK-013 TRACK-014 INC-017 INC-027 SHELL-025] is followed from its number to termination', async () => {
    const { page } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/incidenttracker')
    const row = page.getByRole('row').filter({ hasText: 'INITIAL' })
    await row.waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: /^Download the report/ }).click()])
    expect(saved.suggestedFilename()).toMatch(/^form-3911-\d+\.pdf$/)
    for (const name of ['Serial', 'Report type', 'Incident number', 'Med name', 'NDC', 'Lot', 'Date created', 'Created by', 'Location'])
      expect(await page.getByRole('columnheader', { name, exact: true }).count()).toBe(1)
    expect(await row.getByText(/^\d\d\/\d\d\/\d\d$/).count()).toBe(1)
    await row.getByRole('link').first().click()
    const info = page.getByRole('dialog', { name: 'Incident Info' })
    await info.getByLabel('Incident number').fill('2026-0042')
    await info.getByLabel('Quantity').focus()
    await info.getByText('Acknowledged').waitFor()
    await expectAccessible(page)
    await info.getByRole('button', { name: 'Notify trading partners' }).click()
    await info.getByLabel('Partner 1', { exact: true }).fill('North Wholesale')
    await info.getByLabel('E-mail of partner 1').fill('north@partner.demo')
    await info.getByRole('button', { name: 'Send 1 notice' }).click()
    await info.getByText('Notice to North Wholesale').waitFor()
    // With the notices out it takes one click to say that all are told, and one to take it back.
    await info.getByText('FDA not told, Partners not told').waitFor()
    await info.getByRole('button', { name: 'All are told' }).click()
    await info.getByText(/Dana Ruiz says that all were told/).waitFor()
    await info.getByRole('button', { name: 'Undo' }).click()
    await info.getByRole('button', { name: 'All are told' }).click()
    await info.getByText('FDA not told', { exact: true }).waitFor()
    await info.getByRole('button', { name: 'Handed in otherwise' }).click()
    await page.getByRole('dialog', { name: 'The FDA has the report' }).getByRole('button', { name: 'The FDA has the report' }).click()
    await info.getByText(/Dana Ruiz says that the report was handed in/).waitFor()
    expect(await info.getByText(/ left$/).count()).toBe(0)
    await expectAccessible(page)
    await info.getByRole('button', { name: 'Cancel' }).click()
    await info.waitFor({ state: 'detached' })
    expect(await page.getByRole('img', { name: 'No incident number yet' }).count()).toBe(0)
    expect(await stage.server.mails('north@partner.demo')).toMatchObject([{ text: expect.stringContaining('Dear North Wholesale') }])

    await row.getByRole('link').first().click()
    await info.getByRole('link', { name: 'Follow Up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Follow Up An Incident' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/reportanincident\/\d+\/followup$/)
    expect(await form(page).getByLabel('Incident number').isEnabled()).toBe(true)
    expect(await form(page).getByLabel('Incident number').inputValue()).toBe('2026-0042')
    await page.goBack()
    await info.getByRole('link', { name: 'Terminate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Terminate An Incident' }).waitFor()
    await form(page).getByLabel('Why the notification is no longer necessary').fill('The maker confirmed the package.')
    await form(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Form Sent', { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: 'TERMINATE' }).getByRole('link').first().click()
    await info.getByRole('button', { name: 'The FDA has agreed' }).click()
    await page.getByRole('dialog', { name: 'Terminate this incident' }).getByRole('button', { name: 'Terminate this incident' }).click()
    await info.getByText('Terminated', { exact: true }).waitFor()
    expect(await info.getByRole('link', { name: 'Follow Up' }).count()).toBe(0)
    await info.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Incident number').fill('nothing like this')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No results. Please modify the search parameters and search again.').waitFor()
  })

  test('stands on a phone in the dark', async () => {
    const { page } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'staff@park.demo')
    for (const path of ['/reportanincident', '/incidenttracker']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    }
  })
})
