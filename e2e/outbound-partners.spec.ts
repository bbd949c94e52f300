import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { readMeds, type Unit, uploadSample } from './orders.ts'
import { scan as scanWithHandheld } from './scanner.ts'

const stage = useStage()

async function call<Answer>(page: Page, path: string, json: object): Promise<Answer> {
  const answer = await page.request.post(`/trpc/${path}`, { headers: { origin: new URL(page.url()).origin }, data: { json } })
  return (await answer.json()).result.data.json as Answer // the answer of our own server
}

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  return (await (await page.request.get(`/trpc/${path}`)).json()).result.data.json as Answer // the answer of our own server
}

interface Choices {
  locations: { id: number; glns: { gln: string }[] }[]
}

/** Adds the demo customer Harbor as a trading partner of the demo customer Park, with a license that covers today. */
async function addHarbor(park: Page, gln: string): Promise<number> {
  const states = await read<{ id: number; name: string }[]>(park, 'state.readAll')
  const stateId = states.find(({ name }) => name === 'New York')?.id ?? 0
  const { id } = await call<{ id: number }>(park, 'tradingPartner.createOne', {
    customerLocationId: 0,
    name: 'Harbor Street Pharmacy',
    type: 'both',
    business: 'dispenser',
    globalLocationNumbers: [gln],
    addresses: [{ addressLineOne: '9 Harbor Street', city: 'Albany', stateId, postalCode: '12203', addressType: 'physical' }],
    contacts: [],
  })
  await call(park, 'tradingPartner.createOneLicense', {
    tradingPartnerId: id,
    kind: 'dispenser',
    number: 'NY-9',
    stateId,
    validFrom: '2020-01-01',
  })
  return id
}

async function scan(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Scan or type a serial number' }).fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ready to ship' }).waitFor()
}

/** Begins a sale to Harbor in the browser, up to the page for scanning. */
async function begin(page: Page, sgln: string): Promise<void> {
  await page.goto('/outbound/new')
  await page.getByRole('combobox', { name: 'Trading partner' }).selectOption({ label: 'Harbor Street Pharmacy' })
  await page.getByText(/Authorized in New York/).waitFor()
  await page.getByRole('textbox', { name: 'Buyer’s SGLN' }).fill(sgln)
  await page.getByRole('textbox', { name: 'Ship-to SGLN' }).fill(sgln)
  await page.getByRole('button', { name: 'Next: scan the packages' }).click()
  await page.getByText('Scan the packages to send').waitFor()
}

let meds: Unit[] = []
let sgln = ''
let partnerId = 0
let documentId = 0

describe('two customers', () => {
  test('exchange a shipment: one delivers it to the other’s HTTPS door, and the other receives it unit by unit', async () => {
    const park = await stage.open({ height: 1400 })
    const harbor = await stage.open({ height: 1000 })
    await signIn(stage, park.page, 'admin@park.demo')
    await signIn(stage, harbor.page, 'admin@harbor.demo')
    const [place] = (await read<Choices>(harbor.page, 'shipment.readOneChoices')).locations
    const gln = place?.glns[0]?.gln ?? ''
    sgln = `urn:epc:id:sgln:${gln.slice(0, 6)}.${gln.slice(6, 12)}.0`
    const door = { name: 'Park', locationId: place?.id, tradingPartnerId: null }
    const { token } = await call<{ token: string }>(harbor.page, 'intake.createOneDoor', door)
    const order = await uploadSample(park.page, 'small-clean-order.xml')
    await call(park.page, 'order.updateReceiveAllByDocumentid', { documentId: order })
    meds = await readMeds(park.page, order)
    partnerId = await addHarbor(park.page, gln)

    const { page } = park
    await page.goto(`/tradingpartner/${partnerId}`)
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill(`${stage.server.url}/api/v2/intake`)
    await page.getByLabel('Secret', { exact: true }).fill(token)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText(/The server (was reached|answered)/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText(/^Endpoint: HTTPS/).waitFor()

    await begin(page, sgln)
    await scan(page, meds[0]?.serialNumber ?? '')
    await page.getByRole('button', { name: 'Review and send' }).filter({ visible: true }).click()
    await page.getByRole('checkbox', { name: /^Send the EPCIS document to their endpoint/ }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send 1 package' }).click()
    await page.getByText(/^Delivered to HTTPS/).waitFor({ timeout: 60_000 })
    await expectAccessible(page)

    const unit = meds[0]
    for (let attempt = 0; attempt < 100 && documentId === 0; attempt += 1) {
      const rows = (await (await harbor.page.request.get('/api/v1/order/read/many/search')).json()) as {
        documentId: number
        amountOfMeds: number
      }[]
      documentId = rows.find(({ amountOfMeds }) => amountOfMeds === 1)?.documentId ?? 0
      if (documentId === 0) await harbor.page.waitForTimeout(200)
    }
    await harbor.page.goto(`/orders/receive/${documentId}`)
    await harbor.page.getByText('Scan the first package').waitFor()
    await scanWithHandheld(harbor.page, `01${unit?.gtin}21${unit?.serialNumber}`)
    await harbor.page
      .getByText(/1 of 1/)
      .first()
      .waitFor()
    expect([...park.faults, ...harbor.faults]).toEqual([])
  })

  test('exchange a voiding document when the sender voids a shipment that the other one received', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/outbound')
    await page
      .getByRole('link', { name: /^Shipment \d+$/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Void', exact: true }).filter({ visible: true }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('It was for another store')
    await page.getByRole('button', { name: /^Void shipment/ }).click()
    await page.getByText(/^EPCIS document voiding the shipment to HTTPS/).waitFor({ timeout: 60_000 })
    await page
      .getByText(/Delivered .*\.$/)
      .first()
      .waitFor({ timeout: 60_000 })
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})

describe('a second person', () => {
  test('approves a shipment that the first person prepared, in a second browser', async () => {
    const lead = await stage.open({ height: 1400 })
    const admin = await stage.open({ height: 1400, dark: true })
    await signIn(stage, admin.page, 'admin@park.demo')
    await admin.page.goto('/outbound')
    const approval = admin.page.getByRole('checkbox', { name: 'Approval by a second person: Sale' })
    // `check()` would fail, because it expects the checkbox to change at once; the page shows the change a moment after the click, when the save has
    // started.
    await approval.click()
    await admin.page.getByText('Setting saved.').waitFor()
    await expect.poll(() => approval.isChecked()).toBe(true)
    await expectAccessible(admin.page)

    const { page } = lead
    await signIn(stage, page, 'lead@park.demo')
    await begin(page, sgln)
    await scan(page, meds[1]?.serialNumber ?? '')
    await page.getByRole('button', { name: 'Review and ask for approval' }).filter({ visible: true }).click()
    await page.getByRole('button', { name: 'Ask for approval', exact: true }).click()
    await page.getByText(/asked for approval/).waitFor()
    await expectAccessible(page)

    await admin.page.goto('/')
    await admin.page.getByText('Waiting for approval').waitFor()
    await admin.page.getByRole('link', { name: /^Shipment \d+$/ }).click()
    await admin.page.getByRole('button', { name: 'Approve and send' }).click()
    await expectAccessible(admin.page)
    await admin.page.getByRole('button', { name: 'Send 1 package' }).click()
    await admin.page.getByText('EPCIS document', { exact: true }).waitFor({ timeout: 60_000 })
    await admin.page.getByText('Approved by').waitFor()
    expect([...lead.faults, ...admin.faults]).toEqual([])
  })
})
