import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { openOrder } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

/** Measures where the floating messages are relative to the header and the window, and where the page's heading begins. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[data-toasts]')?.getBoundingClientRect()
    const header = document.querySelector('body header')?.getBoundingClientRect()
    const heading = document.querySelector('h1')?.getBoundingClientRect()
    const gapRight = innerWidth - (box?.right ?? 0)
    return {
      // A scroll bar may be between the message and the edge.
      isAtRight: gapRight >= 16 && gapRight <= 32,
      isBelowHeader: (box?.top ?? 0) >= (header?.bottom ?? 0),
      isInside: (box?.left ?? -1) >= 0,
      headingTop: Math.round(heading?.top ?? -1),
    }
  })

const message = (page: Page) => page.locator('[data-toast]').getByText("Enable 'Function Key Mapping' on the scanner.")
const badScan = (page: Page) => scan(page, ['010039999123456410LOTWITHOUTSEPARATOR17ZZZZZZ'])

describe('a toast', () => {
  test.each([1440, 1024, 768, 390])(
    'floats at the top right below the header at %i px, and does not move the content of the page',
    async (width) => {
      const { page } = await stage.open({ width })
      await signIn(stage, page, 'admin@park.demo')
      await openOrder(page)
      for (const path of ['/orders', '/searchmeds', '/settings/other', '/']) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        const before = await measure(page)
        await badScan(page)
        await message(page).waitFor()
        expect(await measure(page)).toEqual({ isAtRight: true, isBelowHeader: true, isInside: true, headingTop: before.headingTop })
      }
      await expectAccessible(page)
    },
  )

  test('is shown inline, not as an overlay, on the receiving screen', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const [a] = meds
    if (!a) throw new Error('The sample has no meds.')
    await scan(page, `01${a.gtin}21${a.serialNumber}`, 'Control+j')
    await page
      .getByRole('status', { name: 'Messages on this page' })
      .getByText('The scanner ends with LF or CRLF.', { exact: false })
      .waitFor()
    expect(await page.locator('[data-toasts] [data-toast]').count()).toBe(0)
  })
})
