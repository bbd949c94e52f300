import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { openOrder } from './orders.ts'

const stage = useStage()

const ATORVASTATIN = /^Atorvastatin Calcium Tablets/

/** Waits for the comparison that follows an import. Returns the ids of the recalls that name packages of the order. */
async function compared(page: Page, documentId: number): Promise<number[]> {
  const input = encodeURIComponent(JSON.stringify({ json: { documentId } }))
  const read = async () => (await page.request.get(`/trpc/recall.readManyByDocumentid?input=${input}`)).text()
  await expect.poll(read, { timeout: 60_000 }).toContain('AT26F')
  return [...(await read()).matchAll(/"recallId":(\d+)/g)].map(([, recallId]) => Number(recallId))
}

/** As the browser draws each of its cells: grey is lighter than the page's own text and has no hue. */
function describeRow(row: Locator): Promise<{ style: string; isGrey: boolean }> {
  return row.evaluate((element) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
    const cells = [...element.querySelectorAll('td')].filter(({ textContent }) => textContent?.trim())
    const styles = cells.map((cell) => getComputedStyle(cell))
    const own = channels(getComputedStyle(document.body).color)
    const isGrey = styles.every(({ color }) => {
      const [red = 0, green = 0, blue = 0] = channels(color)
      return Math.max(red, green, blue) - Math.min(red, green, blue) < 20 && red > (own[0] ?? 0) + 40
    })
    return { style: [...new Set(styles.map(({ fontStyle }) => fontStyle))].join(), isGrey }
  })
}

describe('recalls', () => {
  test('[SHELL-013 RECALL-036] a recalled lot that came in shows on home, in the list and on the detail; it is held, dismissed and undone', async () => {
    const { page, faults } = await stage.open({ height: 1100 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId } = await openOrder(page)
    const knownRecallIds = await compared(page, documentId)
    // The badge counts received packages only.
    const answer = await page.request.put('/api/v1/update/receive/all/by/documentid', {
      headers: { origin: new URL(page.url()).origin },
      data: { documentId, knownRecallIds, recallReason: 'The packages go on hold next.' },
    })
    expect(answer.status()).toBe(200)
    await page.goto('/')
    const menu = page.getByRole('link', { name: /^Recalls.*recalled packages to deal with/ })
    await menu.waitFor()
    await page.getByRole('region', { name: 'Recalls' }).getByRole('link', { name: ATORVASTATIN }).waitFor()
    await expectAccessible(page)

    await menu.click()
    await page
      .getByRole('row', { name: ATORVASTATIN })
      .or(page.getByRole('row').filter({ hasText: 'Atorvastatin' }))
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: ATORVASTATIN }).click()
    await page.getByRole('heading', { level: 1, name: ATORVASTATIN }).waitFor()
    const table = page.getByRole('table', { name: 'Your Affected Meds' })
    await table.getByText('Exact').waitFor()
    await page.getByText('no lots could be read. Packages of it are shown as possible.').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: /^Bottle 88123-204-90/ }).click()
    const codes = page.getByRole('dialog', { name: 'Bottle 88123-204-90' })
    await codes.getByText('AT26F, AT26G').waitFor()
    await expectAccessible(page)
    await codes.getByRole('contentinfo').or(codes).getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: /^Put 24 on hold$/ }).click()
    await page.getByRole('dialog', { name: 'Put 24 packages on hold?' }).getByRole('button', { name: 'Put 24 on hold' }).click()
    await table.getByText('24 on hold', { exact: true }).waitFor()

    const row = table.getByRole('row').filter({ hasText: '412 Park Avenue' })
    expect(await describeRow(row)).toEqual({ style: 'normal', isGrey: false })
    await table.getByRole('button', { name: '412 Park Avenue', exact: true }).click()
    const packages = page.getByRole('dialog', { name: '24 packages at 412 Park Avenue' })
    await packages.getByText('On hold').first().waitFor()
    await expectAccessible(page)
    await packages.getByRole('button', { name: 'Dismiss Recall' }).click()
    const dismiss = page.getByRole('dialog', { name: 'Dismiss Recall' })
    await dismiss.getByLabel('Quarantined').fill('1')
    await dismiss.getByText('1 of 24 are accounted for. Say in the notes where the other 23 are.').waitFor()
    await expectAccessible(page)
    await dismiss.getByRole('button', { name: 'Cancel' }).click()
    await packages.getByRole('button', { name: 'Dismiss Recall' }).click()
    await dismiss.getByLabel('Returned').fill('24')
    await dismiss.getByLabel('Quarantined').fill('0')
    await dismiss.getByLabel('Notes').fill('Return 5521')
    await dismiss.getByRole('button', { name: 'Save & Dismiss' }).click()
    await table.getByText('Dismissed').waitFor()
    expect(await describeRow(row)).toEqual({ style: 'italic', isGrey: true })
    await expectAccessible(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 1100 })
    await table.getByRole('button', { name: '412 Park Avenue', exact: true }).click()
    await packages.getByText(/24 returned\. Return 5521\./).waitFor()
    await packages.getByRole('button', { name: 'Undo dismissal' }).click()
    await packages.getByRole('button', { name: 'Dismiss Recall' }).waitFor()
    expect(faults).toEqual([])
  })

  test('a scan of a recalled lot stops with class and reason, at the desk and on a phone, and offers hold', async () => {
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
    // The whole lot, with the recall as its reason.
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
    // Asked once for this recall and this order.
    await scan(third?.serialNumber ?? '')
    await last
      .getByText(third?.serialNumber ?? '', { exact: true })
      .first()
      .waitFor()
    await last.getByRole('heading', { name: 'Received' }).waitFor()
    expect(faults).toEqual([])
  })

  test('a scan stops for a recall also where the page could not read the recalls', async () => {
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

  test('[RECALL-004] who has no recall alerts learns how to get them, and nothing of recalls', async () => {
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

  test('[SHELL-029] every recall is searched, at the desk and on a phone', async () => {
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
