import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { openOrder } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

/** What lies under a message and can be pressed or typed into. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const messages = [...document.querySelectorAll('[data-toast]')]
    const actions = [...document.querySelectorAll('a, button, input, select, textarea')].filter(
      (one) => !one.closest('[data-toasts], [aria-label="Messages of this page"]'),
    )
    return messages.flatMap((message) => {
      const box = message.getBoundingClientRect()
      return actions
        .filter((one) => {
          const at = one.getBoundingClientRect()
          const isSeen = at.width > 0 && at.height > 0 && getComputedStyle(one).visibility !== 'hidden' && !one.closest('[href="#main"]')
          return isSeen && at.left < box.right && box.left < at.right && at.top < box.bottom && box.top < at.bottom
        })
        .map((one) => one.outerHTML.slice(0, 120))
    })
  })

const message = (page: Page) => page.locator('[data-toast]').getByText("Enable 'Function Key Mapping' on the scanner.")
const badScan = (page: Page) => scan(page, ['010039999123456410LOTWITHOUTSEPARATOR17ZZZZZZ'])

describe('what is said for a moment', () => {
  test.each([1440, 1024, 768, 390])('at %i px lies over nothing that can be pressed', async (width) => {
    const { page } = await stage.open({ width })
    await signIn(stage, page, 'admin@park.demo')
    await openOrder(page)
    for (const path of ['/orders', '/searchmeds', '/settings/other', '/']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await badScan(page)
      await message(page).waitFor()
      await expect.poll(() => covered(page)).toEqual([])
    }
    await expectAccessible(page)
  })

  test('is part of the receiving screen', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const [a] = meds
    if (!a) throw new Error('The sample has no meds.')
    await scan(page, `01${a.gtin}21${a.serialNumber}`, 'Control+j')
    await page
      .getByRole('status', { name: 'Messages of this page' })
      .getByText('The scanner ends with LF or CRLF.', { exact: false })
      .waitFor()
    expect(await page.locator('[data-toasts] [data-toast]').count()).toBe(0)
    expect(await covered(page)).toEqual([])
  })
})
