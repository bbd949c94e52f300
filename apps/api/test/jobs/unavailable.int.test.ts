import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { StorageUnavailableError } from '../../src/core/unavailable.ts'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import { jobs } from '../../src/domains/all.ts'
import { sendMail } from '../../src/domains/mail/mail.service.ts'
import { reviewMails } from '../../src/domains/user/customer/customer.mails.ts'
import { defineJob } from '../../src/jobs/job.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { createMailer } from '../../src/outside/mail.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { Gate } from '../gate.ts'
import { documentFor, register } from '../make.ts'
import { startMailServer } from '../outside/mail-server.ts'

const t = useTestDb()
const customer = useCustomer(t)

/** More attempts than a failing job gets. */
const OFTEN = 15
const tryOnce = async () => {
  await t.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where locked_at is null')
  await t.runJobs()
}

const send = (to: string) =>
  withCustomer(t.deps.db, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] }, 'read write', (tx) =>
    sendMail(tx, { userId: null, now: t.clock.now() }, { kind: reviewMails, to: [to], subject: 'Due', text: 'Now' }),
  )
const readMail = async (id: number) => (await t.query('select status, last_error as error from mail where id = $1', [id]))[0]

describe('an unavailable dependency of a job', () => {
  test('makes an import wait for the storage as long as necessary, and then complete', async () => {
    const files = join(dirname(t.config.dataDir), 'files')
    const uploadId = await register(t, customer.staff, documentFor(customer, { meds: 20 }))
    await rename(files, `${files}.away`)
    await writeFile(files, 'no folder')
    for (let n = 0; n < OFTEN; n += 1) await tryOnce()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'processing' })
    await rm(files)
    await rename(`${files}.away`, files)
    await tryOnce()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'imported', amountOfMeds: 20 })
  })

  test('if the storage denies access, slows an import’s retries, logs errors, and stops the import after a day; the file can be read once access is restored', async () => {
    const { storage, log } = t.deps
    const logged: string[] = []
    t.deps.log = { ...log, error: (...said: unknown[]) => void logged.push(String(said.at(-1))) } as typeof log
    const refusal = new StorageUnavailableError(Object.assign(new Error('permission denied'), { code: 'EACCES' }), {
      isFull: false,
      isRefused: true,
    })
    t.deps.storage = { ...storage, local: () => Promise.reject(refusal), check: () => Promise.reject(refusal) }
    const ids = [await register(t, customer.staff, documentFor(customer)), await register(t, customer.staff, documentFor(customer))]
    const late = ids.at(-1) ?? 0
    const read = (uploadId: number) => t.as(customer.staff).file.readOneUpload({ uploadId })
    for (let n = 0; n < OFTEN; n += 1) await tryOnce()
    for (const id of ids)
      expect(await read(id)).toMatchObject({ status: 'processing', outcome: { facts: { refusedSince: expect.any(String) } } })
    expect(logged[0]).toContain('Storage access denied')
    expect(
      await t.query(`select from graphile_worker.jobs where task_identifier = 'order.import' and run_at < now() + interval '14 minutes'`),
    ).toEqual([])
    const ready = await (await t.app()).inject({ url: '/ready' })
    expect([ready.statusCode, ready.json().storage]).toEqual([503, 'not reachable'])
    await t.query(`update upload set facts = jsonb_build_object('refusedSince', now() - interval '25 hours') where id = $1`, [late])
    await tryOnce()
    expect(await read(late)).toMatchObject({ status: 'stopped', outcome: { kind: 'fault', facts: { isRefused: true } } })
    t.deps.storage = storage
    await t.as(customer.staff).file.retryOneUpload({ uploadId: late })
    await tryOnce()
    for (const id of ids) expect(await read(id)).toMatchObject({ status: 'imported' })
    t.deps.log = log
  })

  test('gives an import another day of retries if the storage denies access again after a different kind of failure', async () => {
    const { storage } = t.deps
    const fail = (isRefused: boolean) => {
      const error = new StorageUnavailableError(new Error('away'), { isFull: false, isRefused })
      t.deps.storage = { ...storage, local: () => Promise.reject(error) }
    }
    const uploadId = await register(t, customer.staff, documentFor(customer))
    const read = () => t.as(customer.staff).file.readOneUpload({ uploadId })
    const age = () =>
      t.query(`update upload set facts = jsonb_build_object('refusedSince', now() - interval '25 hours') where id = $1`, [uploadId])
    fail(true)
    await tryOnce()
    await age()
    // From now on, the storage fails with an error other than "access denied", as if it were unreachable.
    fail(false)
    await tryOnce()
    expect(await read()).toMatchObject({ status: 'processing', outcome: { kind: 'waiting', facts: {} } })
    expect((await read()).outcome.facts).not.toHaveProperty('refusedSince')
    await age()
    t.deps.storage = { ...storage, local: async () => ({ path: '/nowhere', release: async () => undefined }) }
    await tryOnce()
    expect((await read()).outcome.facts).not.toHaveProperty('refusedSince')
    fail(true)
    await tryOnce()
    expect(await read()).toMatchObject({ status: 'processing', outcome: { facts: { refusedSince: expect.any(String) } } })
    t.deps.storage = storage
    await tryOnce()
    expect(await read()).toMatchObject({ status: 'imported' })
  })

  test.each(['refusing', { says: '421 4.3.2 Closing\r\n', isFirst: true }, { says: '451 4.3.0 Later\r\n', isFirst: true }] as const)(
    'delays an email for a day, after which the email is abandoned (%j)',
    async (way) => {
      const server = await startMailServer()
      const gate = await new Gate({ host: '127.0.0.1', port: server.port }).listen()
      const { mailer } = t.deps
      t.deps.mailer = createMailer(`smtp://127.0.0.1:${gate.port}/?ignoreTLS=true`)
      await gate.become(way)
      const [soon, late] = [await send('soon@mail.tst'), await send('late@mail.tst')]
      await t.query(`update mail set created_at = now() - interval '25 hours' where id = $1`, [late])
      for (let n = 0; n < OFTEN; n += 1) await tryOnce()
      expect(await readMail(soon)).toMatchObject({ status: 'waiting', error: expect.stringMatching(/connect|421|451/i) })
      expect(await readMail(late)).toMatchObject({ status: 'failed' })
      await gate.become('open')
      await tryOnce()
      expect(await readMail(soon)).toMatchObject({ status: 'sent', error: null })
      expect(server.taken.get('soon@mail.tst')).toBe(1)
      await t.deps.mailer.close()
      t.deps.mailer = mailer
      await gate.close()
      await server.close()
    },
  )

  test('does not make retries less frequent, however long the outage lasts', async () => {
    const { mailer } = t.deps
    t.deps.mailer = createMailer('smtp://127.0.0.1:9/?ignoreTLS=true')
    await send('soon@mail.tst')
    for (let n = 0; n < 8; n += 1) await tryOnce()
    expect(
      await t.query(`select from graphile_worker.jobs where task_identifier = 'mail.send' and run_at > now() + interval '15 seconds'`),
    ).toEqual([])
    await t.deps.mailer.close()
    t.deps.mailer = mailer
    await tryOnce()
  })

  test('does not retry a failed job, or count it as abandoned, if a newer job has replaced it; the newer job runs', async () => {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const ran: number[] = []
    const job = defineJob({
      name: 'test.replaced',
      payload: z.object({ n: z.number() }),
      attempts: 3,
      run: async ({ n }) => {
        ran.push(n)
        if (n === 2) return
        begun.resolve()
        await end.promise
        throw new StorageUnavailableError(new Error('403'), { isFull: false, isRefused: true })
      },
    })
    const put = (n: number) => withSystem(t.deps.system, (tx) => enqueue(tx, 'test.replaced', { n }, { key: 'test.replaced' }))
    await put(1)
    const worker = await startWorker(t.ownerUrl, t.deps, [job], 1)
    await begun.promise
    await put(2)
    end.resolve()
    await expect.poll(() => ran).toEqual([1, 2])
    await worker.stop()
    expect(await t.query("select from graphile_worker.jobs where task_identifier = 'test.replaced'")).toEqual([])
  })

  test('delays only emails, and no other job, if it is an unresponsive mail server', async () => {
    const gate = await new Gate({ port: 9 }).listen()
    await gate.become('silent')
    const mailer = createMailer(`smtp://127.0.0.1:${gate.port}/?ignoreTLS=true`)
    const { promise: ran, resolve } = Promise.withResolvers<void>()
    const other = defineJob({ name: 'test.other', payload: z.unknown(), attempts: 1, run: async () => resolve() })
    for (let n = 0; n < 3; n += 1) await send(`held${n}@mail.tst`)
    const worker = await startWorker(t.ownerUrl, { ...t.deps, mailer }, [...jobs.filter(({ name }) => name === 'mail.send'), other], 1)
    await expect
      .poll(() => t.query("select from graphile_worker.jobs where task_identifier = 'mail.send' and locked_at is not null"))
      .toHaveLength(1)
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.other', {}))
    await ran
    // Only the first email was attempted; the other job ran without waiting for it.
    expect(await t.query("select from graphile_worker.jobs where task_identifier = 'mail.send' and attempts > 0")).toHaveLength(1)
    await gate.close()
    await worker.stop()
    await mailer.close()
  })
})
