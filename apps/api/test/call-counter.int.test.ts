import { beforeEach, expect, test } from 'vitest'
import { type CallCounter, dropOldCounts, openCallCounter } from '../src/call/call-counter.ts'
import { useTestDb } from './fixtures.ts'

const t = useTestDb()
let copies: [CallCounter, CallCounter]
const now = new Date('2026-03-10T16:00:30Z')
const LIMIT = 100
beforeEach(async () => {
  await t.query('delete from call_count')
  copies = [openCallCounter(t.deps.system, t.deps.log), openCallCounter(t.deps.system, t.deps.log)]
})

/** Makes this many calls one after the other, and returns how many were accepted. */
async function taken(copy: CallCounter, calls: number, at = now): Promise<number> {
  let amount = 0
  for (let call = 0; call < calls; call += 1) {
    if (copy.take('s1', LIMIT, at) === undefined) amount += 1
    await copy.idle()
  }
  return amount
}

test('the rate limit applies to all instances together, within five percent', async () => {
  const [one, other] = copies
  expect(await taken(one, 60)).toBe(60)
  const more = await taken(other, LIMIT)
  expect(more).toBeGreaterThanOrEqual(40)
  expect(more).toBeLessThanOrEqual(45)
  expect(await taken(one, LIMIT)).toBeLessThanOrEqual(5)
  expect([await taken(one, 10), await taken(other, 10)]).toEqual([0, 0])
  expect(one.take('s1', LIMIT, now)).toBe(30)
  expect(one.take('s2', LIMIT, now)).toBeUndefined()
})

test('the rate limit is reset every minute', async () => {
  const [one, other] = copies
  await taken(one, LIMIT)
  expect(await taken(other, LIMIT)).toBeLessThanOrEqual(5)
  const next = new Date(now.getTime() + 30_000)
  expect(await taken(other, 60, next)).toBe(60)
  expect(await taken(one, LIMIT, next)).toBeLessThanOrEqual(45)
})

test('calls are written to the database in batches, and not before a batch is complete', async () => {
  const [one] = copies
  await taken(one, 4)
  expect(await t.query('select from call_count')).toHaveLength(0)
  for (let call = 0; call < 50; call += 1) one.take('s1', LIMIT, now)
  await one.idle()
  expect(await t.query('select calls from call_count')).toEqual([{ calls: 54 }])
})

test('an instance without a database counts its own calls', async () => {
  const alone = openCallCounter(t.deps.system, t.deps.log)
  await t.query('alter table call_count rename to gone')
  expect(await taken(alone, 2 * LIMIT)).toBe(LIMIT)
  await t.query('alter table gone rename to call_count')
})

test('old call counts are deleted', async () => {
  await taken(copies[0], 10)
  await dropOldCounts(t.deps.system, new Date(now.getTime() + 5 * 60_000))
  expect(await t.query('select from call_count')).toHaveLength(1)
  await dropOldCounts(t.deps.system, new Date(now.getTime() + 60 * 60_000))
  expect(await t.query('select from call_count')).toHaveLength(0)
})
