import { parseEpc } from '@seriatim/gs1'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark, newCustomer, type TestCustomer } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)
const FORMATS = ['xml20', 'json', 'links'] as const

/** Replaces each URN with its key, because a Digital Link doesn't say where the company prefix ends. */
const inKeys = (rows: unknown): unknown =>
  JSON.parse(
    JSON.stringify(rows).replace(/urn:epc:[^"]*/g, (urn) => {
      const epc = parseEpc(urn)
      return epc.ok ? Object.values(epc.value).join(' ') : urn
    }),
  )

/** Reads everything that an import writes about a document, without ids and times. */
async function readWritten({ customerId }: TestCustomer, documentId: number) {
  const query = (sql: string) => t.query(sql, [customerId, documentId])
  return {
    lines:
      await query(`select d.line, d.last_line, d.parent_line, d.sscc, d.lot_number, d.expiration_date::text, d.is_package, d.is_shipped, d.meds, d.children,
      m.gtin, m.serial_number, v.regulated_product_name, v.additional_trade_item_id, v.sgtin
      from document_med d left join med m on m.customer_id = d.customer_id and m.id = d.med_id
      left join epcis_med_vocabulary v on v.customer_id = d.customer_id and v.id = d.epcis_med_vocabulary_id
      where d.customer_id = $1 and d.document_id = $2 order by d.line`),
    events:
      await query(`select event_number, kind, action, biz_step, disposition, event_time, event_time_zone_offset, read_point, biz_location, parent,
      biz_transactions, sources, destinations, lines::text from epcis_event where customer_id = $1 and document_id = $2 order by event_number`),
    document:
      await query(`select sender_gln, sender_name, receiver_gln, receiver_name, ship_to_gln, guideline_version, transaction_statement, legal_notice, warnings,
      locations, event_count from epcis_document where customer_id = $1 and id = $2`),
    order: await query(`select sender_names, purchase_order_numbers, amount_of_meds, amount_not_shipped, packages, cases, pallets
      from "order" where customer_id = $1 and id = $2`),
    lots: await query(`select gtin, lot_number, expiration_date::text, amount from stock_lot where customer_id = $1 and document_id = $2
      order by gtin, lot_number`),
  }
}

