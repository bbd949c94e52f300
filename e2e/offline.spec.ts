import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, type Stage, setStage, signIn } from './browser-test.ts'
import { type Line, layLine } from './line.ts'
import { leftOf, openOrder } from './orders.ts'
import { scan } from './scanner.ts'

let stage: Stage
let line: Line
beforeAll(async () => {
  stage = await setStage()
  line = await layLine(stage.server.url)
})
afterAll(async () => {
  await line?.close()
  await stage?.close()
})

describe('without network', () => {
  test('an order that is open is received through a reload, and all of it is saved when the network is back', async () => {
    const { page } = await stage.open({ keepsItself: true, baseURL: line.url })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await line.cut()
    await page.reload()
    await page.getByText('No network.').waitFor()
    await page.getByText('Scan the first package').waitFor()
    await expectAccessible(page)
    const ten = meds.slice(0, 10)
    for (const med of ten) await scan(page, `01${med.gtin}21${med.serialNumber}`)
    await page.getByText('10 scans wait for the network').waitFor()
    await page.reload()
    await page.getByText('10 scans wait for the network').waitFor()

    await page.goto('/orders')
    await page.getByText('No network.').waitFor()
    await page.getByRole('heading', { name: 'Opened on this device' }).waitFor()
    await expectAccessible(page)
    await line.mend()
    await page.getByText('No network.').waitFor({ state: 'detached' })
    await page.getByRole('table', { name: 'Orders' }).waitFor()
    await expect.poll(() => leftOf(page, documentId)).toBe(meds.length - ten.length)
  })

  test('signing out takes from the device what was kept', async () => {
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
