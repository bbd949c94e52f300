import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digestRecallsJob } from '../../src/domains/recall/recall.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { openTestDb, type TestDb } from '../harness.ts'
import { addOrder, newCustomer, type TestCustomer } from '../make.ts'
import { load, ownProducts, recordOf } from './recalls.ts'

let t: TestDb
let customer: TestCustomer
let products: ReturnType<typeof ownProducts>
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
  products = ownProducts()
})

const recordFor = (changes: Record<string, unknown>, at = 0) =>
  recordOf({ product_description: `Bottle, NDC ${products[at]?.ndc}`, code_info: `Lot ${products[at]?.lot}`, ...changes })

const mails = () =>
  t.look<{ kind: string; to: string[]; subject: string; body: string }>(
    `select kind, to_addresses as "to", subject, body from mail where customer_id = $1 and kind like 'recall.%' order by id`,
    [customer.customerId],
  )
const digest = async () => {
  await digestRecallsJob.run(null, { ...t.deps, config: t.config } as unknown as JobContext) // works by the clock, for no customer
  await t.runJobs()
}

describe('an alert', () => {
  test('of class I goes at once to who administers the location hit and to the customer admin, and never twice', async () => {
    await addOrder(customer, { meds: 8, products })
    const record = recordFor({ classification: 'Class I' })
    await load(t, [record])
    const sent = await mails()
    expect(sent.map(({ to }) => to[0]).sort()).toEqual([customer.admin.emailAddress, customer.lead.emailAddress].sort())
    expect(sent[0]).toMatchObject({ kind: 'recall.alert', subject: 'Class I: 2 packages of Bottle' })
    expect(sent[0]?.body).toContain(`- Main: 2 packages of lot ${products[0]?.lot} (exact: Same NDC and lot).`)
    await load(t, [{ ...record, status: 'Completed' }], { asOf: '2026-09-27' })
    await load(t, [{ ...record, status: 'Terminated' }], { asOf: '2026-09-28' })
    await digest()
    expect(await mails()).toHaveLength(2)
  })

  test('of another class waits for the daily mail, one for all', async () => {
    await addOrder(customer, { meds: 8, products })
    await load(t, [recordFor({}), recordFor({ classification: 'Class III' }, 1), recordFor({ code_info: 'see list' }, 2)])
    expect(await mails()).toEqual([])
    await digest()
    const sent = await mails()
    expect(sent).toHaveLength(2)
    expect(sent[0]).toMatchObject({ kind: 'recall.digest', subject: '3 recalls name what you have on record' })
    expect(sent[0]?.body).toContain('(possible: Same NDC, lots not readable)')
    await digest()
    expect(await mails()).toHaveLength(2)
  })

  test('comes once more when a recalled lot comes in later, and for what a later version adds', async () => {
    await addOrder(customer, { meds: 8, products })
    const record = recordFor({ classification: 'Class I' })
    await load(t, [record])
    expect(await mails()).toHaveLength(2)
    await addOrder(customer, { meds: 4, products })
    expect(await mails()).toHaveLength(4)
    const wider = {
      ...record,
      product_description: `${record.product_description}, NDC ${products[1]?.ndc}`,
      code_info: `${record.code_info}, ${products[1]?.lot}`,
    }
    await load(t, [wider], { asOf: '2026-09-27' })
    const sent = await mails()
    expect(sent).toHaveLength(6)
    expect(sent[5]?.body).not.toContain(`of lot ${products[0]?.lot}`)
  })

  test('is not sent without the subscription', async () => {
    await t.look(`update subscription set is_active = false where customer_id = $1 and product like 'nrac%'`, [customer.customerId])
    await addOrder(customer, { meds: 8, products })
    await load(t, [recordFor({ classification: 'Class I' })])
    await digest()
    expect(await mails()).toEqual([])
  })
})
