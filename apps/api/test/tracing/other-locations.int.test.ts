import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // without a browser that prints PDFs, documents are stored as HTML
const c = useCustomer(t)
let kit: ReturnType<typeof makeTracingKit>
beforeEach(async () => {
  kit = makeTracingKit(t, c)
  await t.query('delete from user_location where user_id = $1 and location_id = $2', [c.lead.userId, c.branch.id])
})

const receiveBoth = async () => {
  const own = await addOrder(c)
  const other = await addOrder(c, { receiver: c.branch.party })
  await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: own.id })
  return { own: own.serials[0] ?? '', other: other.serials[0] ?? '' }
}

test('users with access to only some of its locations cannot see the counts of a whole-company request, and their searches do not change those counts', async () => {
  const { own, other } = await receiveBoth()
  const requestId = await kit.record([{ serialNumber: own }, { serialNumber: other }], { locationId: null }, c.admin)
  await t.runJobs()
  const countsOf = async (user = c.lead) => [
    (await kit.calls(user).readMany({})).items[0]?.counts,
    (await kit.calls(user).readOne({ requestId })).counts,
  ]
  expect(await countsOf()).toEqual([null, null])
  await kit.calls().updateOneSearch({ requestId })
  await kit.calls(c.admin).updateOneSearch({ requestId })
  await kit.calls().updateOneSearch({ requestId })
  expect((await kit.read(requestId)).entries.map(({ words }) => words)).toEqual([
    ...Array(3).fill('searched the records'),
    'recorded the request',
  ])
  expect(await countsOf()).toEqual([null, null])
  expect(await countsOf(c.admin)).toMatchObject([
    { found: 1, partly: 1, elsewhere: 0 },
    { found: 1, partly: 1, elsewhere: 0 },
  ])
})

test('people see the counts of a request if only their own location was searched', async () => {
  const { own } = await receiveBoth()
  const requestId = await kit.record([{ serialNumber: own }])
  await t.runJobs()
  expect((await kit.read(requestId)).counts).toMatchObject({ found: 1 })
})

test('a drill of the whole company cannot be ended by somebody who sees only some of its packages', async () => {
  const other = await addOrder(c, { meds: 2, receiver: c.branch.party })
  await t.as(c.elsewhere).order.updateReceiveAllByDocumentid({ documentId: other.id })
  const { id } = await kit.calls(c.admin).createOneDrill({ packages: 2, locationId: null })
  const requestId = id ?? 0
  await t.runJobs()
  await expect(kit.calls().updateOneEnd({ requestId })).rejects.toThrow('at locations that you cannot see')
  expect(await kit.read(requestId)).toMatchObject({ endedAt: null })
  await kit.calls(c.admin).updateOneEnd({ requestId })
  expect(await kit.read(requestId)).toMatchObject({ endedAt: expect.any(String) })
  expect(await kit.calls(c.admin).readOneFigures()).toMatchObject({ lastDrill: { id: requestId, gaps: 0 } })
  expect(await kit.calls().readOneFigures()).toMatchObject({ lastDrill: { id: requestId, gaps: null } })
})

describe('an answer by somebody who sees one of two locations', () => {
  test('does not stop the clock for items at the other location', async () => {
    const { own, other } = await receiveBoth()
    const requestId = await kit.record([{ serialNumber: own }, { serialNumber: other }])
    await kit.calls().updateOneHandedOver({ requestId, answerId: await kit.prepare(requestId) })
    expect(await kit.read(requestId)).toMatchObject({
      ...{ standing: 'partly', coveredAt: null },
      answers: [{ items: 2, counts: { found: 1, elsewhere: 1 } }],
    })
    const { answerId } = await kit.calls(c.admin).createOneAnswer({ requestId, numbers: [2] })
    await t.runJobs()
    await kit.calls(c.admin).updateOneHandedOver({ requestId, answerId })
    expect(await kit.read(requestId)).toMatchObject({ standing: 'answered' })
  })

  test('says that there is more of a lot at another location, without naming the location', async () => {
    const { own, other } = await receiveBoth()
    await t.query(`update med set lot_number = 'SHARED' where serial_number = any ($1)`, [[own, other]])
    const requestId = await kit.record([{ lotNumber: 'SHARED' }, { serialNumber: own }])
    const answerId = await kit.prepare(requestId)
    const [answer] = (await kit.read(requestId)).answers
    expect(answer).toMatchObject({
      counts: { found: 1, partly: 1 },
      gaps: [`1. Lot SHARED: There are more packages at another location of ${c.name}.`],
    })
    expect(JSON.stringify([...(await kit.textsOf(answerId))])).not.toContain(c.branch.name)
    const { lines } = await kit.calls().readOneFound({ requestId })
    expect(lines[0]).toMatchObject({ result: 'partly', amount: 1, said: ['There are more packages at a location that you cannot access.'] })
  })
})
