import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { makeDocument, SAMPLE_PRODUCTS } from '@seriatim/epcis'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { collectedFile } from '../apps/api/test/collected.ts'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { countLeft, readMeds, uploadSample } from './orders.ts'
import { scan } from './scanner.ts'

const samples = join(import.meta.dirname, '../samples')
const official = collectedFile('epcis-xml/gs1us-r13-direct-purchase-2.2.1.1.xml')
const stage = useStage()

async function upload(page: Page, file: string): Promise<void> {
  await page.getByRole('link', { name: 'Upload An Order' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Upload An Order' }).waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

function makeZip(name: string, file: Buffer): Buffer {
  const packed = deflateRawSync(file)
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(crc32(file), 0)
  sizes.writeUInt32LE(packed.length, 4)
  sizes.writeUInt32LE(file.length, 8)
  sizes.writeUInt16LE(name.length, 12)
  const shared = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sizes])
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name)])
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), shared, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(local.length + packed.length, 12)
  return Buffer.concat([local, packed, entry, Buffer.from('PK\u0005\u0006'), end])
}

const verdict = (page: Page) => page.getByRole('region', { name: 'Last scan', exact: true })

describe('the workflow from upload to pedigree', () => {
  test('[ORDER-001 ORDER-002 ORDER-003] shows a message when Upload is pressed without a file', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'staff@park.demo')
    await page.goto('/orderupload')
    await page.getByText('Only EPCIS XML files and EPCIS 2.0 JSON files are accepted').first().waitFor()
    await page.getByRole('button', { name: 'Choose file' }).waitFor()
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('No file selected').waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('checks the file in a browser worker before the file is sent', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'staff@park.demo')
    await page.goto('/orderupload')
    await page.locator('input[type=file]').setInputFiles(join(samples, 'three-findings.xml'))
    await page.getByRole('heading', { name: '4 findings' }).waitFor()
    await page.getByText('The packing event does not say where it happened (read point)').waitFor()
    expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([expect.stringMatching(/^\/assets\/precheck-worker/)])
    expect(await page.getByText('three-findings.xml, checked on this computer; nothing has been sent yet').count()).toBe(1)
    await expectAccessible(page)
    await page.locator('input[type=file]').setInputFiles(join(samples, 'small-clean-order.xml'))
    await page.getByRole('heading', { name: 'No problems found: ready to send' }).waitFor()
    const zip = makeZip('order.xml', await readFile(join(samples, 'three-findings.xml')))
    await page.locator('input[type=file]').setInputFiles({ name: 'order.zip', mimeType: 'application/zip', buffer: zip })
    await page.getByRole('heading', { name: '4 findings' }).waitFor()
    await page.locator('input[type=file]').setInputFiles({ name: 'cut.zip', mimeType: 'application/zip', buffer: zip.subarray(0, 900) })
    await page.getByText('The zip file is damaged.').waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('[ORDER-004] rejects another type of file with a message that identifies the type', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'staff@park.demo')
    await upload(page, join(samples, 'README.md'))
    await page.getByText('this looks like plain text', { exact: false }).first().waitFor()
  })

  test('[ORDER-013 RECV-001 RECV-002 SHELL-027] works with the sample order, which is ready to receive after the upload', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await upload(page, join(samples, 'small-clean-order.xml'))
    await page.getByRole('heading', { name: /^Order created/ }).waitFor()
    await expectAccessible(page)
    await page
      .getByRole('link', { name: 'Receive this order' })
      .or(page.getByRole('button', { name: 'Receive this order' }))
      .click()
    await page.getByRole('heading', { level: 1, name: 'Receive Order' }).waitFor()
    await verdict(page).waitFor()
    const products = page.getByRole('region', { name: 'Products' })
    await expect.poll(() => products.getByRole('listitem').count()).toBe(2)
    const tree = page.getByRole('table', { name: 'Containers' })
    await tree.getByText(/^Pallet/).waitFor()
    await expect.poll(() => tree.getByText(/^Case/).count()).toBe(2)
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('[RECV-003 RECV-004 RECV-005 RECV-011] includes receiving by scan, by case and with Receive All, and then finding the packages', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    // Uploads the same file as the previous test and so returns that test's order; if that test did not run, it returns a new order.
    const documentId = await uploadSample(page)
    await page.goto(`/orders/receive/${documentId}`)
    await page.getByText('Scan the first package').waitFor()
    const [first, second] = await readMeds(page, documentId)
    if (!first || !second) throw new Error('The sample has no meds.')

    await scan(page, `01${first.gtin}21${first.serialNumber}`)
    await verdict(page).getByRole('heading', { name: 'Received' }).waitFor()
    await page.getByText('23 left').waitFor()
    await scan(page, `01${first.gtin}21${first.serialNumber}`)
    await verdict(page).getByRole('heading', { name: 'Already received' }).waitFor()
    await scan(page, second.serialNumber)
    await page.getByText('22 left').waitFor()
    await page.getByRole('button', { name: 'Undo this scan' }).click()
    await page.getByText('23 left').waitFor()
    await scan(page, 'NO-SUCH-SERIAL-9')
    await verdict(page).getByRole('heading', { name: 'Unknown' }).waitFor()
    const entries = page.getByRole('list', { name: 'Last ten scans' }).getByRole('listitem')
    expect(await entries.evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).length)).toBe(0)
    await expectAccessible(page)

    await page
      .getByRole('button', { name: /^Receive case / })
      .last()
      .click()
    await page.getByText('11 left').waitFor()

    await page.getByRole('button', { name: 'Receive All' }).click()
    await page.getByText('Are you sure you would like to mark every item on this order as received?').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('11 left').waitFor()
    await page.getByRole('button', { name: 'Receive All' }).click()
    await page.getByRole('button', { name: 'Receive 11 packages' }).click()
    await expect.poll(() => countLeft(page, documentId)).toBe(0)

    await page.keyboard.press('Control+k')
    await page.keyboard.type(first.serialNumber)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Pedigree Detail' }).waitFor()
    await page.getByText('Received').first().waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('[ORDER-009 ORDER-012 RECV-006 RECV-010 DETAIL-007 SEARCH-012] works with a shipment of 12 meds in 3 cases on one pallet', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'seriatim-e2e-'))
    const file = join(folder, 'shipment.xml')
    const seed = `shipment-${Date.now()}`
    const options = {
      meds: 12,
      perCase: 4,
      casesPerPallet: 3,
      now: new Date(),
      products: SAMPLE_PRODUCTS.slice(0, 1),
      expirationDate: '2031-03-27',
    }
    await writeFile(file, [...makeDocument({ ...options, serialSeed: seed, instanceIdentifier: seed, purchaseOrder: 'ABCPO189' })].join(''))
    await expectShipment({
      file,
      purchaseOrder: 'ABCPO189',
      downloadName: /^northway-wholesale_\d{4}-\d{2}-\d{2}\.xml$/,
      ndc: '8801-0500-60',
      expiration: '03/27/2031',
    })
    await rm(folder, { recursive: true })
  })

  test.skipIf(!official)(
    '[ORDER-012 SEARCH-012] works with the official GS1 US example of 12 meds in 3 cases on one pallet, including serial number 14',
    () =>
      expectShipment({
        file: official ?? '',
        purchaseOrder: 'XYZPO189',
        downloadName: /^gs1-pharma_\d{4}-\d{2}-\d{2}\.xml$/,
        ndc: '0001-0123-45',
        expiration: '03/27/2025',
        serial: '14',
      }),
  )

  test('[ROLE-008] keeps the order invisible to another customer, even by its URL', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'admin@harbor.demo')
    await page.goto('/orders?from=2020-01-01')
    await page.getByText('No results. Please modify the search parameters and search again.').waitFor()
    await page.goto('/orders/receive/1')
    await page
      .getByText(/This order no longer exists/)
      .first()
      .waitFor()
    await expectAccessible(page)
  })
})

