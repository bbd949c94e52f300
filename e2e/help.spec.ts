import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { scan } from './scanner.ts'

const stage = useStage()

describe('help', () => {
  test.each([
    { width: 1440, height: 900, dark: false },
    { width: 390, height: 844, dark: true },
  ] as const)('opens from the header or the menu at $width px, closes with Escape and returns the focus', async (look) => {
    const { page, faults } = await stage.open(look)
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/orders')
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (look.width < 700) {
      await page.getByRole('button', { name: 'Open the menu' }).click()
      await page.getByRole('button', { name: 'Help', exact: true }).click()
    } else await page.getByRole('button', { name: 'Help (?)' }).click()
    const panel = page.getByRole('dialog', { name: 'Help' })
    await panel.getByRole('heading', { name: 'On this page' }).waitFor()
    await page.getByRole('heading', { name: 'Glossary' }).scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    const opener = look.width < 700 ? 'Open the menu' : 'Help (?)'
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(opener)
    expect(faults).toEqual([])
  })

  test('includes a first-week checklist for a new customer, where a scan of the test code completes a step', async () => {
    const { page, faults } = await stage.open({ width: 1440, height: 900 })
    await signIn(stage, page, 'admin@park.demo')
    const list = page.getByRole('region', { name: 'Your first week' })
    await list.getByRole('link', { name: 'Test your scanner' }).click()
    await page.getByText('Scan the test code, or any package.').waitFor()
    await scan(page, ['010039999123456410Lot-9Y/z', '1735123121Test:aQ_wZ;M+1'])
    await page.getByText('Your scanner is set up correctly.').waitFor()
    await page.goto('/')
    await list.getByText('Test your scanner').waitFor()
    await expect.poll(() => list.getByRole('link', { name: 'Test your scanner' }).count()).toBe(0)
    await list.getByRole('button', { name: 'Hide this list' }).click()
    await list.waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })
})
