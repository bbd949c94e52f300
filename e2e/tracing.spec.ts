import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { uploadSample } from './orders.ts'

const stage = useStage()

describe('a tracing request', () => {
  test('is recorded, looked up, answered, and shared with a link that works without an account', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    await uploadSample(page, 'small-clean-order.xml')
    await page.goto('/tracing')
    await page.getByRole('heading', { level: 1, name: 'Tracing Requests' }).waitFor()
    await page.getByText('No requests are waiting for an answer.').waitFor()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Record a request' }).filter({ visible: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Record a request' }).waitFor()
    await page.getByRole('textbox', { name: 'Agency or company' }).fill('NY Board of Pharmacy')
    await page.getByRole('button', { name: 'Record and search' }).click()
    await page.getByText('Enter the requested items, and add them to the list.').waitFor()
    await page.getByRole('textbox', { name: 'Serial numbers, one on each line' }).fill('NEVER-SEEN-1\nNEVER-SEEN-2')
    await page.getByRole('button', { name: 'Add to the list' }).click()
    await page.getByRole('textbox', { name: 'How you verified the requester' }).fill('Called back on the number of their website')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Record and search' }).click()
    await page.getByRole('heading', { level: 2, name: 'What they ask and what we found' }).waitFor()
    await page.getByRole('table', { name: 'Items' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Prepare an answer' }).click()
    await page.getByRole('button', { name: 'Prepare', exact: true }).click()
    await page.getByText('Ready, not sent').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('button', { name: 'Create a link' }).click()
    await page.getByText('Copy this link now. It will not be shown again.').waitFor()
    await expectAccessible(page)
    const link = /\/inspect\/[\w-]+/.exec(await page.getByRole('dialog').innerText())?.[0] ?? ''
    const guest = await stage.open({ width: 390, height: 844 })
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { level: 2, name: /^Answer to request \d+, NY Board of Pharmacy$/ }).waitFor()
    const [taken] = await Promise.all([
      guest.page.waitForEvent('download'),
      guest.page.getByRole('link', { name: 'Download', exact: true }).click(),
    ])
    expect(taken.suggestedFilename()).toMatch(/^answer-\d+-1\.zip$/)
    await page.keyboard.press('Escape')
    await page.getByText('Handed over', { exact: true }).waitFor()
    await page.getByText('Answered', { exact: true }).first().waitFor()
    expect([...faults, ...guest.faults]).toEqual([])
  })

  test('can be read on a phone in dark mode, in the list and on its page', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/tracing?view=all')
    await page.getByRole('heading', { level: 1, name: 'Tracing Requests' }).waitFor()
    await page.getByRole('table', { name: 'Tracing requests' }).waitFor()
    await expectAccessible(page)
    await page.goto('/tracing/1')
    await page.getByRole('table', { name: 'Items' }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
