import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../harness.ts'
import { makeSteps } from '../incident-report/steps.ts'
import { addOrder, newCustomer, type TestCustomer, type TestOrder } from '../make.ts'

let t: TestDb
let customer: TestCustomer
let order: TestOrder
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
  order = await addOrder(customer)
})
const { calls, input } = makeSteps(() => ({ t, customer, order }))

test('a report for a location of somebody else, or of none, is refused as one that is not there', async () => {
  const given = input()
  const { bufferData, seal } = await calls().createOne(given)
  const other = await newCustomer(t)
  for (const user of [customer.staff, customer.admin])
    for (const locationId of [other.main.id, 999_999_999, Number.MAX_SAFE_INTEGER, 2 ** 31, 9_007_199_254_740_000])
      await expect(t.as(user).incidentReport.createSend({ ...given, locationId, bufferData, seal })).rejects.toMatchObject({
        code: expect.stringMatching(/BAD_REQUEST|NOT_FOUND/),
      })
  const app = await t.app()
  expect(app).toBeDefined()
})
