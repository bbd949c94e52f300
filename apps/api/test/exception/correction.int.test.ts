import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, mark, newParty } from '../make.ts'
import { correctionKit, without } from './correction-kit.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = (user = customer.staff) => t.as(user).documentException
const orders = (user = customer.staff) => t.as(user).order
const { faulty, send, shown, replace, received, scan } = correctionKit(t, customer)

describe('a corrected file', () => {
  test('is recognized by sender and identifier, or by its serial numbers, and takes effect only when somebody decides', async () => {
    const { order, ticketId, same } = await faulty({ instanceIdentifier: 'NW-1' })
    const byNumber = await send(documentFor(customer, { ...same, instanceIdentifier: 'NW-1' }))
    expect(byNumber.upload).toMatchObject({ status: 'differs', outcome: { kind: 'differs' } })
    const bySerials = await send(documentFor(customer, { ...same, instanceIdentifier: 'NW-1-R1' }))
    expect(bySerials.upload).toMatchObject({ status: 'differs', outcome: { kind: 'corrects' } })
    expect((await shown(byNumber.correctionId)).foundBy).toBe('identifier')
    expect(await shown(bySerials.correctionId)).toMatchObject({
      foundBy: 'serials',
      shared: 6,
      documentExceptionId: ticketId,
      old: { documentId: order.id, meds: 6 },
    })
    expect((await calls().readOneById({ documentExceptionId: ticketId })).corrections).toHaveLength(2)
    expect((await orders().readManySearch({})).items.map(({ documentId }) => documentId)).toEqual([order.id])
  })

  test('from another sender, or for an order without findings, becomes a separate order', async () => {
    const { same } = await faulty()
    expect((await send(documentFor(customer, { ...same, sender: newParty('Somebody else') }))).upload.status).toBe('imported')
    const clean = { sender: newParty('South'), serialSeed: mark(), meds: 3 }
    await addOrder(customer, clean)
    expect((await send(documentFor(customer, clean))).upload.status).toBe('imported')
  })

  test('is compared unit by unit, showing which units were removed, changed, added or already received', async () => {
    const { order, same } = await faulty()
    await scan(order, 0)
    await scan(order, 1)
    const [gone = '', lot = ''] = order.serials
    const text = without(documentFor(customer, same), gone, 'BRANDNEW1')
    const { correctionId } = await send(text)
    const { groups, does, corrected, same: equal } = await shown(correctionId)
    expect(groups.filter(({ kind }) => kind === 'gone')).toMatchObject([{ amount: 1, received: 1 }])
    expect(groups.filter(({ kind }) => kind === 'added').map(({ amount }) => amount)).toEqual([1])
    expect(corrected.meds).toBe(6)
    expect(does).toMatchObject({ receiptsStay: 1, goneReceived: 1, toReceive: 5 })
    const units = await calls().readManyUnits({ correctionId, kind: 'gone' })
    expect(units.items).toMatchObject([{ serialNumber: gone, receivedAt: expect.any(String) }])
    expect(equal + groups.filter(({ kind }) => kind !== 'added').reduce((sum, { amount }) => sum + amount, 0)).toBe(6)
    expect(lot).not.toBe('')
  })

  test('is shown with the old and the new value of each changed lot and expiry', async () => {
    const { same, order } = await faulty()
    const clean = documentFor(customer, same)
    const [, lot = ''] = /lotNumber>([^<]+)</.exec(clean) ?? []
    const { correctionId } = await send(clean.replaceAll(`lotNumber>${lot}<`, 'lotNumber>NEWLOT7<'))
    const { items } = await calls().readManyUnits({ correctionId, kind: 'changed' })
    expect(items.length).toBeGreaterThan(0)
    for (const unit of items) expect(unit).toMatchObject({ fields: 'lot', oldLot: lot, newLot: 'NEWLOT7' })
    expect(items.map(({ serialNumber }) => serialNumber).every((serial) => order.serials.includes(serial))).toBe(true)
  })
})

