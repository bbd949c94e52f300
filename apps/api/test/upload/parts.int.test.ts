import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, importText, mark, newParty } from '../make.ts'
import { toBranch, twoShipments } from '../two-shipments.ts'

const t = useTestDb()
const customer = useCustomer(t)

const order = (documentId: number, user = customer.admin) => t.as(user).order.readOneById({ documentId })
const orders = async () => (await t.as(customer.admin).order.readManySearch({})).items.toSorted((a, b) => a.documentId - b.documentId)

const withPo = (number: string) => (event: string) => event.replace(/:PO-[^<]*</, `:${number}<`)

describe('a document that ships to two locations of the customer', () => {
  test('becomes one order for each location, and each order links to the other one', async () => {
    const upload = await importText(
      t,
      customer.admin,
      twoShipments(customer, (event) => withPo('PO-B')(toBranch(customer)(event)), { purchaseOrder: 'PO-A' }),
    )
    expect(upload).toMatchObject({ status: 'imported', outcome: { kind: 'made', facts: { orders: 2 } } })
    const [one, other] = await orders()
    expect([one, other]).toMatchObject([
      { documentId: upload.documentId, customerLocationName: 'Main', amountOfMeds: 2, purchaseOrderNumbers: ['PO-A'] },
      { customerLocationName: 'Branch', amountOfMeds: 2, purchaseOrderNumbers: ['PO-B'] },
    ])
    const [main, branch] = [await order(one?.documentId ?? 0), await order(other?.documentId ?? 0)]
    expect(main).toMatchObject({
      cases: 2,
      pallets: 1,
      amountNotShipped: 0,
      placedBy: expect.stringContaining('This file was split into 2 orders'),
    })
    expect(main.parts).toEqual([
      { documentId: branch.documentId, customerLocationName: 'Branch', senderName: 'Northway Wholesale', amountOfMeds: 2, isVoided: false },
    ])
    expect(branch.parts).toMatchObject([{ documentId: main.documentId, customerLocationName: 'Main' }])
    expect(branch.instanceIdentifier).toBe(main.instanceIdentifier)
    const meds = await t.query(
      'select location_id::int as at, count(*)::int as meds from med where customer_id = $1 group by 1 order by 1',
      [customer.customerId],
    )
    expect(meds).toEqual([
      { at: customer.main.id, meds: 4 },
      { at: customer.branch.id, meds: 4 },
    ])
  })

  test('is received at each location separately, and people of one location do not see the other location’s order', async () => {
    await importText(t, customer.admin, twoShipments(customer, toBranch(customer)))
    const [one, other] = await orders()
    await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: one?.documentId ?? 0 })
    expect(await order(one?.documentId ?? 0, customer.staff)).toMatchObject({ amountNotReceived: 0, parts: [] })
    expect(await order(other?.documentId ?? 0, customer.elsewhere)).toMatchObject({ amountNotReceived: 2, parts: [] })
    await expect(order(other?.documentId ?? 0, customer.staff)).rejects.toThrow()
    expect((await order(other?.documentId ?? 0)).parts).toMatchObject([{ documentId: one?.documentId }])
  })

  test('is imported only once; if sent again, it creates new orders only in place of those that were voided', async () => {
    const text = twoShipments(customer, toBranch(customer))
    await importText(t, customer.admin, text)
    expect(await importText(t, customer.admin, text)).toMatchObject({ status: 'duplicate' })
    const [one, other] = await orders()
    await t.as(customer.admin).order.updateVoidOne({ documentId: one?.documentId ?? 0, reason: 'Sent by mistake' })
    expect((await order(other?.documentId ?? 0)).parts).toMatchObject([{ isVoided: true }])
    const again = await importText(t, customer.admin, text)
    expect(again).toMatchObject({ status: 'imported', amountOfMeds: 2, outcome: { facts: { orders: 2 } } })
    expect((await orders()).map(({ documentId, customerLocationName }) => [documentId, customerLocationName])).toEqual([
      [other?.documentId, 'Branch'],
      [again.documentId, 'Main'],
    ])
    expect(await importText(t, customer.admin, text)).toMatchObject({ status: 'duplicate' })
  })

  test('has one ticket for each order, with the findings of its own events', async () => {
    await importText(
      t,
      customer.admin,
      twoShipments(customer, (event) => toBranch(customer)(event).replace(/<readPoint>[\s\S]*<\/readPoint>/, '')),
    )
    const clean = { reject: 0, warn: 0 }
    expect(await orders()).toMatchObject([
      { ticketNumber: null, findings: clean },
      { ticketNumber: 1001, findings: { reject: 1 } },
    ])
  })

  test('becomes one order if one of the two locations is replaced with somebody else’s', async () => {
    const stranger = newParty('Somebody else')
    const text = twoShipments(customer, (event) => {
      const [before = '', after = ''] = event.split('<destinationList>')
      return `${before}<destinationList>${after.replaceAll(customer.main.party.location.sgln, stranger.location.sgln)}`
    })
    expect(await importText(t, customer.admin, text)).toMatchObject({
      amountOfMeds: 4,
      outcome: { facts: { findings: expect.any(Number) } },
    })
    expect(await orders()).toHaveLength(1)
  })
})

