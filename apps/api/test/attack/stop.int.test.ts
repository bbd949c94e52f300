import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../harness.ts'
import { newCustomer } from '../make.ts'
import { head, type Live, listen } from './live.ts'

let t: TestDb
afterEach(() => t.close())

/** Disables all timeouts, so that only `close` can end a connection. */
const PATIENT = { bodyWindowSeconds: 3600, headersSeconds: 3600, requestSeconds: 3600, lingerSeconds: 3600 }

async function open(live: Live, text: string | Buffer): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(live.port, '127.0.0.1')
  socket.on('error', () => undefined).resume()
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(text)
  return { closed }
}

describe('process exit', () => {
  test('does not wait for the rest of incomplete requests', async () => {
    t = await openTestDb({ config: { ...PATIENT, halfSentSeconds: 0.2, closeGraceSeconds: 3600 } })
    const live = await listen(await t.app())
    const authorization = `Bearer ${await t.signIn((await newCustomer(t)).admin)}`
    const upload = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked', authorization }
    const half = [
      await open(live, 'GET / HTTP/1.1\r\nHost: loc'),
      await open(live, ''),
      await open(live, head('POST /api/v1/auth/create/one/token', { 'content-type': 'application/json', 'content-length': '100' })),
      await open(live, `${head('POST /api/v1/file/upload/order', upload)}5\r\n--b\r\n\r\n`),
      await open(live, `${head('POST /api/v1/file/upload/order', { ...upload, 'content-encoding': 'gzip' })}3\r\n\x1f\x8b\x08\r\n`),
    ]
    // This request is sent after the incomplete ones, so once the server has answered it, the server has received everything that they will ever
    // send.
    expect((await live.get('/health', { connection: 'close' })).status).toBe(200)
    await live.app.incoming.close()
    await Promise.all(half.map(({ closed }) => closed))
  })

  test('waits for a response in progress', async () => {
    t = await openTestDb({ config: { ...PATIENT, halfSentSeconds: 0.05, closeGraceSeconds: 3600 } })
    const live = await listen(await t.app())
    const { promise: isReached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: isReady, resolve: ready } = Promise.withResolvers<void>()
    t.deps.storage.check = async () => {
      reach()
      await isReady
    }
    const answer = live.get('/ready')
    await isReached
    const closed = live.app.incoming.close()
    // Within the next 200 ms the server checks several times for incomplete requests to close. It must not close this request, which arrived in full.
    await expect.poll(() => live.app.server.listening).toBe(false)
    const half = await new Promise((resolve) => setTimeout(resolve, 200, 'several looks later'))
    expect(half).toBe('several looks later')
    ready()
    expect((await answer).status).toBe(200)
    await closed
  })

  test('is forced when an answer takes longer than the grace period', async () => {
    t = await openTestDb({ config: { ...PATIENT, halfSentSeconds: 3600, closeGraceSeconds: 0.2 } })
    const live = await listen(await t.app())
    const { promise: isReached, resolve: reach } = Promise.withResolvers<void>()
    t.deps.mailer.check = () => {
      reach()
      return new Promise(() => undefined)
    }
    const answer = live.get('/ready').then(
      () => 'answered',
      () => 'cut',
    )
    await isReached
    await live.app.incoming.close()
    expect(await answer).toBe('cut')
  })
})
