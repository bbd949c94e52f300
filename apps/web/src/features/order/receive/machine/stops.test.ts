import { describe, expect, test } from 'vitest'
import type { Recalled } from '../receive-index.ts'
import type { Elsewhere } from '../receive-types.ts'
import { GTIN, makeCounter, order, progress, received, settled } from './machine-world.ts'

const elsewhere: Elsewhere = {
  documentId: 9,
  medId: 3,
  purchaseOrderNumbers: ['88190-01'],
  senderNames: ['Quarry Hill Supply'],
  received: false,
  productName: 'Sertraline',
}

describe('a rejected scan', () => {
  test('is recorded with its cause, and its package is skipped when its case or the whole order is received', async () => {
    const { machine, kept, result, left } = makeCounter()
    machine.scan(`01${GTIN}21A\u001d10OTHER`)
    expect(result()).toMatchObject({ kind: 'differs', line: 1 })
    expect(kept).toMatchObject([{ kind: 'stop', key: 'A', gtin: GTIN, lotNumber: 'OTHER', stop: { kind: 'differs' } }])
    machine.receiveContainer(0)
    expect(result()).toMatchObject({ kind: 'received', of: 'container', amount: 1 })
    machine.receiveAll()
    expect(result()).toMatchObject({ kind: 'received', of: 'all', amount: 3 })
    expect(left()).toBe(1)
  })

  test('makes the next scan of the same package stop too, even if the new label matches the file, until the user gives a reason', () => {
    const { machine, result, kept } = makeCounter()
    machine.scan(`01${GTIN}21A\u001d10OTHER`)
    machine.scan(`01${GTIN}21A\u001d10L`)
    expect(result()).toMatchObject({ kind: 'stop', why: 'setAside', line: 1 })
    machine.answer(1, 'scan', { lotNumber: 'L', stopReason: 'the first label was smeared' })
    expect(result()).toMatchObject({ kind: 'received', line: 1 })
    expect(kept.at(-1)).toMatchObject({ kind: 'med', stopReason: 'the first label was smeared' })
  })

  test('is recorded as unknown if its package is not found, and as a package of another order if that order lists it', async () => {
    const { machine, world, kept } = makeCounter()
    machine.scan('ZZ')
    await settled()
    world.elsewhere = [elsewhere]
    machine.scan('YY')
    await settled()
    expect(kept).toMatchObject([
      { key: 'ZZ', stop: { kind: 'unknown' } },
      { key: 'YY', stop: { kind: 'otherOrder', about: 'PO 88190-01 from Quarry Hill Supply' } },
    ])
  })

  test('keeps its package out of Receive All once somebody has pressed Set aside', async () => {
    const { machine, kept, result, left } = makeCounter()
    machine.scan('C')
    expect(left()).toBe(4)
    machine.scan('OLD')
    const stop = result()
    if (stop) machine.setAside(stop)
    expect(result()).toBeUndefined()
    expect(kept.at(-1)).toMatchObject({ kind: 'stop', key: 'OLD', stop: { kind: 'setAside' } })
    machine.receiveAll()
    expect(left()).toBe(1)
  })

  test('is not recorded if the user only clicked the package in the list, because then nobody has the package in hand', () => {
    const { machine, result, kept } = makeCounter()
    machine.answer(4, 'serial')
    expect(result()).toMatchObject({ kind: 'stop', why: 'expired' })
    expect(kept).toEqual([])
  })

  test('made on another device excludes its package from Receive All on this device after the next update', () => {
    const { machine, left } = makeCounter()
    machine.merge(progress({ stopped: [{ line: 3, lastLine: 3, kind: 'setAside', answer: null }] }))
    machine.receiveAll()
    expect(left()).toBe(1)
  })

  test('stops counting as received on the device, and shows the reason, once the server reports the stop', () => {
    const { machine, settle, result, left } = makeCounter()
    machine.scan('A')
    const said = 'It was set aside at the counter. No decision has been made yet.'
    const notReceived = [{ serialNumber: 'A', gtin: GTIN, why: 'setAside' as const, answer: null, said }]
    settle({ kind: 'answered', answer: received({ received: 0, receiptId: null, notReceived }) })
    expect(result()).toMatchObject({ kind: 'stop', why: 'setAside', line: 1 })
    expect(left()).toBe(5)
  })

  test('makes its package open again and shows the server’s reason if the package has left with a shipment', () => {
    const { machine, settle, result, left } = makeCounter()
    machine.scan('A')
    const said = 'It was sent to Harbor Pharmacy on 11/20/2026, 10:00 AM, with shipment 7.'
    const notReceived = [{ serialNumber: 'A', gtin: GTIN, why: 'left' as const, answer: null, said }]
    settle({ kind: 'answered', answer: received({ received: 0, receiptId: null, notReceived }) })
    expect(result()).toMatchObject({ kind: 'failed', sentence: said, line: 1 })
    expect(left()).toBe(5)
  })

  test('caused by a hold shows who placed the hold and why', async () => {
    const index = order()
    index.states[3] = 2
    const { machine, world, result } = makeCounter({ index })
    world.hold = { by: 'Dana Ruiz', at: '2026-11-20T10:00:00.000Z', reason: 'Recall D-9001-2026' }
    machine.scan('C')
    await settled()
    expect(result()).toMatchObject({ kind: 'stop', why: 'held', hold: world.hold })
  })
})

