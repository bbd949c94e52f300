import { readFileSync } from 'node:fs'
import type { Download } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

test('[DEMO-001 DEMO-004] a demo order is created, downloaded with its barcodes, uploaded and shown with its data', async () => {
  const { page, faults } = await stage.open()
  await signIn(stage, page, 'admin@park.demo')
  await page.goto('/orderupload')
  await page.getByRole('link', { name: 'create one with barcodes to scan' }).click()
  await page.getByRole('heading', { level: 1, name: 'Demo EPCIS file' }).waitFor()
  await page.getByLabel(/^Amoxicillin/).fill('0')
  await page.getByLabel(/^Lisinopril/).fill('3')
  await page.getByLabel('No transaction statement').check()
  await expectAccessible(page)
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  await page.getByRole('button', { name: 'Download Sample' }).click()
  await expect.poll(() => downloads.length).toBe(2)
  const files = new Map(await Promise.all(downloads.map(async (one) => [one.suggestedFilename(), readFileSync(await one.path())] as const)))
  const [xml = '', pdf = ''] = [...files.keys()].sort()
  expect([xml, pdf]).toEqual([expect.stringMatching(/^demo_.*\.xml$/), expect.stringMatching(/_barcodes\.pdf$/)])
  expect(files.get(pdf)?.subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('link', { name: 'Upload An Order' }).last().click()
  await page.setInputFiles('input[type="file"]', { name: xml, mimeType: 'application/xml', buffer: files.get(xml) ?? Buffer.alloc(0) })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page
    .getByRole('link', { name: 'Receive this order' })
    .or(page.getByRole('button', { name: 'Receive this order' }))
    .click()
  await page.getByRole('button', { name: 'About this order' }).click()
  const about = page.getByRole('dialog')
  await about.getByText('Northway Wholesale').first().waitFor()
  await about
    .getByText(/^DEMO-/)
    .first()
    .waitFor()
  await about.getByText('Missing').waitFor()
  await expectAccessible(page)
  const document = page.waitForEvent('download')
  await about.getByRole('button', { name: 'Download the document' }).click()
  expect((await document).suggestedFilename()).toMatch(/^northway-wholesale_\d{4}-\d\d-\d\d\.xml$/)
  expect(faults).toEqual([])
})