interface Shipment {
  file: string
  purchaseOrder: string
  downloadName: RegExp
  ndc: string
  expiration: string
  /** Serial number of a med to search for; default: the first of the order. */
  serial?: string
}

/** Tests the path from the upload through Receive All to the pedigree, for an order of 12 meds in 3 cases on 1 pallet. */
async function expectShipment({ file, purchaseOrder, downloadName, ndc, expiration, serial }: Shipment): Promise<void> {
  const { page, faults } = await stage.open({ height: 1200 })
  await signIn(stage, page, 'admin@park.demo')
  await upload(page, file)
  await page.getByRole('heading', { name: /^Order created/ }).waitFor()
  await page.goto('/orders')
  const row = page.getByRole('row').filter({ hasText: purchaseOrder })
  const check = row.getByRole('img', { name: 'Everything received', exact: true })
  await row.getByText('0 of 12').waitFor()
  expect(await check.count()).toBe(0)
  await row.getByRole('link').first().click()
  await page.getByText('12 packages in 3 cases on 1 pallet').waitFor()
  const documentId = Number(page.url().match(/receive\/(\d+)/)?.[1])
  const wanted = serial ?? (await readMeds(page, documentId))[0]?.serialNumber ?? ''
  await page.getByRole('button', { name: 'Receive All' }).click()
  await page.getByRole('button', { name: 'Receive 12 packages' }).click()
  await expect.poll(() => countLeft(page, documentId)).toBe(0)
  await page.goto('/orders')
  await row.getByText('12 of 12').waitFor()
  await check.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), downloadFrom(page, row)])
  expect(download.suggestedFilename()).toMatch(downloadName)

  await page.goto(`/searchmeds?serialNumber=${wanted}`)
  await page.getByRole('link', { name: wanted, exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Pedigree Detail' }).waitFor()
  await page.getByText(ndc).first().waitFor()
  await page.getByText(expiration).first().waitFor()
  await page.getByText('This package').waitFor()
  await page.getByText('3 more in this case').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
}

async function downloadFrom(page: Page, row: ReturnType<Page['getByRole']>): Promise<void> {
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Download EPCIS document' }).click()
}
