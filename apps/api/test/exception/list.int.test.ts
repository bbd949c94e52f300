import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = (user = customer.staff) => t.as(user).documentException

async function three() {
  const order = await addOrder(customer, { meds: 4, purchaseOrder: '=PO-9' })
  const make = (serialNumber = '') => calls().createOneTicket({ documentId: order.id, kind: 'damage', items: [{ serialNumber }] })
  return { order, tickets: [await make(order.serials[0]), await make(order.serials[1]), await make(order.serials[2])] as const }
}

describe('a list of tickets', () => {
  test('is exported completely, without anything that a spreadsheet would execute', async () => {
    const { tickets } = await three()
    await calls().createOneStatus({ documentExceptionId: tickets[1].documentExceptionId, status: 'CLOSED', reason: 'accepted' })
    const { text, filename } = await calls().readManyCsv({ status: 'OPEN' })
    expect(filename).toMatch(/^document-exceptions-\d{4}-\d\d-\d\d\.csv$/)
    const rows = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(rows[0]).toMatch(/^Ticket #,Sender,Receiver,What is wrong,Error,Other errors,Kind,Status,Identifier,PO Number,Date Created/)
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual([tickets[2], tickets[0]].map(({ ticketNumber }) => String(ticketNumber)))
    expect(rows[1]).toContain(',Damaged on arrival,Damage,0,Packaging and labeling,Open,')
    expect(rows[1]).toContain(",'=PO-9,")
    const audit = await t.query<{ detail: object }>(`select detail from audit where customer_id = $1 and action = 'exception.list'`, [
      customer.customerId,
    ])
    expect(audit).toMatchObject([{ detail: { status: 'OPEN' } }])
  })

  test('can be closed in one step, and the tickets that stay open are named with the reason', async () => {
    const { tickets } = await three()
    const [open, closed, held] = tickets
    await calls().createOneStatus({ documentExceptionId: closed.documentExceptionId, status: 'RESOLVED' })
    await calls().createOneHold({ documentExceptionId: held.documentExceptionId })
    const documentExceptionIds = tickets.map((ticket) => ticket.documentExceptionId)
    expect(await calls().updateManyClosed({ documentExceptionIds, reason: 'accepted' })).toEqual({
      ok: true,
      changed: 1,
      left: [
        { ticketNumber: closed.ticketNumber, why: 'already resolved' },
        { ticketNumber: held.ticketNumber, why: '1 package is waiting for data; a location admin can close the ticket' },
      ],
    })
    expect(await calls().readOneById(open)).toMatchObject({ currentErrorStatus: 'CLOSED' })
    expect(await calls(customer.lead).updateManyClosed({ documentExceptionIds, reason: 'accepted' })).toMatchObject({ changed: 1 })
    expect(await calls().readOneById(held)).toMatchObject({ currentErrorStatus: 'CLOSED', held: 0 })
  })
})
