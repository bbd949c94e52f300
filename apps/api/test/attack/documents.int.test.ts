import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeSteps } from '../incident-report/steps.ts'
import { addOrder, newCustomer, type TestOrder } from '../make.ts'

const t = useTestDb({ poolSize: 20 })
const customer = useCustomer(t)
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer)
})

const { input } = makeSteps(() => ({ t, customer, order }))

describe('a sealed preview', () => {
  test('of one location cannot be sent for another', async () => {
    const { incidentReport } = t.as(customer.admin)
    const given = input()
    const { bufferData, seal } = await incidentReport.createOne(given)
    const elsewhere = { ...given, bufferData, seal, locationId: customer.branch.id }
    await expect(incidentReport.createSend(elsewhere)).rejects.toMatchObject({
      message: expect.stringContaining('not the document that was previewed'),
    })
    expect(await incidentReport.createSend({ ...given, bufferData, seal })).toMatchObject({ id: expect.any(Number) })
  })
})

describe('many concurrent documents', () => {
  test('beyond one customer’s limit are refused with a message, while another customer’s document is still generated', async () => {
    const other = await newCustomer(t)
    const theirs = await addOrder(other)
    const papers = Array.from({ length: 30 }, () => t.as(customer.staff).incidentReport.createOne(input()))
    const [answers, paper] = await Promise.all([
      Promise.allSettled(papers),
      t.as(other.staff).order.readOneReport({ documentId: theirs.id }),
    ])
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.message] : []))
    expect(refused.length).toBeGreaterThan(10)
    expect(new Set(refused)).toEqual(new Set(['Several documents are being generated. Try again in a moment.']))
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(10)
    expect(paper).toBeDefined()
  }, 120_000)
})
