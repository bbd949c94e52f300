import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder, mark, type TestOrder } from '../make.ts'
import { collectMeds } from './lines.ts'

const t = useTestDb()
const customer = useCustomer(t)

const as = (user: TestUser = customer.staff) => t.as(user).order
const left = async (documentId: number) => (await as().readOneById({ documentId })).amountNotReceived

describe('undoing a receipt', () => {
  const undo = (order: TestOrder, receiptId: number | null, by: TestUser, more: { reason?: string; lines?: number[] } = {}) =>
    as(by).updateUndoReceipt({ documentId: order.id, receiptId: receiptId ?? 0, ...more })
  const receiveOne = (order: TestOrder, place: number, by = customer.staff) =>
    as(by).updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[place] ?? '' })

  test('needs no reason if it is the user’s own latest receipt', async () => {
    const order = await addOrder(customer)
    const { receiptId } = await receiveOne(order, 0)
    expect(await undo(order, receiptId, customer.staff)).toEqual({ undone: 1, amountNotReceived: 3 })
    expect(await left(order.id)).toBe(3)
    await expect(undo(order, receiptId, customer.staff)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await receiveOne(order, 0)).toMatchObject({ received: 1 })
  })

  test('makes the previous receipt the latest one', async () => {
    const order = await addOrder(customer)
    const first = await receiveOne(order, 0)
    const second = await receiveOne(order, 1)
    expect(await undo(order, second.receiptId, customer.staff)).toMatchObject({ undone: 1 })
    expect(await undo(order, first.receiptId, customer.staff)).toMatchObject({ undone: 1 })
  })

  test('needs a reason if the receipt is the user’s own, but is not the latest receipt', async () => {
    const order = await addOrder(customer)
    const first = await receiveOne(order, 0)
    await receiveOne(order, 1)
    await expect(undo(order, first.receiptId, customer.staff)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Give a short reason.',
    })
    expect(await undo(order, first.receiptId, customer.staff, { reason: 'wrong box' })).toMatchObject({ undone: 1 })
  })

  test('that another person made requires an admin of the location or the customer admin, and a reason', async () => {
    const order = await addOrder(customer)
    const { receiptId } = await receiveOne(order, 0)
    await expect(undo(order, receiptId, customer.colleague, { reason: 'wrong box' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(undo(order, receiptId, customer.lead)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await undo(order, receiptId, customer.lead, { reason: 'wrong box' })).toMatchObject({ undone: 1 })
    const again = await receiveOne(order, 0)
    expect(await undo(order, again.receiptId, customer.admin, { reason: 'wrong box' })).toMatchObject({ undone: 1 })
  })

  test('in part leaves the rest received', async () => {
    const order = await addOrder(customer, { meds: 4 })
    const { receiptId } = await as().updateReceiveAllByDocumentid({ documentId: order.id })
    const [line] = await collectMeds(t, order.id)
    expect(await undo(order, receiptId, customer.staff, { lines: [line?.line ?? 0] })).toEqual({ undone: 1, amountNotReceived: 1 })
    const [receipt] = await as().readManyReceipts({ documentId: order.id })
    expect(receipt).toMatchObject({ id: receiptId, amount: 4, remaining: 3, mayUndo: true, needsReason: false })
  })

  test('is offered in the list only to a user with the permission', async () => {
    const order = await addOrder(customer)
    await receiveOne(order, 0)
    await receiveOne(order, 1)
    await receiveOne(order, 2, customer.colleague)
    const shown = async (user: TestUser) =>
      (await as(user).readManyReceipts({ documentId: order.id })).map((one) => [one.mayUndo, one.needsReason])
    expect(await shown(customer.staff)).toEqual([
      [false, true],
      [true, false],
      [true, true],
    ])
    expect((await shown(customer.lead)).every(([may, needs]) => may && needs)).toBe(true)
  })

  test('leaves the med received if it was also received with another order', async () => {
    const serialSeed = mark()
    const [first, second] = [await addOrder(customer, { serialSeed, meds: 4 }), await addOrder(customer, { serialSeed, meds: 4 })]
    const one = await as().updateReceiveAllByDocumentid({ documentId: first.id })
    await as().updateReceiveAllByDocumentid({ documentId: second.id })
    await undo(first, one.receiptId, customer.staff, { reason: 'the other box' })
    const { med } = await t.as(customer.staff).med.readOneBySerialnumberPedigree({ serialNumber: first.serials[0] ?? '' })
    const pedigree = await t.as(customer.staff).med.readOneById({ medId: med.id })
    expect(pedigree.received).not.toBeNull()
    expect(pedigree.orders.map((place) => [place.documentId, place.isReceived])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
  })

  test('is recorded in the trail with its reason, next to the receipt; both entries have the number of packages', async () => {
    const order = await addOrder(customer)
    const { receiptId } = await as().updateReceiveAllByDocumentid({ documentId: order.id })
    await undo(order, receiptId, customer.lead, { reason: 'wrong box' })
    const lines = await t.query(
      `select action, user_id::int as by, detail from audit where customer_id = $1 and subject = 'order' and subject_id = $2 order by id`,
      [customer.customerId, order.id],
    )
    expect(lines).toEqual([
      { action: 'order.receive', by: customer.staff.userId, detail: { how: 'all', amount: 3, expired: 0, receiptId } },
      { action: 'order.undoReceipt', by: customer.lead.userId, detail: { receiptId, amount: 3, reason: 'wrong box' } },
    ])
  })
})
