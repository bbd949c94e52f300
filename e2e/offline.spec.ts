import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { type Line, layLine } from './line.ts'
import { countLeft, openOrder } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()
let line: Line
beforeAll(async () => {
  line = await layLine(stage.server.url)
})
afterAll(() => line?.close())

/** Paths of the calls whose answers this device has cached. */
const keptPaths = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('seriatim-kept')
        opening.onsuccess = () => {
          const database = opening.result
          const read = database.transaction('answer').objectStore('answer').getAll()
          read.onsuccess = () => {
            database.close()
            resolve((read.result as { path: string }[]).map(({ path }) => path)) // answer-cache.ts writes rows of this shape
          }
        }
      }),
  )

describe('the app without a network', () => {
  test('can still receive an open order after a reload, and saves all scans once the network returns', async () => {
    const { page } = await stage.open({ keepsItself: true, baseURL: line.url })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    // Open Home online, so that the page is cached for offline use.
    await page.goto('/')
    await page
      .getByRole('link', { name: /^Receive PO / })
      .first()
      .click()
    await page.getByText('Scan the first package').waitFor()
    const [first] = meds
    if (!first) throw new Error('The sample has no meds.')
    await scan(page, `01${first.gtin}21${first.serialNumber}`)
    await expect.poll(() => countLeft(page, documentId)).toBe(meds.length - 1)
    await expect.poll(() => keptPaths(page)).toContain('order.received')
    await line.cut()
    await page.reload()
    await page.getByText('The server is not responding.').waitFor()
    // A case can be opened offline even if it was never opened on this device.
    await page
      .getByRole('button', { name: /^Case .*, open$/ })
      .first()
      .click()
    await page.getByRole('table', { name: 'Containers' }).getByText('Not received yet').first().waitFor()
    // Packages that were received after the order was opened are not counted as open, even without the server.
    await page.getByText(`${meds.length - 1} left`).waitFor()
    await scan(page, `01${first.gtin}21${first.serialNumber}`)
    await page.getByRole('heading', { name: 'Already received' }).waitFor()
    await expectAccessible(page)
    const ten = meds.slice(1, 11)
    for (const med of ten) await scan(page, `01${med.gtin}21${med.serialNumber}`)
    await page.getByText('10 scans are waiting for the network').waitFor()
    await page.reload()
    await page.getByText('10 scans are waiting for the network').waitFor()

    await page.goto('/')
    await page
      .getByRole('link', { name: /^Receive PO |^Continue PO / })
      .first()
      .waitFor()
    await page.goto('/orders')
    await page.getByText('The server is not responding.').waitFor()
    await page.getByText('the rest loads when the server answers again', { exact: false }).waitFor()
    await page.getByRole('heading', { name: 'Opened on this device' }).waitFor()
    await expectAccessible(page)
    await line.mend()
    await page.getByText('The server is not responding.').waitFor({ state: 'detached' })
    await page.getByRole('table', { name: 'Orders' }).waitFor()
    await expect.poll(() => countLeft(page, documentId)).toBe(meds.length - 1 - ten.length)
  })

  test('says on lists too that the server is not responding, and reloads cached data once it responds', async () => {
    await line.mend()
    const { page } = await stage.open({ keepsItself: true, baseURL: line.url })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/orders')
    await page.getByRole('table', { name: 'Orders' }).waitFor()
    line.hush()
    await page.getByRole('link', { name: 'Incident Tracker' }).first().click()
    await page.getByText('The server is not responding.').waitFor()
    await page.evaluate((path) => {
      history.pushState(null, '', path)
    }, `/orders/receive/${documentId}`)
    await page.getByText(`${meds.length} left`).waitFor()
    await line.mend()
    await page.getByText('The server is not responding.').waitFor({ state: 'detached' })
    await page.getByText(`${meds.length} left`).waitFor()
  })

  test('deletes the cached data from the device when the user signs out', async () => {
    await line.mend()
    const { page } = await stage.open({ keepsItself: true, baseURL: line.url })
    await signIn(stage, page, 'lead@park.demo')
    await openOrder(page)
    const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(kept).toContain('seriatim-kept')
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(kept).not.toContain('seriatim-kept')
  })
})
