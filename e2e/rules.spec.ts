import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

async function openAs(size: { width?: number; height: number; dark?: boolean }) {
  const { page, faults } = await stage.open(size)
  await signIn(stage, page, 'admin@park.demo')
  await page.goto('/rules')
  await page.getByRole('heading', { level: 1, name: 'What applies to us' }).waitFor()
  await page.getByText('Applies now', { exact: true }).waitFor()
  return { page, faults }
}

/** Enters a number of employees as of the day that the dialog proposes, and attests it or saves it as a draft. */
async function count(page: Page, amount: string, attest: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Count employees' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Count employees' })
  await dialog.getByRole('textbox', { name: 'Employees' }).fill(amount)
  await dialog.getByRole('textbox', { name: 'How you counted' }).fill('Payroll report, all locations')
  if (attest) await dialog.getByRole('checkbox', { name: /attest that this number is correct$/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: attest ? 'Attest' : 'Save as a draft' }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('the page of legal rules', () => {
  test('opens from the menu and accepts an attested head count and a contract rule, on desktop and phone', async () => {
    const { page, faults } = await openAs({ height: 1400 })
    await page.getByRole('link', { name: 'What Applies To Us' }).waitFor()
    await page.getByText('Never counted').waitFor()
    await expectAccessible(page)
    await count(page, '26', false)
    await page.getByText(/^26, draft, as of/).waitFor()
    await count(page, '22', true)
    await page.getByText(/^22, attested, as of/).waitFor()
    await page.getByText(/^26, draft, as of/).waitFor()

    await page.getByRole('button', { name: 'Add a rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a rule' })
    await dialog.getByRole('textbox', { name: 'What you must do' }).fill('Show statements to the PBM')
    await dialog.getByRole('textbox', { name: 'Source' }).fill('Cobblestone Benefits, manual, section 8')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add the rule' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('A contract, not a law. Entered by Dana Ruiz').waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Print for the binder' }).click()])
    expect(saved.suggestedFilename()).toMatch(/^what-applies-to-us-\d{4}-\d{2}-\d{2}\.pdf$/)
    await expectAccessible(page)

    const phone = await openAs({ width: 390, height: 844, dark: true })
    await phone.page.getByText(/^22, attested, as of/).waitFor()
    await expectAccessible(phone.page)
    await count(phone.page, '23', true)
    await phone.page.getByText(/^23, attested, as of/).waitFor()
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect([...faults, ...phone.faults]).toEqual([])
  })
})
