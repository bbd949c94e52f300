import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { countLeft, readMeds, uploadSample } from './orders.ts'
import { scan as scanWithHandheld } from './scanner.ts'

const stage = useStage()

async function call<Answer>(page: Page, path: string, json: object): Promise<Answer> {
  const answer = await page.request.post(`/trpc/${path}`, { headers: { origin: new URL(page.url()).origin }, data: { json } })
  return (await answer.json()).result.data.json as Answer // our own server's answer
}

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  return (await (await page.request.get(`/trpc/${path}`)).json()).result.data.json as Answer // our own server's answer
}

interface Pharmacy {
  name: string
  page: Page
  gln: string
  sgln: string
}

/**
 * Signs in the admin of a demo customer, and returns the customer's first location as a pharmacy, with the page and the faults that the page logs.
 */
async function openPharmacy(name: string, emailAddress: string): Promise<Pharmacy & { faults: string[] }> {
  const { page, faults } = await stage.open({ height: 1400 })
  await signIn(stage, page, emailAddress)
  const { locations } = await read<{ locations: { glns: { gln: string }[] }[] }>(page, 'shipment.readOneChoices')
  const gln = locations[0]?.glns[0]?.gln ?? ''
  return { name, page, faults, gln, sgln: `urn:epc:id:sgln:${gln.slice(0, 6)}.${gln.slice(6, 12)}.0` }
}

/** Makes one pharmacy a licensed trading partner of another. */
async function introduce({ name, gln }: Pharmacy, { page }: Pharmacy): Promise<void> {
  const states = await read<{ id: number; name: string }[]>(page, 'state.readAll')
  const findState = (wanted: string) => states.find((state) => state.name === wanted)?.id ?? 0
  const stateId = findState('New York')
  const { id } = await call<{ id: number }>(page, 'tradingPartner.createOne', {
    customerLocationId: 0,
    name,
    type: 'both',
    business: 'dispenser',
    globalLocationNumbers: [gln],
    addresses: [{ addressLineOne: '9 Harbor Street', city: 'Albany', stateId, postalCode: '12203', addressType: 'physical' }],
    contacts: [],
  })
  // The partner needs these licenses to receive shipments in New York and to sell to the demo customers' locations.
  for (const state of ['New York', 'Massachusetts']) {
    const license = { kind: 'dispenser', number: `${state}-9`, stateId: findState(state), validFrom: '2020-01-01' }
    await call(page, 'tradingPartner.createOneLicense', { tradingPartnerId: id, ...license })
  }
}

interface Wanted {
  purpose: RegExp
  serial: string
  fields?: Record<string, string>
}

/** Ships one package on the screen. @returns the number of the shipment. */
async function ship({ page }: Pharmacy, to: Pharmacy, { purpose, serial, fields = {} }: Wanted): Promise<number> {
  await page.goto('/outbound/new')
  await page.getByRole('radio', { name: purpose }).check()
  await page.getByRole('combobox', { name: 'Trading partner' }).selectOption({ label: to.name })
  await page.getByText(/Authorized in New York/).waitFor()
  await page.getByRole('textbox', { name: 'Buyer’s SGLN' }).fill(to.sgln)
  await page.getByRole('textbox', { name: 'Ship-to SGLN' }).fill(to.sgln)
  for (const [name, value] of Object.entries(fields)) await page.getByRole('textbox', { name, exact: true }).fill(value)
  // Scrolls to the top, because the check would report a radio button half hidden under the header as too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next: scan the packages' }).click()
  await page.getByRole('textbox', { name: 'Scan or type a serial number' }).fill(serial)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ready to ship' }).waitFor()
  await page.getByRole('button', { name: 'Review and send' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Send 1 package' }).click()
  await page.getByText('Letter', { exact: true }).waitFor({ timeout: 60_000 })
  await expectAccessible(page)
  return Number(/outbound\/(\d+)/.exec(page.url())?.[1])
}

/** Gives the EPCIS document of a shipment to the other pharmacy, which scans the package at its counter. */
async function receive(from: Pharmacy, shipmentId: number, { page }: Pharmacy, code: string): Promise<void> {
  const { documents } = await read<{ documents: { id: number; kind: string }[] }>(
    from.page,
    `shipment.readOne?input=${encodeURIComponent(JSON.stringify({ json: { shipmentId } }))}`,
  )
  const epcis = documents.find(({ kind }) => kind === 'epcis')
  const file = await from.page.request.get(`/api/shipments/${shipmentId}/documents/${epcis?.id}/file`)
  const answer = await page.request.post('/api/v1/file/upload/order', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { file: { name: `shipment-${shipmentId}.xml`, mimeType: 'application/xml', buffer: await file.body() } },
  })
  const { documentId } = (await answer.json()) as { documentId: number } // the documented shape of the answer
  await page.goto(`/orders/receive/${documentId}`)
  await page.getByText('Scan the first package').waitFor()
  await scanWithHandheld(page, code)
  // Waits for the server, because the screen shows the result earlier.
  await expect.poll(() => countLeft(page, documentId), { timeout: 30_000 }).toBe(0)
}

describe('two pharmacies', () => {
  test('supply each other with a package for a patient, and lend each other a package that is given back later', async () => {
    const park = await openPharmacy('Park Street Pharmacy', 'admin@park.demo')
    const harbor = await openPharmacy('Harbor Street Pharmacy', 'admin@harbor.demo')
    await introduce(harbor, park)
    await introduce(park, harbor)
    const order = await uploadSample(park.page, 'small-clean-order.xml')
    await call(park.page, 'order.updateReceiveAllByDocumentid', { documentId: order })
    const [first, second] = await readMeds(park.page, order)

    const need = { 'Contact at the receiver': 'Ines, 502-555-0100', Reason: 'A patient waits, the shelf is empty' }
    await ship(park, harbor, { purpose: /^Specific patient need/, serial: first?.serialNumber ?? '', fields: need })
    await park.page.getByText('A patient waits, the shelf is empty').waitFor()

    const code = `01${second?.gtin}21${second?.serialNumber}`
    const loan = { purpose: /^Loan/, serial: second?.serialNumber ?? '', fields: { 'Due back': '12/31/2099' } }
    const lent = await ship(park, harbor, loan)
    await park.page.getByText('0 of 1 returned').waitFor()
    await receive(park, lent, harbor, code)
    const back = await ship(harbor, park, { purpose: /^Return of a loan/, serial: second?.serialNumber ?? '' })
    await receive(harbor, back, park, code)
    await park.page.goto(`/outbound/${lent}`)
    await park.page.getByText('1 of 1 returned').waitFor()

    await park.page.goto('/reports?kind=shipments')
    await park.page.getByRole('table', { name: 'Shipments by purpose' }).getByText('Specific patient need').waitFor()
    await park.page.locator('.recharts-bar-rectangle path').first().waitFor()
    await expectAccessible(park.page)
    expect([...park.faults, ...harbor.faults]).toEqual([])
  })

  test('can read the report of shipments on a phone in dark mode', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/reports?kind=shipments')
    await page.getByRole('table', { name: 'Shipments by purpose' }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
