import { SAMPLE_PRODUCTS, validateEpcis } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, importText, newCustomer } from '../make.ts'
import { load, makeRecord } from '../recall/recalls.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)
const DAY = 24 * 3_600_000
const product = SAMPLE_PRODUCTS[0] as (typeof SAMPLE_PRODUCTS)[number] // SAMPLE_PRODUCTS is never empty, so it has a first element

async function receivedOrder(given: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(c, given)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  return order
}

test('A package that is recalled between scan and Send is not shipped, and the error mentions the recall', async () => {
  const { begin, scan, calls, read, addReceiver } = kit()
  const { serials } = await receivedOrder({ products: [{ ...product, lot: 'RECALLED-1' }] })
  const shipmentId = await begin(await addReceiver())
  expect((await scan(shipmentId, serials[0] ?? '')).stops).toEqual([])
  await load(t, [makeRecord({ code_info: 'Lot #: RECALLED-1' })])
  await t.runJobs()
  await expect(calls().updateOneSend({ shipmentId })).rejects.toMatchObject({
    cause: { key: 'shipment_stopped', message: expect.stringContaining('recall') },
  })
  expect(await read(shipmentId)).toMatchObject({ state: 'draft' })
  expect(await t.query('select 1 from departure where customer_id = $1', [c.customerId])).toEqual([])
})

