import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { openOrder } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

const field = (page: Page) => page.getByRole('textbox', { name: 'Scan the bottle or type its serial number' })
const hasNoSidewaysScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

async function openAs(size: { width?: number; height: number; dark?: boolean }) {
  const { page, context, faults } = await stage.open(size)
  await signIn(stage, page, 'admin@park.demo')
  return { page, context, faults }
}

async function openUnits(page: Page): Promise<void> {
  await page.goto('/inspection/unit')
  await page.getByRole('heading', { level: 1, name: 'Pick a bottle' }).waitFor()
  await field(page).waitFor()
}

describe('answers about a single bottle', () => {
  test('are shown after a scan, listed, printed, and shared with an inspector until the link is ended', async () => {
    const { page, context, faults } = await openAs({ height: 1400 })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { meds } = await openOrder(page)
    const [first, second] = meds
    if (!first || !second) throw new Error('The order has too few packages.')
    await openUnits(page)
    await expectAccessible(page)
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)

    await scan(page, [`01${first.gtin}21${first.serialNumber}`, `10${first.lotNumber ?? ''}`])
    await page.getByText('Where is it now?').waitFor()
    await page.getByRole('heading', { level: 2, name: /^Bought from Northway Wholesale/ }).waitFor()
    await page.getByText('Not received', { exact: true }).first().waitFor()
    await expectAccessible(page)
    await scan(page, second.serialNumber)
    const visit = page.getByRole('list', { name: 'Bottles from this visit' })
    await visit.getByRole('listitem').nth(1).waitFor()
    expect(await page.getByRole('link', { name: 'Create a pack of these 2' }).getAttribute('href')).toMatch(/^\/inspection\?units=\d+,\d+$/)
    await page.reload()
    await visit.getByRole('listitem').nth(1).waitFor()
    await visit.getByRole('button').last().click()
    await page.getByText('Where is it now?').waitFor()

    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Print one page' }).click()])
    expect(saved.suggestedFilename()).toBe(`unit-${first.serialNumber}.pdf`)

    await page.getByRole('button', { name: 'Show the QR code' }).click()
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('The link was copied.').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())

    const guest = await stage.open({ width: 390, height: 844 })
    const answer = await guest.page.goto(link)
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    await guest.page.getByRole('heading', { level: 1, name: 'Park Avenue Pharmacy' }).waitFor()
    await guest.page.getByText('Where is it now?').waitFor()
    await expectAccessible(guest.page)
    // The page has no link into the product, except the name in the corner.
    expect(await guest.page.getByRole('main').getByRole('link').count()).toBe(0)
    expect(await guest.page.getByRole('navigation').count()).toBe(0)
    expect(await guest.page.getByRole('button', { name: 'Menu' }).count()).toBe(0)
    expect(await guest.context.cookies()).toEqual([])
    expect(await hasNoSidewaysScroll(guest.page)).toBe(true)

    await page.getByRole('button', { name: 'Deactivate link' }).click()
    await page.getByRole('button', { name: 'Show the QR code' }).waitFor()
    await guest.page.reload()
    await guest.page.getByText('This link no longer works. Ask the pharmacy for a new one.').waitFor()
    await expectAccessible(guest.page)

    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByText('Each bottle that you scan is listed here until you start over.').waitFor()
    expect([...faults, ...guest.faults]).toEqual([])
  })

  test('can be found on a phone by a typed serial number; for an unknown number, the page says that it is not on file', async () => {
    const { page, faults } = await openAs({ width: 390, height: 844, dark: true })
    const { meds } = await openOrder(page)
    await openUnits(page)
    await field(page).fill('NOBODY-HAS-IT')
    await field(page).press('Enter')
    await page.getByText('Serial number NOBODY-HAS-IT is not on file').waitFor()
    await page.getByRole('link', { name: 'Report An Incident' }).filter({ visible: true }).waitFor()
    await expectAccessible(page)
    await field(page).fill(meds[0]?.serialNumber ?? '')
    await field(page).press('Enter')
    await page.getByText('Where is it now?').waitFor()
    await expectAccessible(page)
    expect(await hasNoSidewaysScroll(page)).toBe(true)
    await page.getByRole('button', { name: 'QR code', exact: true }).click()
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
    expect(await hasNoSidewaysScroll(page)).toBe(true)
    await page.getByRole('button', { name: 'Deactivate link' }).click()
    expect(faults).toEqual([])
  })
})
