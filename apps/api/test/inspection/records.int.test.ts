import { describe, expect, test } from 'vitest'
import { audit } from '../../src/call/audit.ts'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { correctionKit, without } from '../exception/correction-kit.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor } from '../make.ts'
import { days } from '../sample.ts'
import { readStoredPack, rowsOf } from './read-pack.ts'

/** This file tests records that a pack could miss because of a corrected file, a period or an open transaction. */
// no test in this file prints, so nothing reads the browser's settings
const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } })
const c = useCustomer(t)
const kit = correctionKit(t, c)

const balance = async (period: object = days) => {
  const lines = await t.as(c.admin).inspection.readManyBalance({ preset: 'pbm', ...days, ...period })
  const sum = (column: 'bought' | 'received' | 'returned') => lines.reduce((all, line) => all + line[column], 0)
  return { bought: sum('bought'), received: sum('received'), returned: sum('returned') }
}
async function makePack(
  parts: readonly ['receipts' | 'transactions' | 'audit' | 'exceptions' | 'holds', ...string[]],
  narrow: object = {},
) {
  const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: [...parts] as never, ...narrow }) // the call validates the parts
  await t.runJobs()
  const [pack] = await t.query('select state, failure, phase from pack where id = $1', [id])
  expect(pack).toMatchObject({ state: 'ready' })
  return readStoredPack(t, c.customerId, id)
}
const medOf = async (serial: string | undefined) =>
  (await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [c.customerId, serial]))[0]?.id ??
  0
async function returnToSender(serial: string | undefined): Promise<void> {
  const { holdId } = await t.as(c.staff).med.createOneHold({ target: { medId: await medOf(serial) }, reason: 'torn seal' })
  await t.as(c.lead).med.updateDisposedHold({ holdId, how: 'returned', reason: 'handed over' })
}

describe('a balance', () => {
  test('counts a package as neither received nor returned if it was sent back without ever being received', async () => {
    const order = await addOrder(c, { meds: 3 })
    await returnToSender(order.serials[0])
    expect(await balance()).toMatchObject({ received: 0, returned: 0 })
  })

  test('counts each received package once, even if a corrected file no longer lists it', async () => {
    const { order, same } = await kit.faulty()
    await kit.scan(order, 0)
    await kit.scan(order, 1)
    const { correctionId } = await kit.send(without(documentFor(c, same), order.serials[0] ?? '', 'BRANDNEW2'))
    await kit.replace(correctionId)
    expect(await balance()).toMatchObject({ received: 2 })
  })
})

test('The list of holds in a pack states in words what each hold covers', async () => {
  const order = await addOrder(c, { meds: 6, perCase: 3 })
  const lines = await t.query<{ line: number }>(
    'select line from document_med where document_id = $1 and is_package order by sscc is null, line',
    [order.id],
  )
  const hold = (line: number | undefined) =>
    t.as(c.staff).med.createOneHold({ target: { documentId: order.id, line: line ?? 0 }, reason: 'wet carton' })
  await hold(lines.at(-1)?.line)
  await hold(lines[0]?.line)
  const rows = rowsOf(await makePack(['holds']), '06-holds/holds.csv')
  expect(rows.map((row) => row.What)).toEqual(['Serial number', 'Case or pallet'])
})

describe('the receipts of a pack', () => {
  test('are listed once, even if a corrected file replaced the order', async () => {
    const { order, same } = await kit.faulty()
    await kit.scan(order, 0)
    await kit.scan(order, 1)
    const { correctionId } = await kit.send(documentFor(c, same))
    await kit.replace(correctionId)
    const pack = await makePack(['receipts'])
    expect(
      rowsOf(pack, '03-receipts.csv')
        .map((row) => row['Serial number'])
        .sort(),
    ).toEqual(order.serials.slice(0, 2).sort())
    expect(pack.get('00-index.html')).toContain('2 packages, ')
  })

  test('are counted for the chosen NDCs only', async () => {
    const order = await addOrder(c, { meds: 6 })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const [line] = (await t.as(c.admin).inspection.readManyBalance({ preset: 'pbm', ...days })).filter(({ received }) => received > 0)
    const narrow = { ndcs: [line?.ndc ?? ''] }
    const preview = await t.as(c.admin).inspection.readOnePreview({ preset: 'fda', ...days, ...narrow })
    expect(preview.parts.find(({ part }) => part === 'receipts')?.counted).toContain(`${line?.received} package`)
    expect(rowsOf(await makePack(['receipts'], narrow), '03-receipts.csv')).toHaveLength(line?.received ?? 0)
  })

  test('come with the documents of their order, even if the order’s file arrived before the period', async () => {
    const now = t.clock.now()
    t.clock.set('2026-06-30T15:00:00Z')
    const order = await addOrder(c, { meds: 2, purchaseOrder: 'PO-JUNE' })
    t.clock.set('2026-07-02T15:00:00Z')
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    t.clock.set(now)
    const july = { from: '2026-07-01', to: '2026-07-31' }
    const pack = await makePack(['receipts', 'transactions'], july)
    expect(rowsOf(pack, '03-receipts.csv')).toHaveLength(2)
    expect(rowsOf(pack, '04-ti/orders.csv').map((row) => row['PO number'])).toEqual(['PO-JUNE'])
    expect(await balance(july)).toEqual({ bought: 0, received: 2, returned: 0 })
  })
})

test('the tickets of a pack include one that was opened before the period and is still open', async () => {
  const now = t.clock.now()
  t.clock.set('2025-12-20T15:00:00Z')
  await kit.faulty()
  t.clock.set(now)
  const tickets = rowsOf(await makePack(['exceptions'], { from: '2026-01-01' }), '05-exceptions/exceptions.csv')
  expect(tickets).toHaveLength(1)
})

test('a pack with the audit trail waits for an open transaction, so that no entry is missing', async () => {
  const isWritten = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const scope = { customerId: c.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const late = withCustomer(t.deps.db, scope, 'read write', async (tx) => {
    await audit(
      tx,
      { userId: null, now: t.clock.now() },
      { action: 'order.upload', subject: 'upload', subjectId: 1, detail: { late: true } },
    )
    isWritten.resolve()
    await mayEnd.promise
  })
  await isWritten.promise
  await addOrder(c)
  const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: ['audit'] })
  const built = t.runJobs()
  await expect
    .poll(async () => (await t.as(c.admin).inspection.readMany()).packs.find((pack) => pack.id === id)?.phase)
    .toContain('Waiting')
  mayEnd.resolve()
  await Promise.all([late, built])
  const trail = (await readStoredPack(t, c.customerId, id)).get('14-audit/trail.ndjson') ?? ''
  const [{ amount } = { amount: 0 }] = await t.query<{ amount: number }>(
    `select count(*)::int as amount from audit where customer_id = $1 and id <= (select id from audit where customer_id = $1 and action = 'pack.make' and subject_id = $2)
       and at >= '2026-01-01 05:00Z'`,
    [c.customerId, id],
  )
  expect(trail.trim().split('\n').length).toBeGreaterThanOrEqual(amount)
})
