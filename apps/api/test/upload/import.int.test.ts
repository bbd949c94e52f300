import { readFileSync } from 'node:fs'
import { createValidator } from '@seriatim/epcis'
import { countFindings } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { collectedFile } from '../collected.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark, newCustomer, newParty, register } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

/** Counts everything that an import writes for this customer. */
async function counts(): Promise<Record<string, number>> {
  const result: Record<string, number> = {}
  for (const table of ['order', 'epcis_document', 'document_med', 'med', 'epcis_event', 'document_exception', 'epcis_med_vocabulary']) {
    const [row] = await t.query<{ n: number }>(`select count(*)::int as n from "${table}" where customer_id = $1`, [customer.customerId])
    result[table] = row?.n ?? 0
  }
  return result
}

describe('a document that is addressed to the customer', () => {
  test('becomes an order with its meds, cases and pallets', async () => {
    const order = await addOrder(customer, { meds: 24, perCase: 3, casesPerPallet: 4, purchaseOrder: 'PO-77' })
    expect(order.upload).toMatchObject({
      status: 'imported',
      outcome: { kind: 'made', facts: { findings: 0 } },
      amountOfMeds: 24,
      findings: 0,
      notShipped: 0,
      locationName: 'Main',
    })
    expect(await t.as(customer.staff).order.readOneById({ documentId: order.id })).toMatchObject({
      documentId: order.id,
      amountOfMeds: 24,
      amountNotReceived: 24,
      cases: 8,
      pallets: 2,
      packages: 10,
      purchaseOrderNumbers: ['PO-77'],
      senderNames: ['Northway Wholesale'],
      customerLocationName: 'Main',
      globalLocationNumber: customer.main.gln,
      transactionStatement: true,
    })
    expect(await counts()).toMatchObject({ order: 1, epcis_document: 1, document_med: 34, med: 32, document_exception: 0 })
  })

  test('counts only the packages that were shipped, and separately those that were not', async () => {
    const { upload, id } = await addOrder(customer, { meds: 12, perCase: 2, casesPerPallet: 8, faults: ['notShipped'] })
    expect(upload).toMatchObject({ amountOfMeds: 11, notShipped: 1 })
    const detail = await t.as(customer.staff).order.readOneById({ documentId: id })
    expect(detail).toMatchObject({ amountOfMeds: 11, amountNotShipped: 1, amountNotReceived: 11 })
  })

  test('becomes an order even if it has findings, with one ticket for all of the findings', async () => {
    const { upload, id } = await addOrder(customer, { meds: 8, faults: ['missingReadPoint', 'missingDosageForm'] })
    expect(upload.status).toBe('imported')
    expect(upload.ticketNumber).toBe(1001)
    expect(upload.findings).toBeGreaterThan(1)
    expect(upload.findingList).toHaveLength(upload.findings)
    expect(await t.as(customer.staff).order.readManySearch({})).toMatchObject({ items: [{ documentId: id, ticketNumber: 1001 }] })
    expect((await addOrder(customer, { faults: ['missingReadPoint'] })).upload.ticketNumber).toBe(1002)
  })

  test('shows the same number of findings before the upload, on the upload, in the list and on the order', async () => {
    const { upload, id, text } = await addOrder(customer, { meds: 8, faults: ['missingReadPoint', 'missingDosageForm', 'notShipped'] })
    const validator = createValidator({}, { now: t.clock.now() })
    validator.write(Buffer.from(text))
    const { findings, truncated } = validator.end()
    const { all, reject, warn } = countFindings(findings, truncated)
    expect(all).toBeGreaterThan(3)
    expect(upload.findings).toBe(all)
    const detail = await t.as(customer.staff).order.readOneById({ documentId: id })
    const [row] = (await t.as(customer.staff).order.readManySearch({ purchaseOrderNumber: upload.purchaseOrderNumbers[0] ?? '' })).items
    for (const order of [detail, row]) expect(order).toMatchObject({ findings: { reject, warn }, uploadId: upload.id })
  })

  test('has notes about the document as a whole in addition to its findings', async () => {
    const { upload } = await addOrder(customer, {})
    const plain = await t.as(customer.staff).order.readOneById({ documentId: upload.documentId ?? 0 })
    expect(plain.documentWarnings).toEqual([])
    const text = documentFor(customer).replace(/GS1 US DSCSA R1\.\d/, 'HOUSE RULES 7')
    const odd = await importText(t, customer.staff, text)
    const detail = await t.as(customer.staff).order.readOneById({ documentId: odd.documentId ?? 0 })
    expect(odd).toMatchObject({ status: 'imported', findings: 0 })
    expect(detail.documentWarnings).toEqual([
      { code: 'guidelineVersion', message: expect.stringContaining('"HOUSE RULES 7"'), hint: expect.stringContaining('sender should') },
    ])
  })

  test('is assigned to a location by the shipment’s destination, not by the receiver in the header', async () => {
    const order = await addOrder(customer, { receiver: { owner: customer.main.party.owner, location: customer.branch.party.location } })
    expect(order.upload).toMatchObject({ locationName: 'Branch', placedBy: expect.stringContaining(customer.branch.gln) })
  })

  test('is assigned to the owning party’s location if the destination is unknown', async () => {
    const order = await addOrder(customer, { receiver: { owner: customer.branch.party.owner, location: newParty('Dock').location } })
    expect(order.upload).toMatchObject({ locationName: 'Branch', placedBy: expect.stringContaining('owner') })
  })

  test('is assigned to the location of the header’s receiver if the shipment names no known party', async () => {
    const text = documentFor(customer, { receiver: newParty('Somebody') })
    const elsewhere = text.match(/<sbdh:Receiver>\s*<sbdh:Identifier Authority="GS1">([^<]+)/)?.[1] ?? ''
    const header = text.replace(elsewhere, customer.branch.party.owner.sgln)
    expect(await importText(t, customer.admin, header)).toMatchObject({
      status: 'imported',
      locationName: 'Branch',
      placedBy: expect.stringContaining('receiver'),
    })
  })

  test('is reported without ids to an uploader who cannot see its location', async () => {
    const upload = await importText(t, customer.elsewhere, documentFor(customer))
    expect(upload).toMatchObject({
      status: 'elsewhere',
      documentId: null,
      ticketNumber: null,
      purchaseOrderNumbers: [],
      outcome: { kind: 'elsewhere', facts: {} },
    })
    expect(await t.as(customer.staff).order.readManySearch({})).toMatchObject({ items: [{ customerLocationName: 'Main' }] })
    expect((await t.as(customer.staff).file.readManyUploads()).map((one) => one.status)).toEqual(['imported'])
  })
})

