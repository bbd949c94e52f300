import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { replyText } from '../../src/domains/exception/reply/reply.rules.ts'
import { tracingIntake } from '../../src/domains/tracing/inbox/inbox.service.ts'
import { tracingAddress } from '../../src/domains/tracing/inbox/tracing-address.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { readPackTexts, rowsOf } from '../inspection/read-pack.ts'
import { addOrder, mark, newCustomer, newParty } from '../make.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // Without a browser that prints PDFs, documents are stored as HTML, which a test can read.
const c = useCustomer(t)

const calls = (user: TestUser = c.lead) => t.as(user).tracing
type NewRequest = Parameters<ReturnType<typeof calls>['createOne']>[0]
const asked = (items: NewRequest['items'], more: Partial<NewRequest> = {}): NewRequest => ({
  asker: 'state',
  organization: 'NY Board of Pharmacy',
  name: 'Grace Holloway',
  basis: 'recall',
  channel: 'phone',
  receivedAt: t.clock.now().toISOString(),
  locationId: c.main.id,
  identityHow: 'Called back on the number of their website',
  items,
  ...more,
})
const record = async (items: NewRequest['items'], more: Partial<NewRequest> = {}, user?: TestUser) => {
  const { id } = await calls(user).createOne(asked(items, more))
  return id ?? 0
}
const serial = (serialNumber: string) => ({ serialNumber })
const prepare = async (requestId: number, numbers: number[] = []) => {
  const { answerId } = await calls().createOneAnswer({ requestId, numbers })
  await t.runJobs()
  return answerId
}
const read = (requestId: number) => calls().readOne({ requestId })
const textsOf = async (answerId: number) => {
  const [row] = await t.query<{ sha256: string }>('select sha256 from tracing_answer where id = $1', [answerId])
  const parts: Uint8Array[] = []
  for await (const part of await t.deps.storage.get(c.customerId, row?.sha256 ?? '')) parts.push(part as Uint8Array) // Node's types declare stream chunks as any
  return readPackTexts(t, `answer-${answerId}`, Buffer.concat(parts))
}

