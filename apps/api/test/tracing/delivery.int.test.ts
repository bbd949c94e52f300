import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeTracingKit } from './kit.ts'

// this browser does not exist, so documents are stored as HTML instead of PDF
const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } })
const c = useCustomer(t)
let kit: ReturnType<typeof makeTracingKit>
beforeEach(() => {
  kit = makeTracingKit(t, c)
})

const sendingIdOf = async (requestId: number) =>
  (await kit.read(requestId)).answers.flatMap(({ sendings }) => sendings).findLast(({ expiresAt }) => expiresAt)?.id ?? 0

describe('a request counts as answered', () => {
  test('once the email with its answer was sent, not when it was queued', async () => {
    const requestId = await kit.record([{ serialNumber: 'A' }])
    const answerId = await kit.prepare(requestId)
    await kit.calls().createOneMail({ requestId, answerId, to: 'grace@board.tst', text: 'Here.' })
    expect(await kit.read(requestId)).toMatchObject({ standing: 'new', answeredAt: null, coveredAt: null, isUndelivered: false })
    t.clock.advance(600_000)
    await t.runJobs()
    const sent = await kit.read(requestId)
    const [mail] = sent.answers.flatMap(({ sendings }) => sendings)
    expect(sent).toMatchObject({ standing: 'answered', answeredAt: mail?.mailSentAt, coveredAt: mail?.mailSentAt })
  })

  test('as soon as a link to the answer exists, even unopened, but not after somebody revokes the unopened link', async () => {
    const requestId = await kit.record([{ serialNumber: 'A' }])
    const answerId = await kit.prepare(requestId)
    await kit.calls().createOneLink({ requestId, answerId, days: 3 })
    expect(await kit.read(requestId)).toMatchObject({ standing: 'answered' })
    await kit.calls().updateOneLinkEnd({ requestId, sendingId: await sendingIdOf(requestId) })
    expect(await kit.read(requestId)).toMatchObject({ standing: 'new', answeredAt: null, coveredAt: null })
  })

  test('once its answer was opened through a link or recorded as handed over, even if the link is revoked afterwards', async () => {
    const requestId = await kit.record([{ serialNumber: 'A' }])
    const answerId = await kit.prepare(requestId)
    const { path } = await kit.calls().createOneLink({ requestId, answerId, days: 3 })
    await (await t.app()).inject({ method: 'GET', url: `${path}/file` })
    await kit.calls().updateOneLinkEnd({ requestId, sendingId: await sendingIdOf(requestId) })
    expect(await kit.read(requestId)).toMatchObject({ standing: 'answered' })
    const other = await kit.record([{ serialNumber: 'B' }])
    const otherAnswer = await kit.prepare(other)
    await kit.calls().updateOneHandedOver({ requestId: other, answerId: otherAnswer })
    await kit.calls().createOneLink({ requestId: other, answerId: otherAnswer, days: 3 })
    await kit.calls().updateOneLinkEnd({ requestId: other, sendingId: await sendingIdOf(other) })
    expect(await kit.read(other)).toMatchObject({ standing: 'answered' })
  })
})

test('a request that was closed after a partial answer is opened again if that answer bounces', async () => {
  const requestId = await kit.record([{ serialNumber: 'A' }, { serialNumber: 'B' }])
  for (const number of [1, 2]) {
    const answerId = await kit.prepare(requestId, [number])
    if (number === 1) await kit.calls().updateOneHandedOver({ requestId, answerId })
    else await kit.calls().createOneMail({ requestId, answerId, to: 'grace@board.tst', text: 'Here.' })
  }
  await t.runJobs()
  await kit.calls().createManyItems({ requestId, items: [{ serialNumber: 'C' }] })
  await kit.calls().updateOneEnd({ requestId })
  await kit.arrive({ from: 'MAILER-DAEMON@board.tst', subject: 'Undelivered Mail Returned to Sender', text: 'No such user' }, requestId)
  expect(await kit.read(requestId)).toMatchObject({ standing: 'partly', endedAt: null })
})
