import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { makeSteps } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t, { name: 'Corner Pharmacy' })
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer)
})

const { calls, input, keep, send } = makeSteps(() => ({ t, customer, order }))

describe('the recipients of a report', () => {
  test('are listed before the report is sent, the FDA separately from the recipients of copies', async () => {
    const before = await calls().createOne(input())
    expect((await send({ lotNumber: 'another' })).isSentToFda).toBe(false)
    expect(before.recipients).toEqual([{ address: 'contact@mail.tst', recipient: 'copy' }])
    await t.as(customer.admin).settings.updateRegulator({ regulatorEmailAddress: 'fda@mail.tst' })
    const { recipients, bufferData, seal } = await calls().createOne(input())
    expect(recipients).toEqual([
      { address: 'fda@mail.tst', recipient: 'fda' },
      { address: 'contact@mail.tst', recipient: 'copy' },
    ])
    const sent = await calls().createSend({ ...input(), bufferData, seal })
    expect(sent.isSentToFda).toBe(true)
    expect(sent.recipients).toEqual(recipients.map(({ address }) => address))
  })
})

describe('the history of an incident', () => {
  test('is the same for all of its reports, and shows who did what, with the values, newest first', async () => {
    const { id } = await send()
    await calls().updateOneById({ id, field: 'incidentNumber', value: '2026-17' })
    await calls().updateOneById({ id, field: 'expiration', value: '2028-06-30' })
    await calls().updateNotificationById({ incidentId: id, who: 'partners', how: 'none' })
    await calls().updateNotificationById({ incidentId: id, who: 'partners', how: 'notYet' })
    const last = { reportType: 'TERMINATE', incidentNumber: '2026-17', terminationNotes: 'Confirmed by the maker.' } as const
    const termination = await send(last, id)
    await calls().updateTerminatedById({ incidentId: id })
    // Neither this draft nor this other incident may appear in the history.
    await keep({ nameOfProduct: 'Another' })
    await send({ nameOfProduct: 'Another' })
    const history = await calls().readManyHistory({ incidentId: termination.id })
    expect(history.map(({ what, detail }) => [what, detail])).toEqual([
      ['Incident terminated', 'The FDA agreed'],
      ['Request for termination', 'contact@mail.tst'],
      ['Trading partners marked as not notified', null],
      ['No trading partners to notify', null],
      ['Expiration entered', '06/30/2028'],
      ['Incident number entered', '2026-17'],
      ['Initial notification', 'contact@mail.tst'],
    ])
    expect(history.every(({ by }) => by !== null)).toBe(true)
    expect(await calls().readManyHistory({ incidentId: id })).toEqual(history)
  })
})
