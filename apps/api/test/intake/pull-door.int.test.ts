import { mkdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewPullDoor } from '@seriatim/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queuePullsJob } from '../../src/domains/intake/intake.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor } from '../make.ts'
import { PARTNER_SERVERS, type PartnerServer } from './partner-server.ts'
import { makeKeyPair } from './sftp-clients.ts'

const MOST = 400_000
const t = useTestDb({ config: { uploadMaxBytes: MOST, pullTimeoutMs: 10_000 } })
const c = useCustomer(t)
const client = makeKeyPair()
const host = makeKeyPair()
const MINUTE = 60_000

const orders = async () => (await t.query('select id from "order" where customer_id = $1', [c.customerId])).length
const messages = () =>
  t.query<{ door: string; filename: string; times: number }>(
    'select door, filename, times from inbound_message where customer_id = $1 order by id',
    [c.customerId],
  )
/** Advances the clock by a minute and polls every partner server that is then due, as the scheduled job does. */
async function poll(): Promise<void> {
  t.clock.advance(MINUTE)
  await queuePullsJob.run({}, t.deps as unknown as JobContext) // the job uses nothing else of its context
  await t.runJobs()
}

describe.each(PARTNER_SERVERS)('an intake door that fetches from %s', (_server, start) => {
  let dir = ''
  let server: PartnerServer
  beforeAll(async () => {
    dir = join(await mkdtemp(join(tmpdir(), 'partner-')), 'out')
    mkdirSync(join(dir, 'done'), { recursive: true })
    server = await start(dir, { client, host })
  })
  afterAll(async () => {
    await server.stop()
    await rm(join(dir, '..'), { recursive: true, force: true })
  })
  beforeEach(async () => {
    // The schedule would check the doors of earlier tests too, so these doors are revoked.
    await t.query("update intake_door set revoked_at = now(), revoked_by = 'test' where kind = 'pull' and revoked_at is null")
    for (const name of await readdir(dir)) if (name !== 'done') await rm(join(dir, name))
  })

  const put = (name: string, content: string | Buffer) => writeFile(join(dir, name), content)
  const left = async () => (await readdir(dir)).filter((name) => name !== 'done')
  const shown = async () => (await t.as(c.staff).intake.readOneOverview()).doors[0]

  async function open(given: Partial<NewPullDoor> = {}): Promise<number> {
    const { intake } = t.as(c.lead)
    const { doorId } = await intake.createOnePullDoor({
      name: 'Northway',
      locationId: c.main.id,
      tradingPartnerId: null,
      host: '127.0.0.1',
      port: server.port,
      userName: server.user,
      secretKind: 'key',
      secret: client.privateKey,
      folder: server.folder,
      pattern: '*.xml',
      everyMinutes: 1,
      afterwards: 'leave',
      moveTo: null,
      ...given,
    })
    return doorId
  }

  async function openConfirmed(given: Partial<NewPullDoor> = {}): Promise<number> {
    const doorId = await open(given)
    const { intake } = t.as(c.lead)
    const { fingerprint } = await intake.readOneDoorTest({ doorId })
    await intake.updateOneHostKey({ doorId, fingerprint: fingerprint ?? '' })
    return doorId
  }

  test('fetches nothing before a person has confirmed the host key', async () => {
    await put('order.xml', documentFor(c))
    const doorId = await open()
    await poll()
    await poll()
    expect(await messages()).toEqual([])
    const { intake } = t.as(c.lead)
    const first = await intake.readOneDoorTest({ doorId })
    expect(first).toMatchObject({ fingerprint: expect.stringMatching(/^SHA256:/), checks: [{ isOk: false }, {}, {}] })
    await intake.updateOneHostKey({ doorId, fingerprint: first.fingerprint ?? '' })
    expect(await intake.readOneDoorTest({ doorId })).toMatchObject({
      fingerprint: null,
      checks: [{ isOk: true, text: 'The server was reached. Files that match: 1.' }, {}, {}],
    })
  })

  test('fetches a file only once, as soon as two checks in a row find it unchanged', async () => {
    await openConfirmed()
    await put('order.xml', 'half')
    await poll()
    await put('order.xml', documentFor(c))
    await poll()
    expect(await messages()).toEqual([])
    for (let times = 0; times < 3; times++) await poll()
    expect([await orders(), await messages()]).toMatchObject([1, [{ door: 'pull', filename: 'order.xml', times: 1 }]])
    expect(await shown()).toMatchObject({
      kind: 'pull',
      lastFilename: 'order.xml',
      source: { lookedAt: expect.any(String), lastError: null },
    })
  })

  test('fetches a file of the same name again if the file has changed', async () => {
    await openConfirmed()
    await put('order.xml', documentFor(c))
    await poll()
    await poll()
    await put('order.xml', documentFor(c, { meds: 3 }))
    await utimes(join(dir, 'order.xml'), new Date(), new Date(Date.now() + 5000))
    await poll()
    await poll()
    expect([await orders(), (await messages()).length]).toEqual([2, 2])
  })

  test('leaves temporary files, and files that do not match the pattern, on the server', async () => {
    await openConfirmed()
    for (const name of ['order.xml.tmp', 'readme.txt', '.hidden.xml']) await put(name, documentFor(c))
    await poll()
    await poll()
    expect(await messages()).toEqual([])
  })

  test('moves or deletes the files that it took', async () => {
    await openConfirmed({ afterwards: 'move', moveTo: `${server.folder.replace(/\/$/, '')}/done` })
    await put('a.xml', documentFor(c))
    await poll()
    await poll()
    expect([await left(), await readdir(join(dir, 'done')), await orders()]).toEqual([[], ['a.xml'], 1])
    await rm(join(dir, 'done', 'a.xml'))
    await t.as(c.lead).intake.deleteOneDoor({ doorId: (await shown())?.id ?? 0 })
    await openConfirmed({ afterwards: 'delete' })
    await put('b.xml', documentFor(c))
    await poll()
    await poll()
    expect([await left(), await orders()]).toEqual([[], 2])
  })

  test('shows that a file is too large, and takes the other files', async () => {
    await openConfirmed()
    await put('a-large.xml', Buffer.alloc(MOST + 1, 'x'))
    await put('b.xml', documentFor(c))
    await poll()
    await poll()
    expect([await orders(), (await shown())?.source?.lastError]).toEqual([1, `a-large.xml: The file is larger than ${MOST} bytes.`])
    await poll()
    expect(await messages()).toHaveLength(1)
  })

  test('takes nothing from a server whose host key differs, and emails the admins after a day', async () => {
    const doorId = await open()
    const { intake } = t.as(c.lead)
    await intake.updateOneHostKey({ doorId, fingerprint: `SHA256:${'A'.repeat(43)}` })
    await put('order.xml', documentFor(c))
    await poll()
    expect((await shown())?.source).toMatchObject({
      failingSince: expect.any(String),
      lastError: expect.stringContaining('host key that differs'),
    })
    t.clock.advance(24 * 60 * MINUTE)
    await poll()
    await poll()
    const mails = await t.query<{ subject: string }>("select subject from mail where kind = 'intake.pullFails' and customer_id = $1", [
      c.customerId,
    ])
    expect(mails.map(({ subject }) => subject)).toEqual(mails.map(() => 'Files cannot be fetched: Northway'))
    expect(mails.length).toBeGreaterThan(0)
    expect(await messages()).toEqual([])
  })

  test('explains a wrong key, a wrong folder and a closed port', async () => {
    const problem = async (doorId: number) => (await t.as(c.lead).intake.readOneDoorTest({ doorId })).checks[0]?.text
    const wrongKey = makeKeyPair()
    expect(await problem(await openConfirmed({ secret: wrongKey.privateKey }))).toBe('The server rejected the user name, password or key.')
    expect(await problem(await openConfirmed({ folder: '/no/such/folder' }))).toBe('The folder does not exist on the server.')
    expect(await problem(await open({ port: 1 }))).toBe('The server refused the connection. Check the host and the port.')
  })

  test('stops when it is revoked, and its secret is deleted', async () => {
    const doorId = await openConfirmed()
    await put('order.xml', documentFor(c))
    await poll()
    await t.as(c.lead).intake.deleteOneDoor({ doorId })
    await poll()
    expect(await messages()).toEqual([])
    expect(
      await t.query('select length(secret)::int as length from intake_source where door_id = $1 and customer_id = $2', [
        doorId,
        c.customerId,
      ]),
    ).toEqual([{ length: 0 }])
  })
})

