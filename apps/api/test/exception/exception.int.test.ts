import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder, documentFor, importText, mark, newParty } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'
import { PIXEL, sendPicture } from './ticket-file.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = (user: TestUser = customer.staff) => t.as(user).documentException

/** Returns the customer's newest ticket. */
async function newest() {
  const [row] = (await calls(customer.admin).readManyByFilters({})).items
  if (!row) throw new Error('There is no ticket.')
  return row
}

async function faultyOrder(changes: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(customer, { faults: ['missingReadPoint', 'missingDosageForm'], ...changes })
  return { order, ticket: await newest() }
}

describe('a ticket of a document', () => {
  test('[EXC-017 EXC-025] has the documented fields, and one sentence that describes the problem', async () => {
    const { ticket } = await faultyOrder({ instanceIdentifier: 'DOC-77', purchaseOrder: 'PO-77', sender: newParty('North & Sons') })
    expect(ticket).toMatchObject({
      id: expect.any(Number),
      ticketNumber: 1001,
      sender: 'North & Sons',
      recipient: expect.stringContaining('Corner Pharmacy'),
      currentErrorType: 'MedVocabularyError',
      currentErrorStatus: 'OPEN',
      instanceIdentifier: 'DOC-77',
      poNumber: 'PO-77',
      dateCreated: t.clock.now().toISOString(),
      category: 'dataIssue',
    })
    expect(ticket.title).not.toBe('')
  })

  test('[EXC-018 EPCIS-042] lists its errors by section, each with name and description, and the section’s items', async () => {
    const { ticket } = await faultyOrder()
    const { details, isRead } = await calls().readOneById({ documentExceptionId: ticket.id })
    expect(isRead).toBe(true)
    expect(details.events?.errors[0]).toEqual({ name: 'EventListReadPointError', description: expect.stringMatching(/read point/i) })
    expect(details.medVocabulary?.errors).toMatchObject([{ name: 'MedVocabularyError' }])
    expect(details.locationVocabulary?.errors).toEqual([])
    expect(details.events?.items.length).toBe(details.events?.amount)
    expect(details.events?.items[0]?.severity).toBe('reject')
  })

  test('[EXC-019 EXC-020 EXC-021 EXC-022 EXC-023 EXC-024] has the documented fields in each section', async () => {
    const { ticket } = await faultyOrder()
    const { details } = await calls().readOneById({ documentExceptionId: ticket.id })
    expect(details.header?.data).toEqual({
      dateCreated: expect.any(String),
      docType: 'Events',
      headerVersion: '1.0',
      identifier: ticket.instanceIdentifier,
      receiverSgln: expect.stringMatching(/^urn:epc:id:sgln:/),
    })
    const shipping = details.events?.items.find((event) => event.bizStep === 'shipping')
    expect(shipping).toMatchObject({
      type: 'ObjectEvent',
      action: 'OBSERVE',
      disposition: 'in_transit',
      eventTime: expect.any(String),
      eventTimezoneOffset: expect.stringMatching(/^[+-]\d\d:\d\d$/),
      readPoint: expect.stringMatching(/sgln/),
      bizTransactionList: expect.arrayContaining([{ type: 'po', value: expect.any(String) }]),
      epcList: [expect.any(String)],
      childEPCs: [],
      extension: { source: expect.arrayContaining([{ type: expect.any(String), sgln: expect.stringMatching(/sgln/) }]) },
    })
    expect(shipping?.extension.destination[0]).toMatchObject({ type: expect.any(String), sgln: expect.stringMatching(/sgln/) })
    const made = details.events?.items.find((event) => event.bizStep === 'commissioning' && event.extension.lotNumber !== null)
    expect(made?.extension).toMatchObject({ lotNumber: expect.any(String), expirationDate: expect.stringMatching(/^\d{4}-/) })
    expect(details.locationVocabulary?.items[0]).toMatchObject({
      name: expect.any(String),
      sgln: expect.stringMatching(/sgln/),
      streetAddressOne: expect.any(String),
      city: expect.any(String),
      state: expect.any(String),
      countryCode: 'US',
      postalCode: expect.any(String),
    })
    expect(details.meds?.items[0]).toMatchObject({
      sgtin: expect.stringMatching(/sgtin/),
      parentSgtin: expect.stringMatching(/^urn:epc:id:/),
    })
    expect(details.medVocabulary?.items[0]).toMatchObject({
      additionalTradeItemIdentification: expect.any(String),
      additionalTradeItemIdentificationTypeCode: expect.any(String),
      dosageFormType: null,
      manufacturerOfTradeItemPartyName: expect.any(String),
      netContentDescription: expect.any(String),
      regulatedProductName: expect.any(String),
      sgtin: expect.any(String),
      strengthDescription: expect.any(String),
    })
  })

  test('shows the faulty lines of the file, and how many meds are affected and on hold', async () => {
    const { order, ticket } = await faultyOrder({ meds: 6 })
    await t.as(customer.staff).med.createOneHold({ target: { documentId: order.id }, reason: 'waits for data' })
    const { findings, order: shown } = await calls().readOneById({ documentExceptionId: ticket.id })
    const [first] = findings
    expect(first).toMatchObject({ type: 'EventListReadPointError', severity: 'reject', touches: { meds: 4, held: 4 } })
    const [excerpt] = first?.excerpts ?? []
    const lines = order.text.split('\n')
    expect(excerpt?.lines.length).toBeGreaterThan(2)
    for (const { line, text } of excerpt?.lines ?? []) expect(text).toBe(lines[line - 1])
    expect(shown).toMatchObject({ documentId: order.id, amountOfMeds: 6, amountNotReceived: 6 })
  })

  test('[EXC-026] goes from open to closed with a reason, is reopened with a note, and each step is recorded with person and time', async () => {
    const { ticket } = await faultyOrder()
    const step = (status: 'OPEN' | 'CLOSED' | 'RESOLVED', more = {}) =>
      calls().createOneStatus({ documentExceptionId: ticket.id, status, ...more })
    await step('CLOSED', { reason: 'accepted', notes: 'They know' })
    expect(await newest()).toMatchObject({ currentErrorStatus: 'CLOSED', dueOn: null })
    await expect(step('RESOLVED')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(step('OPEN')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await step('OPEN', { notes: 'It came again' })
    await step('OPEN', { notes: 'Twice is once' })
    await step('RESOLVED')
    const { activity } = await calls().readOneById({ documentExceptionId: ticket.id })
    expect(activity.filter(({ kind }) => kind === 'status').map(({ what, text, by }) => [what, text, by?.firstName])).toEqual([
      ['resolved the ticket', null, 'Staff'],
      ['reopened the ticket', 'It came again', 'Staff'],
      ['closed the ticket: accepted as is', 'They know', 'Staff'],
    ])
  })

  test('leaves the order unchanged when the ticket is closed', async () => {
    const { order, ticket } = await faultyOrder()
    const before = await t.as(customer.staff).order.readOneById({ documentId: order.id })
    await calls().createOneStatus({ documentExceptionId: ticket.id, status: 'CLOSED', reason: 'withdrawn' })
    expect(await t.as(customer.staff).order.readOneById({ documentId: order.id })).toEqual(before)
  })

  test('is visible only to the customer’s admin and the uploader if the ticket has no location', async () => {
    const foreign = newParty('Somebody else')
    await importText(t, customer.staff, documentFor(customer, { receiver: foreign }))
    const { id } = await newest()
    for (const user of [customer.admin, customer.staff]) expect((await calls(user).readOneById({ documentExceptionId: id })).id).toBe(id)
    for (const user of [customer.lead, customer.colleague]) {
      await expect(calls(user).readOneById({ documentExceptionId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await calls(user).readCount()).toEqual({ count: 0 })
    }
  })

  test('has one finding and no items if the file is unreadable', async () => {
    await importText(t, customer.staff, documentFor(customer).slice(0, 4000))
    const ticket = await calls().readOneById({ documentExceptionId: (await newest()).id })
    expect(ticket).toMatchObject({ currentErrorType: 'MalformedEpcisXmlError', isRead: true, order: null, mayRetry: true })
    expect(ticket.details.file?.errors).toHaveLength(1)
  })

  test('with thousands of findings and many serials is paged', async () => {
    const { ticket } = await faultyOrder({ meds: 450 })
    const first = await calls().readOneById({ documentExceptionId: ticket.id })
    expect(first.details.meds?.items).toHaveLength(100)
    expect(first.details.meds?.amount).toBeGreaterThanOrEqual(450)
    const page = async (at: number) =>
      (await calls().readManyItems({ documentExceptionId: ticket.id, section: 'meds', page: at })).meds ?? []
    const all = (await Promise.all([0, 1, 2, 3, 4, 5].map(page))).flat()
    expect(new Set(all.map(({ sgtin }) => sgtin)).size).toBe(first.details.meds?.amount)
  })
})

describe('the list of tickets', () => {
  test('[EXC-001 EXC-002 EXC-009] can be filtered by sender, recipient, days and status; Closed includes Resolved', async () => {
    const at = t.clock.now()
    const from = async (name: string, day: string) => {
      t.clock.set(day)
      return (await faultyOrder({ sender: newParty(name) })).ticket.id
    }
    const north = await from('North & Sons', '2026-03-02T15:00:00Z')
    const south = await from('South_100%', '2026-03-04T15:00:00Z')
    const east = await from('East', '2026-03-06T15:00:00Z')
    t.clock.set(at)
    await calls().createOneStatus({ documentExceptionId: north, status: 'CLOSED', reason: 'other' })
    await calls().createOneStatus({ documentExceptionId: south, status: 'RESOLVED' })
    const found = async (filters: object) => (await calls().readManyByFilters(filters)).items.map(({ id }) => id)
    expect(await found({})).toEqual([east, south, north])
    expect(await found({ sender: 'NORTH' })).toEqual([north])
    expect(await found({ sender: '_100%' })).toEqual([south])
    expect(await found({ recipient: 'corner' })).toEqual([east, south, north])
    expect(await found({ recipient: 'nobody' })).toEqual([])
    expect(await found({ startDate: '2026-03-03', endDate: '2026-03-04' })).toEqual([south])
    expect(await found({ status: 'All' })).toHaveLength(3)
    expect(await found({ status: 'Open' })).toEqual([east])
    expect(await found({ status: 'CLOSED' })).toEqual([south, north])
    expect(await calls().readTotals({})).toMatchObject({ all: 3, open: 1, partners: [{ name: 'East', open: 1 }] })
  })

  test('has an error type filter that matches any finding of a ticket; its choice “None” matches the tickets that staff created while receiving', async () => {
    const { order, ticket } = await faultyOrder()
    const counter = await calls().createOneTicket({ documentId: order.id, kind: 'damage' })
    const found = async (errorType: string) => (await calls().readManyByFilters({ errorType })).items.map(({ id }) => id)
    expect(await found('MedVocabularyError')).toEqual([ticket.id])
    expect(await found('EventListReadPointError')).toEqual([ticket.id])
    expect(await found('HEADER_RECEIVER_SGLN_ERROR')).toEqual([])
    expect(await found('None')).toEqual([counter.documentExceptionId])
    await expect(calls().readManyByFilters({ errorType: 'Nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('is paged without losing or repeating any ticket', async () => {
    const { order } = await faultyOrder()
    for (let more = 0; more < 4; more += 1) await calls().createOneTicket({ documentId: order.id, kind: 'damage' })
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const page = await calls().readManyByFilters({ limit: 2, cursor })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(ids).size).toBe(5)
    expect(ids).toHaveLength(5)
  })
})

describe('the work on a ticket', () => {
  test('is due three business days after the ticket is opened, or after the number of days that the customer chose', async () => {
    t.clock.set('2026-09-16T15:00:00Z')
    expect((await faultyOrder()).ticket).toMatchObject({ dueOn: '2026-09-21', daysLeft: 3 })
    await calls(customer.admin).updateSettings({ dueDays: 1, remindDays: 2 })
    expect((await faultyOrder()).ticket.dueOn).toBe('2026-09-17')
    await expect(calls(customer.lead).updateSettings({ dueDays: 5, remindDays: 2 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    t.clock.set(new Date())
  })

  test('can be assigned to an owner; the ticket then appears in the owner’s list, and in the overdue list once it is late', async () => {
    t.clock.set('2026-09-16T15:00:00Z')
    const { ticket } = await faultyOrder()
    await calls().updateManyOwner({ documentExceptionIds: [ticket.id], userId: customer.colleague.userId })
    const ids = async (user: TestUser, view: 'mine' | 'overdue') =>
      (await calls(user).readManyByFilters({ view })).items.map(({ id }) => id)
    expect(await ids(customer.colleague, 'mine')).toEqual([ticket.id])
    expect(await ids(customer.staff, 'mine')).toEqual([])
    expect(await ids(customer.staff, 'overdue')).toEqual([])
    t.clock.set('2026-09-23T15:00:00Z')
    expect(await ids(customer.staff, 'overdue')).toEqual([ticket.id])
    expect(await calls(customer.colleague).readTotals({})).toMatchObject({ mine: 1, overdue: 1 })
    expect((await newest()).daysLeft).toBe(-2)
    t.clock.set(new Date())
    await expect(calls().updateManyOwner({ documentExceptionIds: [ticket.id], userId: customer.elsewhere.userId })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test('includes notes, and each person mentioned in a note gets one email and becomes a follower', async () => {
    const { ticket } = await faultyOrder()
    await calls().createOneNote({
      documentExceptionId: ticket.id,
      text: 'It lies in the blue bin.',
      mentions: [customer.colleague.userId],
      file: await sendPicture(t, customer.staff, 'bin.png'),
    })
    await t.runJobs()
    const mails = await t.mailbox.list(customer.colleague.emailAddress)
    expect(mails.map(({ subject, text }) => [subject, text.includes('It lies in the blue bin.')])).toEqual([
      [`Staff Tester mentioned you on ticket ${ticket.ticketNumber}`, true],
    ])
    const shown = await calls(customer.colleague).readOneById({ documentExceptionId: ticket.id })
    expect(shown.followers.map(({ id }) => id)).toEqual([customer.staff.userId, customer.colleague.userId])
    expect(shown.activity[0]).toMatchObject({
      kind: 'note',
      text: 'It lies in the blue bin.',
      files: [{ filename: 'bin.png', contentType: 'image/png' }],
    })
    expect((await calls(customer.colleague).readOneFile({ fileId: shown.files[0]?.id ?? 0 })).base64).toBe(PIXEL)
    await expect(
      calls().createOneNote({ documentExceptionId: ticket.id, text: 'You too', mentions: [customer.elsewhere.userId] }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('can be done for several tickets together, unless one of them is inaccessible', async () => {
    const { order, ticket } = await faultyOrder()
    const other = await calls().createOneTicket({ documentId: order.id, kind: 'damage' })
    const ids = [ticket.id, other.documentExceptionId]
    expect(await calls().updateManyOwner({ documentExceptionIds: ids, userId: customer.staff.userId })).toMatchObject({ changed: 2 })
    await expect(calls().updateManyClosed({ documentExceptionIds: [...ids, 2_000_000_000], reason: 'accepted' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await calls().readCount()).toEqual({ count: 2 })
    expect(await calls().updateManyClosed({ documentExceptionIds: ids, reason: 'accepted' })).toMatchObject({ changed: 2 })
    expect(await calls().updateManyClosed({ documentExceptionIds: ids, reason: 'accepted' })).toMatchObject({ changed: 0 })
    expect(await calls().readCount()).toEqual({ count: 0 })
  })
})

describe('a ticket created while receiving', () => {
  test('has the scan, the photo and the order; all unknown scans of an order share one ticket', async () => {
    const order = await addOrder(customer, { purchaseOrder: 'PO-9' })
    const scan = async (serialNumber: string) =>
      calls().createOneTicket({
        documentId: order.id,
        kind: 'unknownScan',
        items: [{ gtin: '00312345678906', serialNumber }],
        photo: await sendPicture(t, customer.staff, 'box.png'),
      })
    const first = await scan('A1')
    expect(await scan('A2')).toEqual(first)
    expect(await scan('A2')).toEqual(first)
    const shown = await calls().readOneById(first)
    expect(shown).toMatchObject({
      currentErrorType: 'None',
      counterKind: 'unknownScan',
      category: 'productNoData',
      title: '2 packages were scanned but not listed in any file',
      poNumber: 'PO-9',
      items: [{ serialNumber: 'A1' }, { serialNumber: 'A2' }],
      amountOfItems: 2,
      order: { documentId: order.id },
    })
    expect(shown.files).toHaveLength(3)
    expect((await newest()).id).toBe(first.documentExceptionId)
  })

  test('is created for a shortage when an order is closed short, and lists the missing packages', async () => {
    const order = await addOrder(customer, { meds: 4 })
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[0] ?? '' })
    await t.as(customer.lead).order.updateCloseOne({ documentId: order.id, reason: 'three did not come' })
    const ticket = await calls().readOneById({ documentExceptionId: (await newest()).id })
    expect(ticket).toMatchObject({
      counterKind: 'shortage',
      title: '3 packages are missing',
      category: 'dataNoProduct',
      reportKind: 'underages',
    })
    expect(ticket.items.map(({ serialNumber }) => serialNumber)).toEqual(order.serials.slice(1))
  })
})

test('[REST-096 REST-097 REST-098 REST-099 REST-100] the documented REST calls count, search, read and change tickets', async () => {
  const { ticket } = await faultyOrder({ sender: newParty('North & Sons') })
  const app = await t.app()
  const rest = makeRestClient(app, await t.signIn(customer.staff))
  expect((await rest.get('/documentexception/read/count')).json).toEqual({ count: 1 })
  const query = 'sender=north&recipient=corner&startDate=2020-01-01&endDate=2099-01-01&status=OPEN&errorType=MedVocabularyError'
  expect((await rest.get(`/documentexception/read/many/by/filters?${query}`)).json).toMatchObject([{ id: ticket.id, ticketNumber: 1001 }])
  expect((await rest.get('/documentexception/read/many/by/filters?sender=south')).json).toEqual([])
  const one = (await rest.get(`/documentexception/read/one/by/id?documentExceptionId=${ticket.id}`)).json
  expect(one).toMatchObject({ id: ticket.id, details: { events: { errors: [{ name: 'EventListReadPointError' }, {}] } } })
  const file = (await rest.post('/documentexception/create/one/download', { documentExceptionId: ticket.id })).json
  expect(JSON.parse(Buffer.from(file.base64, 'base64').toString())).toMatchObject({ ticketNumber: 1001 })
  const notes = mark()
  const closed = await rest.post('/documentexception/create/one/status', { documentExceptionId: ticket.id, status: 'CLOSED', notes })
  expect(closed.json).toEqual({
    documentExceptionId: ticket.id,
    status: 'CLOSED',
  })
  expect((await rest.get('/documentexception/read/count')).json).toEqual({ count: 0 })
  expect(JSON.stringify((await rest.get(`/documentexception/read/one/by/id?documentExceptionId=${ticket.id}`)).json)).toContain(notes)
})

test('the sample file with three findings creates one ticket with all three', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../samples/three-findings.xml'), 'utf8')
  await t.query(`update location_gln set global_location_number = '0399993456780', is_verified = false where location_id = $1`, [
    customer.main.id,
  ])
  await importText(t, customer.staff, text)
  const { findings } = await calls().readOneById({ documentExceptionId: (await newest()).id })
  expect(new Set(findings.map(({ type }) => type)).size).toBe(3)
})
