import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, sendOrder, uploadSample } from './orders.ts'

const stage = useStage()
let serial = ''
beforeAll(async () => {
  const { page, context } = await stage.open()
  await signIn(stage, page, 'admin@park.demo')
  await uploadSample(page)
  await sendOrder(page, 'VIEW-1', {})
  serial = (await findMeds(page, 'limit=1'))[0]?.serialNumber ?? ''
  await context.close()
})

const looks = [
  { width: 1440, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
] as const

describe('lists', () => {
  test.each(looks)('can be saved as a view on a page $width px wide; the view can be opened and deleted', async (look) => {
    const { page, faults } = await stage.open(look)
    await signIn(stage, page, 'admin@park.demo')
    const name = `Mine at ${look.width}`
    await page.goto('/orders?po=PO-VIEW-1&from=any&to=any')
    await page.getByRole('table', { name: 'Orders' }).getByText('PO-VIEW-1').waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Save this search…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this search' })
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await dialog.getByText('Give the view a name.').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await page.goto('/orders')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await page.waitForURL(/po=PO-VIEW-1/)
    await page.getByRole('button', { name: `View: ${name}` }).click()
    await page.getByRole('menuitem', { name: `Delete view ${name}` }).click()
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
  })

  test('remember hidden columns, even after a reload', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/orders')
    const table = page.getByRole('table', { name: 'Orders' })
    await table.getByRole('columnheader', { name: 'GLN' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'GLN' }).click()
    await table.getByRole('columnheader', { name: 'GLN' }).waitFor({ state: 'detached' })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Columns, 1 hidden' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Columns, 1 hidden' }).click()
    expect(await table.getByRole('columnheader', { name: 'GLN' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Show all columns' }).click()
    await table.getByRole('columnheader', { name: 'GLN' }).waitFor()
    expect(faults).toEqual([])
  })

  test.each(looks)('can be saved as CSV on a page $width px wide', async (look) => {
    const { page, faults } = await stage.open(look)
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/orders?po=PO-VIEW-1&from=any&to=any')
    await page.getByRole('table', { name: 'Orders' }).getByText('PO-VIEW-1').waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()])
    expect(saved.suggestedFilename()).toMatch(/\.csv$/)
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('PO-VIEW-1')
    expect(faults).toEqual([])
  })

  test.each(looks)('can be searched at $width px for a package by the last four characters of its serial number', async (look) => {
    const { page, faults } = await stage.open(look)
    await signIn(stage, page, 'admin@park.demo')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(serial.slice(-4).toLowerCase(), { delay: 150 })
    const found = page.getByRole('option').filter({ hasText: serial })
    await found.first().waitFor()
    await expectAccessible(page)
    await found.first().click()
    await page.getByRole('heading', { level: 1, name: 'Pedigree Detail' }).waitFor()
    await page.getByText(serial).first().waitFor()
    expect(faults).toEqual([])
  })
})
