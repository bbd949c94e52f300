import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, uploadSample } from './orders.ts'

const stage = useStage()

/** Uploads the small order and receives all of it. Returns the order and one of its meds. */
async function receiveOne(page: Page): Promise<{ documentId: number; medId: number; serialNumber: string }> {
  const headers = { origin: stage.server.url }
  const documentId = await uploadSample(page)
  const [med] = await findMeds(page, 'limit=1')
  if (!med) throw new Error('The order was not imported.')
  await page.request.put('/api/v1/update/receive/all/by/documentid', { headers, data: { documentId } })
  return { documentId, medId: med.id, serialNumber: med.serialNumber }
}

async function saved(page: Page, label: string): Promise<{ name: string; text: string }> {
  const event = page.waitForEvent('download')
  await page.getByRole('button', { name: label, exact: true }).click()
  const file = await event
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'latin1') }
}

describe('reports and exports', () => {
  test('[HOME-002 SHELL-030 SHELL-034] can be opened from Home, with their charts, tables and files', async () => {
    const { page, faults } = await stage.open({ height: 1300 })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/reports')
    await page.getByText('No activity in this period.').waitFor()
    await expectAccessible(page)
    const { documentId } = await receiveOne(page)

    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'E-Pedigree' })
    for (const entry of ['My Pedigrees', 'Send a Pedigree', 'Report An Incident', 'Incident Tracker'])
      await menu.getByRole('link', { name: entry }).waitFor()
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Your Pharmacy' }).getByRole('link', { name: 'Reports' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/reports')
    expect(await page.title()).toContain('Reports')

    await page.locator('.recharts-bar-rectangle path').first().waitFor()
    await page.getByRole('table', { name: 'Receipts' }).getByText('With the whole order').waitFor()
    await expectAccessible(page)
    const csv = await saved(page, 'Save as CSV')
    expect(csv.name).toMatch(/^receiving-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    expect(csv.text).toContain('With the whole order')
    const pdf = await saved(page, 'Save as PDF')
    expect(pdf.name).toMatch(/^receiving-.*\.pdf$/)
    expect(pdf.text.startsWith('%PDF-')).toBe(true)

    for (const [tab, table] of [
      ['Pedigree activity', 'Pedigrees by day'],
      ['Receiving log', 'Receipts'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: tab }).click()
      await page.getByRole('table', { name: table }).waitFor()
      await expectAccessible(page)
    }
    await page.goto('/reports?from=2026-05-14&to=2026-05-10')
    await page.getByText('Enter a date on or after 05/14/2026.').waitFor()

    await page.goto('/searchmeds')
    await page.getByRole('table', { name: 'Pedigrees' }).waitFor()
    const search = await saved(page, 'Save as CSV')
    expect(search.name).toMatch(/^pedigrees-/)
    expect(search.text.split('\r\n').length).toBeGreaterThan(3)

    await page.goto(`/orders/receive/${documentId}`)
    await page.getByRole('button', { name: 'About this order' }).click()
    await expectAccessible(page)
    expect((await saved(page, 'Transaction report (PDF)')).text.startsWith('%PDF-')).toBe(true)
    expect((await saved(page, 'Packages (CSV)')).name).toMatch(/^order-/)
    expect(faults).toEqual([])
  })

  test('include an unsent incident report, which Home shows with its deadline', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@harbor.demo')
    await page.goto('/reportanincident')
    const form = page.getByRole('form', { name: 'Form 3911' })
    await form.getByLabel('Name of product').fill('Lisinopril 10 mg')
    await page.getByText('Draft saved').waitFor()
    await page.goto('/')
    const clock = page.getByRole('region', { name: 'Incidents on the clock' })
    await clock.getByText('Lisinopril 10 mg').waitFor()
    await expectAccessible(page)
    await clock.getByRole('link', { name: /^Continue the report on/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Report An Incident' }).waitFor()
    expect(faults).toEqual([])
  })
})