describe('an intake door that fetches', () => {
  const source = {
    host: 'sftp.northway.tst',
    port: 22,
    userName: 'x',
    secretKind: 'password',
    folder: '/',
    pattern: '*',
    everyMinutes: 5,
    afterwards: 'leave',
    moveTo: null,
  } as const

  test('never connects to a private address unless the installation allows it', async () => {
    const { intake } = t.as(c.lead)
    t.config.allowsLocalReceivers = false
    try {
      for (const address of ['127.0.0.1', '169.254.169.254', '10.0.0.1', 'localhost']) {
        const { doorId } = await intake.createOnePullDoor({
          name: address,
          locationId: c.main.id,
          tradingPartnerId: null,
          host: address,
          port: 22,
          userName: 'x',
          secretKind: 'password',
          secret: 'x',
          folder: '/',
          pattern: '*',
          everyMinutes: 5,
          afterwards: 'leave',
          moveTo: null,
        })
        expect((await intake.readOneDoorTest({ doorId })).checks[0]?.text).toMatch(/is not a public address/)
      }
    } finally {
      t.config.allowsLocalReceivers = true
    }
  })

  test('requires its secret again when the server or the user name is changed, because the old secret must not be sent there', async () => {
    const { intake } = t.as(c.lead)
    const door = { name: 'x', locationId: c.main.id, tradingPartnerId: null }
    const { doorId } = await intake.createOnePullDoor({ ...door, ...source, secret: 'a-password' })
    await intake.updateOneHostKey({ doorId, fingerprint: `SHA256:${'A'.repeat(43)}` })
    const change = (given: Partial<NewPullDoor>) => intake.updateOneSource({ doorId, secret: '', ...source, ...given })
    const shown = async () => (await intake.readOneOverview()).doors[0]?.source
    for (const given of [{ host: 'sftp.stranger.tst' }, { port: 2222 }, { userName: 'y' }, { secretKind: 'key' as const }])
      await expect(change(given)).rejects.toMatchObject({ message: expect.stringContaining('again') })
    await change({ folder: '/out', everyMinutes: 60 })
    expect(await shown()).toMatchObject({ folder: '/out', everyMinutes: 60, hostKey: expect.any(String) })
    await change({ host: 'sftp.other.tst', secret: 'another-password' })
    expect(await shown()).toMatchObject({ host: 'sftp.other.tst', hostKey: null })
    await expect(t.as(c.elsewhere).intake.updateOneSource({ doorId, secret: '', ...source })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await intake.deleteOneDoor({ doorId })
    await expect(change({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('keeps its secret encrypted, and shows it to nobody', async () => {
    const { intake } = t.as(c.lead)
    const secret = 'a-password-of-a-partner'
    const door = { name: 'x', locationId: c.main.id, tradingPartnerId: null, ...source }
    await intake.createOnePullDoor({ ...door, secret })
    await expect(intake.createOnePullDoor({ ...door, secretKind: 'key', secret: 'no key' })).rejects.toThrow(
      'Only a private key without a passphrase',
    )
    for (const { text } of await t.query<{ text: string }>(
      'select intake_source::text as text from intake_source union all select audit::text from audit',
    ))
      for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(text).not.toContain(form)
    expect(JSON.stringify(await intake.readOneOverview())).not.toContain(secret)
  })
})