describe('a document of EPCIS 2.0', () => {
  test.each(FORMATS)('creates the same order as the same contents in EPCIS 1.2, with keys as URNs: %s', async (format) => {
    const other = await newCustomer(t)
    const same = { serialSeed: mark(), meds: 60, perCase: 4, casesPerPallet: 3, instanceIdentifier: mark(), purchaseOrder: mark() }
    const before = await addOrder(customer, { ...same, receiver: customer.main.party })
    const place = { ...same, receiver: customer.main.party, format }
    await t.as(other.admin).location.readAllByUserid()
    const text = documentFor(other, { ...place, receiver: other.main.party })
    const after = await importText(t, other.admin, text, { filename: 'order.jsonld', contentType: 'application/ld+json' })
    expect(after).toMatchObject({ status: 'imported', findings: 0, amountOfMeds: 60 })
    const [first, second] = [await readWritten(customer, before.id), await readWritten(other, after.documentId ?? 0)]
    expect(JSON.stringify(second)).not.toContain('id.gs1.org')
    const named = JSON.stringify(inKeys(second))
      .replaceAll(other.main.gln, customer.main.gln)
      .replaceAll(other.main.party.owner.gln, customer.main.party.owner.gln)
    expect(JSON.parse(named)).toEqual(inKeys(first))
  })

  test.each(FORMATS)('can be received by scanning: %s', async (format) => {
    const { id, serials } = await addOrder(customer, { meds: 4, format })
    const order = t.as(customer.staff).order
    const [serialNumber = ''] = serials
    expect(await order.updateReceiveManyBySerialnumber({ documentId: id, serialNumber })).toMatchObject({ received: 1, notFound: [] })
    expect(await order.updateReceiveAllByDocumentid({ documentId: id })).toMatchObject({ received: 3, amountNotReceived: 0 })
  })

  test.each(FORMATS)('with findings becomes an order with one ticket, and the ticket shows the faulty parts: %s', async (format) => {
    const { id, upload } = await addOrder(customer, { meds: 8, format, faults: ['missingReadPoint', 'missingDosageForm'] })
    expect(upload).toMatchObject({ status: 'imported', ticketNumber: 1001 })
    const types = new Set(upload.findingList.map(({ type }) => type))
    expect(types).toEqual(new Set(['EventListReadPointError', 'MedVocabularyError']))
    await t.runJobs()
    const [ticket] = await t.query<{ excerpts: { lines: unknown[] }[] }>('select excerpts from document_exception where document_id = $1', [
      id,
    ])
    expect(ticket?.excerpts.length).toBeGreaterThan(0)
  })

  test('is recognized as a correction of an earlier EPCIS 1.2 document that has the same identifier', async () => {
    const same = { instanceIdentifier: mark(), serialSeed: mark() }
    await addOrder(customer, same)
    const again = await importText(t, customer.admin, documentFor(customer, { ...same, format: 'json' }))
    expect(again).toMatchObject({ status: 'differs', outcome: { kind: 'differs', facts: { identifier: same.instanceIdentifier } } })
  })

  test('may use features that EPCIS 1.2 lacks; the order lists them but does not use them', async () => {
    const document = JSON.parse(documentFor(customer, { format: 'json' }))
    const [first] = document.epcisBody.eventList
    Object.assign(first, { sensorElementList: [{ sensorReport: [{ type: 'Temperature', value: 26, uom: 'CEL' }] }] })
    const times = { eventTime: first.eventTime, eventTimeZoneOffset: first.eventTimeZoneOffset }
    document.epcisBody.eventList.push(
      {
        type: 'TransformationEvent',
        ...times,
        inputEPCList: ['urn:epc:id:sgtin:0388123.020490.A1'],
        outputEPCList: ['urn:epc:id:sgtin:0388123.020490.B1'],
      },
      { type: 'AssociationEvent', ...times, parentID: 'urn:epc:id:grai:4012345.55555.987', action: 'ADD' },
    )
    const upload = await importText(t, customer.admin, JSON.stringify(document))
    expect(upload).toMatchObject({ status: 'imported', amountOfMeds: 3 })
    const order = await t.as(customer.staff).order.readOneById({ documentId: upload.documentId ?? 0 })
    expect(order.documentWarnings).toEqual([
      {
        code: 'unused',
        message: 'The document uses features that EPCIS 1.2 lacks: transformation (1 event), association (1 event), sensor data (1 event).',
        hint: 'They are stored with the file but not used. Nothing needs to be done.',
      },
    ])
    expect(await t.query('select id from med where customer_id = $1 and serial_number = $2', [customer.customerId, 'B1'])).toEqual([])
  })

  test.each([
    ['cut off', (text: string) => text.slice(0, -200)],
    ['a query result', () => '{"@context":[],"type":"EPCISQueryDocument","epcisBody":{"queryResults":{}}}'],
    ['with a duplicate member', (text: string) => text.replace('"action":"ADD"', '"action":"ADD","action":"OBSERVE"')],
    ['nested too deeply', () => `{"@context":${'['.repeat(100_000)}`],
    [
      'with a member that would change the prototype of an object',
      () => '{"@context":[],"__proto__":{"type":"EPCISDocument"},"epcisBody":{}}',
    ],
    ['with a number of a million digits', () => `{"@context":[],"type":"EPCISDocument","schemaVersion":${'9'.repeat(1_000_000)}}`],
  ])('that cannot be read creates no order, and the reason is shown: %s', async (_what, change) => {
    const upload = await importText(t, customer.admin, change(documentFor(customer, { format: 'json' })))
    expect(upload).toMatchObject({
      status: 'exception',
      documentId: null,
      outcome: { kind: 'malformed', facts: { fault: expect.any(String) } },
    })
  })
})
