import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signIn, useStage } from './browser-test.ts'
import { findMeds, uploadSample } from './orders.ts'

/** Maximum shift of a page while it loads (Layout Instability score, a fraction of the window). */
const MOST = 0.02

const stage = useStage()
let documentId = 0
let medId = 0
beforeAll(async () => {
  const { page, context } = await stage.open()
  await signIn(stage, page, 'admin@park.demo')
  for (const file of ['small-clean-order.xml', 'three-findings.xml']) documentId = await uploadSample(page, file)
  const [med] = await findMeds(page, 'limit=1')
  medId = med?.id ?? 0
  await context.close()
})

const screens = () => [
  '/',
  '/orders',
  `/orders/receive/${documentId}`,
  '/orderupload',
  '/searchmeds',
  '/inputmeds',
  `/meddetail/${medId}`,
  '/sendapedigree',
  '/reportanincident',
  '/incidenttracker',
  '/exceptions',
  '/exceptions/1',
  '/recalls',
  '/recalls/search',
  '/recalls/detail/1',
  '/inspection/unit',
  '/procedures',
  '/reports',
  '/settings/changepassword',
  '/settings/othersettings',
  '/settings/security',
  '/audit',
  '/inspection',
  '/intake',
  '/intake/dispense-checks',
  '/intake/webhooks',
  '/outbound',
  '/outbound/new',
  '/verify',
  '/verify/lists',
  '/settings/verification',
  '/tracing',
  '/tracing/new',
  '/tracing/ask',
  '/tradingpartner',
  '/tradingpartner/1',
  '/tradingpartner/scorecards',
  '/tradingpartner/1/scorecard',
  '/gln',
  '/locations',
  '/locations/1',
  '/users',
  '/subscription',
  '/subscription/modify',
]

/** Makes the page record every unexpected layout shift, with the elements that moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const what = entry.sources
          .map(({ node }) => (node instanceof Element ? `${node.tagName} ${node.className} ${node.textContent?.slice(0, 40)}` : 'text'))
          .join(' | ')
        shifts.push({ value: entry.value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

test.each([390, 768, 1024, 1440])('no page shifts while it loads, at %i px', async (width) => {
  const { page } = await stage.open({ width, height: width < 700 ? 844 : 900 })
  await signIn(stage, page, 'admin@park.demo')
  await watchShifts(page)
  const moved: string[] = []
  for (const path of screens()) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number; what: string }[] }).shifts) // the init script above defines the property
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    if (sum > MOST) moved.push(`${path} ${sum.toFixed(3)}: ${shifts.map(({ value, what }) => `${value.toFixed(3)} ${what}`).join(' // ')}`)
  }
  expect(moved).toEqual([])
})
