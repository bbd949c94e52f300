import { describe, expect, test } from 'vitest'
import { COLORS, expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

describe('supplier scorecards', () => {
  test('are listed, sorted and opened from the trading partners, and show every figure with its definition', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/tradingpartner')
    await page.getByRole('link', { name: 'Scorecards', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Supplier Scorecards' }).waitFor()
    await page.getByRole('button', { name: 'Compute now' }).click()
    await page.getByText('The figures are being computed.', { exact: false }).first().waitFor()
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByText(/^Computed /).count()
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBe(1)
    await page.getByRole('link', { name: 'Northway Wholesale' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Right the first time' }).click()
    await expect.poll(() => new URL(page.url()).search).toContain('sort=firstTimeRight')
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    expect((await csv).suggestedFilename()).toMatch(/^scorecards-.*\.csv$/)

    await page.getByRole('link', { name: 'Northway Wholesale' }).click()
    await page.getByRole('heading', { level: 1, name: 'Northway Wholesale: scorecard' }).waitFor()
    expect(await page.getByRole('heading', { level: 3 }).count()).toBe(12)
    await page.getByText('Orders whose file contains the transaction statement, among all orders.', { exact: false }).waitFor()
    await page.getByText('Figures by month, as a table').click()
    await page.getByRole('table', { name: 'Figures by month' }).waitFor()
    await expectAccessible(page)
    const letter = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Letter to the supplier' }).click()
    expect((await letter).suggestedFilename()).toMatch(/^letter-\d+-.*\.pdf$/)
    await page.getByText('Email me each month').click()
    await page.getByText('Setting saved.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: 'Email me each month' }).isChecked()).toBe(true)
    await page.goto('/tradingpartner/999999/scorecard')
    await page.getByText('This supplier has no scorecard.', { exact: false }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('fit a phone in both colors, and the partner’s page leads to its scorecard', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/tradingpartner/1')
    await page.getByRole('link', { name: 'Scorecard', exact: true }).click()
    await page.getByRole('heading', { level: 3, name: 'Right the first time' }).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.goto('/tradingpartner/scorecards')
    await page.getByRole('link', { name: 'Northway Wholesale' }).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const desktop = await stage.open({ dark: true })
    await signIn(stage, desktop.page, 'admin@park.demo')
    await desktop.page.goto('/tradingpartner/1/scorecard')
    await desktop.page.getByRole('heading', { level: 3, name: 'Right the first time' }).waitFor()
    await expectAccessible(desktop.page, COLORS)
    expect([...faults, ...desktop.faults]).toEqual([])
  })
})