describe('a scanned package that is on another open order', () => {
  test('is received on that order after its label and date are checked, while this order stays on screen', async () => {
    const { machine, world, kept, settle, result, did } = makeCounter()
    world.elsewhere = [elsewhere]
    machine.scan(`01${GTIN}21ELSE\u001d10L7`)
    await settled()
    const missing = result()
    if (missing?.kind !== 'missing') throw new Error('It is on the order.')
    machine.receiveThere(missing)
    expect(result()).toMatchObject({ kind: 'there', amount: undefined })
    expect(kept.at(-1)).toMatchObject({ kind: 'med', documentId: 9, key: 'ELSE', gtin: GTIN, lotNumber: 'L7', stopDated: true })
    settle({ kind: 'answered', answer: received() })
    expect(result()).toMatchObject({ kind: 'there', amount: 1 })
    expect(did).toContain('play received')
  })

  test('is not received when that order refuses it, and the reason is shown', async () => {
    const { machine, world, settle, result } = makeCounter()
    world.elsewhere = [elsewhere]
    machine.scan('ELSE')
    await settled()
    const missing = result()
    if (missing?.kind === 'missing') machine.receiveThere(missing)
    const notReceived = [{ serialNumber: 'ELSE', gtin: null, why: 'expired' as const, answer: null, said: 'It is expired.' }]
    settle({ kind: 'answered', answer: received({ received: 0, receiptId: null, notReceived }) })
    expect(result()).toMatchObject({
      kind: 'failed',
      sentence: 'It is expired. Open PO 88190-01 from Quarry Hill Supply to decide.',
    })
  })
})

describe('Receive All with recalled packages', () => {
  const recall = {
    recallId: 3,
    epcisEventId: 8,
    confidence: 'exact',
    classification: 'Class I',
    epcisMedVocabularyId: 4,
    lotNumber: 'L',
    expiration: '2029-01-31',
    isAnswered: false,
    recallNumbers: ['D-1'],
  } as unknown as Recalled

  test('receives the other packages after the recalled ones are put on hold', async () => {
    const { machine, world, result, did } = makeCounter()
    machine.setRecalls([recall])
    world.all = { ok: true, answer: received({ received: 1 }) }
    machine.holdAndReceive([recall])
    await settled()
    expect(did).toContain('receive all []')
    expect(result()).toMatchObject({ kind: 'received', of: 'all', amount: 1 })
  })

  test('receives nothing when the recalled packages cannot be put on hold', async () => {
    const { machine, world, did, result, left } = makeCounter()
    machine.setRecalls([recall])
    world.held = { ok: false, key: '', sentence: 'The server could not be reached.' }
    machine.holdAndReceive([recall])
    await settled()
    expect(result()).toMatchObject({ kind: 'failed', sentence: 'The server could not be reached.' })
    expect(did).not.toContain('receive all []')
    expect(left()).toBe(5)
  })
})
