import { describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import type { CustomerTx } from '../../src/db/types.ts'
import { mailKinds, tidyJob } from '../../src/domains/all.ts'
import { resendMail, sendMail } from '../../src/domains/mail/mail.service.ts'
import type { MailKind } from '../../src/domains/mail/mail-kind.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'

const t = useTestDb()
const customer = useCustomer(t)

const inside = <T>(work: (tx: CustomerTx) => Promise<T>): Promise<T> => {
  const scope = { customerId: customer.customerId, userId: customer.staff.userId, scope: 'all', locationIds: [] } as const
  return withCustomer(t.deps.db, scope, 'read write', work)
}
const sender = () => ({ userId: customer.staff.userId, now: t.clock.now() })
const kind = (name: string): MailKind => {
  const found = mailKinds.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}
const notice = kind('incident.notice')
const code = kind('auth.code')
const send = (to: string, of: MailKind, text: string | Buffer) =>
  inside((tx) => sendMail(tx, of.isCounted ? sender() : { ...sender(), userId: null }, { kind: of, to: [to], subject: 'Subject', text }))
const makeRow = async (id: number) =>
  (
    await t.query<{ status: string; attempts: number; body: string | null; sealed: Buffer | null }>(
      'select status, attempts, body, sealed_body as sealed from mail where id = $1',
      [id],
    )
  )[0]
const spent = async () => {
  const [row] = await t.query<{ n: number | null }>('select sum(recipients)::int as n from mail_budget where customer_id = $1', [
    customer.customerId,
  ])
  return row?.n ?? 0
}
const failing = (error: object) => ({ ...t.deps.mailer, send: () => Promise.reject(Object.assign(new Error('no'), error)) })

describe('the outgoing email queue', () => {
  test('gives each kind of email a unique name', () => {
    expect(new Set(mailKinds.map(({ name }) => name)).size).toBe(mailKinds.length)
  })

  test('charges emails sent by a person to the customer’s email budget, but not those sent by the system', async () => {
    await send('a@mail.tst', notice, 'Hello')
    expect(await spent()).toBe(1)
    await send('a@mail.tst', code, t.deps.secrets.encrypt('123456'))
    expect(await spent()).toBe(1)
    await expect(
      inside((tx) => sendMail(tx, { ...sender(), userId: null }, { kind: notice, to: ['a@mail.tst'], subject: '', text: '' })),
    ).rejects.toThrow('no user is sending it')
  })

  test('stores a secret encrypted, and only until its email is sent', async () => {
    await expect(send('a@mail.tst', code, 'my code')).rejects.toThrow('sealed')
    const id = await send('sealed@mail.tst', code, t.deps.secrets.encrypt('the code is 4711'))
    expect((await makeRow(id))?.sealed?.toString('latin1')).not.toContain('4711')
    await t.runJobs()
    expect((await t.mailbox.list('sealed@mail.tst'))[0]?.text).toContain('4711')
    expect(await makeRow(id)).toMatchObject({ status: 'sent', attempts: 1, body: null, sealed: null })
    await expect(inside((tx) => resendMail(tx, sender(), code, id))).rejects.toMatchObject({ key: 'mail_not_failed' })
  })

  test('stops trying after a permanent refusal, but not after a temporary error; a failed email can be resent', async () => {
    const { mailer } = t.deps
    const id = await send('later@mail.tst', notice, 'Hello')
    t.deps.mailer = failing({ code: 'ECONNECTION' })
    const runNow = async () => {
      await t.query(
        `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where task_identifier = 'mail.send'`,
      )
      await t.runJobs()
    }
    await runNow()
    expect(await makeRow(id)).toMatchObject({ status: 'waiting', attempts: 1 })
    // A server that doesn't respond is retried every few seconds without counting attempts.
    t.deps.mailer = failing({ code: 'ECONNREFUSED' })
    for (let times = 0; times < 3; times += 1) await runNow()
    expect(await makeRow(id)).toMatchObject({ status: 'waiting', attempts: 1 })
    t.deps.mailer = failing({ code: 'EENVELOPE', responseCode: 550 })
    await runNow()
    expect(await makeRow(id)).toMatchObject({ status: 'failed', attempts: 2 })
    t.deps.mailer = mailer
    await inside((tx) => resendMail(tx, sender(), notice, id))
    await t.runJobs()
    expect(await makeRow(id)).toMatchObject({ status: 'sent' })
    expect(await spent()).toBe(2)
  })

  test('deletes emails that contain codes after a month, and keeps other emails', async () => {
    const ids = [await send('a@mail.tst', code, t.deps.secrets.encrypt('1')), await send('a@mail.tst', notice, 'Hello')]
    await t.runJobs()
    await t.query(`update mail set created_at = now() - interval '31 days' where id = any($1)`, [ids])
    await tidyJob.run({}, t.deps as unknown as JobContext) // this job uses only the program's dependencies
    expect((await t.query<{ id: number }>('select id::int from mail where id = any($1)', [ids])).map((row) => row.id)).toEqual([ids[1]])
  })
})
