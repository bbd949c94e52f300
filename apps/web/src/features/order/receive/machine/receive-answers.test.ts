import { describe, expect, test } from 'vitest'
import type { SettledResult } from '../../../scan/outbox/outbox.ts'
import type { WaitingScan } from '../../../scan/outbox/scan-store.ts'
import type { Recalled } from '../receive-index.ts'
import type { ReceiveAnswer } from './effects.ts'
import { GTIN, makeCounter, order, progress, received, settled } from './machine-world.ts'

describe('the server’s response to a scan', () => {
  test.each([
    [
      'refused',
      { kind: 'refused', key: 'order_closed', sentence: 'It is closed.' },
      { kind: 'failed', sentence: 'It is closed.', amount: 1 },
      5,
    ],
    [
      'already received',
      { kind: 'answered', answer: received({ received: 0, alreadyReceived: 1, receiptId: null }) },
      { kind: 'already', line: 1 },
      4,
    ],
    [
      'a mismatched label',
      {
        kind: 'answered',
        answer: received({
          differs: [{ label: { lotNumber: 'X', expirationDate: null }, file: { lotNumber: 'L', expirationDate: null } }],
        } as never),
      },
      { kind: 'differs', label: { lotNumber: 'X' } },
      5,
    ],
    ['applied to the corrected order', { kind: 'answered', answer: received({ replacedBy: 8 }) }, { kind: 'received', movedTo: 8 }, 4],
    [
      'not on the corrected order',
      { kind: 'answered', answer: received({ replacedBy: 8, received: 0, receiptId: null }) },
      { kind: 'failed' },
      5,
    ],
  ] as const)('leads to this result: %s', (_, outcome, shown, left) => {
    const counter = makeCounter()
    counter.machine.scan('A')
    counter.settle(outcome as SettledResult<ReceiveAnswer>)
    expect(counter.result()).toMatchObject(shown)
    expect(counter.left()).toBe(left)
  })

  test('is shown and announced even when a newer scan is on screen', () => {
    const { machine, settle, result, did } = makeCounter()
    machine.scan('A')
    machine.scan('B')
    settle({ kind: 'refused', key: 'x', sentence: 'No.' }, 1)
    expect(result()).toMatchObject({ kind: 'failed', line: 1 })
    expect(did.at(-1)).toBe('play stop')
  })

  test('disables receiving on the page when the order was voided', () => {
    const { machine, settle } = makeCounter()
    machine.scan('A')
    settle({ kind: 'refused', key: 'order_voided', sentence: 'It was voided.' })
    expect(machine.get().isVoided).toBe(true)
  })

  test('redirects later scans to the corrected order when the order was replaced', () => {
    const { machine, settle } = makeCounter()
    machine.scan('A')
    settle({ kind: 'answered', answer: received({ replacedBy: 8 }) })
    expect(machine.get().replacedBy).toBe(8)
  })

  test('is ignored if the page has no record of that scan', () => {
    const { machine } = makeCounter()
    expect(machine.settle({ id: 99 } as WaitingScan, { kind: 'answered', answer: received() })).toBe(false)
  })

  test('is replaced by a failure message if the device could not save the scan', async () => {
    const { machine, world, result, left } = makeCounter()
    world.isLasting = false
    machine.scan('A')
    await settled()
    expect(result()).toMatchObject({ kind: 'failed', sentence: 'This device could not save the scan.' })
    expect(left()).toBe(5)
  })
})

describe('scans without a network', () => {
  test('are kept on the device, and the package of a discarded scan becomes open again', async () => {
    const { machine, scanOf, result, left } = makeCounter()
    machine.scan('A')
    machine.setWaiting([scanOf(1)])
    const waits = result()
    expect(waits).toMatchObject({ kind: 'received', waiting: true })
    machine.takeBack(waits?.id ?? 0)
    await settled()
    expect(result()).toMatchObject({ kind: 'undone', amount: 1 })
    expect(left()).toBe(5)
  })

  test('are marked and cannot be discarded when they may have reached the server', async () => {
    const { machine, world, did, result, left } = makeCounter()
    world.isTakenBack = false
    machine.scan('A')
    machine.takeBack(result()?.id ?? 0)
    await settled()
    expect(did.at(-1)).toBe('say on its way')
    expect(left()).toBe(4)
  })

  test('lower the number of packages left, and are listed with their outcome, even if made before the page was opened', () => {
    const { machine, result, left } = makeCounter()
    const scan: WaitingScan = {
      id: 7,
      userId: 1,
      documentId: 5,
      at: '2026-11-22T09:00:00Z',
      kind: 'med',
      key: 'B',
      how: 'scan',
      gtin: GTIN,
    }
    machine.setWaiting([scan])
    expect(result()).toBeUndefined()
    expect(machine.get().log).toMatchObject([{ result: { kind: 'received', waiting: true, at: scan.at } }])
    expect(left()).toBe(4)
    expect(machine.settle(scan, { kind: 'answered', answer: received({ received: 0, alreadyReceived: 1, receiptId: null }) })).toBe(true)
    expect(result()).toMatchObject({ kind: 'already', line: 2 })
  })

  test('are matched with the receipt in the next poll if the server’s response to them was lost', () => {
    const { machine, scanOf, settle, result } = makeCounter()
    machine.scan('A')
    machine.setWaiting([scanOf(1)])
    const by = { firstName: 'Dana', lastName: 'Ruiz' }
    machine.merge(
      progress({
        changes: [{ receiptId: 44, userId: 1, by, at: '2026-11-22T11:00:00Z', how: 'serial', undone: false, lines: [[1, 1]] }],
      } as never),
    )
    settle({ kind: 'answered', answer: received({ received: 0, alreadyReceived: 1, receiptId: null }) })
    expect(result()).toMatchObject({ kind: 'received', receiptId: 44, waiting: false })
  })

  test('are shown as waiting while the order is locked by another person, and are received afterwards', () => {
    const { machine, scanOf, settle, result, left } = makeCounter()
    machine.scan('A')
    machine.setWaiting([scanOf(1)], false)
    machine.setWaiting([scanOf(1)], true)
    expect(result()).toMatchObject({ kind: 'received', waiting: true, behindOthers: true })
    expect(left()).toBe(4)
    settle({ kind: 'answered', answer: received({ received: 1, receiptId: 45 }) })
    expect(result()).toMatchObject({ kind: 'received', receiptId: 45, waiting: false })
    expect(left()).toBe(4)
  })

  test('are still shown as received after the receive index is reloaded', () => {
    const { machine, known } = makeCounter()
    machine.scan('A')
    const again = order()
    machine.load(known(again), false)
    expect(again.order.received).toBe(1)
  })
})

