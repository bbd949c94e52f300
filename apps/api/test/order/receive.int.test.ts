import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../harness.ts'
import { addOrder, newCustomer } from '../make.ts'

let t: TestDb
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())

describe('receiving everything', () => {
  test('[RECV-010 REST-033] Receive All receives what is open, and nothing twice', async () => {
    const customer = await newCustomer(t)
    const { id } = await addOrder(customer, { meds: 4 })
    const receiveAll = t.as(customer).order.updateReceiveAllByDocumentid
    expect(await receiveAll({ documentId: id })).toMatchObject({ received: 4, alreadyReceived: 0, amountNotReceived: 0 })
    expect(await receiveAll({ documentId: id })).toMatchObject({ received: 0, alreadyReceived: 4, amountNotReceived: 0 })
  })
})
