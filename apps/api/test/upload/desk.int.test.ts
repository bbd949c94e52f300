import { connect } from 'node:net'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { UploadDesk } from '../../src/domains/upload/upload-desk.ts'
import { head, listen } from '../attack/live.ts'
import { useTestDb } from '../fixtures.ts'
import { documentFor, newCustomer, register, type TestCustomer } from '../make.ts'

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})

describe('the limit on concurrent uploads', () => {
  test('lets all waiting calls of a customer share one query, and answers each call when its upload has been read', async () => {
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
    await t.query("update upload set status = 'stopped' where id = $1", [ids[3]])
    await expect.poll(() => gone).toEqual([ids[3]])
    expect(asked()).toBeLessThan(ids.length)
    sent.mockRestore()
    leave.abort()
    await Promise.all(waiting)
    expect(gone).toHaveLength(ids.length)
  })

  test('ends a caller’s wait at once when the caller disconnects', async () => {
    const desk = new UploadDesk(t.deps.db)
    const id = await register(t, customer.staff, documentFor(customer))
    await expect(desk.wait(customer.customerId, id, { ms: 60_000, signal: AbortSignal.abort() })).resolves.toBeUndefined()
  })

  test('accepts eight concurrent files per customer, without limiting other customers', async () => {
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

  test('refuses a ninth file with a message while eight are running, and accepts one again as soon as one of them has ended', async () => {
    const desk = new UploadDesk(t.deps.db, { slotWaitMs: 20 })
    const end = Promise.withResolvers<void>()
    const eight = Array.from({ length: 8 }, () => desk.run(1, () => end.promise))
    const begin = vi.fn(async () => 'taken')
    await expect(desk.run(1, begin)).rejects.toMatchObject({ key: 'upload_busy', retryAfter: 30 })
    await expect(desk.run(2, begin)).resolves.toBe('taken')
    end.resolve()
    await Promise.all(eight)
    expect(begin).toHaveBeenCalledTimes(1)
    await expect(desk.run(1, begin)).resolves.toBe('taken')
  })

  test('refuses none of many small waiting files as long as other files keep finishing', async () => {
    const desk = new UploadDesk(t.deps.db, { slotWaitMs: 400 })
    // 96 files in twelve rounds of eight: one round takes less than the timeout, but all twelve together take longer.
    const work = () => new Promise<string>((resolve) => setTimeout(resolve, 100, 'taken'))
    const all = await Promise.allSettled(Array.from({ length: 96 }, () => desk.run(1, work)))
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  test('refuses any further upload over REST while eight are still arriving, with a Retry-After header', async () => {
    const live = await listen(await createApp({ ...t.deps, uploads: new UploadDesk(t.deps.db, { slotWaitMs: 300 }) }))
    const authorization = `Bearer ${await t.signIn(customer.staff)}`
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked', authorization }
    const slow = Array.from({ length: 8 }, () => {
      const socket = connect(live.port, '127.0.0.1')
      socket.on('error', () => undefined).resume()
      socket.write(`${head('POST /api/v1/file/upload/order', headers)}5\r\n--b\r\n\r\n`)
      return socket
    })
    const send = () => {
      const body = new FormData()
      body.set('file', new Blob([documentFor(customer)]), 'order.xml')
      return fetch(`${live.url}/api/v1/file/upload/order?wait=0`, { method: 'POST', headers: { authorization }, body })
    }
    let answer = await send()
    while (answer.status === 200) answer = await send()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await answer.json()).toMatchObject({ payload: { msg: expect.stringContaining('Upload it again when they are done') } })
    for (const socket of slow) socket.destroy()
    await expect.poll(async () => (await send()).status, { timeout: 30_000 }).toBe(200)
    await live.app.close()
  })
})
