import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, importText, mark, type TestOrder } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer, { meds: 3, purchaseOrder: 'PO-1' })
})

const staff = () => t.as(customer.staff)
const lead = () => t.as(customer.lead)
const trail = () =>
  t.query('select action, detail from audit where customer_id = $1 and subject = $2 order by id', [customer.customerId, 'order'])

describe('an order that was sent by mistake', () => {
  test('is not counted anywhere once voided, but keeps its document, receipts and trail, and can be listed separately', async () => {
    const { id: documentId } = order
    await staff().order.updateReceiveManyBySerialnumber({ documentId, serialNumber: order.serials[0] ?? '' })
    await lead().order.updateVoidOne({ documentId, reason: 'sent to the wrong pharmacy' })
    expect(await staff().order.readManySearch({})).toMatchObject({ items: [] })
    expect(await staff().order.readManySearch({ voided: true })).toMatchObject({ items: [{ documentId, isVoided: true }] })
    expect(await staff().order.readOneById({ documentId })).toMatchObject({
      isVoided: true,
      correction: { reason: 'sent to the wrong pharmacy', by: { firstName: expect.any(String) } },
    })
    await expect(staff().order.updateReceiveAllByDocumentid({ documentId })).rejects.toMatchObject({ message: /was voided/ })
    const { items } = await staff().med.readManyBySearch({ serialNumber: order.serials[0] ?? '' })
    expect(items).toMatchObject([{ dateReceived: null }])
    expect((await staff().file.downloadEpcisdoc({ documentId })).stored.size).toBeGreaterThan(0)
    expect(await trail()).toContainEqual({
      action: 'order.void',
      detail: { reason: 'sent to the wrong pharmacy', amountReceived: 1, amountOfMeds: 3 },
    })
  })

  test('can be voided only by an admin of the location, with a reason, and only once', async () => {
    const { id: documentId } = order
    await expect(staff().order.updateVoidOne({ documentId, reason: 'not ours' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(lead().order.updateVoidOne({ documentId, reason: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await lead().order.updateVoidOne({ documentId, reason: 'not ours' })
    await expect(lead().order.updateVoidOne({ documentId, reason: 'not ours' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('is imported as another order if its file is sent again after the void', async () => {
    await lead().order.updateVoidOne({ documentId: order.id, reason: 'too early' })
    const again = await importText(t, customer.staff, order.text)
    expect(again).toMatchObject({ status: 'imported' })
    expect(again.documentId).not.toBe(order.id)
  })
})

describe('an order that arrived short', () => {
  test('can be closed short, is then shown as closed instead of received, and can be reopened', async () => {
    const { id: documentId } = order
    await staff().order.updateReceiveManyBySerialnumber({ documentId, serialNumber: order.serials[0] ?? '' })
    await expect(staff().order.updateCloseOne({ documentId, reason: 'two missing' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await lead().order.updateCloseOne({ documentId, reason: 'two missing' })
    expect(await staff().order.readManySearch({ open: true })).toMatchObject({ items: [] })
    expect(await staff().order.readManySearch({})).toMatchObject({ items: [{ documentId, isClosed: true, amountNotReceived: 2 }] })
    await expect(staff().order.updateReceiveManyBySerialnumber({ documentId, serialNumber: order.serials[1] ?? '' })).rejects.toMatchObject(
      { code: 'CONFLICT', message: /closed short/ },
    )
    await lead().order.updateReopenOne({ documentId, reason: 'they came' })
    expect(await staff().order.updateReceiveAllByDocumentid({ documentId })).toMatchObject({ received: 2, amountNotReceived: 0 })
    await expect(lead().order.updateCloseOne({ documentId, reason: 'two missing' })).rejects.toMatchObject({ message: /Everything/ })
    expect((await trail()).map((row) => row.action)).toEqual(['order.receive', 'order.close', 'order.reopen', 'order.receive'])
  })
})

describe('a med typed in by mistake', () => {
  const enter = (by = customer.staff, more = {}) => t.as(by).med.createOne({ serialNumber: mark(), locationId: customer.main.id, ...more })

  test('can be voided by its author on the same day, stays on file, and is marked everywhere', async () => {
    const med = await enter()
    expect(await staff().med.readOneById({ medId: med.id })).toMatchObject({ voided: null, mayVoid: true, needsReason: false })
    await staff().med.updateVoidOne({ medId: med.id })
    expect(await staff().med.readOneById({ medId: med.id })).toMatchObject({ voided: { by: {}, reason: null }, mayVoid: false })
    expect(await staff().med.readManyBySearch({ serialNumber: med.serialNumber })).toMatchObject({
      items: [{ id: med.id, isVoided: true }],
    })
    await expect(staff().med.emailOne({ medId: med.id, to: 'a@b.co' })).rejects.toMatchObject({ message: /was voided/ })
    await expect(staff().med.updateVoidOne({ medId: med.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('can be voided by another person, or on a later day, only with a reason and by an admin of the location', async () => {
    const med = await enter(customer.colleague)
    await expect(staff().med.updateVoidOne({ medId: med.id, reason: 'twice' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(lead().med.updateVoidOne({ medId: med.id })).rejects.toMatchObject({ message: 'Give a short reason.' })
    await lead().med.updateVoidOne({ medId: med.id, reason: 'typed twice' })
    expect(await lead().med.readOneById({ medId: med.id })).toMatchObject({ voided: { reason: 'typed twice' } })
  })

  test('is restored when somebody types it in again, and when a file lists it', async () => {
    const [typed] = [{ gtin: '00312345678906', serialNumber: mark() }]
    const med = await enter(customer.staff, typed)
    await staff().med.updateVoidOne({ medId: med.id })
    expect(await enter(customer.staff, typed)).toMatchObject({ id: med.id, outcome: 'merged' })
    expect(await staff().med.readOneById({ medId: med.id })).toMatchObject({ voided: null })
  })

  test('cannot be voided if a file listed it', async () => {
    const { items } = await staff().med.readManyBySearch({ serialNumber: order.serials[0] ?? '' })
    await expect(lead().med.updateVoidOne({ medId: items[0]?.id ?? 0, reason: 'mistake' })).rejects.toMatchObject({
      message: /came in a supplier’s file/,
    })
  })
})
