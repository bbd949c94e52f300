import { beforeEach, describe, expect, test } from 'vitest'
import { tidyJob } from '../../src/domains/all.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { earlier } from '../earlier.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { makeSteps } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t, { name: 'Corner Pharmacy' })
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer)
})

const { calls, form, input } = makeSteps(() => ({ t, customer, order }))

describe('a previewed report', () => {
  test('is stored on the server, is sent by a call that contains its hash instead of the PDF, and is deleted if never sent', async () => {
    const given = input()
    const { bufferData, pdfSha256, seal } = await calls().createOne(given)
    const unsent = await calls().createOne({ ...given, jsonData: form({ lotNumber: 'UNSENT' }) })
    await calls().createSend({ ...given, pdfSha256, seal })
    const { items } = await calls().readManyBySearch({})
    const filepath = items[0]?.filepath.value ?? ''
    expect((await calls().downloadOneByPath({ filepath })).base64).toBe(bufferData)
    await t.query(`update leftover set left_at = ${earlier('left_at', '2 days')} where customer_id = $1`, [customer.customerId])
    await tidyJob.run({}, t.deps as unknown as JobContext) // the scheduled job needs only the program's dependencies
    const isStored = (hash: string) => t.deps.storage.size(customer.customerId, hash).then(Boolean, () => false)
    expect([await isStored(pdfSha256), await isStored(unsent.pdfSha256)]).toEqual([true, false])
    expect((await calls().downloadOneByPath({ filepath })).base64).toBe(bufferData)
    const late = { ...given, jsonData: form({ lotNumber: 'UNSENT' }), pdfSha256: unsent.pdfSha256, seal: unsent.seal }
    await expect(calls().createSend(late)).rejects.toMatchObject({ message: /more than an hour old/ })
  })

  test('does not count as expired while the store is unavailable', async () => {
    const given = input()
    const { pdfSha256, seal } = await calls().createOne(given)
    const { size } = t.deps.storage
    t.deps.storage.size = () => Promise.reject(new Error('connect ECONNREFUSED'))
    try {
      await expect(calls().createSend({ ...given, pdfSha256, seal })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    } finally {
      t.deps.storage.size = size
    }
    expect(await calls().createSend({ ...given, pdfSha256, seal })).toMatchObject({ id: expect.any(Number) })
  })

  test('is not sent if the call contains the seal without a hash, or with a hash that does not match the seal', async () => {
    const given = input()
    const { bufferData, pdfSha256, seal } = await calls().createOne(given)
    await expect(calls().createSend({ ...given, seal })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const other = calls().createSend({ ...given, pdfSha256: 'ab'.repeat(32), seal })
    await expect(other).rejects.toMatchObject({ message: /not the document/ })
    expect(await calls().createSend({ ...given, bufferData, pdfSha256, seal })).toMatchObject({ id: expect.any(Number) })
  })
})
