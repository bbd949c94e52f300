import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueLeftPartsJob } from '../../src/domains/intake/intake.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor } from '../make.ts'
import { listen } from '../v2/v2-client.ts'
import { connectLibrary } from './sftp-clients.ts'

const t = useTestDb({ config: { sftpDoorPort: 0, host: '127.0.0.1' } })
const c = useCustomer(t)
let doorId = 0
let target: { port: number; user: string; password: string }
beforeAll(async () => {
  await listen(await t.app())
})
beforeEach(async () => {
  const door = { name: 'Northway', locationId: c.main.id, tradingPartnerId: null, publicKeys: [], hasPassword: true }
  const made = await t.as(c.lead).intake.createOneSftpDoor(door)
  doorId = made.doorId
  target = { port: t.config.sftpDoorPort ?? 0, user: made.user, password: made.password ?? '' }
})

const filenames = async () =>
  (await t.query<{ name: string }>('select filename as name from inbound_message where customer_id = $1', [c.customerId])).map(
    ({ name }) => name,
  )
const parts = () => t.query<{ name: string }>('select name from intake_part where customer_id = $1', [c.customerId])

async function put(files: Record<string, string>): Promise<void> {
  const client = await connectLibrary(target)
  for (const [name, text] of Object.entries(files)) await client.put(Buffer.from(text), name)
  await client.end()
}

async function waitAnHour(): Promise<void> {
  t.clock.advance(61 * 60_000)
  await queueLeftPartsJob.run({}, t.deps as JobContext) // the job uses only those members of its context that `t.deps` has
  await t.runJobs()
}

describe('a file that nobody renamed for an hour', () => {
  test('is discarded if the access of its user was revoked', async () => {
    await put({ 'a.tmp': documentFor(c) })
    await t.as(c.lead).intake.deleteOneDoor({ doorId })
    await waitAnHour()
    expect([await filenames(), await parts()]).toEqual([[], []])
  })

  test('is discarded if its bytes are missing, and does not delay other files', async () => {
    const lost = documentFor(c)
    await put({ 'lost.tmp': lost, 'b.tmp': documentFor(c) })
    await t.deps.storage.delete(c.customerId, createHash('sha256').update(lost).digest('hex'))
    await waitAnHour()
    expect([await filenames(), await parts()]).toEqual([['b.tmp'], []])
  })
})

describe('a file under a temporary name', () => {
  test('can be renamed and removed even if 500 newer files exist', async () => {
    await put({ 'a.tmp': documentFor(c), 'b.tmp': documentFor(c) })
    t.clock.advance(60_000)
    await t.query(
      `insert into intake_part (customer_id, door_id, name, size, sha256, taken_for, from_address, put_at)
       select customer_id, door_id, 'x' || n || '.tmp', size, sha256, taken_for, from_address, $2
       from intake_part, generate_series(1, 500) n where customer_id = $1 and name = 'a.tmp' returning name`,
      [c.customerId, t.clock.now()],
    )
    const client = await connectLibrary(target)
    await client.rename('a.tmp', 'a.xml')
    await client.delete('b.tmp')
    await client.end()
    expect([await filenames(), (await parts()).length]).toEqual([['a.xml'], 500])
  })
})

describe('a connection that signed in before the password was replaced or the user was revoked', () => {
  test('cannot see, rename or remove files', async () => {
    const before = await connectLibrary(target)
    await before.put(Buffer.from(documentFor(c)), 'a.xml')
    const { password } = await t.as(c.lead).intake.updateOneSftpAccess({ doorId, publicKeys: [], password: 'new' })
    const rightful = await connectLibrary({ ...target, password: password ?? '' })
    await rightful.put(Buffer.from(documentFor(c)), 'b.xml.part')
    for (const request of [
      () => before.list('.'),
      () => before.stat('a.xml'),
      () => before.stat('b.xml.part'),
      () => before.rename('a.xml', 'c.xml'),
      () => before.rename('b.xml.part', 'b.xml'),
      () => before.delete('a.xml'),
      () => before.delete('b.xml.part'),
    ])
      await expect(request()).rejects.toThrow('its sign-in was changed')
    expect(await parts()).toEqual([{ name: 'b.xml.part' }])
    await rightful.rename('b.xml.part', 'b.xml')
    expect(await filenames()).toEqual(['a.xml', 'b.xml'])
    await t.as(c.lead).intake.deleteOneDoor({ doorId })
    await expect(rightful.list('.')).rejects.toThrow('revoked')
    await expect(rightful.delete('b.xml')).rejects.toThrow('revoked')
    await Promise.all([before.end(), rightful.end()])
  })
})

describe('renaming a file that has a temporary name', () => {
  test('fails if another connection has removed or replaced the file', async () => {
    const [one, other] = [await connectLibrary(target), await connectLibrary(target)]
    await one.put(Buffer.from(documentFor(c)), 'a.tmp')
    await other.delete('a.tmp')
    await expect(one.rename('a.tmp', 'a.xml')).rejects.toThrow('no such file')
    await one.put(Buffer.from(documentFor(c)), 'b.tmp')
    await one.rename('b.tmp', 'c.tmp')
    await other.put(Buffer.from(documentFor(c)), 'c.tmp')
    await expect(one.rename('c.tmp', 'c.xml')).rejects.toThrow('no such file')
    await other.rename('c.tmp', 'd.xml')
    await Promise.all([one.end(), other.end()])
    expect([await filenames(), await parts()]).toEqual([['d.xml'], []])
  })

  test('succeeds even if the file waited for an hour under that name and was then read and dropped as a duplicate of another file', async () => {
    const text = documentFor(c)
    const client = await connectLibrary(target)
    await client.put(Buffer.from(text), 'first.xml')
    await client.put(Buffer.from(text), 'a.tmp')
    await waitAnHour()
    expect([await filenames(), await parts()]).toEqual([['first.xml'], []])
    await client.rename('a.tmp', 'a.xml')
    await client.end()
  })
})