describe('a recall of a lot on the order', () => {
  const recall = {
    recallId: 3,
    confidence: 'exact',
    classification: 'Class I',
    epcisMedVocabularyId: 4,
    lotNumber: 'L',
    expiration: '2029-01-31',
    isAnswered: false,
    recallNumbers: ['D-1'],
  } as unknown as Recalled

  test('stops a scan, and does not ask again after the user receives the package anyway', () => {
    const { machine, result, kept } = makeCounter()
    machine.setRecalls([recall])
    machine.scan('A')
    expect(result()).toMatchObject({ kind: 'stop', why: 'recalled' })
    machine.answer(1, 'scan', { recallReason: 'checked' })
    expect(kept).toMatchObject([
      { kind: 'stop', stop: { kind: 'recalled' } },
      { kind: 'med', key: 'A', knownRecallIds: [3], recallReason: 'checked' },
    ])
    machine.scan('B')
    expect(result()).toMatchObject({ kind: 'received', line: 2 })
  })

  test('stops a scan even when only the server knows the recall', async () => {
    const { machine, world, settle, result, left } = makeCounter()
    machine.scan('A')
    world.recalls = [recall]
    settle({ kind: 'refused', key: 'recall_stops', sentence: 'It is recalled.' })
    await settled()
    expect(result()).toMatchObject({ kind: 'stop', why: 'recalled', line: 1 })
    expect(left()).toBe(5)
  })

  test('stops the next scan too if the server did not accept the user’s answer to the first stop', async () => {
    const { machine, world, settle, result } = makeCounter()
    machine.setRecalls([recall])
    machine.scan('A')
    machine.answer(1, 'scan', { recallReason: 'checked' })
    world.recalls = [recall]
    settle({ kind: 'refused', key: 'recall_stops', sentence: 'It is recalled.' })
    await settled()
    expect(result()).toMatchObject({ kind: 'stop', why: 'recalled', line: 1 })
    machine.scan('B')
    expect(result()).toMatchObject({ kind: 'stop', why: 'recalled', line: 2 })
  })

  test('stops the user from receiving a whole product; if the user then confirms Receive All, the call names the recall', async () => {
    const { machine, result, did } = makeCounter()
    machine.setRecalls([recall])
    machine.receiveProduct(4)
    expect(result()).toMatchObject({ kind: 'stop', why: 'recalled' })
    machine.receiveAll('cleared by the maker')
    await settled()
    expect(did).toContain('receive all [3]')
  })
})

describe('goods from an unauthorized partner', () => {
  test.each([
    ['its result is not known yet', { kind: 'unread' }, false],
    ['its result could not be loaded', { kind: 'unchecked' }, true],
    ['it asks the user', { kind: 'ask', isUnasked: false }, true],
  ] as const)('are not received until the partner check permits the receipt: at first, %s', (_, standing, isAsking) => {
    const { machine, left } = makeCounter({ standing })
    machine.scan('A')
    expect(left()).toBe(5)
    expect(machine.gate.get().isAsking).toBe(isAsking)
    machine.gate.set({ kind: 'free', wasHeld: false })
    expect(left()).toBe(4)
  })

  test('are received one at a time: of several packages scanned before the user confirmed, only the last is received', () => {
    const { machine, index, left } = makeCounter({ standing: { kind: 'ask', isUnasked: false } })
    machine.scan('A')
    machine.scan('B')
    machine.gate.go()
    expect(left()).toBe(4)
    expect(machine.get().result).toMatchObject({ line: 2 })
    expect(index.order.received).toBe(1)
  })

  test('are not received when the user puts them on hold', () => {
    const { machine, left } = makeCounter({ standing: { kind: 'ask', isUnasked: false } })
    machine.scan('A')
    machine.gate.set({ kind: 'free', wasHeld: true })
    expect(left()).toBe(5)
    expect(machine.gate.get().isAsking).toBe(false)
  })

  test('are received when the user confirms a stop that came only from the server', async () => {
    const { machine, settle, left, kept } = makeCounter()
    machine.scan('A')
    settle({ kind: 'refused', key: 'partner_stop', sentence: 'Northway is not authorized to sell to you.' })
    await settled()
    expect(machine.gate.get().isAsking).toBe(true)
    machine.gate.go()
    expect(kept).toHaveLength(2)
    expect(left()).toBe(4)
  })
})
