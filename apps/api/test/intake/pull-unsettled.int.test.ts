import { mkdirSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queuePullsJob } from '../../src/domains/intake/intake.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor } from '../make.ts'
import { type Meanwhile, type PartnerServer, startLibrary } from './partner-server.ts'
import { makeKeyPair } from './sftp-clients.ts'

const MOST = 400_000
const t = useTestDb({ config: { uploadMaxBytes: MOST, pullTimeoutMs: 10_000 } })
const c = useCustomer(t)
const client = makeKeyPair()
const host = makeKeyPair()
const MINUTE = 60_000
const meanwhile: Meanwhile = {}
let dir = ''
let server: PartnerServer
beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'partner-')), 'out')
  mkdirSync(join(dir, 'done'), { recursive: true })
  server = await startLibrary(dir, { client, host }, meanwhile)
})
afterAll(async () => {
  await server.stop()
  await rm(join(dir, '..'), { recursive: true, force: true })
})
beforeEach(async () => {
  // The schedule checks the doors of all customers, so the doors that earlier tests left are revoked first.
  await t.query("update intake_door set revoked_at = now(), revoked_by = 'test' where kind = 'pull' and revoked_at is null")
  meanwhile.onOpen = undefined
  meanwhile.onEnd = undefined
  meanwhile.onList = undefined
  meanwhile.onStat = undefined
  for (const folder of [dir, join(dir, 'done')]) for (const name of await readdir(folder)) if (name !== 'done') await rm(join(folder, name))
})

const put = (name: string, content: string | Buffer) => writeFile(join(dir, name), content)
const names = () =>
  t.query<{ filename: string }>('select filename from inbound_message where customer_id = $1 order by filename', [c.customerId])
const arrived = async () => (await names()).map(({ filename }) => filename)
const problem = async () => (await t.as(c.staff).intake.readOneOverview()).doors[0]?.source?.lastError
async function poll(ms = MINUTE): Promise<void> {
  t.clock.advance(ms)
  await queuePullsJob.run({}, t.deps as unknown as JobContext) // the job uses only those fields of its context that `t.deps` has
  await t.runJobs()
}

type Afterwards = 'leave' | 'move' | 'delete'
const settings = (afterwards: Afterwards, folder = server.folder) => ({
  ...{ host: '127.0.0.1', port: server.port, userName: server.user, secretKind: 'key' as const, folder, pattern: '*.xml', everyMinutes: 1 },
  ...{ afterwards, moveTo: afterwards === 'move' ? '/done' : null },
})
async function openConfirmed(afterwards: Afterwards = 'leave', folder?: string): Promise<number> {
  const { intake } = t.as(c.lead)
  const { doorId } = await intake.createOnePullDoor({
    ...{ name: 'Northway', locationId: c.main.id, tradingPartnerId: null, secret: client.privateKey },
    ...settings(afterwards, folder),
  })
  const { fingerprint } = await intake.readOneDoorTest({ doorId })
  await intake.updateOneHostKey({ doorId, fingerprint: fingerprint ?? '' })
  return doorId
}

