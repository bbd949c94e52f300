import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MailReceiver } from '../../src/domains/exception/reply/mail-receiver.ts'
import { queueLeftPartsJob } from '../../src/domains/intake/intake.jobs.ts'
import { mailDoorIntake } from '../../src/domains/intake/mail/mail-door.service.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, newCustomer } from '../make.ts'
import { listen, makeV2Client } from '../v2/v2-client.ts'
import { connectLibrary, makeKeyPair, SFTP_CLIENTS, type SftpCommand, type SftpTarget, sendRawPackets } from './sftp-clients.ts'

const MOST = 400_000
const t = useTestDb({ config: { sftpDoorPort: 0, host: '127.0.0.1', uploadMaxBytes: MOST, sftpSignInSeconds: 4, sftpStallSeconds: 1 } })
const c = useCustomer(t)
const key = makeKeyPair()
let base = ''
let port = 0
let target: SftpTarget
let doorId = 0
let password = ''
beforeAll(async () => {
  base = await listen(await t.app())
  port = t.config.sftpDoorPort ?? 0
})
beforeEach(async () => {
  const door = { name: 'Northway', locationId: c.main.id, tradingPartnerId: null, publicKeys: [key.publicKey], hasPassword: true }
  const made = await t.as(c.lead).intake.createOneSftpDoor(door)
  doorId = made.doorId
  password = made.password ?? ''
  target = { port, user: made.user, key }
})

const orders = () => t.query('select id from "order" where customer_id = $1', [c.customerId])
const messages = () =>
  t.query<{ door: string; filename: string; times: number }>(
    'select door, filename, times from inbound_message where customer_id = $1 order by id',
    [c.customerId],
  )