describe('a tracing request', () => {
  test('is recorded with both deadlines and starts a search for its packages; the list shows the most urgent request first', async () => {
    const order = await addOrder(c, { sender: newParty('Northway Wholesale') })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const later = await record([serial(order.serials[0] ?? ''), serial('NEVER-SEEN')])
    const earlier = await record([serial(order.serials[1] ?? '')], {
      reference: 'older',
      receivedAt: new Date(t.clock.now().getTime() - 3_600_000).toISOString(),
    })
    await t.runJobs()
    const { items } = await calls().readMany({})
    expect(items.map(({ id }) => id)).toEqual([earlier, later])
    expect(items[1]).toMatchObject({ standing: 'new', about: '2 packages', counts: { found: 1, notFound: 1 }, isIdentityChecked: true })
    expect(items[1]?.legalDueAt).not.toBeNull()
    expect(await calls().readOneFigures()).toMatchObject({ toAnswer: 2, waiting: 0 })
    const { lines } = await calls().readOneFound({ requestId: later })
    expect(lines[0]).toMatchObject({
      result: 'found',
      records: [{ receivedHow: 'received with the whole order', seller: { name: 'Northway Wholesale' } }],
    })
    expect(lines[1]?.said[0]).toMatch(/^Searched your \d locations? and \d+ serial numbers since/)
  })

  test('that is received twice is recorded once, unless a person wants to keep both', async () => {
    const first = await record([serial('A'), serial('B')])
    expect(await calls().createOne(asked([serial('B'), serial('A')]))).toMatchObject({ id: null, same: { id: first } })
    const second = await record([serial('B'), serial('A')], { again: true })
    expect((await read(second)).duplicateOf).toEqual({ id: first, number: 1 })
  })

  test('for 5,000 serial numbers finds the three on file at two locations; a user of one location sees two of them and is told that one is elsewhere', async () => {
    const own = await addOrder(c, { meds: 2 })
    const other = await addOrder(c, { meds: 2, receiver: c.branch.party })
    const wanted = [...own.serials.slice(0, 2), other.serials[0] ?? '']
    const missing = Array.from({ length: 4997 }, (_, at) => `NONE${at}`)
    const id = await record([...wanted, ...missing].map(serial), {}, c.admin)
    const all = await calls(c.admin).readOneFound({ requestId: id })
    expect(all.counts).toMatchObject({ partly: 3, notFound: 4997, elsewhere: 0 })
    await t.query('delete from user_location where user_id = $1 and location_id = $2', [c.lead.userId, c.branch.id])
    const narrow = await calls(c.lead).readOneFound({ requestId: id })
    expect(narrow.counts).toMatchObject({ partly: 2, notFound: 4997, elsewhere: 1 })
    expect(narrow.lines[2]).toMatchObject({ result: 'elsewhere', records: [], amount: 0 })
    expect(JSON.stringify(narrow.lines[2])).not.toContain(c.branch.name)
  })

  test('reports a case as received once its contents are received, but does not count the case among the packages of a lot', async () => {
    const { id, serials } = await addOrder(c, { meds: 20 })
    const [unopened] = await t.query<{ serial: string }>(
      'select m.serial_number as serial from document_med d join med m on m.id = d.med_id where d.document_id = $1 and d.is_package limit 1',
      [id],
    )
    const item = serial(unopened?.serial ?? '')
    const before = await calls().readOneFound({ requestId: await record([item]) })
    expect(before.lines[0]?.said).toEqual(['Listed in a file, but never received.'])
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: id })
    const [{ lot, units } = { lot: '', units: 0 }] = await t.query<{ lot: string; units: number }>(
      `select d.lot_number as lot, count(*)::int as units from document_med d join med m on m.id = d.med_id
       where d.document_id = $1 and not d.is_package and d.lot_number = (select lot_number from med where serial_number = $2) group by 1`,
      [id, serials[0]],
    )
    const { lines } = await calls().readOneFound({ requestId: await record([item, { lotNumber: lot }]) })
    expect(lines).toMatchObject([
      { result: 'found', amount: 1 },
      { result: 'found', amount: units },
    ])
  })

  test('shows the seller of the shipment that contained the package if the document has several shipments', async () => {
    const { id: documentId, serials } = await addOrder(c, { meds: 2 })
    await t.query(
      `insert into epcis_event (customer_id, document_id, event_number, location_id, kind, action, biz_step, event_time, lines, sources, destinations)
       select e.customer_id, e.document_id, 9000, e.location_id, e.kind, e.action, e.biz_step, e.event_time,
         (select int4multirange(int4range(d.line, d.line, '[]')) from document_med d join med m on m.id = d.med_id where m.serial_number = $2 and d.document_id = $1),
         '[{"type": "urn:epcglobal:cbv:sdt:owning_party", "value": "urn:epc:id:sgln:0399991.00555.0"}]', e.destinations
       from epcis_event e where e.document_id = $1 and e.biz_step = 'shipping'`,
      [documentId, serials[1]],
    )
    const { lines } = await calls().readOneFound({ requestId: await record([serial(serials[0] ?? ''), serial(serials[1] ?? '')]) })
    expect(lines[0]?.records[0]?.seller).toMatchObject({ name: 'Northway Wholesale' })
    expect(lines[1]?.records[0]?.seller).toMatchObject({ gln: '0399991005553' })
  })

  test('finds packages by lot and by NDC within a period, even if they were typed in, voided or replaced', async () => {
    const order = await addOrder(c, { meds: 3 })
    const [med] = await t.query<{ lot: string; gtin: string }>('select lot_number as lot, gtin from med where serial_number = $1', [
      order.serials[0],
    ])
    await t.as(c.staff).med.createOne({ serialNumber: 'BYHAND1', locationId: c.main.id })
    const voided = await addOrder(c, { meds: 1 })
    await t.as(c.lead).order.updateVoidOne({ documentId: voided.id, reason: 'Sent by mistake' })
    const id = await record([
      { lotNumber: med?.lot, gtin: med?.gtin },
      { gtin: med?.gtin, from: '2026-01-01', to: '2026-12-31' },
      serial('BYHAND1'),
      serial(voided.serials[0] ?? ''),
      { gtin: med?.gtin, from: '2001-01-01', to: '2001-12-31' },
    ])
    const { lines } = await calls().readOneFound({ requestId: id })
    expect(lines[0]).toMatchObject({ result: 'partly', said: ['Listed in a file, but never received.'] })
    expect(lines[0]?.amount).toBeGreaterThanOrEqual(1)
    expect(lines[1]?.amount).toBeGreaterThanOrEqual(lines[0]?.amount ?? 0)
    expect(lines[2]).toMatchObject({ result: 'partly', said: ['Typed in by hand, so there is no transaction information.'] })
    expect(lines[3]).toMatchObject({ result: 'partly', said: ['The record on file was entered by mistake and has been voided.'] })
    expect(lines[4]).toMatchObject({ result: 'outside' })
  })

  test('to the whole company can be opened by everybody who may answer requests, and the customer admin can search for its packages', async () => {
    const id = await record([serial('A')], { locationId: null, identityHow: null, name: 'Grace' }, c.admin)
    expect(await calls(c.admin).readOne({ requestId: id })).toMatchObject({ locationName: null, isIdentityChecked: false })
    expect(await calls(c.elsewhere).readOne({ requestId: id })).toMatchObject({ id })
    expect((await calls(c.admin).readOneFound({ requestId: id })).lines).toHaveLength(1)
  })

  test('of a location is refused to people without permission there', async () => {
    const id = await record([serial('A')])
    await expect(calls(c.staff).readOne({ requestId: id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(calls(c.elsewhere).readOne({ requestId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const stranger = await newCustomer(t)
    await expect(calls(stranger.admin).readOne({ requestId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await calls(c.elsewhere).readMany({})).items).toEqual([])
  })
})

describe('an answer', () => {
  test('contains the PDF, the table, the data and the original files; once sent, it cannot be changed, stops the clock and proves what was sent', async () => {
    const order = await addOrder(c, { sender: newParty('Northway Wholesale'), purchaseOrder: 'PO-88' })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const id = await record([serial(order.serials[0] ?? ''), serial('NEVER-SEEN')])
    const answerId = await prepare(id)
    const texts = await textsOf(answerId)
    const paper = texts.get('answer.html') ?? ''
    expect(paper).toContain('NY Board of Pharmacy')
    expect(paper).toContain('Northway Wholesale')
    expect(paper).toContain('Serial NEVER-SEEN: Searched')
    expect(rowsOf(texts, 'answer.csv').map((row) => row.Result)).toEqual(['found', 'notFound'])
    expect(JSON.parse(texts.get('answer.json') ?? '{}')).toMatchObject({
      format: 'seriatim.trace.v1',
      answer: { counts: { found: 1, notFound: 1 } },
    })
    const original = [...texts.keys()].find((name) => name.startsWith('originals/'))
    expect(texts.get(original ?? '')).toBe(order.text)
    const manifest = JSON.parse(texts.get('manifest.json') ?? '{}')
    for (const { name, sha256 } of manifest.files)
      expect(
        createHash('sha256')
          .update(texts.get(name) ?? '')
          .digest('hex'),
        name,
      ).toBe(sha256)
    await calls().createOneMail({ requestId: id, answerId, to: 'grace@board.tst', text: 'Here is our answer.' })
    await t.runJobs()
    const [mail] = await t.mailbox.list('grace@board.tst')
    const path = /\/inspect\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const app = await t.app()
    const file = await app.inject({ url: `${path}/file` })
    const after = await read(id)
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(after.answers[0]?.sha256)
    expect(after).toMatchObject({ standing: 'answered', isUndelivered: false })
    expect(after.answers[0]?.sendings).toMatchObject([{ channel: 'mail', to: 'grace@board.tst', mailStatus: 'sent', uses: 1 }])
    await expect(calls().updateOneDiscard({ requestId: id, answerId })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await calls().readMany({})).items).toEqual([])
  })

  test('about some items leaves the rest open, and two answers together cover all of them', async () => {
    const id = await record([serial('A'), serial('B')])
    const first = await prepare(id, [1])
    await calls().createOneLink({ requestId: id, answerId: first, days: 3 })
    expect((await read(id)).standing).toBe('partly')
    const second = await prepare(id, [2])
    await calls().updateOneHandedOver({ requestId: id, answerId: second })
    expect((await read(id)).standing).toBe('answered')
  })

  test('cannot be sent before somebody has verified the requester', async () => {
    const id = await record([serial('A')], { identityHow: null })
    const answerId = await prepare(id)
    await expect(calls().createOneLink({ requestId: id, answerId, days: 3 })).rejects.toThrow('Nobody has verified the requester yet')
    await calls().updateOneIdentity({ requestId: id, how: 'Called back' })
    expect((await calls().createOneLink({ requestId: id, answerId, days: 3 })).path).toMatch(/^\/inspect\//)
  })

  test('contains only what its author is allowed to see', async () => {
    const other = await addOrder(c, { meds: 1, receiver: c.branch.party })
    await t.query('delete from user_location where user_id = $1 and location_id = $2', [c.lead.userId, c.branch.id])
    const id = await record([serial(other.serials[0] ?? '')])
    const texts = await textsOf(await prepare(id))
    expect(JSON.parse(texts.get('answer.json') ?? '{}').answer.items).toMatchObject([{ result: 'elsewhere', packages: [] }])
  })
})

/** Delivers an email to the tracing address, or to the address of a request. */
async function arrive(
  { text = '', ...more }: { from?: string; subject?: string; text?: string; attachments?: [string, string][] },
  requestId: number | null = null,
) {
  const { attachments = [], ...head } = more
  const taken = await tracingIntake.receive(t.deps, {
    to: [tracingAddress(t.deps.secrets, t.config.replyAddress ?? '', { customerId: c.customerId, requestId })],
    from: 'FDA <urgent@fda.gov.evil.tst>',
    subject: 'Urgent request',
    messageId: `<${mark()}@evil.tst>`,
    headers: new Map([['received', 'from evil.tst']]),
    raw: Buffer.from('Received: from evil.tst\r\n\r\n'),
    writing: replyText(text),
    attachments: attachments.map(([filename, content]) => ({ filename, content: Buffer.from(content) })),
    ...head,
  })
  await t.runJobs()
  return taken
}

describe('an email to the tracing address', () => {
  test('that claims to be from the FDA becomes a request with an unverified identity, and keeps its headers', async () => {
    const order = await addOrder(c)
    const file = JSON.stringify({ format: 'seriatim.trace.v1', request: { basis: 'suspect', items: [{ serialNumbers: order.serials }] } })
    expect(await arrive({ text: 'Tell us where these are from.', attachments: [['ask.json', file]] })).toBe('taken')
    const [one] = (await calls(c.admin).readMany({})).items
    expect(one).toMatchObject({ isIdentityChecked: false, basis: 'suspect', items: 3, asker: 'other' })
    const request = await calls(c.admin).readOne({ requestId: one?.id ?? 0 })
    expect(request).toMatchObject({ channel: 'email', mailHeaders: 'Received: from evil.tst', emailAddress: 'urgent@fda.gov.evil.tst' })
    expect(request.entries[0]).toMatchObject({
      text: 'Tell us where these are from.',
      files: [{ filename: 'ask.json' }, { filename: 'email.eml' }],
    })
    expect(request.legalDueAt).not.toBeNull()
  })

  test('without items becomes a request that a person completes, and the legal deadline depends on the requester', async () => {
    await arrive({ text: 'Lot 4711, please.' })
    const requestId = (await calls(c.admin).readMany({})).items[0]?.id ?? 0
    await calls(c.admin).createManyItems({ requestId, items: [{ lotNumber: '4711' }] })
    const before = await calls(c.admin).readOne({ requestId })
    const { legalDueAt } = before
    await calls(c.admin).updateOneIdentity({ requestId, how: 'Called back' })
    await calls(c.admin).updateOne({ ...before, requestId, phone: '502-555-0100' })
    expect(await calls(c.admin).readOne({ requestId })).toMatchObject({ legalDueAt, isIdentityChecked: true })
    await calls(c.admin).updateOne({ ...before, requestId, asker: 'other', basis: 'audit', organization: 'Cobblestone Benefits' })
    expect(await calls(c.admin).readOne({ requestId })).toMatchObject({ isIdentityChecked: false })
    expect(await calls(c.admin).readOne({ requestId })).toMatchObject({ items: 1, about: 'lot 4711', legalDueAt: null })
  })
})

describe('a file with a tracing request', () => {
  const readFile = (text: string) => calls().readOneFile({ filename: 'ask', text })

  test('may be a table with free-form headings, or our own JSON; lines that cannot be looked up are listed', async () => {
    const table = await readFile('Serial No,Lot #,GTIN,Exp Date\nA1,L1,,3/31/2028\nB2,,123,\n')
    expect(table).toMatchObject({ items: [{ serialNumber: 'A1', lotNumber: 'L1', expirationDate: '2028-03-31' }], refused: 1 })
    expect(table.named).toEqual([{ line: 3, why: '"123" is not a GTIN.' }])
    const json = await readFile(
      '{"format":"seriatim.trace.v1","request":{"organization":"FDA","items":[{"lotNumber":"L","serialNumbers":["A","B"]}]}}',
    )
    expect(json).toMatchObject({ request: { organization: 'FDA' }, items: [{ serialNumber: 'A' }, { serialNumber: 'B' }] })
  })

  test('is refused with a message if the file is not a tracing request', async () => {
    await expect(readFile('hello')).rejects.toThrow('neither a table')
    await expect(readFile('{"format":"other"}')).rejects.toThrow('not in the format seriatim.trace.v1')
  })
})

describe('a tracing request that we send', () => {
  const ask = async (serialNumber = 'A1') => {
    const partner = await t
      .as(c.admin)
      .tradingPartner.createOne({ name: 'Quarry Hill Supply', type: 'upstream', customerLocationId: c.main.id } as never) // the test needs only these fields
    const { id } = await calls().createOneAsk({
      tradingPartnerId: (partner as { id: number }).id, // the call returns the partner with its id
      to: 'ines@quarry.tst',
      basis: 'suspect',
      locationId: c.main.id,
      dueOn: '2026-12-31',
      text: 'Who had this before you?',
      items: [serial(serialNumber)],
    })
    await t.runJobs()
    return id ?? 0
  }

  test('goes to the partner as an email that lists its items; the partner’s reply answers it and is stored together with the attached files', async () => {
    const id = await ask()
    const [mail] = await t.mailbox.list('ines@quarry.tst')
    expect(mail?.subject).toBe('Tracing request 1: 1 package')
    expect((await t.mailbox.get(mail?.id ?? ''))?.attachments.map(({ filename }) => filename)).toEqual(['request-1.json', 'request-1.csv'])
    expect(await calls().readOneFigures()).toMatchObject({ waiting: 1, toAnswer: 0 })
    await arrive({ from: 'Ines <ines@quarry.tst>', subject: 'Re', text: 'From the maker.', attachments: [['ti.csv', 'a,b\n1,2\n']] }, id)
    const request = await read(id)
    expect(request).toMatchObject({ direction: 'out', standing: 'answered' })
    expect(request.entries[0]).toMatchObject({ text: 'From the maker.', files: [{ filename: 'ti.csv' }] })
  })

  test('appears with its reply in the package’s history for people who may read requests, but a drill does not', async () => {
    const { serials } = await addOrder(c)
    const serialNumber = serials[0] ?? ''
    const [med] = await t.query<{ id: number }>('select id::int from med where serial_number = $1', [serialNumber])
    const mailsTo = async (user: TestUser) =>
      (await t.as(user).med.readOneById({ medId: med?.id ?? 0 })).history
        .filter(({ tracingId }) => tracingId !== undefined)
        .map(({ what, detail }) => `${what}: ${detail}`)
    const id = await ask(serialNumber)
    await arrive({ from: 'Ines <ines@quarry.tst>', subject: 'Re', text: 'From the maker.', attachments: [['ti.csv', 'a,b\n1,2\n']] }, id)
    await t.query(`update tracing_request set answered_at = received_at + interval '1 minute' where id = $1`, [id])
    await record([{ serialNumber }])
    const drill = await record([{ serialNumber }])
    await t.query('update tracing_request set is_drill = true, number = 90 where id = $1', [drill])
    expect((await mailsTo(c.lead)).toSorted()).toEqual([
      expect.stringMatching(/^Quarry Hill Supply asked where it came from: Request 1\. By /),
      'Reply from Quarry Hill Supply: Request 1. ti.csv',
      expect.stringMatching(/^Tracing request from .*: Request 2\. By /),
    ])
    expect(await mailsTo(c.staff)).toEqual([])
  })
})

describe('a drill', () => {
  test('asks about random received packages, has no legal deadline, and is never sent to anybody', async () => {
    await expect(calls().createOneDrill({ locationId: c.main.id })).rejects.toThrow('No package was received')
    const order = await addOrder(c, { meds: 5 })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const { id } = await calls().createOneDrill({ packages: 3, locationId: c.main.id })
    const requestId = id ?? 0
    const drill = await read(requestId)
    expect(drill).toMatchObject({ isDrill: true, items: 3, legalDueAt: null, number: 1 })
    await calls().updateOneAcknowledge({ requestId, to: 'drill@board.tst' })
    const answerId = await prepare(requestId)
    await expect(calls().createOneMail({ requestId, answerId, to: 'drill@board.tst', text: 'x' })).rejects.toThrow('never leaves')
    await expect(calls().createOneLink({ requestId, answerId, days: 1 })).rejects.toThrow('never leaves')
    expect(await t.mailbox.list('drill@board.tst')).toEqual([])
    expect((await textsOf(answerId)).get('answer.html')).toContain('This is a drill.')
    await calls().updateOneHandedOver({ requestId, answerId })
    await calls().updateOneEnd({ requestId })
    expect(await calls().readOneFigures()).toMatchObject({ toAnswer: 0, drillsInYear: 1, lastDrill: { id: requestId, gaps: 0 } })
  })
})

describe('one click', () => {
  test('starts a tracing request about a med, or about the packages of an order’s ticket', async () => {
    const order = await addOrder(c)
    const [med] = await t.query<{ id: number }>('select id::int from med where serial_number = $1', [order.serials[0]])
    expect(await calls().readOneStart({ kind: 'med', id: med?.id ?? 0 })).toMatchObject({
      items: [{ serialNumber: order.serials[0] }],
      locationId: c.main.id,
      basis: 'suspect',
    })
    await expect(calls(c.elsewhere).readOneStart({ kind: 'med', id: med?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
