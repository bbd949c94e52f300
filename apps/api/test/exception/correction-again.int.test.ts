import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor } from '../make.ts'
import { correctionKit, without } from './correction-kit.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = (user = customer.staff) => t.as(user).documentException
const orders = () => t.as(customer.staff).order
const { faulty, send, replace, received, scan } = correctionKit(t, customer)
const findTicket = (documentExceptionId: number) => calls().readOneById({ documentExceptionId })
const undo = (correctionId: number) => calls(customer.lead).updateUndoReplace({ correctionId })

describe('a corrected file that came with the answer to another ticket', () => {
  test('resolves the ticket of its own order, and leaves the other ticket open with its packages on hold', async () => {
    const other = await faulty()
    await calls().createOneHold({ documentExceptionId: other.ticketId })
    const { held } = await findTicket(other.ticketId)
    expect(held).toBeGreaterThan(0)
    const { ticketId, same } = await faulty()
    const { correctionId } = await send(documentFor(customer, same))
    await t.query('update document_correction set document_exception_id = $1 where id = $2', [other.ticketId, correctionId])
    await replace(correctionId)
    expect(await findTicket(other.ticketId)).toMatchObject({ currentErrorStatus: 'OPEN', held })
    expect((await findTicket(ticketId)).currentErrorStatus).toBe('RESOLVED')
  })
})

describe('tickets created at the counter', () => {
  /** Creates an order with a received package that its corrected file lacks, so that the package has a ticket and is on hold. */
  const lacking = async () => {
    const { order, same } = await faulty()
    await scan(order, 0)
    const serial = order.serials[0] ?? ''
    const { correctionId } = await send(without(documentFor(customer, { ...same, faults: ['missingReadPoint'] }), serial, 'STRANGER1'))
    const second = (await replace(correctionId)).corrected.documentId ?? 0
    const open = (await calls().readManyByFilters({ status: 'OPEN' })).items.find(({ counterKind }) => counterKind === 'received')
    return { same, serial, second, ticketId: open?.id ?? 0 }
  }

  test('stay open with their hold if the new file still lacks their packages', async () => {
    const { same, serial, ticketId } = await lacking()
    expect((await findTicket(ticketId)).held).toBe(1)
    const { correctionId } = await send(without(documentFor(customer, same), serial, 'STRANGER2'))
    await t.query('update document_correction set document_exception_id = $1 where id = $2', [ticketId, correctionId])
    const third = (await replace(correctionId)).corrected.documentId
    expect(await findTicket(ticketId)).toMatchObject({ currentErrorStatus: 'OPEN', held: 1 })
    expect(await t.query('select order_id::int as "orderId" from document_exception where id = $1', [ticketId])).toEqual([
      { orderId: third },
    ])
    await undo(correctionId)
    expect(await findTicket(ticketId)).toMatchObject({ currentErrorStatus: 'OPEN', held: 1 })
  })

  test('are resolved by a file that lists all of their packages, and these packages stay received on its order', async () => {
    const { same, ticketId, second } = await lacking()
    const { correctionId } = await send(documentFor(customer, same))
    const third = (await replace(correctionId)).corrected.documentId ?? 0
    expect(await findTicket(ticketId)).toMatchObject({ currentErrorStatus: 'RESOLVED', held: 0 })
    expect(await received(third)).toBe(1)
    expect((await orders().readOneById({ documentId: third })).amountHeld).toBe(0)
    await undo(correctionId)
    expect(await findTicket(ticketId)).toMatchObject({ currentErrorStatus: 'OPEN', held: 1 })
    expect(
      (await calls().readManyByFilters({ status: 'OPEN' })).items.filter(({ counterKind }) => counterKind === 'received'),
    ).toHaveLength(1)
    expect(await received(second)).toBe(0)
  })

  test('about damage stay open when a corrected file replaces the order, even if the replacement was requested from the ticket', async () => {
    const { order, same } = await faulty()
    await scan(order, 1)
    const { documentExceptionId: ticketId } = await calls().createOneTicket({ documentId: order.id, kind: 'damage' })
    const { correctionId } = await send(documentFor(customer, same))
    await t.query('update document_correction set document_exception_id = $1 where id = $2', [ticketId, correctionId])
    await replace(correctionId)
    expect((await findTicket(ticketId)).currentErrorStatus).toBe('OPEN')
  })
})

describe('a corrected file', () => {
  test('that ships the goods to another location replaces nothing', async () => {
    const { same } = await faulty()
    const { correctionId, upload } = await send(documentFor(customer, same))
    const [other] = await t.query<{ id: number }>(
      'select id::int from location where customer_id = $1 and id <> (select location_id from document_correction where id = $2)',
      [customer.customerId, correctionId],
    )
    await t.query('update upload set location_id = $1 where id = $2', [other?.id, upload.id])
    await expect(calls(customer.admin).updateReplace({ correctionId })).rejects.toMatchObject({ cause: { key: 'correction_elsewhere' } })
  })
})

describe('a corrected file with findings', () => {
  test('has its own ticket, which takes over the holds of the first file’s ticket', async () => {
    const { ticketId, same } = await faulty()
    await calls().createOneHold({ documentExceptionId: ticketId })
    const { correctionId } = await send(documentFor(customer, { ...same, faults: ['missingReadPoint'] }))
    const next = (await replace(correctionId)).corrected.documentId ?? 0
    const [open] = (await calls().readManyByFilters({ status: 'OPEN' })).items
    expect((await findTicket(open?.id ?? 0)).held).toBeGreaterThan(0)
    expect((await orders().readOneById({ documentId: next })).amountHeld).toBeGreaterThan(0)
    await undo(correctionId)
    expect((await findTicket(ticketId)).held).toBeGreaterThan(0)
    expect((await findTicket(open?.id ?? 0)).held).toBe(0)
  })
})

describe('undoing', () => {
  test('two successive replacements does not undo the receipt of packages on the last order', async () => {
    const { order, same } = await faulty()
    const first = await send(documentFor(customer, { ...same, faults: ['missingReadPoint'] }))
    await replace(first.correctionId)
    const second = await send(documentFor(customer, same))
    const last = (await replace(second.correctionId)).corrected.documentId ?? 0
    await orders().updateReceiveManyBySerialnumber({ documentId: last, serialNumber: order.serials[0] ?? '' })
    await undo(second.correctionId)
    await undo(first.correctionId)
    expect(await received(order.id)).toBe(1)
  })

  test('a replacement puts on hold the packages that were received only on the corrected order, and creates a ticket for them', async () => {
    const { order, same } = await faulty()
    await scan(order, 1)
    const text = without(documentFor(customer, same), order.serials[0] ?? '', 'BRANDNEW3')
    const { correctionId } = await send(text)
    const next = (await replace(correctionId)).corrected.documentId ?? 0
    await orders().updateReceiveManyBySerialnumber({ documentId: next, serialNumber: 'BRANDNEW3' })
    await undo(correctionId)
    const open = (await calls().readManyByFilters({ status: 'OPEN' })).items.find(({ counterKind }) => counterKind === 'received')
    expect(await findTicket(open?.id ?? 0)).toMatchObject({ held: 1, items: [{ serialNumber: 'BRANDNEW3' }] })
  })
})