describe('a document with two shipments to one location', () => {
  test('becomes one order even if its shipments have different purchase orders', async () => {
    await importText(t, customer.admin, twoShipments(customer, withPo('PO-2'), { purchaseOrder: 'PO-1' }))
    expect(await orders()).toMatchObject([{ amountOfMeds: 4, purchaseOrderNumbers: ['PO-1', 'PO-2'] }])
  })

  test('becomes one order for each seller', async () => {
    const seller = newParty('Second Seller')
    const text = twoShipments(customer, (event) =>
      event.replace(/(<source type="urn:epcglobal:cbv:sdt:owning_party">)[^<]*/, `$1${seller.owner.sgln}`),
    )
    await importText(t, customer.admin, text)
    const [one, other] = await orders()
    expect(await order(one?.documentId ?? 0)).toMatchObject({ sender: { name: 'Northway Wholesale' }, amountOfMeds: 2 })
    expect(await order(other?.documentId ?? 0)).toMatchObject({ sender: { gln: seller.owner.gln }, amountOfMeds: 2 })
  })
})

describe('a shipment that the file states twice', () => {
  test('counts as one transaction for its packages', async () => {
    const text = documentFor(customer)
    const start = text.lastIndexOf('      <ObjectEvent>')
    const end = text.indexOf('</ObjectEvent>', start) + '</ObjectEvent>\n'.length
    const event = text.slice(start, end)
    const earlier = event.replace(
      /<eventTime>(.*)<\/eventTime>/,
      (_, time) => `<eventTime>${new Date(Date.parse(time) - 1000).toISOString()}</eventTime>`,
    )
    const { documentId, amountOfMeds } = await importText(t, customer.admin, text.slice(0, start) + earlier + text.slice(start))
    expect(amountOfMeds).toBe(3)
    const rows = await t.query(
      'select event_number as n, restated_by as by from epcis_event where document_id = $1 and biz_step = $2 order by 1',
      [documentId, 'shipping'],
    )
    expect(rows).toEqual([
      { n: expect.any(Number), by: expect.any(Number) },
      { n: expect.any(Number), by: null },
    ])
    expect((await order(documentId ?? 0)).documentWarnings).toContainEqual(expect.objectContaining({ code: 'restatedShipment' }))
    const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 order by gtin limit 1', [
      customer.customerId,
    ])
    const pedigree = await t.as(customer.admin).med.readOneById({ medId: med?.id ?? 0 })
    expect(JSON.stringify(pedigree).match(/Shipped to/g)).toHaveLength(1)
  })
})

describe('the drop-shipment flag', () => {
  test('is shown on the order with the other elements of the guideline', async () => {
    const text = documentFor(customer, { serialSeed: mark() }).replace(
      '<gs1ushc:dropShipment>false</gs1ushc:dropShipment>',
      '<gs1ushc:dropShipment>true</gs1ushc:dropShipment><gs1ushc:transactionDate>2026-09-28</gs1ushc:transactionDate>',
    )
    const { documentId } = await importText(t, customer.admin, text)
    expect(await order(documentId ?? 0)).toMatchObject({
      dropShipment: 'yes',
      guidelineFacts: [
        { name: 'dropShipment', value: 'true', isVendor: false, isInHeader: false, events: [expect.any(Number)] },
        { name: 'transactionDate', value: '2026-09-28' },
      ],
    })
  })
})
