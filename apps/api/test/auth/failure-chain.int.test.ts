import { expect, test } from 'vitest'
import { verifyFailuresJob } from '../../src/domains/maintenance.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer } from '../make.ts'

const t = useTestDb()

/** Runs the nightly job and returns the first line that it logs, with its severity. */
async function verify(): Promise<Record<string, unknown>> {
  const said: Record<string, unknown>[] = []
  const keep = (level: string) => (facts: object) => void said.push({ level, ...facts })
  const log = { ...t.deps.log, info: keep('info'), error: keep('error') } as typeof t.deps.log
  await verifyFailuresJob.run({}, { ...t.deps, log } as unknown as JobContext) // this job uses only the fields in `t.deps` of its context
  return said[0] ?? {}
}

async function asOwner(change: string): Promise<void> {
  await t.query('alter table failed_sign_in disable trigger user')
  await t.query(change)
  await t.query('alter table failed_sign_in enable trigger user')
}

test('the nightly check of failed sign-ins logs an error if a row was changed or removed', async () => {
  expect(await verify()).toEqual({ level: 'info', intact: 0, newest: null })
  const { emailAddress } = (await newCustomer(t)).staff
  for (const address of ['10.9.0.1', '10.9.0.2', '10.9.0.3', '10.9.0.4'])
    await t
      .visitor({ address })
      .call.auth.createOneToken({ emailAddress, password: 'Wrong-Horse-7!' })
      .catch(() => {})
  expect(await verify()).toMatchObject({ level: 'info', intact: 4, newest: { hash: expect.stringMatching(/^[\da-f]{64}$/) } })

  await asOwner(`update failed_sign_in set address = '10.9.9.9' where address = '10.9.0.3'`)
  expect(await verify()).toMatchObject({ level: 'error', intact: 2 })
  await asOwner(`update failed_sign_in set address = '10.9.0.3' where address = '10.9.9.9'`)
  expect(await verify()).toMatchObject({ level: 'info', intact: 4 })
  await asOwner(`update failed_sign_in set
    hash = sha256((select hash from failed_sign_in where address = '10.9.0.3') || account_key || convert_to('forged', 'UTF8')) where address = '10.9.0.4'`)
  expect(await verify()).toMatchObject({ level: 'error', intact: 3 })
  await asOwner(`delete from failed_sign_in where address = '10.9.0.2'`)
  expect(await verify()).toMatchObject({ level: 'error', intact: 1 })
})
