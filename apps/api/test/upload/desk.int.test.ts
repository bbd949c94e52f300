import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { UploadDesk } from '../../src/domains/upload/upload-desk.ts'
import { openTestDb, type TestDb } from '../harness.ts'
import { documentFor, newCustomer, register, type TestCustomer } from '../make.ts'

let t: TestDb
let customer: TestCustomer
beforeAll(async () => {
  t = await openTestDb()
  customer = await newCustomer(t)
})
afterAll(() => t.close())

describe('the desk of uploads', () => {
  test('asks once for all of a customer who wait, and lets each go when its own is read', async () => {
    const desk = new UploadDesk(t.deps.db)
    const ids: number[] = []
    for (let n = 0; n < 20; n += 1) ids.push(await register(t, customer.staff, documentFor(customer)))
    const gone: number[] = []
    const leave = new AbortController()
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    const waiting = ids.map((id) =>
      desk.wait(customer.customerId, id, { ms: 60_000, signal: leave.signal }).then(() => {
        gone.push(id)
      }),
    )
    const asked = () => sent.mock.calls.filter(([what]) => JSON.stringify(what).includes('upload')).length
    await expect.poll(asked).toBeGreaterThan(1)
    expect(gone).toEqual([])
    await t.look("update upload set status = 'stopped' where id = $1", [ids[3]])
    await expect.poll(() => gone).toEqual([ids[3]])
    expect(asked()).toBeLessThan(ids.length)
    sent.mockRestore()
    leave.abort()
    await Promise.all(waiting)
    expect(gone).toHaveLength(ids.length)
  })

  test('does not wait for who has left already', async () => {
    const desk = new UploadDesk(t.deps.db)
    const id = await register(t, customer.staff, documentFor(customer))
    await expect(desk.wait(customer.customerId, id, { ms: 60_000, signal: AbortSignal.abort() })).resolves.toBeUndefined()
  })

  test('lets one customer bring in eight files at once, and another its own beside them', async () => {
    const desk = new UploadDesk(t.deps.db)
    const end = Promise.withResolvers<void>()
    const begun: string[] = []
    const bring = (customerId: number, name: string) =>
      desk.run(customerId, async () => {
        begun.push(name)
        await end.promise
      })
    const all = Array.from({ length: 20 }, (_, n) => bring(1, `a${n}`))
    all.push(bring(2, 'b'))
    await expect.poll(() => begun).toHaveLength(9)
    expect(begun).toContain('b')
    end.resolve()
    await Promise.all(all)
    expect(begun).toHaveLength(21)
  })
})