const parts = () => t.query<{ name: string }>('select name from intake_part where customer_id = $1', [c.customerId])
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
/** Polls until `isDone` returns true, for about five seconds. */
async function until(isDone: () => Promise<boolean> | boolean): Promise<void> {
  for (let left = 100; left > 0 && !(await isDone()); left--) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe.each(SFTP_CLIENTS)('a file that %s puts into the drop folder', (_client, run) => {
  const send = (...commands: SftpCommand[]) => run(target, commands)

  test('becomes a delivery when it is closed, and then an order', async () => {
    const text = documentFor(c, { meds: 4 })
    await send(['put', 'order.xml', text])
    await t.runJobs()
    expect(await orders()).toHaveLength(1)
    expect((await t.as(c.staff).intake.readMany({})).items).toMatchObject([
      { door: 'sftp', doorId, from: 'Northway', filename: 'order.xml', sha256: sha256(text), status: 'imported', address: '127.0.0.1' },
    ])
  })

  test('under a temporary name is imported when it is renamed', async () => {
    await send(['put', 'order.xml.filepart', documentFor(c)])
    await t.runJobs()
    expect([await orders(), await messages(), await parts()]).toEqual([[], [], [{ name: 'order.xml.filepart' }]])
    await send(['rename', 'order.xml.filepart', 'order.xml'])
    await t.runJobs()
    expect([await orders(), await messages(), await parts()]).toMatchObject([[{}], [{ filename: 'order.xml' }], []])
  })

  test('under a temporary name is imported after an hour without a rename', async () => {
    await send(['put', 'order.tmp', documentFor(c)])
    t.clock.advance(61 * 60_000)
    await queueLeftPartsJob.run({}, t.deps as JobContext) // the job uses nothing else of its context
    await t.runJobs()
    expect([await orders(), await messages(), await parts()]).toMatchObject([[{}], [{ filename: 'order.tmp' }], []])
  })

  test('under the name of an earlier file is imported separately and does not overwrite the earlier file', async () => {
    await send(
      ['put', 'a.xml', documentFor(c)],
      ['put', 'a.xml', documentFor(c)],
      ['put', 'a.tmp', documentFor(c)],
      ['rename', 'a.tmp', 'a.xml'],
    )
    await t.runJobs()
    expect([(await orders()).length, (await messages()).map(({ filename }) => filename)]).toEqual([3, ['a.xml', 'a.xml', 'a.xml']])
  })

  test('is listed with its size, and cannot be read', async () => {
    const text = documentFor(c)
    const listed = await send(['put', 'a.xml', text], ['put', 'b.tmp', 'half'], ['ls'])
    expect(listed).toContain(String(text.length))
    expect(listed).toMatch(/a\.xml/)
    expect(listed).toMatch(/b\.tmp/)
    await expect(send(['get', 'a.xml', 'x'])).rejects.toThrow(/denied|cannot be read/i)
  })

  test.each(['../../x', '/etc/x', 'in/x.xml', '..\\x', 'x'.repeat(300)])(
    'is refused if its name is %s, and nothing is kept',
    async (name) => {
      await expect(send(['put', name, documentFor(c)])).rejects.toThrow()
      expect(await messages()).toEqual([])
    },
  )

  test('that is too large is refused', async () => {
    await expect(send(['put', 'large.xml', Buffer.alloc(MOST + 1, 'x')])).rejects.toThrow()
    expect([await messages(), await parts()]).toEqual([[], []])
  })

  test('and removes again is imported if it had its final name, but not if it had a temporary name', async () => {
    await send(['put', 'a.tmp', 'x'], ['rm', 'a.tmp'], ['put', 'b.xml', documentFor(c)], ['rm', 'b.xml'])
    await t.runJobs()
    expect([(await orders()).length, await parts()]).toEqual([1, []])
  })
})

describe('the SFTP server', () => {
  const library = () => connectLibrary({ port, user: target.user, password })

  test('states the limit when it refuses a file that is too large', async () => {
    const client = await library()
    await expect(client.put(Buffer.alloc(MOST + 1, 'x'), 'large.xml')).rejects.toThrow(`The file is larger than ${MOST} bytes.`)
    await client.end()
  })

  test('accepts parallel writes in any order', async () => {
    const client = await library()
    const text = `<?xml version="1.0"?><x>${'y'.repeat(MOST - 100)}</x>`
    const file = join(t.config.dataDir, '..', 'fast.xml')
    await writeFile(file, text)
    await client.fastPut(file, 'fast.xml', { concurrency: 16, chunkSize: 4096 })
    await client.end()
    expect(await t.query('select sha256 from inbound_message where customer_id = $1', [c.customerId])).toEqual([{ sha256: sha256(text) }])
  })

  test('refuses wrong secrets, strangers, revoked users, and a password that is used as a delivery token', async () => {
    const other = await newCustomer(t)
    const attempts = [
      { port, user: target.user, password: `${password}x` },
      { port, user: target.user, key: makeKeyPair() },
      { port, user: target.user.replace(/-\d+-/, `-${other.customerId}-`), password },
      { port, user: 'root', password },
    ]
    for (const one of attempts) await expect(connectLibrary(one)).rejects.toThrow(/authentication/i)
    const sender = makeV2Client(base, `seriatim_door_${c.customerId}-${password}`)
    expect((await sender.send('POST', '/intake', { body: documentFor(c), headers: {} })).status).toBe(401)
    await t.as(c.lead).intake.deleteOneDoor({ doorId })
    await expect(library()).rejects.toThrow(/authentication/i)
  })

  test('stores the password as a hash only, and shows the fingerprints of the keys', async () => {
    for (const { text } of await t.query<{ text: string }>(
      'select intake_door::text as text from intake_door union all select audit::text from audit',
    ))
      expect(text).not.toContain(password)
    const overview = await t.as(c.staff).intake.readOneOverview()
    expect(overview.doors).toMatchObject([
      { kind: 'sftp', sftp: { user: target.user, hasPassword: true, keys: [expect.stringMatching(/^SHA256:/)] } },
    ])
    expect(overview.sftpServer).toMatchObject({ port, fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/) })
  })

  test('accepts nothing of a file if the user is revoked during the upload', async () => {
    const client = await library()
    const stream = client.createWriteStream('order.xml')
    const text = documentFor(c)
    await new Promise<void>((resolve, reject) => {
      stream.on('error', reject)
      stream.write(text.slice(0, 1000), () => resolve())
    })
    await t.as(c.lead).intake.deleteOneDoor({ doorId })
    const failure = new Promise<Error>((resolve) => stream.on('error', resolve))
    stream.end(text.slice(1000))
    expect((await failure).message).toContain('revoked')
    await client.end()
    expect(await messages()).toEqual([])
  })

  test('accepts only the new keys and password after a change, and nothing more from clients that signed in before', async () => {
    const client = await library()
    const { intake } = t.as(c.lead)
    const other = makeKeyPair()
    const given = { doorId, publicKeys: [other.publicKey] }
    await expect(t.as(c.elsewhere).intake.updateOneSftpAccess({ ...given, password: 'new' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(intake.updateOneSftpAccess({ doorId, publicKeys: [], password: 'none' })).rejects.toThrow('at least one public key')
    const changed = await intake.updateOneSftpAccess({ ...given, password: 'new' })
    expect(changed).toEqual({ doorId, user: target.user, password: expect.stringMatching(/./) })
    await expect(client.put(Buffer.from(documentFor(c)), 'order.xml')).rejects.toThrow('its sign-in was changed')
    await client.end()
    await expect(library()).rejects.toThrow(/authentication/i)
    await expect(connectLibrary({ port, user: target.user, key })).rejects.toThrow(/authentication/i)
    for (const secret of [{ password: changed.password ?? '' }, { key: other }])
      await (await connectLibrary({ port, user: target.user, ...secret })).end()
    await intake.updateOneSftpAccess({ ...given, password: 'keep' })
    await (await connectLibrary({ port, user: target.user, password: changed.password ?? '' })).end()
    await intake.updateOneSftpAccess({ ...given, password: 'none' })
    await expect(connectLibrary({ port, user: target.user, password: changed.password ?? '' })).rejects.toThrow(/authentication/i)
    expect(await messages()).toEqual([])
  })

  test('ends the connection of a client that never closes its file, and keeps nothing of that file', async () => {
    const client = await library()
    const ended = new Promise<void>((resolve) => client.on('close', () => resolve()))
    const stream = client.createWriteStream('order.xml')
    stream.on('error', () => undefined)
    stream.write(documentFor(c).slice(0, 1000))
    await ended
    expect(await messages()).toEqual([])
    const incoming = join(t.config.dataDir, '..', 'files', '.incoming')
    await until(async () => (await readdir(incoming)).length === 0)
    expect(await readdir(incoming)).toEqual([])
  })

  test('cuts off a connection that never signs in, and survives bytes that are not SSH', async () => {
    const closed = (hello: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(hello))
        socket.on('error', () => undefined)
        socket.resume().on('close', () => resolve())
      })
    await Promise.all([
      closed(''),
      closed('GET / HTTP/1.1\r\n\r\n'),
      closed('SSH-2.0-x\r\n\u0000\u0000\u00ff\u00ff'),
      closed('SSH-2.0-x\r\n'),
    ])
    const client = await library()
    await client.put(Buffer.from(documentFor(c)), 'order.xml')
    await client.end()
    expect(await messages()).toHaveLength(1)
  })

  test('survives packets that are truncated, unknown or random', async () => {
    const random = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(Math.random() * 256)))
    const init = Buffer.from([0, 0, 0, 5, 1, 0, 0, 0, 3])
    const packet = (type: number, payload: Buffer) => {
      const head = Buffer.alloc(5)
      head.writeUInt32BE(payload.length + 1)
      head[4] = type
      return Buffer.concat([head, payload])
    }
    const types = [...Array.from({ length: 21 }, (_, type) => type), 101, 105, 200, 255]
    for (const type of types)
      await sendRawPackets({ port, user: target.user, password }, [
        init,
        packet(type, random(type * 2)),
        packet(type, random(40)),
        random(50),
      ])
    const client = await library()
    await client.put(Buffer.from(documentFor(c)), 'order.xml')
    await client.end()
    expect(await messages()).toHaveLength(1)
  })

  test('reports to the sender that a file cannot be stored, and loses no file', async () => {
    const { storage } = t.deps
    const client = await library()
    t.deps.storage = { ...storage, put: () => Promise.reject(new Error('no space')) }
    await expect(client.put(Buffer.from(documentFor(c)), 'order.xml')).rejects.toThrow()
    t.deps.storage = storage
    await client.put(Buffer.from(documentFor(c)), 'order.xml')
    await client.end()
    expect(await messages()).toHaveLength(1)
  })

  test('refuses text that is not a public key, and settings with neither a key nor a password', async () => {
    const open = (publicKeys: string[], hasPassword = false) =>
      t.as(c.lead).intake.createOneSftpDoor({ name: 'x', locationId: c.main.id, tradingPartnerId: null, publicKeys, hasPassword })
    await expect(open([])).rejects.toThrow('Choose a password')
    await expect(open(['ssh-ed25519 AAAA'])).rejects.toThrow()
    await expect(open([`ssh-rsa ${'A'.repeat(100)}`])).rejects.toThrow('not a public key')
  })
})

