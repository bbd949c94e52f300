import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { compared, openOrder } from './orders.ts'

const stage = useStage()

const ATORVASTATIN = /^Atorvastatin Calcium Tablets/

/**
 * Returns the font styles of the row's cells, and whether the browser renders all of their text in gray: lighter than the page's own text and without
 * a hue.
 */
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

// No other test may be in this file: the test expects exactly one line in the recall, and each further order with the lot would add a line.
test('[SHELL-013 RECALL-036] a received lot that is recalled appears on Home, in the list and on the detail page, and can be held, dismissed and undismissed', async () => {
  const { page, faults } = await stage.open({ height: 1100 })
  await signIn(stage, page, 'admin@park.demo')
  const { documentId } = await openOrder(page)
  const knownRecallIds = await compared(page, documentId)
  // All packages are received first, because the badge counts received packages only.
  const answer = await page.request.put('/api/v1/update/receive/all/by/documentid', {
    headers: { origin: new URL(page.url()).origin },
    data: { documentId, knownRecallIds, recallReason: 'The packages go on hold next.' },
  })
  expect(answer.status()).toBe(200)
  await page.goto('/')
  const menu = page.getByRole('link', { name: /^Recalls.*packages? in \d+ recalls?/ })
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
  await page.getByText('no lots could be read. Packages of this product are shown as possible matches.').waitFor()
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
