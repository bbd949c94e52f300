import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { countLeft, openOrder } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

const verdict = (page: Page) => page.getByRole('region', { name: 'Last scan', exact: true })
const heading = (page: Page, name: string) => verdict(page).getByRole('heading', { name, exact: true })
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

describe('a package stopped at the counter', () => {
  test('stays out of Receive All, is still listed after a reload, and can be received with a reason', async () => {
    const { page, faults } = await stage.open({ height: 1100 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    const [a, b] = meds
    if (!a || !b) throw new Error('The sample has too few meds.')
    await scan(page, [`01${a.gtin}21${a.serialNumber}`, '10ZZ99'])
    await heading(page, 'Stop: label differs').waitFor()
    await verdict(page).getByRole('button', { name: 'Set aside' }).click()
    await page.getByRole('heading', { name: 'Set aside (1)' }).waitFor()
    await picture(page, 'stops-1440')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Receive All' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Receive All' })
    await dialog.getByText('1 package set aside will be left out.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: /^Receive \d+, hold/ }).waitFor()
    await picture(page, 'receive-all-1440')
    // The sample order has a recalled lot. "Receive All" puts the packages of this lot on hold and receives the others.
    const both = dialog.getByRole('button', { name: /^Receive \d+, hold \d+$/ })
    const held = Number(/hold (\d+)/.exec((await both.textContent()) ?? '')?.[1])
    await both.click()
    await expect.poll(() => countLeft(page, documentId)).toBe(held + 1)

    await page.reload()
    const last = page.getByRole('list', { name: 'Last ten scans' })
    await last.getByRole('img', { name: "Not received: label doesn't match the file" }).first().waitFor()
    const list = page.getByRole('list', { name: 'Packages set aside' })
    await list.getByText('Label lot ZZ99', { exact: false }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await picture(page, 'stops-390')
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 1100 })

    // The package was set aside before, so a reason is needed although this label matches.
    await scan(page, [`01${a.gtin}21${a.serialNumber}`, `10${a.lotNumber}`])
    await heading(page, 'Stop: set aside').waitFor()
    await picture(page, 'set-aside-1440')
    await verdict(page).getByRole('button', { name: 'Receive it…' }).click()
    const reason = page.getByRole('dialog', { name: 'Receive a package that was set aside' })
    await reason.getByLabel('Reason').fill('The first label was smeared')
    await reason.getByRole('button', { name: 'Receive package' }).click()
    await expect.poll(() => countLeft(page, documentId)).toBe(held)
    await page.getByRole('button', { name: 'Show scans that were not received' }).click()
    await page.getByText('The first label was smeared', { exact: false }).first().waitFor()
    expect(faults).toEqual([])
  })

  test('can be received with one keystroke on another open order that lists it, and the page stays on the first order', async () => {
    const { page, faults } = await stage.open({ height: 1100 })
    await signIn(stage, page, 'admin@park.demo')
    const other = await openOrder(page)
    const { documentId } = await openOrder(page)
    const [a] = other.meds
    if (!a) throw new Error('The sample has no meds.')
    await page.getByText('Scan the first package').waitFor()
    await scan(page, [`01${a.gtin}21${a.serialNumber}`, `10${a.lotNumber}`])
    await verdict(page).getByRole('button', { name: 'Receive it there' }).waitFor()
    await picture(page, 'there-1440')
    await page.keyboard.press('F2')
    await heading(page, 'Received there').waitFor()
    await expect.poll(() => countLeft(page, other.documentId)).toBe(other.meds.length - 1)
    expect(new URL(page.url()).pathname).toBe(`/orders/receive/${documentId}`)
    expect(faults).toEqual([])
  })
})
