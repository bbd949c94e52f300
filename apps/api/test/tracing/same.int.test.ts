import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
let kit: ReturnType<typeof makeTracingKit>
beforeEach(() => {
  kit = makeTracingKit(t, c)
})

const ITEMS = [{ serialNumber: 'A1' }, { lotNumber: 'LP4471' }]
const FILE: [string, string] = ['ask.csv', 'Serial number,Lot\nA1,\n,lp4471\n']
const newest = async () => (await kit.calls(c.admin).readMany({ view: 'all' })).items[0]

describe('a request that is recorded twice', () => {
  test('at the same moment is stored only once', async () => {
    const both = await Promise.all([1, 2, 3].map(() => kit.calls().createOne(kit.asked(ITEMS))))
    expect(both.map(({ id }) => id === null).toSorted()).toEqual([false, true, true])
    const made = both.find(({ id }) => id !== null)
    expect(both.flatMap(({ same }) => same?.id ?? [])).toEqual([made?.id, made?.id])
  })

  test('is recognized if it was mailed first and then typed in', async () => {
    await kit.arrive({ from: 'Grace <grace@board.tst>', subject: 'Urgent: 26-1187', attachments: [FILE] })
    const mailed = await newest()
    const typed = kit.asked(ITEMS, { locationId: null, reference: '26-1187' })
    expect(await kit.calls(c.admin).createOne(typed)).toMatchObject({ id: null, same: { id: mailed?.id } })
    const other = kit.asked(ITEMS, { locationId: null, organization: 'FDA', emailAddress: 'office@fda.tst' })
    expect(await kit.calls(c.admin).createOne(other)).toMatchObject({ same: null })
  })

  test('is recognized if it was typed in first and then mailed', async () => {
    const typed = await kit.record(ITEMS, { locationId: null, reference: '26-1187' }, c.admin)
    await kit.arrive({ from: 'Grace <grace@board.tst>', subject: 'Tracing request', attachments: [FILE] })
    const mailed = await newest()
    expect((await kit.calls(c.admin).readOne({ requestId: mailed?.id ?? 0 })).duplicateOf).toMatchObject({ id: typed })
  })

  test('is recognized as a duplicate after its missing items are added, or after its requester is corrected', async () => {
    const first = await kit.record(ITEMS)
    const second = await kit.record([{ serialNumber: 'A1' }])
    expect((await kit.read(second)).duplicateOf).toBeNull()
    await kit.calls().createManyItems({ requestId: second, items: [{ lotNumber: 'LP4471' }] })
    expect((await kit.read(second)).duplicateOf).toMatchObject({ id: first })
    expect(await kit.calls().createOne(kit.asked([{ serialNumber: 'A1' }]))).toMatchObject({ same: null })
    const third = await kit.record(ITEMS, { organization: 'NY Bord' })
    expect((await kit.read(third)).duplicateOf).toBeNull()
    await kit.calls().updateOne({ ...(await kit.read(third)), requestId: third, organization: 'NY Board of Pharmacy' })
    expect((await kit.read(third)).duplicateOf).toMatchObject({ id: second })
  })
})
