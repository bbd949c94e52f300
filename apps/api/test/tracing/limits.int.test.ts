import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // without a browser that prints PDFs, documents are stored as HTML
const c = useCustomer(t)
let kit: ReturnType<typeof makeTracingKit>
beforeEach(() => {
  kit = makeTracingKit(t, c)
})

const product = SAMPLE_PRODUCTS[0]

describe('a long request', () => {
  test('of 10,000 lines about one common product is recorded at once and searched later; the result lists a few packages per line and says so', async () => {
    await addOrder(c, { meds: 110, products: product ? [product] : [] })
    const requestId = await kit.record(Array.from({ length: 10_000 }, () => ({ ndc: product?.ndc ?? '' })))
    expect((await kit.calls().readMany({})).items[0]).toMatchObject({ items: 10_000, counts: null, searchedItems: 0 })
    await t.runJobs()
    expect((await kit.calls().readMany({})).items[0]).toMatchObject({ counts: { partly: 10_000 }, searchedItems: 10_000 })
    const { lines } = await kit.calls().readOneFound({ requestId })
    expect(lines).toHaveLength(10_000)
    expect(lines.reduce((sum, { records }) => sum + records.length, 0)).toBe(20_000)
    expect(lines[9999]).toMatchObject({ amount: 100, hasMore: true })
    expect(lines[9999]?.said).toContain(
      'More than 100 packages match; the first 2 are listed. To get all of them, create an inspection pack.',
    )
  })

  test('has no counts from the time that items are added until the next search', async () => {
    const requestId = await kit.record([{ serialNumber: 'NEVER-SEEN' }])
    await t.runJobs()
    expect((await kit.read(requestId)).counts).toMatchObject({ outside: 1 })
    await kit.calls().createManyItems({ requestId, items: [{ serialNumber: 'NEVER-SEEN-EITHER' }] })
    expect((await kit.read(requestId)).counts).toBeNull()
    await t.runJobs()
    expect(await kit.read(requestId)).toMatchObject({ counts: { outside: 2 }, searchedItems: 2 })
  })
})

test('a closed request is not searched again', async () => {
  const requestId = await kit.record([{ serialNumber: 'A' }])
  await t.runJobs()
  await kit.calls().updateOneEnd({ requestId })
  await expect(kit.calls().updateOneSearch({ requestId })).rejects.toThrow('This request is closed')
})
