import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { countLeft, openOrder } from './orders.ts'
import { scan } from './scanner.ts'

const RECEIVING = /\/trpc\/[^?]*order\.updateReceive/
const stage = useStage()

const verdict = (page: Page) => page.getByRole('region', { name: 'Last scan', exact: true })
const heading = (page: Page, name: string) => verdict(page).getByRole('heading', { name, exact: true })

describe('a label whose lot or expiry differs from the file', () => {
  test('stops the scan and shows both values, and the package is received only if the user enters a reason, which the receipt then shows', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    const [a] = meds
    if (!a) throw new Error('The sample has no meds.')
    const label = [`01${a.gtin}21${a.serialNumber}`, '17250331', '10ZZ99'] as const
    await scan(page, label)
    await heading(page, 'Stop: label differs').waitFor()
    const lot = verdict(page).getByRole('row', { name: /Lot/ })
    expect(await lot.getByRole('cell').allTextContents()).toEqual(['ZZ99', a.lotNumber])
    await verdict(page).getByRole('cell', { name: '03/31/2025' }).waitFor()
    expect(await countLeft(page, documentId)).toBe(meds.length)
    await expectAccessible(page)
    const report = await verdict(page).getByRole('link', { name: 'Report An Incident' }).getAttribute('href')
    expect(report).toContain(`serial=${a.serialNumber}`)
    expect(report).toContain('lot=ZZ99&expiry=2025-03-31')
    await verdict(page).getByRole('button', { name: 'Put on hold…' }).waitFor()

    await verdict(page).getByRole('button', { name: 'Receive with the file’s data…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Receive with the file’s data' })
    expect(await dialog.getByRole('button', { name: 'Receive with the file’s data' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('The maker confirmed a misprint')
    await dialog.getByRole('button', { name: 'Receive with the file’s data' }).click()
    await heading(page, 'Received').waitFor()
    await expect.poll(() => countLeft(page, documentId)).toBe(meds.length - 1)
    await page.getByRole('button', { name: 'Show receipts' }).click()
    await page.getByText('The maker confirmed a misprint').waitFor()
    await page.getByText('The label says lot ZZ99', { exact: false }).waitFor()

    // Scans the same serial number again: even for a received package, the counter reports that its label differs.
    await scan(page, label)
    await heading(page, 'Stop: label differs').waitFor()
    await verdict(page).getByText('Received earlier').waitFor()
    expect(await verdict(page).getByRole('button', { name: 'Receive with the file’s data…' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('stops the scan on the page, in the header’s search box, and at the server after a network outage', async () => {
    const { page, context } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const [a, b] = meds
    if (!a || !b) throw new Error('The sample has too few meds.')
    await context.route(RECEIVING, (route) => route.abort('internetdisconnected'))
    await scan(page, [`01${a.gtin}21${a.serialNumber}`, '10ZZ99'])
    await heading(page, 'Stop: label differs').waitFor()
    await scan(page, [`01${b.gtin}21${b.serialNumber}`, `10${b.lotNumber}`])
    await heading(page, 'Saved').waitFor()
    await context.unroute(RECEIVING)
    // The server also judges a queued scan itself. To show this, the route changes the lot number on the way, so that the server sees a different
    // label than the page did.
    await context.route(RECEIVING, async (route) => {
      const body = route.request().postData() ?? ''
      await route.continue({ postData: body.replaceAll(`"lotNumber":"${b.lotNumber}"`, '"lotNumber":"OTHER"') })
    })
    await page.getByRole('button', { name: 'Try now' }).click()
    await heading(page, 'Stop: label differs').waitFor()
    await verdict(page).getByRole('cell', { name: 'OTHER' }).waitFor()
    await page.getByText(`${meds.length} left`).waitFor()

    await page.goto('/orders')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await scan(page, [`01${a.gtin}21${a.serialNumber}`, '10ZZ99'])
    await page.getByRole('option', { name: /Stop: label differs/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/orders')
  })
})

describe('an imperfect scan', () => {
  test('of a UPC shows the product and where to scan instead; a lost separator in a 2D code is restored', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const [a] = meds
    if (!a) throw new Error('The sample has no meds.')
    await scan(page, a.gtin.slice(2))
    await verdict(page).getByText('That is the UPC. Scan the 2D code.').waitFor()
    await verdict(page)
      .getByRole('img', { name: /linear barcode is crossed out/ })
      .waitFor()
    await expectAccessible(page)
    await scan(page, `01${a.gtin}10${a.lotNumber}21${a.serialNumber}`)
    await heading(page, 'Received').waitFor()
    await verdict(page).getByText('this is the only reading that is on the order', { exact: false }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('screen space at the counter', () => {
  test.each([
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
    // A screen of 1440 by 900 pixels, zoomed to 200 %.
    { width: 720, height: 450 },
  ])('at $width by $height is enough to show the whole result without scrolling, even with every banner', async ({ width, height }) => {
    const { page, context } = await stage.open({ width, height })
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const [a, b, c] = meds
    if (!a || !b || !c) throw new Error('The sample has too few meds.')
    await scan(page, `01${a.gtin}21${a.serialNumber}`)
    await heading(page, 'Received').waitFor()
    await page.getByText(`${meds.length - 1} left`).waitFor()
    await verdict(page).getByRole('button', { name: 'Put on hold…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Torn seal')
    await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click()
    await page.getByText('On hold: serial', { exact: false }).waitFor()
    await context.route(RECEIVING, (route) => route.abort('internetdisconnected'))
    await scan(page, `01${b.gtin}21${b.serialNumber}`)
    await page.getByText('1 scan is waiting for the network').waitFor()
    await scan(page, [`01${c.gtin}21${c.serialNumber}`, '17250331', '10ZZ99'])
    await heading(page, 'Stop: label differs').waitFor()
    await expect
      .poll(async () => {
        const box = await verdict(page).boundingBox()
        return box && { isWhole: box.y >= 0 && box.y + box.height <= height, isWide: box.x >= 0 && box.x + box.width <= width }
      })
      .toEqual({ isWhole: true, isWide: true })
    // The difference is visible without scrolling, down to the last row and the last button.
    const body = await verdict(page).locator('[data-body]').boundingBox()
    const last = await verdict(page).getByRole('row').last().boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((body?.y ?? 0) + (body?.height ?? 0))
    const way = await verdict(page).getByRole('button', { name: 'Receive with the file’s data…' }).boundingBox()
    expect((way?.y ?? 0) + (way?.height ?? 0)).toBeLessThanOrEqual(height)
    const lines = await page.locator('[data-banner]').evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
    expect(lines).toBe(1)
    // Serial numbers of up to 20 characters must not push a button out of its banner.
    const buttons = await page.locator('[data-banner] > button').evaluateAll((all) =>
      all.map((one) => {
        const serial = one.parentElement?.querySelector('b')
        if (serial) serial.textContent = 'On hold: serial WWWWWWWWWWWWWWWWWWWW'
        const right = one.parentElement?.getBoundingClientRect().right ?? 0
        return one.getBoundingClientRect().right <= right
      }),
    )
    expect(buttons).toEqual(buttons.map(() => true))
    expect(await page.locator('[data-toasts] [data-toast]').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  })
})
