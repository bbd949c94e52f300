import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import type { Caller } from '../harness.ts'
import { addOrder, newCustomer } from '../make.ts'

const t = useTestDb()
let meds: Caller['med']
beforeAll(async () => {
  t.clock.set('2026-05-14T15:00:00Z')
  const customer = await newCustomer(t)
  for (let n = 0; n < 2; n += 1) await addOrder(customer, { meds: 8, perCase: 2, expirationDate: '2027-12-31' })
  meds = t.as(customer.staff).med
})

describe('sorting and paging', () => {
  test.each([
    ['date', 'asc'],
    ['date', 'desc'],
    ['serialNumber', 'asc'],
    ['serialNumber', 'desc'],
    ['lotNumber', 'asc'],
    ['expirationDate', 'desc'],
  ] as const)('return every med exactly once and in order across all pages when sorted by %s, %s', async (sort, direction) => {
    const field = sort === 'date' ? 'id' : sort
    const all = (await meds.readManyBySearch({ sort, sortOrder: direction, limit: 1000 })).items
    const seen: typeof all = []
    let cursor: string | undefined
    do {
      const page = await meds.readManyBySearch({ sort, sortOrder: direction, limit: 5, cursor })
      seen.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen.map((row) => row.id)).toEqual(all.map((row) => row.id))
    expect(new Set(seen.map((row) => row.id)).size).toBe(seen.length)
    if (field !== 'id') {
      const values = seen.map((row) => row[field] ?? '')
      const sorted = [...values].sort()
      expect(values).toEqual(direction === 'asc' ? sorted : sorted.reverse())
    }
  })
})

describe('meds of selected products, sorted by date', () => {
  test.each(['asc', 'desc'] as const)(
    'are paged in %s order, and the product filter neither repeats a med nor changes the order',
    async (sortOrder) => {
      const other = await newCustomer(t)
      for (const day of ['2026-08-01', '2026-08-03', '2026-08-05']) {
        t.clock.set(`${day}T12:00:00Z`)
        const one = await addOrder(other, { meds: 8, perCase: 2 })
        await t
          .as(other.staff)
          .order.updateReceiveManyBySerialnumber({ documentId: one.id, serialNumber: one.serials[Number(day.slice(-1))] ?? '' })
      }
      const pages = t.as(other.staff, { timeZone: 'UTC' }).med
      const all = (await pages.readManyBySearch({ sortOrder, limit: 100 })).items
      for (const dates of [{}, { startDate: '2026-08-02' }, { endDate: '2026-08-03' }])
        for (const limit of [1, 2, 3, 100]) {
          const seen: typeof all = []
          let cursor: string | undefined
          do {
            const page = await pages.readManyBySearch({ manufacturerName: 'fenwick', ...dates, sortOrder, limit, cursor })
            expect(page.items.length).toBeLessThanOrEqual(limit)
            seen.push(...page.items)
            cursor = page.nextCursor ?? undefined
          } while (cursor)
          const among = (await pages.readManyBySearch({ ...dates, sortOrder, limit: 100 })).items
          expect(seen.map((row) => row.id)).toEqual(among.filter((row) => row.manufacturerName?.includes('Fenwick')).map((row) => row.id))
          expect(seen.length).toBeGreaterThan(0)
        }
    },
  )
})

describe('meds without a lot or an expiry', () => {
  test.each([
    ['lotNumber', 'asc'],
    ['lotNumber', 'desc'],
    ['expirationDate', 'asc'],
    ['expirationDate', 'desc'],
  ] as const)('are listed last and exactly once, with any page size, when the list is sorted by %s (%s)', async (sort, sortOrder) => {
    const other = await newCustomer(t)
    const one = await addOrder(other, { meds: 8, perCase: 2 })
    const lacking = one.serials.slice(0, 5)
    await t.query('update med set lot_number = null, expiration_date = null where customer_id = $1 and serial_number = any($2)', [
      other.customerId,
      lacking,
    ])
    const pages = t.as(other.staff).med
    for (const limit of [1, 2, 5, 7, 12, 100]) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await pages.readManyBySearch({ sort, sortOrder, limit, cursor })
        seen.push(...page.items.map((row) => row.serialNumber))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(new Set(seen).size).toBe(8)
      expect(seen).toHaveLength(8)
      expect(seen.slice(3).sort()).toEqual([...lacking].sort())
    }
  })

  test('cannot be paged by date with a cursor of another sort order', async () => {
    const cursor = Buffer.from('[null,1]').toString('base64url')
    await expect(meds.readManyBySearch({ sort: 'date', cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
