import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor } from '../make.ts'
import { correctionKit } from './correction-kit.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = (user = customer.staff) => t.as(user).documentException
const { faulty, send, shown, replace } = correctionKit(t, customer)

describe('holds released by a replacement', () => {
  test('are counted once per package across all resolved tickets, without packages held for another reason', async () => {
    const { order, ticketId, same } = await faulty()
    const items = order.serials.slice(0, 3).map((serialNumber) => ({ serialNumber }))
    const scans = await calls().createOneTicket({ documentId: order.id, kind: 'unknownScan', items })
    await calls().createOneHold({ documentExceptionId: scans.documentExceptionId })
    expect((await calls().readOneById(scans)).held).toBe(3)
    const { correctionId } = await send(documentFor(customer, same))
    expect(await shown(correctionId)).toMatchObject({ documentExceptionId: ticketId, does: { held: 3 } })
    // The file's own ticket now puts its packages on hold too; a package that both tickets hold counts once.
    await calls().createOneHold({ documentExceptionId: ticketId })
    const both = (await calls().readOneById({ documentExceptionId: ticketId })).held
    expect((await shown(correctionId)).does.held).toBe(Math.max(both, 3))
    const [first = ''] = order.serials
    const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      first,
    ])
    await t.as(customer.staff).med.createOneHold({ target: { medId: med?.id ?? 0 }, reason: 'The seal is broken' })
    expect((await shown(correctionId)).does.held).toBe(Math.max(both, 3) - 1)
    await replace(correctionId)
    for (const documentExceptionId of [ticketId, scans.documentExceptionId])
      expect(await calls().readOneById({ documentExceptionId })).toMatchObject({ currentErrorStatus: 'RESOLVED', held: 0 })
  })
})

describe('a ticket exported as a file', () => {
  const download = async (documentExceptionId: number) =>
    JSON.parse(Buffer.from((await calls().createOneDownload({ documentExceptionId })).base64, 'base64').toString())

  test('contains every item of every section and every package', async () => {
    const { ticketId } = await faulty({ meds: 150 })
    const file = await download(ticketId)
    expect(file.details.meds.amount).toBeGreaterThan(150)
    expect(file.details.meds.items).toHaveLength(file.details.meds.amount)
    expect(file.details.meds.items[0]).toMatchObject({ sgtin: expect.stringMatching(/^urn:/), lotNumber: expect.any(String) })
    const order = await addOrder(customer, { meds: 130 })
    const { documentExceptionId } = await calls().createOneTicket({ documentId: order.id, kind: 'shortage', allMissing: true })
    expect((await calls().readOneById({ documentExceptionId })).items).toHaveLength(100)
    expect((await download(documentExceptionId)).items).toHaveLength(130)
  })
})
