import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { openOrder } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

async function correct(page: Page, action: string, confirm: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: /^More for (PO|this order)/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: confirm }).isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill(reason)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: confirm }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('order correction', () => {
  test('lets a location admin close the order short, reopen it and void it, and shows author, time and reason of each step', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const { documentId } = await openOrder(page)
    await correct(page, 'Close short…', 'Close this order short', 'two cartons did not come')
    await page.getByText('This order was closed short').waitFor()
    await page.getByText(/by Dana Ruiz: two cartons did not come/).waitFor()
    await page.goto('/orders')
    await page.getByText('Closed short').first().waitFor()
    await page.goto(`/orders/receive/${documentId}`)
    await correct(page, 'Reopen…', 'Reopen this order', 'they came after all')
    await page.getByText('This order was closed short').waitFor({ state: 'detached' })
    await correct(page, 'Void this order…', 'Void this order', 'sent to the wrong pharmacy')
    await page.getByText(/Voided .* by Dana Ruiz: sent to the wrong pharmacy/).waitFor()
    await page.goto('/orders?voided=1')
    await page.getByText('Voided', { exact: true }).first().waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('shows staff no actions reserved for admins', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'staff@park.demo')
    await openOrder(page)
    await page.getByRole('button', { name: /^More for (PO|this order)/ }).click()
    await page.getByRole('menuitem', { name: 'Put on hold…' }).waitFor()
    const offered = (await page.getByRole('menuitem').allTextContents()).sort()
    expect(offered).toEqual(['Create a ticket…', 'Put on hold…'])
  })

  test('[RECV-011] tells a user who scanned offline that the order has been voided in the meantime, so the scans do not count', async () => {
    const { page, context } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    await context.setOffline(true)
    for (const med of meds.slice(0, 2)) {
      await scan(page, `01${med.gtin}21${med.serialNumber}`)
    }
    await page.getByText('2 scans are waiting for the network').waitFor()
    const other = await stage.open()
    await signIn(stage, other.page, 'admin@park.demo')
    await other.page.goto(`/orders/receive/${documentId}`)
    await correct(other.page, 'Void this order…', 'Void this order', 'sent by mistake')
    await context.setOffline(false)
    await page.getByText('This order was voided, so no packages can be received for it. Set its packages aside.').waitFor()
    await page.getByText('for the network', { exact: false }).first().waitFor({ state: 'detached' })
  })
})

describe('a pedigree entered by mistake', () => {
  test('can be voided by its author and is then marked as voided', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'staff@park.demo')
    const headers = { origin: stage.server.url }
    const [place] = (await (await page.request.get('/api/v1/customerlocation/read/all/by/userid')).json()) as { id: number }[] // the API documentation describes this shape
    const answer = await page.request.post('/api/v1/med/create/one', { headers, data: { serialNumber: 'MISTAKE1', locationId: place?.id } })
    const { id } = (await answer.json()) as { id: number } // the API documentation describes this shape
    await page.goto(`/meddetail/${id}`)
    await page.getByRole('button', { name: 'Void…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Void this pedigree' }).click()
    await page.getByText('Voided: this pedigree was entered by mistake').waitFor()
    await expectAccessible(page)
    await page.goto('/searchmeds?serialNumber=MISTAKE1')
    await page.getByText('Voided', { exact: true }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Send A Pedigree', exact: true }).count()).toBe(1)
  })
})
