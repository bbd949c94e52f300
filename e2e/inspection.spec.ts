import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { uploadSample } from './orders.ts'

const stage = useStage()

async function openAs(size: { width?: number; height: number; dark?: boolean }) {
  const { page, faults } = await stage.open(size)
  await signIn(stage, page, 'admin@park.demo')
  await page.goto('/inspection')
  await page.getByRole('heading', { level: 1, name: 'Answer an inspection' }).waitFor()
  await page.getByRole('table', { name: 'Parts of the pack' }).waitFor()
  return { page, faults }
}

describe('answering an inspection', () => {
  test('counts the pack, names what is missing with a link, makes it in the background and hands it over, on desktop and phone', async () => {
    const { page, faults } = await openAs({ height: 1400 })
    await uploadSample(page, 'small-clean-order.xml')
    await page.goto('/inspection')
    await page.getByRole('link', { name: 'Answer An Inspection' }).waitFor()
    await page.getByRole('link', { name: 'Employees were never counted' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Make this pack' }).filter({ visible: true }).click()
    await page.getByText('Enter who asks. It is printed on the first page.').waitFor()
    await page.getByRole('textbox', { name: 'Name on the first page' }).fill('Grace Holloway, NY Board of Pharmacy')
    await page.getByRole('checkbox', { name: 'Recalls in the pack' }).uncheck()
    await page.getByRole('button', { name: 'Make this pack' }).filter({ visible: true }).click()
    await page.getByText('P-0001, Grace Holloway, NY Board of Pharmacy').first().waitFor()
    await page.goto('/')
    await page.goto('/inspection')
    const download = page.getByRole('link', { name: 'Download P-0001' })
    await download.waitFor({ timeout: 60_000 })
    await page.getByText('Not yet', { exact: true }).waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(saved.suggestedFilename()).toMatch(/^pack-0001-\d{4}-\d{2}-\d{2}\.zip$/)
    await page.locator('td[data-label=Downloaded]').filter({ hasText: '1 time' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('radio', { name: /^PBM audit/ }).check()
    await page.getByRole('table', { name: 'Balance by NDC' }).waitFor()
    const csv = 'NDC,Qty,Filled\n0071-0155-23,3,1/1/2020\nwrong,1,1/1/2020\n'
    await page.locator('input[type=file]').setInputFiles({ name: 'rx.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('group', { name: 'Columns of rx.csv' }).getByRole('button', { name: 'Read the report' }).click()
    await page.getByText('1 line could not be counted').waitFor()
    await expectAccessible(page)
    await page.getByRole('table', { name: 'Balance by NDC' }).getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    const phone = await openAs({ width: 390, height: 844, dark: true })
    await phone.page.getByRole('link', { name: 'Download P-0001' }).waitFor()
    await expectAccessible(phone.page)
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect([...faults, ...phone.faults]).toEqual([])
  }, 180_000)
})
