import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { countLeft, readMeds } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

const verdict = (page: Page) => page.getByRole('region', { name: 'Last scan', exact: true })
const heading = (page: Page, name: string) => verdict(page).getByRole('heading', { name, exact: true })

/** Uploads the sample order again under this document number, like a sender who lists the same packages in a second file by mistake. */
async function upload(page: Page, instance: string): Promise<number> {
  const text = await readFile(join(import.meta.dirname, '../samples/small-clean-order.xml'), 'utf8')
  const buffer = Buffer.from(text.replace('NW-2026-000101', instance))
  const answer = await page.request.post('/api/v1/file/upload/order', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { file: { name: `${instance}.xml`, mimeType: 'application/xml', buffer } },
  })
  return ((await answer.json()) as { documentId: number }).documentId // the documented shape of the answer
}

describe('a package already received in another order', () => {
  test('links to that order or can be received here too with a reason, and both receipts can be undone', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const first = await upload(page, 'NW-2026-000101')
    const second = await upload(page, 'NW-2026-000102')
    const [a, b] = await readMeds(page, first)
    if (!a || !b) throw new Error('The sample has too few meds.')
    const total = await countLeft(page, second)

    await page.goto(`/orders/receive/${first}`)
    await page.getByText(`${total} left`).waitFor()
    await scan(page, `01${a.gtin}21${a.serialNumber}`)
    await heading(page, 'Received').waitFor()
    await expect.poll(() => countLeft(page, first)).toBe(total - 1)

    await page.goto(`/orders/receive/${second}`)
    await page.getByText(`${total} left`).waitFor()
    await scan(page, `01${a.gtin}21${a.serialNumber}`)
    const open = verdict(page).getByRole('link', { name: 'Open that order' })
    await open.waitFor()
    expect(await open.getAttribute('href')).toBe(`/orders/receive/${first}`)
    await expectAccessible(page)

    await verdict(page).getByRole('button', { name: 'Receive it here…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Receive it here too' })
    const reason = dialog.getByLabel('Reason')
    await reason.fill('Counted twice')
    // A scan into the reason field is not accepted as text, and the page says so.
    await reason.focus()
    await scan(page, `01${b.gtin}21${b.serialNumber}`)
    await dialog.getByText('That was a scan, and it was not accepted.', { exact: false }).waitFor()
    expect(await reason.inputValue()).toBe('Counted twice')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Receive it here' }).click()
    await heading(page, 'Received').waitFor()
    await expect.poll(() => countLeft(page, second)).toBe(total - 1)

    await page.getByRole('button', { name: 'Undo this scan' }).click()
    await heading(page, 'Undone').waitFor()
    await expect.poll(() => countLeft(page, second)).toBe(total)
    expect(await countLeft(page, first)).toBe(total - 1)

    await scan(page, `01${a.gtin}21${a.serialNumber}`)
    await verdict(page).getByRole('link', { name: 'Open that order' }).click()
    await page.getByText(`${total - 1} left`).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/orders/receive/${first}`)
    expect(faults).toEqual([])
  })

  test('requires a reason to undo the earlier receipt, and the history shows the reason', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const documentId = await upload(page, 'NW-2026-000103')
    const meds = await readMeds(page, documentId)
    const [, , c, d] = meds
    if (!c || !d) throw new Error('The sample has too few meds.')
    await page.goto(`/orders/receive/${documentId}`)
    await page.getByText(/\d+ left/).waitFor()
    const total = await countLeft(page, documentId)
    for (const med of [c, d]) await scan(page, `01${med.gtin}21${med.serialNumber}`)
    await expect.poll(() => countLeft(page, documentId)).toBe(total - 2)
    await page.getByRole('button', { name: 'Show receipts' }).click()
    await page
      .getByRole('button', { name: /^Undo receipt of/ })
      .last()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Undo this receipt' })
    await dialog.getByLabel('Reason').fill('The wrong box')
    await dialog.getByRole('button', { name: 'Undo this receipt' }).click()
    await heading(page, 'Undone').waitFor()
    await expect.poll(() => countLeft(page, documentId)).toBe(total - 1)
    expect(faults).toEqual([])
  })
})
