import { expect, test } from 'vitest'
import { sealNow } from '../../src/domains/audit/audit-log.service.ts'
import { checkpointMailJob } from '../../src/domains/settings/settings.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'

const t = useTestDb()
const customer = useCustomer(t)

const settings = () => t.as(customer.admin).settings
/** The scheduled job needs only the program's dependencies from a job's context. */
const run = () => checkpointMailJob.run({}, t.deps as unknown as JobContext)
const mails = () =>
  t.query<{ to: string[]; subject: string; text: string }>(
    `select to_addresses as to, subject, body as text from mail where customer_id = $1 and kind = 'settings.checkpoint' order by id`,
    [customer.customerId],
  )
/** Seals until the log has more than this many lines, because a transaction in another test's database may delay sealing. */
const sealPast = (size: number) =>
  expect.poll(async () => (await sealNow(t.deps, customer.customerId))?.size ?? 0, { interval: 100, timeout: 60_000 }).toBeGreaterThan(size)

test('the newest checkpoint is emailed once a day to the customer’s addresses, and only if it is new', async () => {
  await settings().updateCheckpointMail({ emailAddress: 'vault@mail.tst; lawyer@mail.tst' })
  await sealPast(0)
  await run()
  await run()
  const [first, ...none] = await mails()
  expect(none).toEqual([])
  const { checkpoint } = await t.as(customer.admin).audit.readOneCheckpoint()
  expect(first?.to).toEqual(['vault@mail.tst', 'lawyer@mail.tst'])
  expect(first?.text).toContain(checkpoint?.note)
  expect(first?.text).toContain(checkpoint?.key)
  await settings().updateRegulator({ regulatorEmailAddress: 'board@mail.tst' })
  await sealPast(checkpoint?.size ?? 0)
  await run()
  expect(await mails()).toHaveLength(2)
})

test('without an email address no checkpoint is sent, an invalid address is refused, and each change of the address is in the trail', async () => {
  await expect(settings().updateCheckpointMail({ emailAddress: 'vault' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await settings().updateCheckpointMail({ emailAddress: 'vault@mail.tst' })
  await settings().updateCheckpointMail({ emailAddress: ' ' })
  expect(await settings().readCheckpointMail()).toEqual({ emailAddress: '' })
  await sealPast(0)
  await run()
  expect(await mails()).toEqual([])
  const rows = await t.query<{ detail: unknown }>(
    `select detail from audit where customer_id = $1 and action = 'customer.updateSettings' order by id`,
    [customer.customerId],
  )
  const field = 'checkpointEmailAddress'
  expect(rows.map(({ detail }) => detail)).toEqual([
    { field, before: null, after: 'vault@mail.tst' },
    { field, before: 'vault@mail.tst', after: null },
  ])
})
