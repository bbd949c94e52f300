import { setTimeout as wait } from 'node:timers/promises'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor } from '../make.ts'
import { listen } from '../v2/v2-client.ts'
import { connectLibrary, hasOpenSsh, makeKeyPair, openUnreadChannel, pathRequest, runOpenSsh, type SftpTarget } from './sftp-clients.ts'

const t = useTestDb({ config: { sftpDoorPort: 0, host: '127.0.0.1' } })
const c = useCustomer(t)
const key = makeKeyPair()
let target: SftpTarget & { password: string }
beforeAll(async () => {
  await listen(await t.app())
})
beforeEach(async () => {
  const door = { name: 'Northway', locationId: c.main.id, tradingPartnerId: null, publicKeys: [key.publicKey], hasPassword: true }
  const { user, password } = await t.as(c.lead).intake.createOneSftpDoor(door)
  target = { port: t.config.sftpDoorPort ?? 0, user, key, password: password ?? '' }
})

const [STAT, REALPATH] = [17, 16]

describe('the SFTP server', () => {
  test('ends the connection of a client that sends thousands of requests at once, and still answers other clients', async () => {
    const channel = await openUnreadChannel(target)
    channel.send(Array.from({ length: 20_000 }, (_, id) => pathRequest(STAT, id, 'x')))
    await Promise.race([channel.ended, wait(5000)])
    expect(channel.isEnded()).toBe(true)
    const client = await connectLibrary(target)
    await client.put(Buffer.from(documentFor(c)), 'order.xml')
    await client.end()
  })

  test('ends the connection of a client that does not read its answers', async () => {
    const channel = await openUnreadChannel(target)
    for (let batch = 0; batch < 100 && !channel.isEnded(); batch++) {
      channel.send(Array.from({ length: 50 }, (_, id) => pathRequest(REALPATH, id, '\u{1F48A}'.repeat(200))))
      await wait(20)
    }
    expect(channel.isEnded()).toBe(true)
  })

  test('delivers a file once if a client closes it twice at the same time', async () => {
    const client = new ssh2.Client()
    const text = Buffer.from(documentFor(c))
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.on('error', reject)
      client.on('ready', () => client.sftp((error, opened) => (error ? reject(error) : resolve(opened))))
      client.connect({ host: '127.0.0.1', port: target.port, username: target.user, password: target.password })
    })
    const handle = await new Promise<Buffer>((resolve, reject) =>
      sftp.open('twice.xml', 'w', (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    sftp.write(handle, text, 0, text.length, 0, () => undefined)
    const close = () => new Promise<string>((resolve) => sftp.close(handle, (error) => resolve(error ? error.message : 'closed')))
    expect(await Promise.all([close(), close()])).toEqual(['closed', 'This file is already closed.'])
    client.end()
    expect(await t.query('select times from inbound_message where customer_id = $1', [c.customerId])).toEqual([{ times: 1 }])
  })

  test('answers a hundred requests that a client sends at once', async () => {
    const client = await connectLibrary(target)
    await client.put(Buffer.from(documentFor(c)), 'order.xml')
    const found = await Promise.all(Array.from({ length: 100 }, () => client.exists('order.xml')))
    expect(new Set(found)).toEqual(new Set(['-']))
    await client.end()
  })

  test.runIf(hasOpenSsh).each(['64', '128', '512'])('receives a file that OpenSSH sends in small pieces, %s at a time', async (amount) => {
    const text = documentFor(c, { meds: 40 })
    await runOpenSsh(target, [['put', 'order.xml', text]], ['-R', amount, '-B', '64'])
    expect(await t.query('select size::int from inbound_message where customer_id = $1', [c.customerId])).toEqual([
      { size: Buffer.byteLength(text) },
    ])
  })
})
