import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../harness.ts'
import { documentFor, newCustomer, type TestCustomer } from '../make.ts'
import { correctionKit, without } from './correction-kit.ts'

let t: TestDb
let customer: TestCustomer
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
})

const calls = (user = customer.staff) => t.as(user).documentException
const orders = () => t.as(customer.staff).order
const { faulty, send, replace, received, scan } = correctionKit(
  () => t,
  () => customer,
)
const ticketOf = (documentExceptionId: number) => calls().readOneById({ documentExceptionId })
const undo = (correctionId: number) => calls(customer.lead).updateUndoReplace({ correctionId })

describe('a corrected file that came with the answer to another ticket', () => {
  test('leaves that ticket open, and what is held for it on hold', async () => {
    const other = await faulty()
    await calls().createOneHold({ documentExceptionId: other.ticketId })
    const { held } = await ticketOf(other.ticketId)
    expect(held).toBeGreaterThan(0)
    const { ticketId, same } = await faulty()
    const { correctionId } = await send(documentFor(customer, same))
    await t.look('update document_correction set document_exception_id = $1 where id = $2', [other.ticketId, correctionId])
    await replace(correctionId)
    expect(await ticketOf(other.ticketId)).toMatchObject({ currentErrorStatus: 'OPEN', held })
    expect((await ticketOf(ticketId)).currentErrorStatus).toBe('RESOLVED')
  })
})

describe('a file that replaces and is wrong too', () => {
  test('holds for its own ticket what was held for the first', async () => {
    const { ticketId, same } = await faulty()
    await calls().createOneHold({ documentExceptionId: ticketId })
    const { correctionId } = await send(documentFor(customer, { ...same, faults: ['missingReadPoint'] }))
    const next = (await replace(correctionId)).corrected.documentId ?? 0
    const [open] = (await calls().readManyByFilters({ status: 'OPEN' })).items
    expect((await ticketOf(open?.id ?? 0)).held).toBeGreaterThan(0)
    expect((await orders().readOneById({ documentId: next })).amountHeld).toBeGreaterThan(0)
    await undo(correctionId)
    expect((await ticketOf(ticketId)).held).toBeGreaterThan(0)
    expect((await ticketOf(open?.id ?? 0)).held).toBe(0)
  })
})

describe('undoing', () => {
  test('two replacements, one after the other, keeps what was received on the last', async () => {
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

  test('gives what was received on the corrected order, and is not on the first, a ticket and a hold', async () => {
    const { order, same } = await faulty()
    await scan(order, 1)
    const text = without(documentFor(customer, same), order.serials[0] ?? '', 'BRANDNEW3')
    const { correctionId } = await send(text)
    const next = (await replace(correctionId)).corrected.documentId ?? 0
    await orders().updateReceiveManyBySerialnumber({ documentId: next, serialNumber: 'BRANDNEW3' })
    await undo(correctionId)
    const open = (await calls().readManyByFilters({ status: 'OPEN' })).items.find(({ counterKind }) => counterKind === 'received')
    expect(await ticketOf(open?.id ?? 0)).toMatchObject({ held: 1, items: [{ serialNumber: 'BRANDNEW3' }] })
  })
})