describe('the same bytes', () => {
  test('sent over HTTPS, email and SFTP in the same second are recorded as three deliveries, but create only one order', async () => {
    const text = documentFor(c)
    const { token } = await t.as(c.lead).intake.createOneDoor({ name: 'https', locationId: c.main.id, tradingPartnerId: null })
    const https = makeV2Client(base, token)
    const mailDoor = { name: 'mail', locationId: c.main.id, tradingPartnerId: null, senders: [] }
    const { address } = await t.as(c.lead).intake.createOneMailDoor(mailDoor)
    const attachments = [{ filename: 'order.xml', content: text }]
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
      from: 'a@northway.tst',
      to: address,
      attachments,
    })
    const receiver = new MailReceiver(t.deps, [mailDoorIntake])
    const clients = await Promise.all([1, 2].map(() => connectLibrary({ port, user: target.user, password })))
    await Promise.all([
      receiver.receive(Buffer.from(message as Uint8Array)), // `buffer: true` makes the message a buffer
      https.send('POST', '/intake', { body: text, headers: { 'content-type': 'application/xml' } }),
      ...clients.map((client, index) => client.put(Buffer.from(text), `order-${index}.xml`)),
    ])
    await Promise.all(clients.map((client) => client.end()))
    await receiver.close()
    await t.runJobs()
    expect(await orders()).toHaveLength(1)
    expect((await messages()).map(({ door, times }) => [door, times]).sort()).toEqual([
      ['https', 1],
      ['mail', 1],
      ['sftp', 2],
    ])
  })
})
