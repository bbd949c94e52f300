import { beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark, register, type TestOrder } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer, { meds: 4, purchaseOrder: 'PO-7' })
})

const staff = () => t.as(customer.staff)
const lead = () => t.as(customer.lead)
const findMed = async (serialNumber: string) => (await staff().med.readManyBySearch({ serialNumber })).items[0]
const serial = (at: number) => order.serials[at] ?? ''

describe('a held med', () => {
  test('[RECV-011] cannot be received in any way, is listed in the response, and remains unreceived', async () => {
    const { id: documentId } = order
    const medId = (await findMed(serial(0)))?.id ?? 0
    expect(await staff().med.createOneHold({ target: { medId }, reason: 'torn seal' })).toMatchObject({ meds: 1 })
    expect(await staff().order.updateReceiveManyBySerialnumber({ documentId, serialNumber: serial(0) })).toMatchObject({
      received: 0,
      held: [serial(0)],
    })
    expect(await staff().order.readOneById({ documentId })).toMatchObject({ amountHeld: 1 })
    expect((await staff().order.readScanIndex({ documentId })).states).toContain('2')
    expect(await staff().order.updateReceiveAllByDocumentid({ documentId })).toMatchObject({
      received: 3,
      held: [serial(0)],
      amountNotReceived: 1,
    })
    expect(await staff().order.readProgress({ documentId, afterReceiptId: 0 })).toMatchObject({ amountHeld: 1, amountNotReceived: 1 })
  })

  test('is marked in search results and on its page, and its pedigree is emailed only if the request explicitly allows a held med', async () => {
    const medId = (await findMed(serial(1)))?.id ?? 0
    await staff().med.createOneHold({ target: { medId }, reason: 'torn seal' })
    expect(await findMed(serial(1))).toMatchObject({ isHeld: true })
    expect(await findMed(serial(2))).toMatchObject({ isHeld: false })
    expect(await staff().med.readOneById({ medId })).toMatchObject({ isHeld: true })
    await expect(staff().med.emailOne({ medId, to: 'a@b.co' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await staff().med.emailOne({ medId, to: 'a@b.co', evenHeld: true })
  })

  test('is released by a location’s admin with a reason; everything stays in the trail', async () => {
    const medId = (await findMed(serial(0)))?.id ?? 0
    const { holdId } = await staff().med.createOneHold({ target: { medId }, reason: 'torn seal' })
    await expect(staff().med.updateReleaseHold({ holdId, reason: 'looked at' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await lead().med.updateReleaseHold({ holdId, reason: 'the maker confirmed it' })
    await expect(lead().med.updateReleaseHold({ holdId, reason: 'again' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await staff().med.readManyHolds({})).toEqual({ items: [], nextCursor: null, amount: 0 })
    expect((await staff().med.readManyHolds({ medId })).items).toMatchObject([
      { label: serial(0), reason: 'torn seal', releaseReason: 'the maker confirmed it', mayRelease: false },
    ])
    expect(await staff().order.updateReceiveAllByDocumentid({ documentId: order.id })).toMatchObject({ received: 4, held: [] })
    const trail = await t.query<{ action: string }>(`select action from audit where subject = 'hold' and customer_id = $1 order by id`, [
      customer.customerId,
    ])
    expect(trail.map((row) => row.action)).toEqual(['hold.place', 'hold.release'])
  })

  test('is released only when each of its two holds is released', async () => {
    const medId = (await findMed(serial(0)))?.id ?? 0
    const one = await staff().med.createOneHold({ target: { medId }, reason: 'torn seal' })
    await staff().med.createOneHold({ target: { documentId: order.id }, reason: 'wrong temperature' })
    await lead().med.updateReleaseHold({ holdId: one.holdId, reason: 'looked at' })
    expect(await findMed(serial(0))).toMatchObject({ isHeld: true })
  })
})

describe('the list of holds', () => {
  const hold = (target: Parameters<ReturnType<typeof staff>['med']['createOneHold']>[0]['target']) =>
    staff().med.createOneHold({ target, reason: 'torn seal' })
  const labels = async (query: Parameters<ReturnType<typeof staff>['med']['readManyHolds']>[0]) =>
    (await staff().med.readManyHolds(query)).items.map((one) => one.label)

  test('is paged and has a total', async () => {
    for (const at of [0, 1, 2]) await hold({ medId: (await findMed(serial(at)))?.id ?? 0 })
    const first = await staff().med.readManyHolds({ limit: 2 })
    expect(first).toMatchObject({ amount: 3, items: [{ label: serial(2) }, { label: serial(1) }] })
    const rest = await staff().med.readManyHolds({ limit: 2, cursor: first.nextCursor ?? '' })
    expect(rest).toMatchObject({ amount: 3, nextCursor: null, items: [{ label: serial(0) }] })
  })

  test('of an order includes every current hold on any package in it', async () => {
    const other = await addOrder(customer)
    await hold({ medId: (await findMed(serial(0)))?.id ?? 0 })
    await hold({ medId: (await findMed(other.serials[0] ?? ''))?.id ?? 0 })
    expect(await labels({ documentId: order.id })).toEqual([serial(0)])
  })

  test('of a package includes holds on its serial number and its containers, whether or not a file lists the package', async () => {
    const locationId = customer.main.id
    const key = { locationId, gtin: '00312345678906', serialNumber: mark() }
    await hold(key)
    expect(await labels({ package: key })).toEqual([key.serialNumber])
    expect(await labels({ package: { ...key, gtin: null } })).toEqual([key.serialNumber])
    expect(await labels({ package: { ...key, gtin: '00399999999992' } })).toEqual([])
    const med = { locationId, gtin: null, serialNumber: serial(0) }
    expect(await labels({ package: med })).toEqual([])
    const { holdId } = await hold({ documentId: order.id })
    expect(await labels({ package: med })).toEqual(['PO PO-7'])
    expect(await staff().med.readOneBySerialnumberIncident({ serialNumber: serial(0), locationId })).toMatchObject({ isHeld: true })
    await lead().med.updateReleaseHold({ holdId, reason: 'looked at' })
    expect(await labels({ package: med })).toEqual([])
    expect(await staff().med.readOneBySerialnumberIncident({ serialNumber: serial(0), locationId })).toMatchObject({ isHeld: false })
  })
})

describe('a hold on a case or an order', () => {
  test('prevents every package in it from being received', async () => {
    const [unit] = await t.query<{ line: number }>('select line from document_med where document_id = $1 and sscc is not null limit 1', [
      order.id,
    ])
    expect(
      (await staff().med.createOneHold({ target: { documentId: order.id, line: unit?.line ?? 0 }, reason: 'wet carton' })).meds,
    ).toBeGreaterThanOrEqual(4)
    expect(await staff().order.updateReceiveAllByDocumentid({ documentId: order.id })).toMatchObject({ received: 0, amountNotReceived: 4 })
  })

  test('is shown in the list of orders and in search results, with the number of packages on hold', async () => {
    const row = async () => (await staff().order.readManySearch({})).items.find(({ documentId }) => documentId === order.id)
    const hit = async (text: string) => (await staff().finder.readManyByText({ text })).hits[0]
    const [unit] = await t.query<{ line: number; sscc: string }>(
      'select line, sscc from document_med where document_id = $1 and sscc is not null limit 1',
      [order.id],
    )
    const held = async () => [
      (await row())?.medsHeld,
      (await hit('PO-7'))?.held,
      (await hit(serial(0)))?.held,
      (await hit(unit?.sscc ?? ''))?.held,
      (await staff().finder.readManyByText({ text: 'LS26C' })).hits.find(({ kind }) => kind === 'lot')?.held,
    ]
    expect(await held()).toEqual([0, 0, 0, 0, 0])
    const one = await staff().med.createOneHold({ target: { medId: (await findMed(serial(0)))?.id ?? 0 }, reason: 'torn seal' })
    const all = await staff().med.createOneHold({ target: { documentId: order.id, line: unit?.line ?? 0 }, reason: 'wet carton' })
    expect((await held()).slice(0, 4)).toEqual([4, 4, 1, 4])
    expect((await held())[4]).toBeGreaterThan(0)
    await lead().med.updateReleaseHold({ holdId: all.holdId, reason: 'dry again' })
    expect((await held()).slice(0, 4)).toEqual([1, 1, 1, 1])
    await lead().med.updateReleaseHold({ holdId: one.holdId, reason: 'looked at' })
    expect(await held()).toEqual([0, 0, 0, 0, 0])
  })

  test('applies in every order that lists the held packages, even an order imported later', async () => {
    const medsHeld = async () => (await staff().order.readManySearch({})).items.map((row) => row.medsHeld).sort()
    const text = documentFor(customer, { meds: 3 })
    const first = await importText(t, customer.staff, text)
    const { holdId } = await staff().med.createOneHold({ target: { documentId: first.documentId ?? 0 }, reason: 'wet carton' })
    expect(await medsHeld()).toEqual([0, 3])
    await importText(t, customer.staff, text.replace(/DOC-[^<]+/, `DOC-${mark()}`))
    expect(await medsHeld()).toEqual([0, 3, 3])
    await lead().med.updateReleaseHold({ holdId, reason: 'dry again' })
    expect(await medsHeld()).toEqual([0, 0, 0])
  })

  test('is counted on a new order even if it is placed on a med while that order is being imported', async () => {
    const text = documentFor(customer, { meds: 3 })
    const first = await importText(t, customer.staff, text)
    const [med] = await t.query<{ id: number; serial: string }>(
      `select m.id::int, m.serial_number as serial from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
       where d.document_id = $1 and d.is_shipped and not d.is_package limit 1`,
      [first.documentId],
    )
    const uploadId = await register(t, customer.staff, text.replace(/DOC-[^<]+/, `DOC-${mark()}`))
    const other = await t.deps.pool.connect()
    // This lock stops the import at a point at which it has written its lines but not yet its events.
    await other.query('begin; lock table epcis_event in share mode')
    const done = t.runJobs()
    const waiting = `select from pg_locks where relation = 'epcis_event'::regclass and not granted`
    for (let round = 0; round < 100 && !(await t.query(waiting)).length; round += 1) await new Promise((go) => setTimeout(go, 50))
    await staff().med.createOneHold({ target: { medId: med?.id ?? 0 }, reason: 'torn seal' })
    await other.query('commit')
    other.release()
    await done
    const { documentId } = await staff().file.readOneUpload({ uploadId })
    const counted = async () => (await staff().order.readManySearch({})).items.find((one) => one.documentId === documentId)?.medsHeld
    expect(await counted()).toBe(1)
    // Simulates a process that died before it stored the count, and therefore runs the import again.
    await t.query('update "order" set amount_held = 0 where id = $1', [documentId])
    const scope = { customerId: customer.customerId, userId: customer.staff.userId, scope: 'all', locationIds: [] } as const
    await withCustomer(t.deps.db, scope, 'read write', (tx) => enqueue(tx, 'order.import', { uploadId }))
    await t.runJobs()
    expect(await counted()).toBe(1)
  })

  test('is listed with the order’s purchase order number', async () => {
    await staff().med.createOneHold({ target: { documentId: order.id }, reason: 'wrong temperature' })
    expect((await staff().med.readManyHolds({})).items).toMatchObject([{ kind: 'order', label: 'PO PO-7', documentId: order.id }])
    expect(await t.as(customer.elsewhere).med.readManyHolds({})).toMatchObject({ items: [], amount: 0 })
  })
})

describe('a package that no document lists', () => {
  test('can be put on hold by its barcode before it is on file, and is on hold from the moment somebody types it in', async () => {
    const target = { locationId: customer.main.id, gtin: '00312345678906', serialNumber: mark() }
    expect(await staff().med.createOneHold({ target, reason: 'product without data' })).toMatchObject({ meds: 0 })
    const typed = await staff().med.createOne(target)
    expect(await staff().med.readOneById({ medId: typed.id })).toMatchObject({ isHeld: true })
  })

  test('can be held without a GTIN, by its serial number alone', async () => {
    const serialNumber = mark()
    await staff().med.createOneHold({ target: { locationId: customer.main.id, gtin: null, serialNumber }, reason: 'unreadable code' })
    const bare = await staff().med.createOne({ locationId: customer.main.id, serialNumber })
    const known = await staff().med.createOne({ locationId: customer.main.id, serialNumber, gtin: '00312345678906' })
    for (const { id } of [bare, known]) expect(await staff().med.readOneById({ medId: id })).toMatchObject({ isHeld: true })
  })

  test('can be held by its serial number alone, together with every typed-in or listed package that has this number', async () => {
    const bare = await staff().med.createOne({ locationId: customer.main.id, serialNumber: serial(0) })
    const target = { locationId: customer.main.id, gtin: null, serialNumber: serial(0) }
    expect(await staff().med.createOneHold({ target, reason: 'unreadable code' })).toMatchObject({ meds: 2 })
    const listed = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      serial(0),
    ])
    expect(listed.map(({ id }) => id)).toContain(bare.id)
    for (const { id } of listed) expect(await staff().med.readOneById({ medId: id })).toMatchObject({ isHeld: true })
    expect(await staff().order.readOneById({ documentId: order.id })).toMatchObject({ amountHeld: 1 })
  })

  test('is put on hold if there is a hold for its serial number, even if several packages with this number are typed in at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const serialNumber = mark()
      await staff().med.createOneHold({ target: { locationId: customer.main.id, gtin: null, serialNumber }, reason: 'unreadable code' })
      const lots = ['A', 'B', 'C', 'D']
      const typed = await Promise.all(
        lots.map((lotNumber) => staff().med.createOne({ locationId: customer.main.id, serialNumber, lotNumber })),
      )
      for (const { id } of typed) expect(await staff().med.readOneById({ medId: id })).toMatchObject({ isHeld: true })
    }
  })

  test('stays on hold if it is a case, and so do all packages that a later file lists in that case', async () => {
    const text = documentFor(customer, { meds: 4 })
    const sscc = /urn:epc:id:sscc:(\d+)\.(\d)(\d+)/.exec(text)
    expect(sscc).not.toBeNull()
    const first = await importText(t, customer.staff, text)
    const [unit] = await t.query<{ line: number }>(
      'select line from document_med where document_id = $1 and sscc is not null order by line limit 1',
      [first.documentId],
    )
    await staff().med.createOneHold({ target: { documentId: first.documentId ?? 0, line: unit?.line ?? 0 }, reason: 'wet carton' })
    await lead().order.updateVoidOne({ documentId: first.documentId ?? 0, reason: 'sent again' })
    const again = await importText(t, customer.staff, text)
    expect(await staff().order.updateReceiveAllByDocumentid({ documentId: again.documentId ?? 0 })).toMatchObject({ received: 0 })
  })

  test('keeps the hold that was placed on its serial number when a later file lists the package', async () => {
    const text = documentFor(customer, { meds: 2 })
    const [, prefix = '', item = '', serialNumber = ''] = /<epc>urn:epc:id:sgtin:(\d+)\.(\d+)\.([^<]+)<\/epc>/.exec(text) ?? []
    const digits = `${item[0]}${prefix}${item.slice(1)}`
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
    const gtin = `${digits}${(10 - (sum % 10)) % 10}`
    await staff().med.createOneHold({ target: { locationId: customer.main.id, gtin, serialNumber }, reason: 'product without data' })
    const later = await importText(t, customer.staff, text)
    expect(await staff().order.readOneById({ documentId: later.documentId ?? 0 })).toMatchObject({ amountHeld: 1 })
  })
})