describe('replacing an order with a corrected file', () => {
  test('keeps the receipts of packages in both files, resolves the ticket, releases holds, and keeps both files', async () => {
    const { order, ticketId, same } = await faulty()
    await scan(order, 0)
    await scan(order, 1)
    await calls().createOneHold({ documentExceptionId: ticketId })
    const before = (await orders().readManyReceipts({ documentId: order.id })).map(({ at, how }) => ({ at, how }))
    const { correctionId } = await send(documentFor(customer, same))
    const done = await replace(correctionId)
    expect(done).toMatchObject({ state: 'replaced', corrected: { documentId: expect.any(Number) }, undoUntil: expect.any(String) })
    const next = done.corrected.documentId ?? 0
    expect(await received(next)).toBe(2)
    const first = await orders().readOneById({ documentId: order.id })
    const now = await orders().readOneById({ documentId: next })
    expect([first.firstArrivedAt, now.firstArrivedAt]).toEqual([null, first.timeStamp])
    expect((await orders().readManyReceipts({ documentId: next })).map(({ at, how }) => ({ at, how }))).toEqual(before)
    expect((await orders().readManySearch({})).items.map(({ documentId }) => documentId)).toEqual([next])
    const ticket = await calls().readOneById({ documentExceptionId: ticketId })
    expect(ticket).toMatchObject({ currentErrorStatus: 'RESOLVED', held: 0, order: { isVoided: true } })
    const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      order.serials[0],
    ])
    expect((await t.as(customer.staff).med.readOneById({ medId: med?.id ?? 0 })).received).not.toBeNull()
    for (const documentId of [order.id, next]) await t.as(customer.staff).file.downloadEpcisdoc({ documentId })
    expect(await orders().updateReceiveAllByDocumentid({ documentId: next })).toMatchObject({ received: 4, amountNotReceived: 0 })
  })

  test('does not undo the receipt of a unit that the new file lacks: the unit is held with data pending, and gets its own ticket', async () => {
    const { order, same } = await faulty()
    await scan(order, 0)
    const gone = order.serials[0] ?? ''
    const { correctionId } = await send(without(documentFor(customer, same), gone, 'BRANDNEW2'))
    const done = await replace(correctionId)
    expect(await received(done.corrected.documentId ?? 0)).toBe(0)
    const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      gone,
    ])
    expect(await t.as(customer.staff).med.readOneById({ medId: med?.id ?? 0 })).toMatchObject({ isHeld: true, received: { how: 'serial' } })
    const ticket = (await calls().readManyByFilters({ status: 'OPEN' })).items.find(({ counterKind }) => counterKind === 'received')
    const opened = await calls().readOneById({ documentExceptionId: ticket?.id ?? 0 })
    expect(opened).toMatchObject({ held: 1, items: [{ serialNumber: gone }], currentErrorType: 'None' })
    expect(opened.activity.find(({ kind }) => kind === 'opened')?.what).toBe('opened the ticket when the file was replaced')
  })

  test('requires an admin of the location', async () => {
    const { same } = await faulty()
    const { correctionId } = await send(documentFor(customer, same))
    for (const call of [calls().updateReplace({ correctionId }), calls().updateKeepFirst({ correctionId, isIgnored: true })])
      await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('keeps every scan made on the first order during the replacement', async () => {
    const { order, same } = await faulty()
    await scan(order, 0)
    const { correctionId } = await send(documentFor(customer, same))
    expect((await shown(correctionId)).receiving).toMatchObject({ firstName: 'Staff', isMe: true })
    const next = (await replace(correctionId)).corrected.documentId ?? 0
    expect(await scan(order, 1)).toMatchObject({ received: 1, replacedBy: next })
    expect(await scan(order, 0)).toMatchObject({ received: 0, alreadyReceived: 1, replacedBy: next })
    // An open page shows the replacement within seconds, and later visitors are redirected.
    expect(await orders().readProgress({ documentId: order.id, afterReceiptId: 0 })).toMatchObject({ replacedById: next })
    expect(await orders().readOneById({ documentId: order.id })).toMatchObject({ isVoided: true, replacedById: next })
    expect(await orders().readOneById({ documentId: next ?? 0 })).toMatchObject({ isVoided: false, replacedById: null })
    expect(await received(next)).toBe(2)
  })

  test('loses none of the scans made while it runs, whether a scan is recorded on the old or the new order', async () => {
    const { order, same } = await faulty({ meds: 12 })
    const { correctionId } = await send(documentFor(customer, { ...same, meds: 12 }))
    await calls(customer.lead).updateReplace({ correctionId })
    await Promise.all([t.runJobs(), ...order.serials.slice(0, 8).map((_, at) => scan(order, at))])
    const next = (await shown(correctionId)).corrected.documentId ?? 0
    expect(await received(next)).toBe(8)
  })

  test('warns if the corrected file is worse than the first, and leaves the ticket of the corrected file open', async () => {
    const { ticketId, same } = await faulty({ faults: ['missingDosageForm'] })
    const { correctionId } = await send(documentFor(customer, { ...same, faults: ['missingReadPoint', 'missingDosageForm'] }))
    expect((await shown(correctionId)).isWorse).toBe(true)
    await calls().updateManyOwner({ documentExceptionIds: [ticketId], userId: customer.colleague.userId })
    await replace(correctionId)
    const [open] = (await calls().readManyByFilters({ status: 'OPEN' })).items
    expect(open).toMatchObject({ currentErrorStatus: 'OPEN', owner: { id: customer.colleague.userId } })
    expect((await calls().readOneById({ documentExceptionId: ticketId })).currentErrorStatus).toBe('RESOLVED')
  })

  test('can be done with one of two corrected files, and the other one is then compared with the replacement', async () => {
    const { same } = await faulty({ instanceIdentifier: 'NW-9' })
    const first = await send(documentFor(customer, { ...same, instanceIdentifier: 'NW-9' }), 'first.xml')
    const second = await send(documentFor(customer, { ...same, instanceIdentifier: 'NW-9', meds: 7 }), 'second.xml')
    const next = (await replace(first.correctionId)).corrected.documentId
    const [row] = await t.query<{ id: number }>('select max(id)::int as id from document_correction where customer_id = $1', [
      customer.customerId,
    ])
    expect(row?.id).toBeGreaterThan(second.correctionId)
    expect(await shown(row?.id ?? 0)).toMatchObject({
      state: 'found',
      old: { documentId: next },
      corrected: { filename: 'second.xml', meds: 7 },
    })
    await expect(calls(customer.lead).updateReplace({ correctionId: second.correctionId })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('also works with a corrected file that arrived before the ticket was opened', async () => {
    const same = { sender: newParty('Early'), serialSeed: mark(), meds: 4 }
    const order = await addOrder(customer, same)
    await scan(order, 0)
    const later = await send(documentFor(customer, same))
    expect(later.upload.status).toBe('imported')
    const ticket = await calls().createOneTicket({ documentId: order.id, kind: 'unknownScan', items: [{ serialNumber: 'X1' }] })
    const { corrections } = await calls().readOneById(ticket)
    expect(corrections).toMatchObject([{ state: 'found' }])
    const done = await replace(corrections[0]?.id ?? 0)
    expect(done).toMatchObject({ state: 'replaced', corrected: { documentId: later.upload.documentId } })
    expect(await received(later.upload.documentId ?? 0)).toBe(1)
  })
})

describe('undoing a replacement', () => {
  test('restores the old order and its ticket, while packages received after the replacement stay received', async () => {
    const { order, ticketId, same } = await faulty()
    await scan(order, 0)
    const gone = order.serials[0] ?? ''
    const { correctionId } = await send(without(documentFor(customer, same), gone, 'BRANDNEW3'))
    const next = (await replace(correctionId)).corrected.documentId ?? 0
    await orders().updateReceiveManyBySerialnumber({ documentId: next, serialNumber: order.serials[1] ?? '' })
    await calls(customer.lead).updateUndoReplace({ correctionId })
    expect((await orders().readManySearch({})).items.map(({ documentId }) => documentId)).toEqual([order.id])
    expect(await received(order.id)).toBe(2)
    expect((await calls().readOneById({ documentExceptionId: ticketId })).currentErrorStatus).toBe('OPEN')
    expect((await calls().readManyByFilters({ status: 'OPEN' })).items.map(({ id }) => id)).toEqual([ticketId])
    expect((await t.as(customer.staff).med.readManyHolds({})).items).toEqual([])
    await expect(calls(customer.lead).updateUndoReplace({ correctionId })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('restores the ticket’s hold on the packages that were on hold before the replacement', async () => {
    const { order, ticketId, same } = await faulty()
    await calls().createOneHold({ documentExceptionId: ticketId })
    const held = async () => (await calls().readOneById({ documentExceptionId: ticketId })).held
    const before = await held()
    expect(before).toBeGreaterThan(0)
    const { correctionId } = await send(documentFor(customer, same))
    await replace(correctionId)
    expect(await held()).toBe(0)
    await calls(customer.lead).updateUndoReplace({ correctionId })
    expect(await held()).toBe(before)
    expect((await orders().readOneById({ documentId: order.id })).amountHeld).toBe(before)
  })

  test('keeps the replacing order if it existed before the ticket about the replaced order', async () => {
    const same = { sender: newParty('Early'), serialSeed: mark(), meds: 4 }
    const order = await addOrder(customer, same)
    const later = (await send(documentFor(customer, same))).upload.documentId ?? 0
    const ticket = await calls().createOneTicket({ documentId: order.id, kind: 'unknownScan', items: [{ serialNumber: 'X1' }] })
    const correctionId = (await calls().readOneById(ticket)).corrections[0]?.id ?? 0
    await replace(correctionId)
    await calls(customer.lead).updateUndoReplace({ correctionId })
    const ids = (await orders().readManySearch({})).items.map(({ documentId }) => documentId)
    expect(ids.sort()).toEqual([order.id, later].sort())
    await orders().updateReceiveAllByDocumentid({ documentId: later })
    expect(await received(later)).toBe(4)
  })

  test('is refused after a day', async () => {
    t.clock.set('2026-09-16T15:00:00Z')
    const { same } = await faulty()
    const { correctionId } = await send(documentFor(customer, same))
    await replace(correctionId)
    t.clock.set('2026-09-17T15:00:01Z')
    await expect(calls(customer.lead).updateUndoReplace({ correctionId })).rejects.toMatchObject({ code: 'CONFLICT' })
    t.clock.set(new Date())
  })
})
