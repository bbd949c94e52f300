import { makeDocument } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { zipOf } from '../apps/api/test/make-zip.ts'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

const makeText = (name: string) =>
  [
    ...makeDocument({
      ...{ meds: 4, perCase: 1, casesPerPallet: 2, now: new Date() },
      ...{ serialSeed: name, instanceIdentifier: name, purchaseOrder: name },
    }),
  ].join('')

/** Makes the document of a drop shipment of two pallets, of which the second goes to the other demo location. */
function twoPlaces(name: string): string {
  const text = makeText(name).replace('<gs1ushc:dropShipment>false', '<gs1ushc:dropShipment>true')
  const start = text.lastIndexOf('      <ObjectEvent>')
  const end = text.indexOf('</ObjectEvent>', start) + '</ObjectEvent>\n'.length
  const event = text.slice(start, end)
  const [first = '', second = ''] = event.match(/ *<epc>.*<\/epc>\n/g) ?? []
  const elsewhere = event.replace(first, '').replace(/(<destination type="[^"]*:location">)[^<]*/, '$1urn:epc:id:sgln:039999.345710.0')
  return text.slice(0, start) + event.replace(second, '') + elsewhere + text.slice(end)
}

describe('a file', () => {
  test.each([
    ['desktop', 1440],
    ['phone', 390],
  ])(
    'that becomes two orders is shown as a drop shipment on both of them, with a link from one to the other, on a %s',
    async (device, width) => {
      const { page, faults } = await stage.open({ width })
      await signIn(stage, page, 'admin@park.demo')
      const answer = await page.request.post('/api/v1/file/upload/order', {
        headers: { origin: new URL(page.url()).origin },
        multipart: { file: { name: 'two.xml', mimeType: 'application/xml', buffer: Buffer.from(twoPlaces(`TWO-${device}`)) } },
      })
      const { documentId, message } = (await answer.json()) as { documentId: number; message: string } // the documented shape of the answer
      expect(message).toBe('2 orders created.')
      await page.goto(`/orders/receive/${documentId}`)
      await page.getByRole('button', { name: 'Drop shipment, 1 other order from this file' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('The seller sold these packages without handling them.', { exact: false }).waitFor()
      await expectAccessible(page)
      await dialog.getByRole('link', { name: /, from Northway Wholesale$/ }).click()
      await page.waitForURL((url) => /receive\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${documentId}`))
      await page.getByRole('button', { name: 'Drop shipment, 1 other order from this file' }).waitFor()
      await expectAccessible(page)
      expect(faults).toEqual([])
    },
  )

  test('that is a zip of two documents becomes two orders', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const zip = await zipOf({ 'ZIP-1.xml': makeText('ZIP-1'), 'ZIP-2.xml': makeText('ZIP-2') })
    await page.goto('/orderupload')
    await page.locator('input[type=file]').setInputFiles({ name: 'orders.zip', mimeType: 'application/zip', buffer: zip })
    await page.getByText('Zip files are checked after they are uploaded').waitFor()
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Unpacked: 2 documents').first().waitFor()
    for (const name of ['ZIP-1.xml', 'ZIP-2.xml'])
      await page.getByRole('row').filter({ hasText: name }).getByText('Order created').waitFor({ timeout: 60_000 })
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
