import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, readMeds, uploadSample } from './orders.ts'

const stage = useStage()

async function call<Answer>(page: Page, path: string, json: object): Promise<Answer> {
  const answer = await page.request.post(`/trpc/${path}`, { headers: { origin: new URL(page.url()).origin }, data: { json } })
  return (await answer.json()).result.data.json as Answer // our own server's answer
}

/** Adds a pharmacy in New York to which goods may be sent, with a license that covers today. */
async function addPharmacy(page: Page): Promise<void> {
  const { id } = await call<{ id: number }>(page, 'tradingPartner.createOne', {
    customerLocationId: 0,
    name: 'Elm Street Pharmacy',
    type: 'downstream',
    business: 'dispenser',
    globalLocationNumbers: ['0399970000012'],
    addresses: [
      { addressLineOne: '7 Elm Street', city: 'Albany', stateId: await findState(page), postalCode: '12203', addressType: 'physical' },
    ],
    contacts: [],
  })
  await call(page, 'tradingPartner.createOneLicense', {
    tradingPartnerId: id,
    kind: 'dispenser',
    number: 'NY-7',
    stateId: await findState(page),
    validFrom: '2020-01-01',
  })
}

async function findState(page: Page): Promise<number> {
  const answer = await page.request.get('/trpc/state.readAll')
  const states = (await answer.json()).result.data.json as { id: number; name: string }[] // the answer of our own server
  return states.find(({ name }) => name === 'New York')?.id ?? 0
}

async function scan(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Scan or type a serial number' }).fill(code)
  await page.keyboard.press('Enter')
}

/** Scans while the browser is offline, tries to leave the page, and expects a warning that the unsent scan would be lost. */
async function expectScansKept(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await scan(page, 'WHILE-OFFLINE')
  await page.getByText('1 scan not sent yet', { exact: true }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Shipments' }).click()
  await page.getByText('If you leave this page, scan them again later.').waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Not on file' }).waitFor({ timeout: 30_000 })
}

describe('a shipment', () => {
  test('is created, scanned and sent, and its receiver downloads the documents through a link in an email', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    const documentId = await uploadSample(page, 'small-clean-order.xml')
    await call(page, 'order.updateReceiveAllByDocumentid', { documentId })
    await addPharmacy(page)
    const [med, other] = await readMeds(page, documentId)

    await page.goto('/outbound')
    await page.getByText('Nothing is here yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Send packages' }).filter({ visible: true }).click()
    await page.getByRole('radio', { name: /^Sale/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next: scan the packages' }).click()
    await page.getByText('Choose the partner.').waitFor()
    await page.getByRole('combobox', { name: 'Trading partner' }).selectOption({ label: 'Elm Street Pharmacy' })
    await page.getByText(/Authorized in New York/).waitFor()
    await page.getByRole('textbox', { name: 'Buyer’s SGLN' }).fill('urn:epc:id:sgln:039997.000001.0')
    await page.getByRole('textbox', { name: 'Ship-to SGLN' }).fill('urn:epc:id:sgln:039997.000001.0')
    await page.getByRole('textbox', { name: 'Their purchase order' }).fill('ELM-4711')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next: scan the packages' }).click()

    await page.getByText('Scan the packages to send').waitFor()
    await expectAccessible(page)
    await scan(page, 'NEVER-SEEN')
    await page.getByRole('heading', { name: 'Not on file' }).waitFor()
    await scan(page, med?.serialNumber ?? '')
    await page.getByRole('heading', { name: 'Ready to ship' }).waitFor()
    await scan(page, med?.serialNumber ?? '')
    await page.getByText('In this shipment', { exact: true }).waitFor()
    await expectScansKept(page)
    await scan(page, other?.serialNumber ?? '')
    await page.getByText('2 packages in this shipment').waitFor()
    await page.getByRole('button', { name: `Remove ${other?.serialNumber}` }).click()
    await page.getByRole('button', { name: `Remove ${other?.serialNumber}` }).waitFor({ state: 'detached' })
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Review and send' }).filter({ visible: true }).click()
    await page.getByRole('textbox', { name: 'Email the documents to' }).fill('desk@elm.tst')
    await expectAccessible(page)
    await call(page, 'dispense.createOne', { gtin: med?.gtin, serialNumber: med?.serialNumber })
    await page.getByRole('button', { name: 'Send 1 package' }).click()
    await page.getByText('May have been opened', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ship it anyway' }).click()
    await page.getByText('May have been opened', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send 1 package' }).click()
    await page.getByText('EPCIS document', { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByText('Nobody has opened the link yet.').waitFor({ timeout: 60_000 })
    await expectAccessible(page)

    const [mail] = await stage.server.mails('desk@elm.tst')
    const link = /\/inspect\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const guest = await stage.open({ width: 390, height: 844 })
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { level: 2, name: /^SHIPMENT-\d+$/ }).waitFor()
    await expectAccessible(guest.page)
    const [taken] = await Promise.all([
      guest.page.waitForEvent('download'),
      guest.page.getByRole('link', { name: /^Download shipment-\d+\.xml$/ }).click(),
    ])
    expect(taken.suggestedFilename()).toMatch(/^shipment-\d+\.xml$/)
    await page.reload()
    await page.getByText(/The link was opened/).waitFor()
    await page.getByRole('button', { name: 'Deactivate this link, sent to desk@elm.tst' }).click()
    await page.getByRole('button', { name: 'Deactivate link', exact: true }).click()
    await page.getByText(/deactivated the link\./).waitFor()
    await expectAccessible(page)
    await guest.page.reload()
    await guest.page.getByText('This link no longer works.').waitFor()

    const [found] = await findMeds(page, `serialNumber=${med?.serialNumber}`)
    await page.goto(`/meddetail/${found?.id}`)
    await page.getByRole('link', { name: 'Sent to Elm Street Pharmacy' }).waitFor()
    expect([...faults, ...guest.faults]).toEqual([])
  })

  test('that comes back without a file can be put back into stock', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844 })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/outbound')
    await page
      .getByRole('link', { name: /^Shipment \d+$/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 2, name: 'Documents' }).waitFor()
    const open = page.getByRole('button', { name: 'Packages came back' }).filter({ visible: true })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Which packages came back?' })
    await dialog.getByRole('textbox', { name: 'Packages' }).fill('NEVER-SENT')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refused at the door')
    await dialog.getByRole('button', { name: 'Put back into stock' }).click()
    await dialog.getByText(/has the code NEVER-SENT/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: /^Everything that has not come back yet/ }).check()
    await dialog.getByRole('button', { name: 'Put back into stock' }).click()
    await page.getByText('1 package came back without a file: Refused at the door').waitFor()
    await open.waitFor({ state: 'hidden' })
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('can be voided within a day, on a phone in dark mode', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/outbound')
    await page.getByRole('table', { name: 'Shipments' }).waitFor()
    await expectAccessible(page)
    await page
      .getByRole('link', { name: /^Shipment \d+$/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 2, name: 'Documents' }).waitFor()
    await page.getByRole('button', { name: 'Void', exact: true }).filter({ visible: true }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('The courier did not come')
    await page.getByRole('button', { name: /^Void shipment/ }).click()
    await page.getByText('EPCIS document voiding the shipment').waitFor({ timeout: 60_000 })
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