describe('a document that is for somebody else', () => {
  const foreign = () => documentFor(customer, { receiver: newParty('Somebody Else'), meds: 4 })

  test('creates a ticket that explains this, but no order', async () => {
    const upload = await importText(t, customer.staff, foreign())
    expect(upload).toMatchObject({ status: 'exception', documentId: null, ticketNumber: 1001, outcome: { kind: 'notAddressed' } })
    expect(upload.unknownGlns).toHaveLength(1)
    expect(upload.findingList[0]).toMatchObject({
      type: 'HeaderReceiverSglnError',
      severity: 'reject',
      message: expect.stringContaining('not addressed to you'),
    })
    expect(await counts()).toMatchObject({ order: 0, med: 0, document_med: 0, document_exception: 1, epcis_document: 1 })
  })

  test('is visible to its uploader and the customer admin only', async () => {
    const { id } = await importText(t, customer.staff, foreign())
    expect(await t.as(customer.admin).file.readOneUpload({ uploadId: id })).toMatchObject({ status: 'exception' })
    for (const other of [customer.lead, customer.colleague, customer.elsewhere])
      await expect(t.as(other).file.readOneUpload({ uploadId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('becomes an order if it is retried after the recipient’s GLN was added to a location, and its ticket is resolved', async () => {
    const party = newParty('New Dock')
    const text = documentFor(customer, { receiver: party, meds: 4 })
    const upload = await importText(t, customer.staff, text)
    expect(upload.status).toBe('exception')
    const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
    const gln = {
      locationId: customer.main.id,
      globalLocationNumber: party.location.gln,
      disposition: 'SHIP TO',
    } as const
    await withCustomer(t.deps.db, scope, 'read write', (tx) => tx.insertInto('locationGln').values(gln).execute())
    await t.as(customer.staff).file.retryOneUpload({ uploadId: upload.id })
    await t.runJobs()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId: upload.id })).toMatchObject({
      status: 'imported',
      ticketNumber: 1001,
      amountOfMeds: 4,
    })
    const tickets = await t.query('select current_error_status as status from document_exception where customer_id = $1', [
      customer.customerId,
    ])
    expect(tickets).toEqual([{ status: 'RESOLVED' }])
    const history = await t.query('select status from document_exception_status where customer_id = $1 order by id', [customer.customerId])
    expect(history).toEqual([{ status: 'OPEN' }, { status: 'RESOLVED' }])
    expect(await counts()).toMatchObject({ order: 1, epcis_document: 1, document_exception: 1 })
  })

  test('is read a second time if it is sent again, but gets no second ticket', async () => {
    const text = foreign()
    const [first, second] = [await importText(t, customer.staff, text), await importText(t, customer.staff, text)]
    expect(second).toMatchObject({ status: 'exception', ticketNumber: first.ticketNumber })
    expect(await counts()).toMatchObject({ epcis_document: 1, document_exception: 1 })
  })
})

describe('a malformed document', () => {
  test('creates a ticket with the position of the error, but no order', async () => {
    const upload = await importText(t, customer.staff, documentFor(customer).slice(0, 4000))
    expect(upload).toMatchObject({
      status: 'exception',
      documentId: null,
      outcome: { kind: 'malformed', facts: { fault: upload.findingList[0]?.message } },
    })
    expect(upload.findingList[0]).toMatchObject({ severity: 'reject', line: expect.any(Number) })
    expect(await counts()).toMatchObject({ order: 0, med: 0 })
  })

  test.each([
    ['another kind of XML', '<?xml version="1.0"?><invoice><line/></invoice>'],
    ['a DOCTYPE', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
    ['a missing end', '<epcis:EPCISDocument xmlns:epcis="urn:epcglobal:epcis:xsd:1"'],
  ])('with %s does not create an order', async (_, text) => {
    expect(await importText(t, customer.staff, text)).toMatchObject({
      status: 'exception',
      documentId: null,
      ticketNumber: expect.any(Number),
    })
  })
})

describe('a document that was sent before', () => {
  test('and is sent again with the same bytes changes nothing and returns the existing order', async () => {
    const order = await addOrder(customer, { meds: 5 })
    const before = await counts()
    const again = await importText(t, customer.staff, order.text)
    expect(again).toMatchObject({ status: 'duplicate', documentId: order.id, amountOfMeds: 5, outcome: { kind: 'sentBefore' } })
    expect(await counts()).toEqual(before)
  })

  test('becomes only one order even if all copies are sent at the same moment', async () => {
    const text = documentFor(customer, { meds: 40 })
    const ids = [
      await register(t, customer.staff, text),
      await register(t, customer.staff, text),
      await register(t, customer.colleague, text),
    ]
    await t.runJobs()
    const outcomes = await Promise.all(ids.map((uploadId) => t.as(customer.admin).file.readOneUpload({ uploadId })))
    expect(outcomes.map((one) => one.status).sort()).toEqual(['duplicate', 'duplicate', 'imported'])
    expect(new Set(outcomes.map((one) => one.documentId)).size).toBe(1)
    expect(await counts()).toMatchObject({ order: 1, epcis_document: 1 })
  })

  test('by another customer becomes a separate order for the second customer', async () => {
    const other = await newCustomer(t)
    const text = documentFor(customer, { receiver: { owner: other.main.party.owner, location: customer.main.party.location } })
    expect(await importText(t, customer.staff, text)).toMatchObject({ status: 'imported' })
    expect(await importText(t, other.staff, text)).toMatchObject({ status: 'imported' })
  })

  /** Adds an order, and uploads a file with the same sender and identifier but different bytes. */
  async function differing() {
    const identifier = `SAME-${mark()}`
    const order = await addOrder(customer, { instanceIdentifier: identifier, meds: 4 })
    const other = await importText(t, customer.staff, documentFor(customer, { instanceIdentifier: identifier, meds: 8 }))
    return { order, other, uploadId: other.id }
  }
  const settle = (uploadId: number, choice: 'keep' | 'replace' | 'ignore', by = customer.lead) =>
    t.as(by).file.settleOneUpload({ uploadId, choice, reason: 'as told by phone' })
  const listed = async () => (await t.as(customer.staff).order.readManySearch({})).items.map((row) => row.amountOfMeds).sort()

  test('but arrives again with the same identifier and different content waits for a decision and creates no order until then', async () => {
    const { other, uploadId } = await differing()
    expect(other).toMatchObject({
      status: 'differs',
      outcome: { kind: 'differs', facts: { identifier: expect.any(String) } },
    })
    expect(await listed()).toEqual([4])
    await expect(settle(uploadId, 'keep', customer.staff)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('but comes back changed becomes a second order if the decision is to keep both versions', async () => {
    const { uploadId } = await differing()
    await settle(uploadId, 'keep')
    await t.runJobs()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'imported', amountOfMeds: 8 })
    expect(await listed()).toEqual([4, 8])
    await expect(settle(uploadId, 'keep')).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('replaces its earlier version; packages received only on that version stay received with data pending, and their receipts cannot be undone', async () => {
    const { uploadId, order } = await differing()
    const { receiptId } = await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const [med] = await t.query<{ id: number }>('select med_id::int as id from document_med where document_id = $1 and not is_package', [
      order.id,
    ])
    expect((await t.as(customer.staff).med.readOneById({ medId: med?.id ?? 0 })).received).not.toBeNull()
    await settle(uploadId, 'replace')
    await t.runJobs()
    expect(await t.as(customer.staff).med.readOneById({ medId: med?.id ?? 0 })).toMatchObject({ isHeld: true, received: { how: 'all' } })
    await expect(
      t.as(customer.lead).order.updateUndoReceipt({ documentId: order.id, receiptId: receiptId ?? 0, reason: 'too late' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('with other contents replaces the earlier order if a person chooses that; the earlier order is voided, hidden from lists, and kept in the history', async () => {
    const { uploadId, order } = await differing()
    await settle(uploadId, 'replace')
    await t.runJobs()
    expect(await listed()).toEqual([8])
    const [row] = await t.query<{ reason: string; by: number }>(
      'select void_reason as reason, voided_by_id::int as by from "order" where id = $1',
      [order.id],
    )
    expect(row).toEqual({ reason: 'as told by phone', by: customer.lead.userId })
    const { documentId } = await t.as(customer.staff).file.readOneUpload({ uploadId })
    expect(await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })).toMatchObject({
      received: 8,
      replacedBy: documentId,
    })
    const actions = await t.query<{ action: string }>(
      `select action from audit where customer_id = $1 and action in ('order.void', 'order.settleUpload') order by id`,
      [customer.customerId],
    )
    expect(actions.map((line) => line.action)).toEqual(['order.settleUpload', 'order.void'])
  })

  test('with other contents can replace the first version; if the first version is sent again, a person must decide again', async () => {
    const { uploadId, order } = await differing()
    await settle(uploadId, 'replace')
    await t.runJobs()
    const again = await importText(t, customer.staff, order.text)
    expect(again.status).toBe('differs')
  })

  test('can be ignored by a person: only the first document counts, and the upload is shown as ignored', async () => {
    const { uploadId } = await differing()
    await settle(uploadId, 'ignore')
    await t.runJobs()
    expect(await listed()).toEqual([4])
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({
      status: 'stopped',
      outcome: { kind: 'ignored' },
    })
  })
})

const official = collectedFile('epcis-xml/gs1us-r13-direct-purchase-2.2.1.1.xml')

describe('the official GS1 US example', () => {
  test.skipIf(official === undefined)(
    '[RECV-010] has twelve meds in three cases on one pallet and can be received completely',
    async () => {
      for (const [location, gln] of [
        [customer.main.id, '0399993456780'],
        [customer.branch.id, '0399999999991'],
      ])
        await t.query(
          `insert into location_gln (customer_id, location_id, global_location_number, disposition) values ($1, $2, $3, 'BOTH')`,
          [customer.customerId, location, gln],
        )
      const upload = await importText(t, customer.staff, readFileSync(official ?? ''))
      expect(upload).toMatchObject({ status: 'imported', amountOfMeds: 12, purchaseOrderNumbers: ['XYZPO189'], locationName: 'Main' })
      const documentId = upload.documentId ?? 0
      expect(await t.as(customer.staff).order.readOneById({ documentId })).toMatchObject({
        cases: 3,
        pallets: 1,
        amountNotReceived: 12,
        purchaseOrderNumbers: ['XYZPO189'],
      })
      expect(await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId })).toMatchObject({
        received: 12,
        amountNotReceived: 0,
      })
      const { med } = await t.as(customer.staff).med.readOneBySerialnumberPedigree({ serialNumber: '14' })
      const { parents, received } = await t.as(customer.staff).med.readOneById({ medId: med.id })
      expect(parents).toHaveLength(2)
      expect(parents[1]).toMatchObject({ sscc: expect.stringMatching(/^\d{18}$/), meds: 12 })
      expect(received).toMatchObject({ how: 'all' })
    },
  )
})