describe('A package in a draft shipment that a later dispense check cleared for dispensing', () => {
  /** Scans a package into a draft shipment, asks for a dispense check of it, and returns the answer with the ids of both. */
  async function askedFor() {
    const { begin, scan, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const [serial = ''] = serials
    const shipmentId = await begin(await addReceiver())
    const { unit } = await scan(shipmentId, serial)
    const answer = await t.as(c.lead).dispense.createOne({ gtin: unit?.gtin ?? '', serialNumber: serial })
    return { shipmentId, serial, n: unit?.n ?? 0, medId: unit?.medId ?? 0, answer }
  }

  test('can be shipped after somebody has accepted the warning about the check, and the shipment lists the package with the acceptance', async () => {
    const { calls, read } = kit()
    const { shipmentId, n, medId, answer } = await askedFor()
    expect(answer).toMatchObject({
      allowed: true,
      reasons: [{ code: 'in_shipment', blocks: false, text: expect.stringContaining(`shipment ${shipmentId},`) }],
    })
    await expect(calls().updateOneSend({ shipmentId })).rejects.toMatchObject({
      cause: {
        key: 'shipment_stopped',
        message: expect.stringContaining('Accept the warning, or remove the package'),
        facts: { stopped: [{ n, medId, stop: { code: 'asked' } }], packages: 1 },
      },
    })
    await calls().updateManyUnitsAccept({ shipmentId, accept: [{ medId, code: 'asked' }] })
    expect((await calls().readManyUnits({ shipmentId })).items).toMatchObject([{ accepted: ['asked'] }])
    await calls().updateOneSend({ shipmentId })
    expect(await read(shipmentId)).toMatchObject({ state: 'sent' })
  })

  test('can ship inside a scanned case once its warning is accepted; a second such package in the case must be accepted separately', async () => {
    const { begin, scan, calls, addReceiver } = kit()
    const order = await receivedOrder({ meds: 3, perCase: 3, products: [product] })
    const [box] = await t.query<{ code: string }>(
      `select coalesce(d.sscc, m.serial_number) as code from document_med d left join med m on m.id = d.med_id
        where d.customer_id = $1 and d.document_id = $2 and d.is_package and d.meds = 3 order by d.line desc limit 1`,
      [c.customerId, order.id],
    )
    const shipmentId = await begin(await addReceiver())
    expect((await scan(shipmentId, box?.code ?? '')).stops).toEqual([])
    const inside = await t.query<{ id: number; gtin: string; serial: string }>(
      'select m.id::int, m.gtin, m.serial_number as serial from shipment_med k join med m on m.id = k.med_id where k.shipment_id = $1 order by m.id',
      [shipmentId],
    )
    const check = (at: number) => t.as(c.lead).dispense.createOne({ gtin: inside[at]?.gtin ?? '', serialNumber: inside[at]?.serial ?? '' })
    await check(0)
    await calls().updateManyUnitsAccept({ shipmentId, accept: [{ medId: inside[0]?.id ?? 0, code: 'asked' }] })
    await check(1)
    await expect(calls().updateOneSend({ shipmentId })).rejects.toMatchObject({
      cause: { key: 'shipment_stopped', facts: { stopped: [{ medId: inside[1]?.id }], packages: 1 } },
    })
    expect((await calls().readManyUnits({ shipmentId })).items).toMatchObject([{ accepted: ['asked'] }])
  })

  test('is reported to the approver, with advice on what to do about it', async () => {
    const { calls } = kit()
    const { begin, scan, addReceiver } = kit()
    const { serials } = await receivedOrder()
    await t.as(c.admin).shipment.updateOneRule({ purpose: 'donation', sender: 'anyone', needsApproval: true })
    const shipmentId = await begin(await addReceiver(), { purpose: 'donation' })
    const { unit } = await scan(shipmentId, serials[0] ?? '')
    await calls().updateOneAsk({ shipmentId })
    await t.as(c.lead).dispense.createOne({ gtin: unit?.gtin ?? '', serialNumber: unit?.serialNumber ?? '' })
    await expect(calls(c.admin).updateOneApprove({ shipmentId })).rejects.toMatchObject({
      cause: { key: 'shipment_stopped', message: expect.stringContaining('Refuse the request') },
    })
  })

  test('can be sent if the user removes it from the shipment, scans it again and accepts the warning', async () => {
    const { scan, calls, read } = kit()
    const { shipmentId, serial, n } = await askedFor()
    await calls().deleteOneUnit({ shipmentId, n })
    expect(await scan(shipmentId, serial)).toMatchObject({ unit: null, mayAccept: true, stops: [{ code: 'asked' }] })
    await scan(shipmentId, serial, { accept: ['asked'] })
    await calls().updateOneSend({ shipmentId })
    expect(await read(shipmentId)).toMatchObject({ state: 'sent' })
  })

  test('cannot be shipped if the caller accepts only a warning that the package does not have, or one that nobody may accept', async () => {
    const { calls } = kit()
    const { shipmentId, medId } = await askedFor()
    for (const code of ['short', 'held'] as const)
      await expect(calls().updateManyUnitsAccept({ shipmentId, accept: [{ medId, code }] })).rejects.toMatchObject({
        cause: { key: 'shipment_nothing_to_accept' },
      })
    await expect(calls().updateOneSend({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_stopped' } })
  })
})

test('A partner can get shipments until the last day of its license, which is recorded with the shipment, but not afterwards', async () => {
  const { begin, scan, send, calls, read, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const validTo = new Date(t.clock.now().getTime() + DAY).toISOString().slice(0, 10)
  const to = await addReceiver(undefined, { validTo })
  const [today, late] = [await begin(to), await begin(to)]
  await scan(today, serials[0] ?? '')
  await scan(late, serials[1] ?? '')
  expect((await read(today)).standing).toMatchObject({ standing: 'expiring', words: expect.stringContaining('until') })
  await send(today)
  expect((await read(today)).licenseWords).toContain('until')
  t.clock.advance(3 * DAY)
  await expect(calls().updateOneSend({ shipmentId: late })).rejects.toMatchObject({ cause: { key: 'shipment_partner_refused' } })
})

test('A shipment that is voided after the other customer received it stays received there, and the document that voids it has no finding', async () => {
  const other = await newCustomer(t, { name: 'Harbor Pharmacy' })
  const { begin, scan, send, calls, textOf, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const shipmentId = await begin(await addReceiver(other.main.party))
  await scan(shipmentId, serials[0] ?? '')
  await send(shipmentId)
  const { documentId } = await importText(t, other.lead, (await textOf(shipmentId, 'epcis')) ?? '')
  await t.as(other.lead).order.updateReceiveAllByDocumentid({ documentId: documentId ?? 0 })
  await calls().updateOneVoid({ shipmentId, reason: 'It was for another store' })
  await t.runJobs()
  const xml = (await textOf(shipmentId, 'void')) ?? ''
  expect(validateEpcis(new TextEncoder().encode(xml), {}).findings).toEqual([])
  await importText(t, other.lead, xml)
  expect(await t.as(other.lead).order.readOneById({ documentId: documentId ?? 0 })).toMatchObject({ amountOfMeds: 1, amountNotReceived: 0 })
})

describe('a process that is killed', () => {
  test('right after Send loses nothing: the packages stay sent, and the queued documents are generated and emailed once', async () => {
    const { begin, scan, calls, read, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    await scan(shipmentId, serials[0] ?? '')
    await calls().updateOneSend({ shipmentId, mailTo: 'desk@harbor.tst' })
    expect(await read(shipmentId)).toMatchObject({ state: 'sent', papers: 'queued', documents: [], sendings: [] })
    expect(await t.query('select 1 from departure where customer_id = $1', [c.customerId])).toHaveLength(1)
    await t.runJobs()
    await t.runJobs()
    const made = await read(shipmentId)
    expect(made.documents.map(({ kind }) => kind).toSorted()).toEqual(['csv', 'epcis', 'letter'])
    expect(made.sendings).toHaveLength(1)
  })
})

test('A shipment of 40 lots results in one document that another customer receives package by package', { timeout: 300_000 }, async () => {
  const { begin, scan, send, read, textOf, addReceiver } = kit()
  const other = await newCustomer(t, { name: 'Harbor Pharmacy' })
  const shipmentId = await begin(await addReceiver(other.main.party))
  const serials: string[] = []
  for (let lot = 1; lot <= 40; lot += 1) {
    const order = await receivedOrder({ meds: 10, products: [{ ...product, lot: `LOT-${lot}` }] })
    for (const serial of order.serials) expect((await scan(shipmentId, serial)).stops).toEqual([])
    serials.push(...order.serials)
  }
  await send(shipmentId)
  expect(await read(shipmentId)).toMatchObject({ meds: 400, papers: 'ready', gaps: [] })
  const xml = (await textOf(shipmentId, 'epcis')) ?? ''
  expect(validateEpcis(new TextEncoder().encode(xml), {}).findings).toEqual([])
  const { documentId } = await importText(t, other.lead, xml)
  for (const serialNumber of serials)
    await t.as(other.staff).order.updateReceiveManyBySerialnumber({ documentId: documentId ?? 0, serialNumber })
  expect(await t.as(other.staff).order.readOneById({ documentId: documentId ?? 0 })).toMatchObject({
    amountOfMeds: 400,
    amountNotReceived: 0,
  })
  const lots = await t.query<{ lots: number }>(
    'select count(distinct lot_number)::int as lots from document_med where document_id = $1 and not is_package',
    [documentId],
  )
  expect(lots).toEqual([{ lots: 40 }])
})
