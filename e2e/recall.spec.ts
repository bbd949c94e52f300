import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { compared, openOrder } from './orders.ts'

const stage = useStage()

const ATORVASTATIN = /^Atorvastatin Calcium Tablets/

describe('recalls', () => {
  test('stop a scan of a recalled lot, show class and reason, and offer a hold, on desktop and phone', async () => {
    const { page, faults } = await stage.open({ height: 1100 })
    await signIn(stage, page, 'lead@park.demo')
    const { documentId, meds } = await openOrder(page)
    const [first, second, third] = meds.filter(({ lotNumber }) => lotNumber === 'AT26F')
    await compared(page, documentId)
    await page.goto(`/orders/receive/${documentId}`)
    await page.getByText('Scan the first package').waitFor()
    const scan = async (serialNumber: string) => {
      await page.getByLabel('Scan or type a serial number').fill(serialNumber)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'Receive All' }).first().click()
    const all = page.getByRole('dialog', { name: 'Receive All' })
    await all.getByRole('listitem').filter({ hasText: 'Class I, D-9001-2026' }).waitFor()
    await all.getByRole('button', { name: /^Receive \d+, hold \d+$/ }).waitFor()
    await expectAccessible(page)
    await all.getByRole('button', { name: 'Cancel' }).click()
    await scan(first?.serialNumber ?? '')
    await page.getByRole('heading', { name: 'Stop: recalled' }).waitFor()
    await page.getByText('Class I, D-9001-2026. Not received', { exact: true }).waitFor()
    await page
      .getByText(/Cross contamination: some bottles/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 1100 })
    // This button would hold the whole lot, giving the recall as the reason; the test holds only this package.
    await page.getByRole('button', { name: /^Hold all of lot AT26F/ }).waitFor()
    await page.getByRole('button', { name: 'Hold only this…' }).click()
    const hold = page.getByRole('dialog', { name: 'Put on hold' })
    await hold.getByLabel('Reason').fill('Recalled')
    await hold.getByRole('button', { name: 'Put on hold' }).click()
    await page.getByRole('heading', { name: 'Stop: on hold' }).waitFor()
    await scan(second?.serialNumber ?? '')
    await page.getByRole('button', { name: 'Receive recalled package…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Receive a recalled package' })
    await dialog.getByLabel('Reason').fill('The maker cleared this package')
    await dialog.getByRole('button', { name: 'Receive recalled package' }).click()
    const last = page.getByRole('region', { name: 'Last scan', exact: true })
    await last.getByRole('heading', { name: 'Received' }).waitFor()
    // The page asks only once for this recall and this order.
    await scan(third?.serialNumber ?? '')
    await last
      .getByText(third?.serialNumber ?? '', { exact: true })
      .first()
      .waitFor()
    await last.getByRole('heading', { name: 'Received' }).waitFor()
    expect(faults).toEqual([])
  })

  test('stop a scan even when the page could not load the recalls', async () => {
    const { page } = await stage.open({ height: 1100 })
    await signIn(stage, page, 'lead@park.demo')
    const { documentId, meds } = await openOrder(page)
    const first = meds.find(({ lotNumber }) => lotNumber === 'AT26F')
    await compared(page, documentId)
    let isDown = true
    await page.route(/recall\.readManyByDocumentid/, (route) => (isDown ? route.fulfill({ status: 500, body: '{}' }) : route.continue()))
    await page.goto(`/orders/receive/${documentId}`)
    await page.getByText('Scan the first package').waitFor()
    const field = page.getByLabel('Scan or type a serial number')
    await field.fill(first?.serialNumber ?? '')
    await page.keyboard.press('Enter')
    await page
      .getByText(/A recall names this package \(Class I, D-9001-2026\)\..* It was not received\./)
      .first()
      .waitFor()
    isDown = false
    await field.fill(first?.serialNumber ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Stop: recalled' }).waitFor()
    await page.getByRole('button', { name: 'Receive recalled package…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Receive a recalled package' })
    await dialog.getByLabel('Reason').fill('The maker cleared this package')
    await dialog.getByRole('button', { name: 'Receive recalled package' }).click()
    await page.getByRole('region', { name: 'Last scan', exact: true }).getByRole('heading', { name: 'Received' }).waitFor()
  })

  test('[RECALL-004] are hidden from a customer without recall alerts, who learns how to get them', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@harbor.demo')
    await page.goto('/recalls')
    await page.getByText('Recall alerts are not part of your subscription.').waitFor()
    expect(await page.getByRole('link', { name: 'Change your subscription' }).getAttribute('href')).toBe('/subscription/modify')
    await expectAccessible(page)
    for (const path of ['/recalls/search', '/recalls/detail/1']) {
      await page.goto(path)
      await page.getByText('Recall alerts are not part of your subscription.').waitFor()
      expect(await page.getByText('Atorvastatin').count()).toBe(0)
    }
    expect(faults).toEqual([])
  })

  test('[SHELL-029] can all be searched, on desktop and phone', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/recalls/search')
    await page.getByRole('heading', { level: 1, name: 'All Recalls' }).waitFor()
    expect(await page.title()).toContain('All Recalls')
    await page.getByLabel('Lot Number').fill('at26')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: '88123-204-90, 88123-204-05' }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.getByRole('link', { name: ATORVASTATIN }).click()
    await page.getByRole('heading', { level: 1, name: ATORVASTATIN }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
