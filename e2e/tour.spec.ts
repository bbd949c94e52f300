import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { COLORS, expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, uploadSample } from './orders.ts'

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

const screens = (): [path: string, heading: string][] => [
  ['/', 'Home'],
  ['/orders', 'Search Overview'],
  [`/orders/receive/${documentId}`, 'Receive Order'],
  ['/orderupload', 'Upload An Order'],
  ['/searchmeds', 'My Pedigrees'],
  ['/inputmeds', 'Create A Pedigree'],
  ['/demo/epcis/file/generator', 'Demo EPCIS file'],
  [`/meddetail/${medId}`, 'Pedigree Detail'],
  ['/sendapedigree', 'Send A Pedigree'],
  ['/reportanincident', 'Report An Incident'],
  ['/incidenttracker', 'Incident Tracker'],
  ['/inspection/unit', 'Pick a bottle'],
  ['/procedures', 'Procedures'],
  ['/reports', 'Reports'],
  ['/reports?kind=pedigrees', 'Reports'],
  ['/settings/changepassword', 'Change password'],
  ['/settings/othersettings', 'Other settings'],
  ['/settings/security', 'Sign-in and security'],
  ['/settings/scanner', 'Test my scanner'],
  ['/audit', 'Audit trail'],
  ['/inspection', 'Answer an inspection'],
  ['/intake', 'Incoming files'],
  ['/intake/dispense-checks', 'Dispense checks'],
  ['/intake/webhooks', 'Webhooks'],
  ['/outbound', 'Shipments'],
  ['/outbound/new', 'Send packages'],
  ['/verify', 'Verifications'],
  ['/verify/lists', 'Lists'],
  ['/settings/verification', 'Verification service'],
  ['/tracing', 'Tracing Requests'],
  ['/tracing/new', 'Record a request'],
  ['/tracing/ask', 'Ask a partner'],
  ['/tradingpartner', 'Trading Partners'],
  ['/tradingpartner/1', 'Northway Wholesale'],
  ['/tradingpartner/create', 'New Trading Partner'],
  ['/tradingpartner/scorecards', 'Supplier Scorecards'],
  ['/tradingpartner/1/scorecard', 'Northway Wholesale'],
  ['/gln', "Manage your pharmacy's GLNs"],
  ['/locations', 'Manage Locations'],
  ['/locations/1', '412 Park Avenue'],
  ['/locations/add', 'New Location'],
  ['/no/such/page', 'Page not found'],
]

describe('every screen', () => {
  test('[SHELL-001 SHELL-005 SHELL-007 SHELL-009 SHELL-011 SHELL-017] can be opened from the menu', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const menu = page.getByRole('navigation', { name: 'Main' })
    for (const [label, path, heading] of [
      ['My Orders', '/orders', 'Search Overview'],
      ['My Pedigrees', '/searchmeds', 'My Pedigrees'],
      ['Upload An Order', '/orderupload', 'Upload An Order'],
      ['Incident Tracker', '/incidenttracker', 'Incident Tracker'],
      ['Settings', '/settings/changepassword', 'Change password'],
      ['Home', '/', 'Home'],
    ] as const) {
      await menu.getByRole('link', { name: label, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    expect(faults).toEqual([])
  })

  test('[SHELL-006 SHELL-022 SHELL-023 SHELL-026 SHELL-027 SHELL-028] opens by its URL and shows its title', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    for (const [path, heading] of screens()) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    expect(faults).toEqual([])
  })

  test.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])('fits at $width px, light and dark, with no axe violations and no horizontal scrolling', async (size) => {
    const { page, faults } = await stage.open(size)
    await signIn(stage, page, 'admin@park.demo')
    for (const [path, heading] of screens()) {
      await walkTo(page, path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton'))
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, COLORS)
      await page.emulateMedia({ colorScheme: 'light' })
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
    expect(faults).toEqual([])
  })
})

/** Navigates without reloading the page, as the app's own links do. */
const walkTo = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)
