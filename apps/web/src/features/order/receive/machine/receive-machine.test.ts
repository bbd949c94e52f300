import { describe, expect, test } from 'vitest'
import { applyRanges } from '../receive-index.ts'
import type { Elsewhere } from '../receive-types.ts'
import type { Receipt } from './effects.ts'
import { GTIN, makeCounter, order, progress, received, settled } from './machine-world.ts'

describe('a scan', () => {
  test.each([
    ['a med', 'A', { kind: 'received', of: 'med', line: 1, amount: 1, pending: true }],
    ['a case by its SSCC', '003011620000000017', { kind: 'received', of: 'container', line: 0, amount: 2 }],
    ['an expired med', 'OLD', { kind: 'stop', why: 'expired' }],
    ['a package not on the order', 'ZZ', { kind: 'missing', isSearching: true }],
    ['a label with another lot', `01${GTIN}21C\u001d10OTHER`, { kind: 'differs', line: 3, label: { lotNumber: 'OTHER' } }],
    ['a GTIN alone', `01${GTIN}`, { kind: 'productCode' }],
  ])('of %s shows the result at once', (_, text, shown) => {
    const { machine, result } = makeCounter()
    machine.scan(text)
    expect(result()).toMatchObject(shown)
  })

  test('is shown as received at once, saved, and confirmed by the server’s response', () => {
    const { machine, kept, settle, result, left, did, index } = makeCounter()
    machine.scan('A')
    expect(kept).toMatchObject([{ key: 'A', kind: 'med', how: 'serial', gtin: GTIN, documentId: 5, userId: 1 }])
    expect(left()).toBe(4)
    settle({ kind: 'answered', answer: received() })
    expect(result()).toMatchObject({ kind: 'received', pending: false, receiptId: 40 })
    expect(index.receipts[1]).toBe(40)
    expect(did).toEqual(['play received', 'note [[1,1]] true'])
  })

  test('of a received med reports that it was already received', () => {
    const { machine, result } = makeCounter()
    machine.scan('A')
    machine.scan('A')
    expect(result()?.kind).toBe('already')
    expect(machine.get().log).toHaveLength(2)
  })

  test('with Caps Lock on is read with upper and lower case swapped if only the swapped text matches the order', () => {
    const { machine, result } = makeCounter()
    machine.scanByScanner({ text: 'a', terminator: 'Enter', capsLock: true })
    expect(result()).toMatchObject({ kind: 'received', line: 1 })
  })

  test('made before the order has loaded is processed once the order is loaded', () => {
    const { machine, known, result } = makeCounter({ isLoaded: false })
    machine.scan('A')
    expect(result()).toBeUndefined()
    machine.load(known(order()), false)
    expect(result()).toMatchObject({ kind: 'received', line: 1 })
  })

  test('on a read-only order does nothing', () => {
    const { machine, known, result, kept } = makeCounter({ isLoaded: false })
    machine.load({ ...known(order()), isReadOnly: true }, false)
    machine.scan('A')
    expect(result()).toBeUndefined()
    expect(kept).toEqual([])
  })

  test('of a package that is not on the order leads to a lookup, and a sound is played as soon as the lookup has found the package', async () => {
    const { machine, world, did, result } = makeCounter()
    world.elsewhere = [{ documentId: 9, purchaseOrderNumbers: [], senderNames: [] } as unknown as Elsewhere]
    machine.scan('ZZ')
    await settled()
    expect(result()).toMatchObject({ kind: 'missing', isSearching: false, found: [{ documentId: 9 }] })
    expect(did).toEqual(['play elsewhere'])
  })

  test('of a stopped package is recorded, and the package can be received with a reason', () => {
    const { machine, result, kept } = makeCounter()
    machine.scan('OLD')
    const stop = result()
    if (stop?.kind !== 'stop') throw new Error('It did not stop.')
    expect(kept).toMatchObject([{ kind: 'stop', key: 'OLD', stop: { kind: 'expired' } }])
    machine.answer(stop.line, stop.how, { stopReason: 'for the return' })
    expect(result()).toMatchObject({ kind: 'received', line: 4 })
    expect(kept[1]).toMatchObject({ kind: 'med', key: 'OLD', stopReason: 'for the return' })
  })
})

describe('Receive All', () => {
  test('takes effect at once, and reloads the order when the server did not receive everything', async () => {
    const { machine, world, result, did } = makeCounter()
    world.all = { ok: true, answer: received({ received: 3, expired: 1 }) }
    machine.receiveAll()
    expect(result()).toMatchObject({ kind: 'received', of: 'all', amount: 5, pending: true })
    await settled()
    expect(result()).toMatchObject({ amount: 3, expired: 1, pending: false })
    expect(did).toContain('reread')
  })

  test('is rolled back when the call fails, and can be retried', async () => {
    const { machine, world, result, left } = makeCounter()
    world.all = { ok: false, key: '', sentence: 'The server could not be reached.' }
    machine.receiveAll()
    await settled()
    const failed = result()
    expect(failed).toMatchObject({ kind: 'failed', amount: 5 })
    expect(left()).toBe(5)
    world.all = { ok: true, answer: received({ received: 5 }) }
    if (failed?.kind === 'failed') failed.retry()
    await settled()
    expect(left()).toBe(0)
  })
})

