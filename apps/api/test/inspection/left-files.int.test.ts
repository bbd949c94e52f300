import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { days } from '../sample.ts'

/** This file tests what happens to files that a killed process has left in the packs folder. */
// no test in this file prints a PDF, so this browser, which does not exist, is never started
const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } })
const c = useCustomer(t)

const folder = () => join(t.config.dataDir, 'packs')
beforeEach(() => mkdir(folder(), { recursive: true }))
const leave = async (...names: string[]) => {
  for (const name of names) await writeFile(join(folder(), name), 'half a pack')
}
const dieEachTime = async (name: string) => {
  await t.query(
    'select graphile_worker.reschedule_jobs(array_agg(id), attempts => 20) from graphile_worker.jobs where task_identifier = $1',
    [name],
  )
  await t.runJobs()
}

describe('a pack whose process was killed', () => {
  const make = async () => {
    const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: ['transactions'] })
    await leave(`${c.customerId}-${id}.zip`, `${c.customerId}-${id}.zip.half`)
    return id
  }

  test('leaves no file behind if a user then cancels the pack', async () => {
    await t.as(c.admin).inspection.updateOneStop({ packId: await make() })
    await t.runJobs()
    expect(await readdir(folder())).toEqual([])
  })

  test('leaves no file behind if it is abandoned', async () => {
    const packId = await make()
    await dieEachTime('pack.build')
    const { packs } = await t.as(c.admin).inspection.readMany()
    expect(packs.find(({ id }) => id === packId)).toMatchObject({ state: 'failed' })
    expect(await readdir(folder())).toEqual([])
  })
})

test('an answer to a tracing request leaves no file behind if it is discarded or abandoned', async () => {
  const calls = t.as(c.lead).tracing
  const { id } = await calls.createOne({
    ...{ asker: 'state', organization: 'NY Board of Pharmacy', basis: 'recall', channel: 'phone', identityHow: 'Called back' },
    ...{ receivedAt: t.clock.now().toISOString(), locationId: c.main.id, items: [{ serialNumber: 'A' }] },
  })
  const requestId = id ?? 0
  const prepare = async () => {
    const { answerId } = await calls.createOneAnswer({ requestId, numbers: [] })
    await leave(`${c.customerId}-answer-${answerId}.zip`, `${c.customerId}-answer-${answerId}.zip.half`)
    return answerId
  }
  await calls.updateOneDiscard({ requestId, answerId: await prepare() })
  await t.runJobs()
  expect(await readdir(folder())).toEqual([])
  await prepare()
  await dieEachTime('tracing.build')
  expect(await readdir(folder())).toEqual([])
})

test('a file left in the packs folder is removed at night once it is a day old, and a newer file is kept', async () => {
  await leave('9-1.zip.half', '9-answer-2.zip', '9-3.zip.half')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const name of ['9-1.zip.half', '9-answer-2.zip']) await utimes(join(folder(), name), yesterday, yesterday)
  await t.query(`select graphile_worker.add_job('pack.remove')`)
  await t.runJobs()
  expect(await readdir(folder())).toEqual(['9-3.zip.half'])
})