describe('a file on a partner’s server', () => {
  test('is taken only after it has been unchanged for a minute, even if the folder is checked twice within that minute', async () => {
    const doorId = await openConfirmed()
    await put('order.xml', documentFor(c))
    await poll()
    await t.query('update intake_source set due_at = $2 where door_id = $1', [doorId, t.clock.now()])
    await poll(20_000)
    expect(await arrived()).toEqual([])
    await poll()
    expect(await arrived()).toEqual(['order.xml'])
  })

  test.each(['move', 'delete'] as const)(
    'is left on the server if it was replaced while it was being read, even if the door is set to %s files',
    async (afterwards) => {
      await openConfirmed(afterwards)
      await put('order.xml', documentFor(c))
      const second = documentFor(c, { meds: 4 })
      meanwhile.onEnd = (path) => writeFile(path, second)
      await poll()
      await poll()
      expect([await arrived(), await readFile(join(dir, 'order.xml'), 'utf8')]).toEqual([['order.xml'], second])
      meanwhile.onEnd = undefined
      await poll()
      await poll()
      expect(await arrived()).toEqual(['order.xml', 'order.xml'])
      expect(await readdir(dir)).toEqual(['done'])
    },
  )

  test.each([
    ['shorter', (path: string) => truncate(path, 10)],
    ['longer', (path: string) => appendFile(path, 'x'.repeat(100))],
  ] as const)('is not taken if it turns out to be %s than the server listed', async (_, change) => {
    await openConfirmed('delete')
    await put('order.xml', documentFor(c))
    meanwhile.onOpen = (path) => change(path)
    await poll()
    await poll()
    expect([await arrived(), await readdir(dir), await problem()]).toEqual([
      [],
      ['done', 'order.xml'],
      'order.xml changed while it was being read. It will be read again.',
    ])
  })

  test('that cannot be read is listed with the door until it becomes readable or disappears; the other files are fetched', async () => {
    await openConfirmed()
    for (const name of ['a.xml', 'b.xml', 'c.xml']) await put(name, documentFor(c))
    meanwhile.onOpen = async (path) => {
      if (path.endsWith('a.xml')) throw Object.assign(new Error('Permission denied'), { code: 'EACCES' })
      if (path.endsWith('b.xml')) await rm(path)
    }
    await poll()
    await poll()
    expect([await arrived(), await problem()]).toEqual([['c.xml'], expect.stringMatching(/a\.xml could not be read\. .+ b\.xml could/)])
    await poll()
    expect(await problem()).toBe('a.xml could not be read. The server does not allow this user to read it.')
    meanwhile.onOpen = undefined
    await poll()
    expect([await arrived(), await problem()]).toEqual([['a.xml', 'c.xml'], null])
  })

  test('that was refused is shown as a problem of the door until the file is removed from the server', async () => {
    await openConfirmed()
    await put('large.xml', Buffer.alloc(MOST + 1, 'x'))
    for (let times = 0; times < 4; times++) await poll()
    expect(await problem()).toBe(`large.xml: The file is larger than ${MOST} bytes.`)
    await rm(join(dir, 'large.xml'))
    await poll()
    expect(await problem()).toBe(null)
  })

  test('is taken if it is among the newest of more than 5,000, and the door shows that older ones are not checked', async () => {
    await openConfirmed()
    const old = new Date('2020-01-01T00:00:00Z')
    for (let at = 0; at < 5001; at++) {
      await put(`a${at}.xml`, '')
      await utimes(join(dir, `a${at}.xml`), old, old)
    }
    await put('z.xml', documentFor(c))
    await poll()
    await poll()
    expect([await arrived(), await problem()]).toEqual([
      ['z.xml'],
      expect.stringMatching(/^5002 files match\. Only the newest 5000 are checked\. .+ Number of other files with a problem: \d+\.$/),
    ])
  })
})

describe('a check during which an admin changes the door', () => {
  const change = (doorId: number, ...[afterwards, folder]: Parameters<typeof settings>) =>
    t.as(c.lead).intake.updateOneSource({ ...settings(afterwards, folder), doorId, secret: '' })
  const remembered = () => t.query('select name from intake_source_file where customer_id = $1', [c.customerId])
  const source = async () => (await t.as(c.staff).intake.readOneOverview()).doors[0]?.source
  /** Runs once. */
  const once = (work: () => Promise<unknown>) => {
    let isDone = false
    return async () => {
      if (isDone) return
      isDone = true
      await work()
    }
  }

  test.each(['move', 'delete'] as const)(
    'fetches, moves and deletes no file if the admin changes the treatment of fetched files from “%s” to “leave”',
    async (before) => {
      const doorId = await openConfirmed(before)
      for (const name of ['a.xml', 'b.xml', 'c.xml']) await put(name, documentFor(c))
      await poll()
      meanwhile.onOpen = once(() => change(doorId, 'leave'))
      await poll()
      expect([await arrived(), (await readdir(dir)).sort()]).toEqual([[], ['a.xml', 'b.xml', 'c.xml', 'done']])
      await poll()
      expect([await arrived(), (await readdir(dir)).sort()]).toEqual([
        ['a.xml', 'b.xml', 'c.xml'],
        ['a.xml', 'b.xml', 'c.xml', 'done'],
      ])
    },
  )

  test('does not delete a file that was taken before the change', async () => {
    const doorId = await openConfirmed('delete')
    await put('a.xml', documentFor(c))
    await poll()
    meanwhile.onStat = once(async () => {
      expect(await arrived()).toEqual(['a.xml'])
      await change(doorId, 'leave')
    })
    await poll()
    expect([await arrived(), (await readdir(dir)).sort()]).toEqual([['a.xml'], ['a.xml', 'done']])
  })

  test('records nothing about files in the previous folder', async () => {
    const doorId = await openConfirmed()
    await put('a.xml', documentFor(c))
    meanwhile.onList = once(() => change(doorId, 'leave', '/done'))
    await poll()
    expect([await remembered(), (await source())?.lookedAt]).toEqual([[], null])
  })

  test('does not report its failure on the changed door', async () => {
    const doorId = await openConfirmed('leave', '/gone')
    await poll()
    expect(await source()).toMatchObject({ failingSince: expect.anything(), lastError: expect.anything() })
    meanwhile.onList = once(() => change(doorId, 'leave'))
    await poll()
    expect(await source()).toMatchObject({ failingSince: null, lastError: null })
  })

  test('ends if the door is revoked, and leaves the file on its server', async () => {
    const doorId = await openConfirmed('delete')
    await put('a.xml', documentFor(c))
    await poll()
    meanwhile.onOpen = once(() => t.as(c.lead).intake.deleteOneDoor({ doorId }))
    await poll()
    expect([await arrived(), (await readdir(dir)).sort()]).toEqual([[], ['a.xml', 'done']])
  })
})