describe('receipts by coworkers', () => {
  const change = {
    receiptId: 60,
    userId: 2,
    by: { firstName: 'Lee', lastName: 'Okafor' },
    at: '2026-11-22T11:00:00Z',
    how: 'scan',
    undone: false,
    lines: [[3, 3]],
  }

  test('lower the number of packages left and are listed once, without replacing the current result', () => {
    const { machine, left } = makeCounter()
    machine.merge(progress({ changes: [change], amountNotReceived: 4 } as never))
    machine.merge(progress({ changes: [change], amountNotReceived: 4 } as never))
    expect(left()).toBe(4)
    expect(machine.get().log).toMatchObject([{ heard: { words: expect.stringContaining('Lee Okafor') } }])
    expect(machine.get().result).toBeUndefined()
  })

  test('make the page reload its index if the index’s counts differ from the server’s, unless a call is pending', () => {
    const { machine, did } = makeCounter()
    machine.merge(progress({ amountNotReceived: 2 }))
    expect(did).toEqual(['reread'])
    machine.scan('A')
    did.length = 0
    machine.merge(progress({ amountNotReceived: 2 }))
    expect(did).toEqual([])
  })

  test('made before the page was opened are listed below newer ones', () => {
    const { machine, index } = makeCounter()
    machine.scan('A')
    machine.remember(progress({ changes: [change] } as never), 60)
    expect(machine.get().log).toMatchObject([{ result: { line: 1 } }, { heard: {} }])
    expect(index.receipts[3]).toBe(60)
  })
})

describe('an undo', () => {
  const wish = { receiptId: 40, line: 1, only: true }
  const receipt = { id: 40, mayUndo: true, needsReason: false, remaining: 1 } as Receipt

  test('of the latest receipt takes effect at once', async () => {
    const { machine, settle, result, left, did } = makeCounter()
    machine.scan('A')
    settle({ kind: 'answered', answer: received() })
    machine.undo(wish)
    await settled()
    expect(result()).toMatchObject({ kind: 'undone', line: 1, amount: 1 })
    expect(left()).toBe(5)
    expect(did).toContain('poll')
  })

  test('stays in effect when older reports of the order’s progress arrive after it', async () => {
    const { machine, settle, result, left, kept } = makeCounter()
    machine.scan('A')
    settle({ kind: 'answered', answer: received() })
    machine.undo(wish)
    await settled()
    const by = { firstName: 'Dana', lastName: 'Ruiz' }
    const change = { receiptId: 40, userId: 1, by, at: '2026-11-22T11:00:00Z', how: 'scan', undone: false, lines: [[1, 1]] }
    machine.merge(progress({ changes: [change], amountNotReceived: 4 } as never))
    expect(left()).toBe(5)
    machine.scan('A')
    expect(result()).toMatchObject({ kind: 'received', line: 1, pending: true })
    expect(kept).toHaveLength(2)
    machine.merge(progress({ changes: [{ ...change, undone: true }], amountNotReceived: 5 } as never))
    expect(left()).toBe(4)
  })

  test('is also applied to stale order data that arrives later', async () => {
    const { machine, settle, known, result } = makeCounter()
    machine.scan('A')
    settle({ kind: 'answered', answer: received() })
    machine.undo(wish)
    await settled()
    const stale = order()
    applyRanges(stale, [[1, 1]], true, 40)
    machine.load(known(stale), false)
    const by = { firstName: 'Dana', lastName: 'Ruiz' }
    const change = { receiptId: 40, userId: 1, by, at: '2026-11-22T11:00:00Z', how: 'scan', undone: true, lines: [[1, 1]] }
    machine.merge(progress({ changes: [change], amountNotReceived: 5 } as never))
    machine.scan('A')
    expect(result()?.kind).toBe('received')
  })

  test.each([
    ['needs a reason', { ...receipt, needsReason: true }, true, false],
    ['needs no reason', receipt, false, true],
    ['the user may not undo', { ...receipt, mayUndo: false }, false, false],
  ])('of a receipt that %s asks for a reason if one is needed, and is refused without permission', async (_, found, isAsking, isUndone) => {
    const { machine, world, did } = makeCounter()
    world.receipts = [found]
    machine.undo(wish)
    await settled()
    expect(machine.get().asking !== undefined).toBe(isAsking)
    expect(did.includes('undo 40')).toBe(isUndone)
    expect(did.includes('say not undone')).toBe(!found.mayUndo)
  })

  test('asks for a reason when the server requires one, and then takes effect', async () => {
    const { machine, world, did, result } = makeCounter()
    world.receipts = [receipt]
    world.undo = { ok: false, key: 'reason_needed', sentence: 'Say why.' }
    machine.undo(wish)
    await settled()
    expect(machine.get().asking).toEqual(wish)
    world.undo = { ok: true, answer: { undone: 1 } }
    await machine.confirmUndo('counted wrong')
    expect(did).toContain('undo 40 counted wrong')
    expect(result()?.kind).toBe('undone')
    expect(machine.get().asking).toBeUndefined()
  })
})
