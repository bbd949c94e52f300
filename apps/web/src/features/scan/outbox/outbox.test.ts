import { describe, expect, test } from 'vitest'
import { Outbox, type SendResult, type SettledResult } from './outbox.ts'
import { makeWindowStore, type NewScan, type ScanStore } from './scan-store.ts'

const scan = (key: string, userId = 1, documentId = 9): NewScan => ({
  userId,
  documentId,
  at: '2026-11-21T10:00:00Z',
  kind: 'med',
  key,
  how: 'scan',
})
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A device with a network that can be unplugged, a server that records its calls, and a manual clock. */
function makeDevice(store: ScanStore = makeWindowStore()) {
  const world = { online: true, reached: true, me: 1, answers: new Map<string, SendResult<string>>() }
  const sent: string[] = []
  const outcomes: [key: string, outcome: SettledResult<string>][] = []
  const timers = new Map<number, { work: () => void; milliseconds: number }>()
  let nextTimer = 1
  const outbox = new Outbox<string>({
    store,
    send: async ({ key }) => {
      if (!world.reached) return { kind: 'unreached' }
      sent.push(key)
      return world.answers.get(key) ?? { kind: 'answered', answer: 'received' }
    },
    whoAmI: async () => (world.reached ? world.me : undefined),
    isOnline: () => world.online,
    onOutcome: ({ key }, outcome) => outcomes.push([key, outcome]),
    alone: (work) => work(),
    setTimer: (work, milliseconds) => {
      const id = nextTimer++
      timers.set(id, { work, milliseconds })
      return () => timers.delete(id)
    },
  })
  const ring = async () => {
    const due = [...timers]
    timers.clear()
    for (const [, { work }] of due) work()
    await settled()
  }
  return { world, store, sent, outcomes, outbox, ring, delays: () => [...timers.values()].map((timer) => timer.milliseconds) }
}

const keys = (scans: readonly { key: string }[]) => scans.map((one) => one.key)

