import { readFile } from 'node:fs/promises'
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

describe('an inspection pack', () => {
  test('shows counts of its contents and links to missing items, and is built in the background for download, on desktop and phone', async () => {
    const { page, faults } = await openAs({ height: 1400 })
    await uploadSample(page, 'small-clean-order.xml')
    await page.goto('/inspection')
    await page.getByRole('link', { name: 'Answer An Inspection' }).waitFor()
    await page.getByRole('link', { name: 'Employees were never counted' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Create this pack' }).filter({ visible: true }).click()
    await page.getByText('Enter who is asking. The name is printed on the first page.').waitFor()
    await page.getByRole('textbox', { name: 'Name on the first page' }).fill('Grace Holloway, NY Board of Pharmacy')
    await page.getByRole('checkbox', { name: 'Recalls in the pack' }).uncheck()
    await page.getByRole('button', { name: 'Create this pack' }).filter({ visible: true }).click()
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

    await page.getByRole('button', { name: 'Link to P-0001' }).click()
    await page.getByRole('button', { name: 'Create a link' }).click()
    await page.getByText('Copy this link now. It will not be shown again.').waitFor()
    await expectAccessible(page)
    const link = /\/inspect\/[\w-]+/.exec(await page.getByRole('dialog').innerText())?.[0] ?? ''
    const guest = await stage.open({ width: 390, height: 844 })
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { level: 2, name: 'P-0001, Grace Holloway, NY Board of Pharmacy' }).waitFor()
    await expectAccessible(guest.page)
    const [taken] = await Promise.all([
      guest.page.waitForEvent('download'),
      guest.page.getByRole('link', { name: 'Download', exact: true }).click(),
    ])
    const pack = await readFile(await taken.path())
    await page.getByRole('button', { name: 'Deactivate link' }).click()
    await page.getByText('The link no longer works.').waitFor()
    await page.keyboard.press('Escape')
    await guest.page.reload()
    await guest.page.getByRole('heading', { level: 1, name: 'This page is not available' }).waitFor()
    await page.locator('td[data-label=Downloaded]').filter({ hasText: '2 times' }).waitFor()

    await page.getByRole('button', { name: 'Verify a pack here' }).click()
    const verified = page.locator('input[type=file][accept=".zip"]')
    await verified.setInputFiles({ name: 'taken.zip', mimeType: 'application/zip', buffer: pack })
    await page.getByText('Proven: nothing in this pack was changed').waitFor()
    await page.getByText('The signature was made with the key that you provided.').waitFor()
    await expectAccessible(page)
    pack.writeUInt8(pack.readUInt8(2000) ^ 1, 2000)
    await verified.setInputFiles({ name: 'damaged.zip', mimeType: 'application/zip', buffer: pack })
    await page.getByText('Not proven: do not rely on this pack').waitFor()
    await page.reload()
    await page.getByRole('table', { name: 'Parts of the pack' }).waitFor()

    await page.getByRole('radio', { name: /^PBM audit/ }).check()
    await page.getByRole('table', { name: 'Balance by NDC' }).waitFor()
    const csv = 'NDC,Qty,Filled\n0071-0155-23,3,1/1/2020\nwrong,1,1/1/2020\n'
    await page.locator('input[type=file]').setInputFiles({ name: 'rx.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('group', { name: 'Columns of rx.csv' }).getByRole('button', { name: 'Use this report' }).click()
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
