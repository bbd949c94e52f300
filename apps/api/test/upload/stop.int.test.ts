import { Readable } from 'node:stream'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { listFailed, replay } from '../../src/operate/job-report.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, register } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

const made = () =>
  t.query<{ orders: number; documents: number }>(
    `select (select count(*)::int from "order" where customer_id = $1) as orders,
       (select count(*)::int from epcis_document where customer_id = $1) as documents`,
    [customer.customerId],
  )

describe('an import that is stopped and restarted', () => {
  test('adds nothing if it is stopped before it starts, and a retry completes it', async () => {
    const uploadId = await register(t, customer.staff, documentFor(customer))
    await t.as(customer.staff).file.stopOneUpload({ uploadId })
    await t.runJobs()
    expect(await made()).toEqual([{ orders: 0, documents: 0 }])
    await expect(t.as(customer.staff).file.stopOneUpload({ uploadId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await t.as(customer.staff).file.retryOneUpload({ uploadId })
    await t.runJobs()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'imported' })
    await expect(t.as(customer.staff).file.retryOneUpload({ uploadId })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('is abandoned after it has killed the process ten times, and can be retried by hand', async () => {
    const uploadId = await register(t, customer.staff, documentFor(customer))
    await t.query('select graphile_worker.reschedule_jobs(array_agg(id), attempts => 10) from graphile_worker.jobs where key = $1', [
      `import ${customer.customerId} ${uploadId}`,
    ])
    await t.runJobs()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({
      status: 'stopped',
      outcome: { kind: 'fault' },
    })
    await t.as(customer.staff).file.retryOneUpload({ uploadId })
    await t.runJobs()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'imported' })
  })

  test('is retried if its bytes are missing, then abandoned with a message and without partial data; an operator can replay it', async () => {
    const text = documentFor(customer)
    const uploadId = await register(t, customer.staff, text)
    const [row] = await t.query<{ sha256: string }>('select sha256 from upload where id = $1', [uploadId])
    await t.deps.storage.delete(customer.customerId, row?.sha256 ?? '')
    // Makes all waiting retries due now, runs them, and returns the upload's status. The test polls this function, because graphile-worker records an
    // attempt only some time after the attempt ends.
    const read = async () => {
      await t.query(
        'select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where locked_at is null',
      )
      await t.runJobs()
      return (await t.as(customer.staff).file.readOneUpload({ uploadId })).status
    }
    await expect.poll(read).not.toBe('processing')
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({
      status: 'stopped',
      outcome: { kind: 'fault' },
    })
    expect(await made()).toEqual([{ orders: 0, documents: 0 }])
    await t.deps.storage.put(customer.customerId, Readable.from([Buffer.from(text)]))
    const owner = new pg.Client({ connectionString: t.ownerUrl })
    await owner.connect()
    const failed = (await listFailed(owner)).filter(({ queue }) => queue === `import ${customer.customerId}`)
    expect([failed.length, await replay(owner, failed[0]?.id)]).toEqual([1, 1])
    await owner.end()
    await t.runJobs()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'imported' })
  })

  test('creates one order, whereas importing the sample file a second time creates a second order', async () => {
    const party = { sgln: 'urn:epc:id:sgln:039999.345678.0', gln: '0399993456780' }
    await t.query(`insert into location_gln (customer_id, location_id, global_location_number, disposition) values ($1, $2, $3, 'BOTH')`, [
      customer.customerId,
      customer.main.id,
      party.gln,
    ])
    for (const _ of [1, 2]) {
      const { uploadId } = await t.as(customer.staff).order.createOneSampleOrder()
      await t.runJobs()
      expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({
        status: 'imported',
        amountOfMeds: 96,
        findings: 0,
      })
    }
    expect(await made()).toEqual([{ orders: 2, documents: 2 }])
  })
})