describe('the outbox for scans', () => {
  test('sends a scan at once and deletes it after the server responds', async () => {
    const { outbox, sent, outcomes, store } = makeDevice()
    await outbox.start(1)
    await outbox.add(scan('A'))
    await settled()
    expect(sent).toEqual(['A'])
    expect(outcomes).toEqual([['A', { kind: 'answered', answer: 'received' }]])
    expect(await store.list(1)).toEqual([])
    expect(outbox.waiting()).toEqual([])
  })

  test('keeps scans while the network is down and sends them in order when it is back', async () => {
    const { outbox, world, sent } = makeDevice()
    await outbox.start(1)
    world.online = false
    await Promise.all(['A', 'B', 'C'].map((key) => outbox.add(scan(key))))
    await settled()
    expect(keys(outbox.waiting())).toEqual(['A', 'B', 'C'])
    expect(sent).toEqual([])
    world.online = true
    outbox.tryNow()
    await settled()
    expect(sent).toEqual(['A', 'B', 'C'])
    expect(outbox.waiting()).toEqual([])
  })

  test('retries automatically, with delays that grow to at most half a minute', async () => {
    const { outbox, world, ring, delays, sent } = makeDevice()
    world.reached = false
    await outbox.start(1)
    await outbox.add(scan('A'))
    await settled()
    const waits: (number | undefined)[] = []
    for (let round = 0; round < 7; round += 1) {
      waits.push(delays().at(-1))
      await ring()
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    world.reached = true
    await ring()
    expect(sent).toEqual(['A'])
  })

  test('retries a scan of a locked order every second, explains the delay, and counts the scan once', async () => {
    const { outbox, world, ring, delays, sent, outcomes } = makeDevice()
    await outbox.start(1)
    world.answers.set('A', { kind: 'held' })
    await outbox.add(scan('A'))
    await outbox.add(scan('B'))
    await settled()
    const waits: (number | undefined)[] = []
    for (let round = 0; round < 8; round += 1) {
      expect([keys(outbox.waiting()), outbox.waitsForOthers(9), outcomes]).toEqual([['A', 'B'], true, []])
      waits.push(delays().at(-1))
      await ring()
    }
    expect(waits).toEqual(Array(8).fill(1000))
    world.answers.clear()
    await ring()
    expect(sent.slice(-2)).toEqual(['A', 'B'])
    expect(outcomes).toEqual(['A', 'B'].map((key) => [key, { kind: 'answered', answer: 'received' }]))
    expect([outbox.waiting(), outbox.waitsForOthers(9)]).toEqual([[], false])
  })

  test('sends the scans of other orders while one order is locked, and reports the lock only for the locked order', async () => {
    const { outbox, world, ring, sent, outcomes } = makeDevice()
    await outbox.start(1)
    world.answers.set('A1', { kind: 'held' })
    await outbox.add(scan('A1'))
    await outbox.add(scan('A2'))
    await outbox.add(scan('B1', 1, 8))
    await settled()
    expect(sent).toEqual(['A1', 'B1'])
    await outbox.add(scan('B2', 1, 8))
    await settled()
    // Adding a scan of order 8 does not make the outbox retry order 9, which is locked.
    expect(sent).toEqual(['A1', 'B1', 'B2'])
    expect([keys(outbox.waiting()), outbox.waitsForOthers(9), outbox.waitsForOthers(8)]).toEqual([['A1', 'A2'], true, false])
    await ring()
    expect(sent.slice(3)).toEqual(['A1'])
    world.answers.clear()
    await ring()
    expect(sent.slice(4)).toEqual(['A1', 'A2'])
    expect(outcomes.map(([key]) => key)).toEqual(['B1', 'B2', 'A1', 'A2'])
    expect([outbox.waiting(), outbox.waitsForOthers(9)]).toEqual([[], false])
  })

  test('keeps all scans when the network fails during sending, and later sends each scan once', async () => {
    const { outbox, world, ring, sent, outcomes } = makeDevice()
    await outbox.start(1)
    world.answers.set('A', { kind: 'held' })
    await outbox.add(scan('A'))
    await settled()
    world.reached = false
    await outbox.add(scan('B', 1, 8))
    await settled()
    expect([keys(outbox.waiting()), outbox.waitsForOthers(9)]).toEqual([['A', 'B'], false])
    world.answers.clear()
    world.reached = true
    await ring()
    await ring()
    expect(sent.slice(1).toSorted()).toEqual(['A', 'B'])
    expect(outcomes).toHaveLength(2)
    expect(outbox.count()).toBe(0)
  })

  test('can discard a scan refused for a locked order, but not one that may have reached the server', async () => {
    const { outbox, world, ring } = makeDevice()
    await outbox.start(1)
    world.answers.set('A', { kind: 'held' })
    await outbox.add(scan('A'))
    await settled()
    expect(await outbox.takeBack(outbox.waiting()[0]?.id ?? 0)).toBe(true)
    await outbox.add(scan('A'))
    world.answers.set('A', { kind: 'unreached' })
    await ring()
    world.answers.set('A', { kind: 'held' })
    await ring()
    expect(await outbox.takeBack(outbox.waiting()[0]?.id ?? 0)).toBe(false)
  })

  test('keeps scans across a reload, and never sends them as another user', async () => {
    const first = makeDevice()
    first.world.online = false
    await first.outbox.start(1)
    await first.outbox.add(scan('A'))
    const other = makeDevice(first.store)
    other.world.me = 2
    await other.outbox.start(2)
    await settled()
    expect(other.sent).toEqual([])
    expect(other.outbox.waiting()).toEqual([])
    other.outbox.stop()
    // The page believes that user 1 is back, but the browser's session belongs to somebody else.
    await other.outbox.start(1)
    await settled()
    expect(keys(other.outbox.waiting())).toEqual(['A'])
    expect(other.sent).toEqual([])
    other.world.me = 1
    other.outbox.tryNow()
    await settled()
    expect(other.sent).toEqual(['A'])
  })

  test('reports a refused scan and sends the next, and keeps all scans when the session ends', async () => {
    const { outbox, world, outcomes, sent, store } = makeDevice()
    world.online = false
    await outbox.start(1)
    for (const key of ['A', 'B', 'C']) await outbox.add(scan(key))
    world.answers.set('A', { kind: 'refused', key: 'order_voided', sentence: 'This order was voided.' })
    world.answers.set('B', { kind: 'signedOut' })
    world.online = true
    outbox.tryNow()
    await settled()
    expect(outcomes).toEqual([['A', { kind: 'refused', key: 'order_voided', sentence: 'This order was voided.' }]])
    expect(sent).toEqual(['A', 'B'])
    expect(keys(await store.list(1))).toEqual(['B', 'C'])
  })

  test('discards only scans that never left the device', async () => {
    const { outbox, world, sent, store } = makeDevice()
    world.online = false
    await outbox.start(1)
    for (const key of ['A', 'B']) await outbox.add(scan(key))
    const [first, second] = outbox.waiting()
    expect(await outbox.takeBack(first?.id ?? 0)).toBe(true)
    expect(await outbox.takeBack(first?.id ?? 0)).toBe(false)
    expect(keys(await store.list(1))).toEqual(['B'])
    // The scan is sent but its answer gets lost. The server may have stored it, so it can't be taken back, not even after a reload.
    world.online = true
    world.answers.set('B', { kind: 'unreached' })
    outbox.tryNow()
    await settled()
    expect(sent).toEqual(['B'])
    expect(await outbox.takeBack(second?.id ?? 0)).toBe(false)
    const reloaded = makeDevice(store)
    reloaded.world.online = false
    await reloaded.outbox.start(1)
    expect(await reloaded.outbox.takeBack(second?.id ?? 0)).toBe(false)
    expect(keys(await store.list(1))).toEqual(['B'])
  })

  test('does not send scans that another window has sent in the meantime', async () => {
    const one = makeDevice()
    one.world.online = false
    await one.outbox.start(1)
    await one.outbox.add(scan('A'))
    const two = makeDevice(one.store)
    await two.outbox.start(1)
    await settled()
    expect(two.sent).toEqual(['A'])
    one.world.online = true
    one.outbox.tryNow()
    await settled()
    expect(one.sent).toEqual([])
    expect(one.outbox.waiting()).toEqual([])
  })
})
