import { afterEach, expect, test, vi } from 'vitest'
import { handleOutcomes, outbox, type ReceiveOutcome } from './receive-outbox.ts'

afterEach(() => {
  outbox.stop()
  vi.unstubAllGlobals()
})

const answer = (status: number, said: object) =>
  new Response(JSON.stringify([said]), { status, headers: { 'content-type': 'application/json' } })
const busy = { message: 'Somebody else is receiving.', code: -32000, data: { key: 'order_busy', httpStatus: 503 } }
const received = { received: 1, alreadyReceived: 0, expired: 0, notFound: [], held: [], differs: [], amountNotReceived: 2, receiptId: 7 }

test('a scan for a locked order stays on the device however often it is retried, and is counted once', async () => {
  const isDone = vi.fn(() => false)
  let calls = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('user.readOneById')) return answer(200, { result: { data: { json: { id: 1 } } } })
    calls += 1
    return isDone() ? answer(200, { result: { data: { json: received } } }) : answer(503, { error: { json: busy } })
  })
  const outcomes: ReceiveOutcome[] = []
  const stop = handleOutcomes((_, outcome) => outcomes.push(outcome) > 0)
  await outbox.start(1)
  await outbox.add({ userId: 1, documentId: 9, at: '2026-11-23T10:00:00Z', kind: 'med', key: 'A', how: 'scan' })
  // Makes the page retry seven times, which is more often than the outbox retries a scan if the server fails for a reason other than a locked order.
  for (let before = 0; before < 7; ) {
    await vi.waitFor(() => expect([calls > before, outbox.waitsForOthers(9)]).toEqual([true, true]), { timeout: 30_000 })
    // Sets `before` to the current number of calls instead of adding one, because the outbox's own timer may have made a call as well.
    before = calls
    outbox.tryNow()
  }
  isDone.mockReturnValue(true)
  await vi.waitFor(() => expect(outbox.count()).toBe(0), { timeout: 30_000 })
  expect(outcomes).toEqual([{ kind: 'answered', answer: received }])
  stop()
})
