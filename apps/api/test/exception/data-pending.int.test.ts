import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../harness.ts'
import { addOrder, newCustomer, type TestCustomer, type TestOrder } from '../make.ts'

let t: TestDb
let customer: TestCustomer
let order: TestOrder
let ticketId: number
let ticketNumber: number
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
  order = await addOrder(customer, { meds: 4, faults: ['missingReadPoint'] })
  const [ticket] = (await calls().readManyByFilters({})).items
  ticketId = ticket?.id ?? 0
  ticketNumber = ticket?.ticketNumber ?? 0
})

const calls = (user = customer.staff) => t.as(user).documentException
const orders = () => t.as(customer.staff).order
const held = async () => {
  const { amountHeld, amountPending, products } = await orders().readOneById({ documentId: order.id })
  return { amountHeld, amountPending, products: products.map((product) => [product.held, product.pending]) }
}
const medOf = async (at: number) => {
  const { items } = await t.as(customer.staff).med.readManyBySearch({ serialNumber: order.serials[at] ?? '' })
  const [med] = items
  if (!med) throw new Error('There is no such med.')
  return med
}

describe('a hold for data', () => {
  test('is told from quarantine on the order, in the list, on the receiving page, on the med and by the finder', async () => {
    await calls().createOneHold({ documentExceptionId: ticketId })
    const waiting = await held()
    expect(waiting.amountPending).toBeGreaterThan(0)
    expect(waiting.amountPending).toBe(waiting.amountHeld)
    const [row] = (await orders().readManySearch({})).items
    expect(row).toMatchObject({ medsHeld: waiting.amountHeld, medsPending: waiting.amountHeld })
    const index = await orders().readScanIndex({ documentId: order.id })
    const [pending] = index.pending ?? []
    expect(pending).toMatchObject({ documentExceptionId: ticketId, ticketNumber })
    const lines = (pending?.lines ?? []).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
    const heldLines = [...index.states].flatMap((state, line) => (state === '2' ? [line] : []))
    expect(lines.filter((line) => index.states[line] !== '3')).toEqual(heldLines)
    const serial = index.keys.split('\n')[heldLines[0] ?? 0] ?? ''
    const at = order.serials.indexOf(serial)
    expect(await medOf(at)).toMatchObject({ isHeld: true, isPending: true })
    expect(await t.as(customer.staff).med.readOneById({ medId: (await medOf(at)).id })).toMatchObject({ isHeld: true, isPending: true })
    const { hits } = await t.as(customer.staff).finder.readManyByText({ text: serial })
    expect(hits.find(({ kind }) => kind === 'med')).toMatchObject({ held: 1, pending: 1 })
    const [hold] = (await t.as(customer.lead).med.readManyHolds({})).items
    expect(hold).toMatchObject({ cause: 'dataPending', ticketNumber, mayRelease: false })
  })

  test('counts as quarantine as soon as somebody puts the product itself on hold, and again as pending when that ends', async () => {
    await calls().createOneHold({ documentExceptionId: ticketId })
    const before = await held()
    const { holdId } = await t.as(customer.staff).med.createOneHold({ target: { documentId: order.id }, reason: 'The seal is broken' })
    expect(await held()).toMatchObject({ amountHeld: 4, amountPending: 0 })
    expect((await orders().readScanIndex({ documentId: order.id })).pending).toEqual([])
    await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'Looked at it' })
    expect(await held()).toEqual(before)
  })

  test('is gone everywhere when its ticket is resolved by a corrected file or released in an emergency', async () => {
    await calls().createOneHold({ documentExceptionId: ticketId })
    await calls(customer.lead).updateReleaseHeld({ documentExceptionId: ticketId, pharmacist: 'Dana Ruiz, RPh', reason: 'A patient waits' })
    expect(await held()).toMatchObject({ amountHeld: 0, amountPending: 0 })
    expect((await orders().readScanIndex({ documentId: order.id })).pending).toBeUndefined()
    expect((await orders().readManySearch({})).items[0]).toMatchObject({ medsHeld: 0, medsPending: 0 })
  })

  test.each(['RESOLVED', 'CLOSED'] as const)(
    'ends with its ticket, also when a person makes it %s, who must be one that may release',
    async (status) => {
      await calls().createOneHold({ documentExceptionId: ticketId })
      const { amountHeld } = await held()
      const end = (user = customer.staff) => calls(user).createOneStatus({ documentExceptionId: ticketId, status })
      await expect(end()).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringMatching(
          new RegExp(`^${amountHeld} packages wait for the data of ticket ${ticketNumber}. Ask a location admin`),
        ),
      })
      await expect(calls().updateManyClosed({ documentExceptionIds: [ticketId], reason: 'accepted' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await end(customer.lead)
      expect(await held()).toMatchObject({ amountHeld: 0, amountPending: 0 })
      const detail = await calls().readOneById({ documentExceptionId: ticketId })
      expect(detail).toMatchObject({ currentErrorStatus: status, held: 0 })
      expect(detail.activity.find(({ kind }) => kind === 'released')?.what).toBe(
        `released ${amountHeld} packages that were waiting for data`,
      )
      await calls().createOneStatus({ documentExceptionId: ticketId, status: 'OPEN', notes: 'Wrong again' })
      expect(await held()).toMatchObject({ amountHeld: 0 })
    },
  )

  test('hinders nobody from ending a ticket for which nothing waits', async () => {
    await calls().createOneStatus({ documentExceptionId: ticketId, status: 'CLOSED', reason: 'accepted' })
    expect((await calls().readOneById({ documentExceptionId: ticketId })).currentErrorStatus).toBe('CLOSED')
  })
})
