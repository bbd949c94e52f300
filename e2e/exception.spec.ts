import { makeDocument, type SampleFault } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { openOrder, readMeds, uploadSample } from './orders.ts'

const stage = useStage()

describe('document exceptions', () => {
  test('[EXC-006 EXC-010 EXC-013 EXC-014 SHELL-016] can be found, read, assigned, commented on, closed and reopened', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await uploadSample(page, 'three-findings.xml')
    await page.goto('/')
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Document Exceptions.*open/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Document Exceptions' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Northway' }).first()
    await row.waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 1200 })

    await page.getByRole('link', { name: 'Reports', exact: true }).last().click()
    await page.getByRole('table', { name: 'Exceptions by partner' }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 1200 })
    await page.goBack()

    await page.getByLabel('Sender').fill('nobody at all')
    await page.getByText('No results.').waitFor()
    await page.getByRole('button', { name: 'Show all tickets' }).click()
    await row.getByText('Data issue').click()
    await page.getByRole('heading', { level: 1, name: /^Ticket \d+$/ }).waitFor()
    for (const section of ['Header', 'Events', 'Location Vocabulary', 'Meds', 'Med Vocabulary'])
      await page.getByRole('heading', { level: 3, name: section, exact: true }).waitFor()
    await page.getByText('EventListReadPointError').first().waitFor()
    await expectAccessible(page)

    await page
      .getByRole('button', { name: /^View.*extension of event/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Lot number').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Lee Okafor' })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('assigned the ticket to Lee Okafor').waitFor()
    await page.getByLabel('Write a note; use @ to mention someone').fill('@Lee')
    await page.getByRole('button', { name: 'Lee Okafor' }).click()
    await page.getByLabel('Write a note; use @ to mention someone').fill('@Lee Okafor please call them')
    await page.getByRole('button', { name: 'Add the note' }).click()
    await page.getByText('@Lee Okafor please call them').waitFor()

    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('menuitem', { name: 'Close…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close this ticket' }).click()
    await page.getByText('closed the ticket: accepted as is').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Change status' }).last().click()
    await page.getByRole('menuitem', { name: 'Reopen…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('It came again')
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen this ticket' }).click()
    await page.getByText('It came again').waitFor()
    expect(faults).toEqual([])
  })

  test('include the missing packages of an order closed short', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await openOrder(page)
    await page
      .getByRole('button', { name: /^More for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Close short…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Nothing came')
    await page.getByRole('dialog').getByRole('button', { name: 'Close this order short' }).click()
    await page.getByText('Order closed short.').waitFor()
    await page.goto('/exceptions')
    await page.getByText('96 packages are missing').first().click()
    await page.getByRole('table', { name: 'Packages' }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('are sent to a partner, whose corrected file replaces the first one', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const mark = `E2E${Date.now().toString(36).toUpperCase()}`
    const same = { meds: 12, perCase: 12, casesPerPallet: 8, serialSeed: mark, purchaseOrder: mark, now: new Date() }
    const text = (instanceIdentifier: string, wrong: readonly SampleFault[]) =>
      [...makeDocument({ ...same, instanceIdentifier, faults: wrong })].join('')
    const first = await page.request.post('/api/v1/file/upload/order', {
      headers: { origin: new URL(page.url()).origin },
      multipart: { file: { name: 'first.xml', mimeType: 'application/xml', buffer: Buffer.from(text(mark, ['missingReadPoint'])) } },
    })
    const { documentId } = (await first.json()) as { documentId: number } // the documented shape of the answer
    const [med] = await readMeds(page, documentId)
    await page.request.put('/api/v1/update/receive/many/by/serialnumber', {
      headers: { origin: new URL(page.url()).origin },
      data: { documentId, serialNumber: med?.serialNumber, gtin: med?.gtin },
    })
    await page.goto('/exceptions')
    await page.getByText(mark).first().waitFor()
    await page.getByRole('row').filter({ hasText: mark }).getByText('Data issue').click()

    await page.getByRole('button', { name: 'Hold until the data is correct…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click()
    await page.getByText('Data pending', { exact: true }).waitFor()
    // The receiving screen shows that the order waits for data, and links to the ticket that it waits for; the hold can't be released there.
    const counter = await page.context().newPage()
    await counter.goto(`/orders/receive/${documentId}`)
    await counter.getByRole('link', { name: /^Waiting for ticket \d+$/ }).waitFor()
    await counter
      .getByText(/data pending/i)
      .first()
      .waitFor()
    expect(await counter.getByRole('button', { name: 'Release…' }).count()).toBe(0)
    await expectAccessible(counter)
    await page.bringToFront()
    await page.getByRole('button', { name: 'Ask the partner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`ticket-`).first().waitFor()
    await dialog.getByLabel('To', { exact: true }).fill('trace@northway.example')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/asked trace@northway.example/).waitFor()
    await waitFor(async () => (await stage.server.mails('trace@northway.example')).length > 0)

    const partner = await stage.open()
    await partner.page.goto('/demo/mail')
    await partner.page.getByRole('link', { name: 'Reply' }).first().click()
    await partner.page.getByLabel('Message').fill('Here is the corrected file.')
    await partner.page
      .getByLabel('Attachments')
      .setInputFiles({ name: 'corrected.xml', mimeType: 'application/xml', buffer: Buffer.from(text(`${mark}-R1`, [])) })
    await partner.page.getByRole('button', { name: 'Send the reply' }).click()
    await partner.page.getByRole('heading', { name: 'Captured emails' }).waitFor()

    await waitFor(async () => {
      await page.reload()
      await page.getByRole('heading', { level: 1, name: /^Ticket \d+$/ }).waitFor()
      return (await page.getByRole('link', { name: 'Compare and replace' }).count()) > 0
    })
    await page.getByText('Here is the corrected file.').waitFor()
    await page.getByRole('link', { name: 'Compare and replace' }).click()
    await page.getByRole('heading', { level: 1, name: `Corrected file for PO ${mark}` }).waitFor()
    await page.getByText('1 receipt stays').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 1200 })
    await page.getByRole('button', { name: 'Replace' }).first().click()
    await page.getByText(/^Replaced on .* by Dana Ruiz/).waitFor()
    await page.getByRole('link', { name: 'The ticket' }).click()
    await page.getByText('Resolved', { exact: true }).first().waitFor()
    // A page that was open at the counter all along says that the order was replaced and links to the new one.
    await counter.bringToFront()
    await counter.getByText('This order was replaced by a corrected file').waitFor()
    await expectAccessible(counter)
    await counter.getByRole('link', { name: 'Open the corrected order' }).first().click()
    await counter.getByText('11 left').waitFor()
    expect(await counter.getByText('This order was replaced by a corrected file').count()).toBe(0)
    await counter.goto(`/orders/receive/${documentId}`)
    await counter.getByText(/This order was replaced by a corrected file. Packages already received on this order stay received/).waitFor()
    expect(faults).toEqual([])
  })
})

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('It did not come.')
}
