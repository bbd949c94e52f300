import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, openOrder, uploadSample } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

async function makeMed(page: Page): Promise<string> {
  await uploadSample(page)
  const [med] = await findMeds(page, 'limit=1')
  return med?.serialNumber ?? ''
}

const form = (page: Page) => page.getByRole('form', { name: 'Form 3911' })

const NOTES = 'The seal of the bottle was open on arrival.'
const choosePreview = (page: Page) => page.getByRole('dialog', { name: 'Does this document look correct?' })
const readInfo = (page: Page) => page.getByRole('dialog', { name: 'Incident Info' })

async function openAs(emailAddress: string, size: { width?: number; height: number } = { height: 1400 }) {
  const { page, faults } = await stage.open(size)
  await signIn(stage, page, emailAddress)
  return { page, faults }
}

/** The tracker's row of the last report of this type. */
async function openRow(page: Page, type: string) {
  await page.goto('/incidenttracker')
  const row = page.getByRole('row').filter({ hasText: type })
  await row.first().waitFor()
  return row.first()
}

// One incident from its package to its end; each journey goes on where the one before it ended.
describe('reporting an incident', () => {
  let serial = ''

  test('[INC-001 INC-002 INC-016 INC-018 INC-020 SHELL-010] the form is filled from the package', async () => {
    const { page, faults } = await openAs('admin@park.demo')
    serial = await makeMed(page)
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(await page.getByText('without an incident number').count()).toBe(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Report An Incident', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Report An Incident' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/reportanincident')
    await page.getByText('The 24 hours have not started').waitFor()
    expect(await form(page).getByLabel('Classification').inputValue()).toBe('')
    expect(await form(page).getByLabel('Determined illegitimate on').inputValue()).toBe('')
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
    expect(await form(page).getByRole('button', { name: 'Preview' }).count()).toBe(1)

    const specify = form(page).getByLabel('Other, specify')
    expect(await specify.isDisabled()).toBe(true)
    const flags = form(page).getByRole('group', { name: 'None clears the others' })
    const none = flags.getByRole('checkbox', { name: 'None', exact: true })
    const others = ['BPDR', 'MedWatch 3500', 'FAR', 'MedWatch 3500A', 'Other']
    for (const name of others) await flags.getByRole('checkbox', { name, exact: true }).check()
    expect(await specify.isEnabled()).toBe(true)
    await specify.fill('the board of pharmacy')
    expect(await flags.getByRole('checkbox', { checked: true }).count()).toBe(others.length)
    await none.check()
    expect(await flags.getByRole('checkbox', { checked: true }).count()).toBe(1)
    expect([await none.isChecked(), await specify.inputValue(), await specify.isDisabled()]).toEqual([true, '', true])

    // What is missing is said, beside its field and as a toast.
    await form(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Say on which day you determined that the product is illegitimate (item 4).').first().waitFor()
    const now = new Date()
    const day = `${now.getMonth() + 1}/${now.getDate()}/${now.getFullYear()}`
    await form(page).getByLabel('Determined illegitimate on').fill(day)
    await form(page).getByLabel('Time').fill('00:00')
    await form(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Choose what you determined the product to be (item 5).').first().waitFor()
    await form(page).getByLabel('Classification').selectOption('COUNTERFEIT')
    await form(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Describe what happened (item 17).').first().waitFor()
    await form(page).getByLabel('Event notes').fill(NOTES)
    await page.getByText('Draft saved').waitFor()
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  })

  test('[INC-003 INC-004 INC-005 INC-006 INC-007] is previewed, cancelled, found again, and saved; without an FDA email address nothing says that it was sent', async () => {
    const { page, faults } = await openAs('admin@park.demo')
    const fromDraft = async () => {
      await page.goto('/incidenttracker')
      await page.getByText('Not sent yet').waitFor()
      await page
        .getByRole('link', { name: /Metformin/ })
        .first()
        .click()
      await page.waitForFunction(() => (document.querySelector('textarea') as HTMLTextAreaElement | null)?.value.includes('seal'))
      await form(page).getByRole('button', { name: 'Preview' }).click()
    }
    await fromDraft()
    const dialog = choosePreview(page)
    await dialog.getByText('Drug Notification').first().waitFor()
    await dialog.getByText(NOTES).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/incidenttracker')
    await page.getByText('Not sent yet').waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'INITIAL' }).count()).toBe(0)
    expect(await stage.server.mails('admin@park.demo')).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('Drug notification') }),
    )

    await fromDraft()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Report saved. Not sent to the FDA yet.', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Incident Tracker' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'INITIAL' }).waitFor()
    // A job sends it.
    const subjects = async () => (await stage.server.mails('admin@park.demo')).map(({ subject }) => subject)
    await expect.poll(subjects).toContainEqual(expect.stringContaining('Drug notification: Metformin'))
    expect(faults).toEqual([])
  })

  test('[TRACK-003 SHELL-011 SHELL-012 HOME-004 HOME-006] warns until it has its number: in the tracker, the menu and on home', async () => {
    const { page, faults } = await openAs('admin@park.demo')
    const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Incident Tracker/ })
    await item.getByText('without an incident number').waitFor({ state: 'attached' })
    expect(await item.innerText()).toMatch(/^Incident Tracker\s*1/)
    const red = await item
      .locator('[data-count]')
      .evaluate((badge) => getComputedStyle(badge).backgroundColor.match(/\d+/g)?.map(Number) ?? [])
    expect(red[0]).toBeGreaterThan((red[1] ?? 0) + (red[2] ?? 0))
    await item.click()
    await page.waitForURL('**/incidenttracker')
    await page.getByRole('img', { name: 'No incident number yet' }).waitFor()
    await expectAccessible(page)
    await page.goto('/')
    const tile = page.getByRole('navigation', { name: 'E-Pedigree' }).getByRole('link', { name: /^Incident Tracker/ })
    await tile.getByText('You currently have 1 notification(s) without an incident number').waitFor()
    const clocks = page.getByRole('region', { name: 'Incidents on the clock' })
    await clocks.getByText('FDA not notified, partners not notified').waitFor()
    await expectAccessible(page)
    await clocks.getByRole('link', { name: /^Open the incident of Metformin/ }).click()
    await readInfo(page).getByRole('heading', { name: 'Within 24 hours' }).waitFor()
    // The package itself leads to what was reported of it.
    await page.goto(`/searchmeds?serialNumber=${serial}`)
    await page.getByRole('table', { name: 'Pedigrees' }).getByRole('link').first().click()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('No incident number yet', { exact: false }).waitFor()
    await expectAccessible(page)
    await history.getByRole('link', { name: 'Incident reported: initial notification' }).click()
    await readInfo(page).waitFor()
    expect(faults).toEqual([])
  })

  test('[TRACK-002 TRACK-004 TRACK-005 TRACK-010 TRACK-011] stands in the tracker, with its document', async () => {
    const { page, faults } = await openAs('admin@park.demo')
    const row = await openRow(page, 'INITIAL')
    const [saved] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: /^Download the report/ }).click()])
    expect(saved.suggestedFilename()).toMatch(/^form-3911-\d+\.pdf$/)
    for (const name of ['Serial', 'Report type', 'Incident number', 'Med name', 'NDC', 'Lot', 'Date created', 'Created by', 'Location'])
      expect(await page.getByRole('columnheader', { name, exact: true }).count()).toBe(1)
    expect(await row.getByText(/^\d\d\/\d\d\/\d\d$/).count()).toBe(1)
    await row.getByRole('link').first().click()
    await readInfo(page).getByText('FDA not notified, partners not notified').waitFor()
    await expectAccessible(page)
    await readInfo(page).getByRole('button', { name: 'Cancel' }).click()
    await readInfo(page).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  test('[TRACK-006 TRACK-013 TRACK-014] gets its number, and the partners are notified', async () => {
    const { page } = await openAs('admin@park.demo')
    await (await openRow(page, 'INITIAL')).getByRole('link').first().click()
    const info = readInfo(page)
    await info.getByRole('button', { name: 'Reported another way' }).click()
    const elsewhere = page.getByRole('dialog', { name: 'Reported outside Seriatim' })
    await elsewhere.getByLabel('Reported on').fill('3/1/26')
    await elsewhere.getByLabel('Time').fill('14:30')
    await elsewhere.getByLabel('Reference').fill('3911-77120')
    await expectAccessible(page)
    await elsewhere.getByRole('button', { name: 'Record this report' }).click()
    await info.getByText(/Reference: 3911-77120\. Recorded by Dana Ruiz/).waitFor()
    await info.getByRole('button', { name: 'Undo' }).click()
    await info.getByText('FDA not notified, partners not notified').waitFor()
    await info.getByLabel('Incident number').fill('2026-0042')
    await info.getByLabel('Quantity').focus()
    await info.getByText('Acknowledged', { exact: true }).waitFor()
    await expectAccessible(page)
    await info.getByRole('button', { name: 'Notify trading partners' }).click()
    await info.getByLabel('Partner 1', { exact: true }).fill('North Wholesale')
    await info.getByLabel('Email of partner 1').fill('north@partner.demo')
    await info.getByRole('button', { name: 'Send 1 notice' }).click()
    await info.getByText('Notice to North Wholesale').waitFor()
    // With the notices out it takes one click to record that all are notified, and one to undo it.
    await info.getByText('The FDA acknowledged the report with the number 2026-0042.').waitFor()
    await info.getByText('Partners not notified', { exact: true }).waitFor()
    await info.getByRole('button', { name: 'All are notified' }).click()
    await info.getByText(/All were notified, recorded by Dana Ruiz/).waitFor()
    await info.getByRole('button', { name: 'Undo' }).click()
    await info.getByRole('button', { name: 'All are notified' }).click()
    await info.getByText(/All were notified, recorded by Dana Ruiz/).waitFor()
    expect(await info.getByText(/ left$/).count()).toBe(0)
    await info.getByRole('button', { name: 'Cancel' }).click()
    await info.waitFor({ state: 'detached' })
    expect(await page.getByRole('img', { name: 'No incident number yet' }).count()).toBe(0)
    expect(await page.getByText('without an incident number').count()).toBe(0)
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByText('without an incident number').count()).toBe(0)
    expect(await stage.server.mails('north@partner.demo')).toMatchObject([{ text: expect.stringContaining('Dear North Wholesale') }])
  })

  test('[TRACK-007 TRACK-008 TRACK-009 INC-017 INC-027 SHELL-025] is followed up and terminated', async () => {
    const { page } = await openAs('admin@park.demo')
    await (await openRow(page, 'INITIAL')).getByRole('link').first().click()
    const info = readInfo(page)
    await info.getByRole('button', { name: 'Cancel' }).waitFor()
    await info.getByRole('link', { name: 'Follow Up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Follow Up An Incident' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/reportanincident\/\d+\/followup$/)
    expect(await form(page).getByLabel('Incident number').isEnabled()).toBe(true)
    expect(await form(page).getByLabel('Incident number').inputValue()).toBe('2026-0042')
    await page.goBack()
    await info.getByRole('link', { name: 'Terminate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Terminate An Incident' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/reportanincident\/\d+\/terminate$/)
    expect(await form(page).getByLabel('Incident number').isEnabled()).toBe(true)
    expect(await form(page).getByLabel('Incident number').inputValue()).toBe('2026-0042')
    await form(page).getByLabel('Why the notification is no longer necessary').fill('The maker confirmed the package.')
    await form(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Report saved. Not sent to the FDA yet.', { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: 'TERMINATE' }).getByRole('link').first().click()
    await info.getByRole('button', { name: 'The FDA has agreed' }).click()
    await page.getByRole('dialog', { name: 'Mark this incident as terminated' }).getByRole('button', { name: 'Mark as terminated' }).click()
    await info.getByText('Terminated', { exact: true }).waitFor()
    expect(await info.getByRole('link', { name: 'Follow Up' }).count()).toBe(0)
    await info.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Incident number').fill('nothing like this')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No results. Please modify the search parameters and search again.').waitFor()
  })

  test('keeps on a phone what cannot be saved, and leads to the field that is missing', async () => {
    const { page } = await stage.open({ width: 390, height: 844 })
    await signIn(stage, page, 'staff@park.demo')
    await page.goto('/reportanincident')
    await page.route(/incidentReport\.saveOneDraft/, (route) => route.fulfill({ status: 503, body: '' }))
    await form(page).getByLabel('Name of product').fill('Amoxicillin 500')
    await page.getByText('Not saved, trying again.').waitFor()
    await expectAccessible(page)
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss())
    await page.close({ runBeforeUnload: true })
    await asked
    await page.unroute(/incidentReport\.saveOneDraft/)
    await page.getByText('Draft saved').waitFor()
    await form(page).getByLabel('Determined illegitimate on').fill('3/1/2026')
    await form(page).getByLabel('Classification').selectOption('STOLEN')
    await form(page).getByRole('button', { name: 'Preview' }).click()
    const notes = form(page).getByLabel('Event notes')
    await page.waitForFunction(() => document.activeElement?.id === 'incident-field-eventNotes')
    const message = form(page).getByText('Describe what happened (item 17).')
    const foot = await form(page).getByRole('button', { name: 'Preview' }).boundingBox()
    expect((await message.boundingBox())?.y).toBeGreaterThan(0)
    expect((await message.boundingBox())?.y).toBeLessThan(foot?.y ?? 0)
    expect(await notes.getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('link', { name: 'New report' }).click()
    await page.waitForFunction(() => !location.search)
    expect(await form(page).getByLabel('Name of product').inputValue()).toBe('')
    await page.getByRole('link', { name: 'Amoxicillin 500' }).waitFor()
  })

  test('has a page of its own, whose address can be handed on', async () => {
    const { page, faults } = await openAs('admin@park.demo')
    await (await openRow(page, 'INITIAL')).getByRole('link').first().click()
    await readInfo(page).getByRole('link', { name: 'Open as a page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Incident Info' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/incidenttracker\/\d+$/)
    await page.getByRole('region', { name: 'History' }).getByText('Initial notification').waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    const { page: other } = await openAs('staff@park.demo', { width: 390, height: 844 })
    await other.goto(page.url())
    await other.getByRole('region', { name: 'History' }).getByText('Initial notification').waitFor()
    await expectAccessible(other)
    expect(await other.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
  })

  test('an unknown package that was scanned at receiving is in the form, and what is no date is refused at its field', async () => {
    const { page, faults } = await openAs('admin@park.demo')
    await openOrder(page)
    await scan(page, ['01003039999523061728063010L9', '21FAKE1'])
    await page.locator('[data-actions]').getByRole('link', { name: 'Report An Incident' }).click()
    await page.getByText('No package with this serial number is on record here.').waitFor()
    expect(new URL(page.url()).searchParams.get('gtin')).toBe('00303999952306')
    expect(await form(page).getByLabel('Serial numbers').inputValue()).toBe('FAKE1')
    expect(await form(page).getByLabel('NDC').inputValue()).toBe('0399995230')
    await form(page).getByText('It was scanned while an order from').waitFor()
    // The next scan is the next package, wherever the focus is.
    await form(page).getByLabel('Event notes').focus()
    await scan(page, ['01003039999523061728063010L9', '21FAKE2'])
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#incident-field-serialNumber')?.value === 'FAKE2')
    expect(await form(page).getByLabel('Expiration').inputValue()).toBe('06/30/2028')
    expect(await form(page).getByLabel('Lot number').inputValue()).toBe('L9')
    expect(await form(page).getByLabel('Event notes').inputValue()).toBe(
      'The label reads GTIN 00303999952306, serial number FAKE2, lot L9, expiration 06/30/2028. No record of this package was found.',
    )
    const expiration = form(page).getByLabel('Expiration')
    for (const text of ['02/30/2028', '13/45/2030', '06-2028']) {
      await expiration.fill(text)
      await form(page).getByRole('button', { name: 'Preview' }).click()
      await form(page)
        .getByText(/Write the date as MM\/DD\/YYYY\./)
        .waitFor()
      expect(await expiration.inputValue()).toBe(text)
      expect(await expiration.evaluate((field) => field === document.activeElement)).toBe(true)
    }
    await expectAccessible(page)
    await expiration.fill('06/2028')
    await expiration.press('Tab')
    await form(page).getByText('Taken as 06/30/2028, the last day of the month').waitFor()
    await expiration.press('Alt+ArrowDown')
    await page.getByRole('dialog', { name: 'Calendar: Expiration' }).getByRole('button', { name: '29 June 2028' }).click()
    expect(await expiration.inputValue()).toBe('06/29/2028')
    expect(faults).toEqual([])
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
