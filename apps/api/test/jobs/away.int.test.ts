import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import { sendMail } from '../../src/domains/mail/mail.service.ts'
import { reviewMails } from '../../src/domains/user/customer.mails.ts'
import { defineJob } from '../../src/jobs/job.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { jobs } from '../../src/jobs/registry.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { createMailer } from '../../src/outside/mail.ts'
import { Gate } from '../gate.ts'
import { openTestDb, type TestDb } from '../harness.ts'
import { documentFor, newCustomer, register, type TestCustomer } from '../make.ts'
import { startMailServer } from '../outside/mail-server.ts'

let t: TestDb
let customer: TestCustomer
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
})

/** As often as a job is tried when something is wrong with it, and more. */
const OFTEN = 15
const tryOnce = async () => {
  await t.look('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
  await t.runJobs()
}

const send = (to: string) =>
  withCustomer(t.deps.db, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] }, 'read write', (tx) =>
    sendMail(tx, { userId: null, now: t.clock.now() }, { kind: reviewMails, to: [to], subject: 'Due', text: 'Now' }),
  )
const readMail = async (id: number) => (await t.look('select status, last_error as error from mail where id = $1', [id]))[0]

describe('what a job needs is away', () => {
  test('an import waits for the storage, however long it takes, and is made then', async () => {
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

  test.each(['refusing', { says: '421 4.3.2 Closing\r\n', isFirst: true }, { says: '451 4.3.0 Later\r\n', isFirst: true }] as const)(
    'a mail waits a day for the mail server, and is given up after it (%j)',
    async (way) => {
      const server = await startMailServer()
      const gate = await new Gate({ host: '127.0.0.1', port: server.port }).listen()
      const { mailer } = t.deps
      t.deps.mailer = createMailer(`smtp://127.0.0.1:${gate.port}/?ignoreTLS=true`)
      await gate.become(way)
      const [soon, late] = [await send('soon@mail.tst'), await send('late@mail.tst')]
      await t.look(`update mail set created_at = created_at - interval '25 hours' where id = $1`, [late])
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

  test('what it is tried again for is soon, however long it was away', async () => {
    const { mailer } = t.deps
    t.deps.mailer = createMailer('smtp://127.0.0.1:9/?ignoreTLS=true')
    await send('soon@mail.tst')
    for (let n = 0; n < 8; n += 1) await tryOnce()
    expect(
      await t.look(`select from graphile_worker.jobs where task_identifier = 'mail.send' and run_at > now() + interval '15 seconds'`),
    ).toEqual([])
    await t.deps.mailer.close()
    t.deps.mailer = mailer
    await tryOnce()
  })

  test('a mail server that says nothing keeps mails waiting, and no other job', async () => {
    const gate = await new Gate({ port: 9 }).listen()
    await gate.become('silent')
    const mailer = createMailer(`smtp://127.0.0.1:${gate.port}/?ignoreTLS=true`)
    const { promise: ran, resolve } = Promise.withResolvers<void>()
    const other = defineJob({ name: 'test.other', payload: z.unknown(), attempts: 1, run: async () => resolve() })
    for (let n = 0; n < 3; n += 1) await send(`held${n}@mail.tst`)
    const worker = await startWorker(t.ownerUrl, { ...t.deps, mailer }, [...jobs.filter(({ name }) => name === 'mail.send'), other], 1)
    await expect
      .poll(() => t.look("select from graphile_worker.jobs where task_identifier = 'mail.send' and locked_at is not null"))
      .toHaveLength(1)
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.other', {}))
    await ran
    // Still the first one: nothing of what runs beside it had to wait for its end.
    expect(await t.look("select from graphile_worker.jobs where task_identifier = 'mail.send' and attempts > 0")).toHaveLength(1)
    await gate.close()
    await worker.stop()
    await mailer.close()
  })
})
