import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { makeSteps } from '../incident-report/steps.ts'
import { addOrder, newCustomer, type TestCustomer, type TestOrder } from '../make.ts'
import { type Live, listen } from './live.ts'

const t = useTestDb()
let live: Live
let customer: TestCustomer
let order: TestOrder
let other: TestCustomer
beforeAll(async () => {
  live = await listen(await t.app())
})
beforeEach(async () => {
  ;[customer, other] = [await newCustomer(t), await newCustomer(t)]
  order = await addOrder(customer)
})
const mine = makeSteps(() => ({ t, customer, order }))
const theirs = makeSteps(() => ({ t, customer: other, order }))

/** Makes a call over HTTP, as a page does. @returns the status and the error key. */
async function post(user: TestUser, procedure: string, json: object): Promise<string> {
  const authorization = `Bearer ${await t.signIn(user)}`
  const answer = await live.post(`/trpc/incidentReport.${procedure}`, { json }, { authorization })
  return `${answer.status} ${(await answer.text()).match(/"key":"(\w+)"/)?.[1]}`
}
const preview = async () => {
  const given = mine.input()
  const { bufferData, seal } = await mine.calls().createOne(given)
  return { ...given, bufferData, seal }
}

describe('a report that names another customer’s data', () => {
  test('is refused if it names that customer’s location, as if the location did not exist', async () => {
    const given = await preview()
    for (const user of [customer.staff, customer.admin])
      for (const locationId of [other.main.id, 999_999_999, 2 ** 31, Number.MAX_SAFE_INTEGER])
        expect(await post(user, 'createSend', { ...given, locationId })).toBe('404 location_not_found')
    expect(await post(customer.staff, 'createSend', { ...given, locationId: customer.branch.id })).toBe('404 location_not_found')
  })

  test('is refused if it combines an incident with the location of another incident', async () => {
    const { id: incidentId } = await mine.send()
    const given = mine.input({ eventNotes: 'The seal was open, and the lot is wrong.' }, incidentId)
    const { bufferData, seal } = await mine.calls().createOne(given)
    for (const locationId of [other.main.id, customer.branch.id, 999_999_999]) {
      for (const user of [customer.staff, customer.admin]) {
        expect(await post(user, 'createOne', { ...given, locationId })).toBe('400 incident_elsewhere')
        expect(await post(user, 'saveOneDraft', { ...given, locationId })).toBe('400 incident_elsewhere')
        expect(await post(user, 'createSend', { ...given, locationId, bufferData, seal })).toBe('400 incident_elsewhere')
      }
    }
    expect(await post(customer.staff, 'createSend', { ...given, bufferData, seal })).toBe('200 undefined')
  })

  test('is refused if it names that customer’s incident or draft, and copies nothing from that draft', async () => {
    const { id: incidentId } = await theirs.send()
    const draft = await theirs.keep()
    const given = await preview()
    expect(await post(customer.staff, 'createSend', { ...given, incidentId })).toBe('404 incident_not_found')
    expect(await post(customer.staff, 'createSend', { ...given, draft })).toBe('404 incident_draft_gone')
    expect(await post(customer.staff, 'saveOneDraft', { ...mine.input(), copyOf: draft.id })).toBe('200 undefined')
    expect(await post(other.staff, 'saveOneDraft', { ...theirs.input(), draft })).toBe('200 undefined')
  })
})
