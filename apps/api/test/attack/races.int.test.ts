import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, register } from '../make.ts'

const t = useTestDb({ poolSize: 16 })
const customer = useCustomer(t)

const times = <T>(count: number, call: (at: number) => Promise<T>) => Promise.allSettled(Array.from({ length: count }, (_, at) => call(at)))
const done = (answers: PromiseSettledResult<unknown>[]) => answers.filter((answer) => answer.status === 'fulfilled').length
const count = async (from: string) => (await t.query(`select from ${from} where customer_id = $1`, [customer.customerId])).length

describe('concurrent requests', () => {
  test('that upload the same document create only one order', async () => {
    const text = documentFor(customer)
    await times(8, (at) => register(t, at % 2 ? customer.staff : customer.colleague, text))
    await t.runJobs()
    expect(await count('"order"')).toBe(1)
    expect(await count('med')).toBe(await count('(select distinct customer_id, gtin, serial_number from med) as every'))
  })

  test('receive each package of an order once, even if some receive the whole order and others single packages', async () => {
    const order = await addOrder(customer, { meds: 40 })
    const { order: calls } = t.as(customer.staff)
    const answers = await times(16, (at) =>
      at % 2
        ? calls.updateReceiveAllByDocumentid({ documentId: order.id })
        : calls.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[at] ?? '' }),
    )
    const received = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.received : []))
    expect(received.reduce((sum, amount) => sum + amount, 0)).toBe(40)
  })

  test('that undo the same receipt undo it only once', async () => {
    const order = await addOrder(customer)
    const { receiptId } = await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const answers = await times(6, () =>
      t.as(customer.lead).order.updateUndoReceipt({ documentId: order.id, receiptId: receiptId ?? 0, reason: 'a mistake' }),
    )
    expect(done(answers)).toBe(1)
  })

  test('store a package only once if eight people type it in', async () => {
    const entry = { serialNumber: 'RACE-1', gtin: '00312345678906', locationId: customer.main.id }
    await times(8, (at) => t.as(at % 2 ? customer.staff : customer.colleague).med.createOne(entry))
    expect(await count('med')).toBe(1)
  })

  test('to void and to receive the same order end with the order either voided or received', async () => {
    const order = await addOrder(customer)
    await times<unknown>(8, (at) =>
      at % 2
        ? t.as(customer.lead).order.updateVoidOne({ documentId: order.id, reason: 'sent by mistake' })
        : t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id }),
    )
    const [left] = await t.query<{ n: number }>(
      `select count(*)::int as n from med m join document_med d on d.customer_id = m.customer_id and d.med_id = m.id
       join "order" o on o.customer_id = d.customer_id and o.id = d.document_id where o.id = $1 and o.voided_at is not null and m.receipt_id is not null`,
      [order.id],
    )
    expect(left?.n).toBe(0)
  })

  test('release a hold only once, and retry a stopped upload only once', async () => {
    const order = await addOrder(customer)
    const { holdId } = await t.as(customer.staff).med.createOneHold({ target: { documentId: order.id }, reason: 'to look at' })
    expect(done(await times(6, () => t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'looked at' })))).toBe(1)
    const uploadId = await register(t, customer.staff, documentFor(customer))
    expect(done(await times(6, () => t.as(customer.staff).file.stopOneUpload({ uploadId })))).toBe(1)
    expect(done(await times(6, () => t.as(customer.staff).file.retryOneUpload({ uploadId })))).toBe(1)
    await t.runJobs()
    expect(await count('"order"')).toBe(2)
  })
})
