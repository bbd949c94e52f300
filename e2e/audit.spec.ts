import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

describe('the audit trail', () => {
  test.each([
    { width: 1440, height: 900, dark: false },
    { width: 390, height: 844, dark: true },
  ])('[ROLE-003] can be read, searched, verified and saved at $width px by the customer admin', async (look) => {
    const { page, faults } = await stage.open(look)
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/settings/othersettings')
    const address = page.getByLabel('Send a copy of my reports to').and(page.locator(':enabled'))
    await address.fill(`trail${look.width}@park.demo`)
    await page.keyboard.press('Enter')
    await page.getByText('Your settings were saved.').waitFor()
    await page.getByRole('link', { name: /^Audit trail/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit trail' }).waitFor()
    await page.getByText(`trail${look.width}@park.demo`).first().waitFor()
    await page.getByText('Dana Ruiz signed in').first().waitFor()
    await expectAccessible(page)

    await page.getByText('Check that nobody changed the trail').click()
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText(/^(Intact up to|Nothing is sealed yet)/).waitFor()
    await page.getByText('Compare with a seal you noted').click()
    await page.getByLabel('Number of the seal').fill('999999999')
    await page.getByLabel('Its hash').fill('0123456789abcdef')
    await page.keyboard.press('Enter')
    await page.getByText('The chain does not contain seal 999999999').waitFor()
    await expectAccessible(page)

    await page.goto('/audit?kind=user')
    await page.getByRole('button', { name: 'Remove: What Users' }).waitFor()
    await page.getByText('changed their own setting').first().waitFor()
    expect(await page.getByText('signed in').count()).toBe(0)
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as CSV' }).click()])
    expect(saved.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await saved.path(), 'utf8')
    expect(text).toContain(`trail${look.width}@park.demo`)
    expect(text).not.toContain('session.signIn')

    await page.goto('/audit?from=2020-01-01&to=2020-01-02')
    await page.getByText('No entries match this search.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByText('exported the audit trail').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
  })

  test('is hidden from a location admin, together with its menu entry', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'lead@park.demo')
    await page.goto('/settings/othersettings')
    await page.getByRole('link', { name: /^Test my scanner/ }).waitFor()
    expect(await page.getByRole('link', { name: /^Audit trail/ }).count()).toBe(0)
    await page.goto('/audit')
    await page.getByRole('heading', { level: 1, name: 'You do not have access to this page' }).waitFor()
  })
})
