import type { ScorecardTally } from '@seriatim/schema'
import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { load, makeRecord } from '../recall/recalls.ts'

const t = useTestDb()
const customer = useCustomer(t)

async function refresh(): Promise<ScorecardTally | undefined> {
  await t.as(customer.admin).scorecard.createOneRefresh()
  await t.runJobs()
  const rows = await t.query<{ tally: ScorecardTally }>("select tally from scorecard_month where customer_id = $1 and gtin = ''", [
    customer.customerId,
  ])
  expect(rows).toHaveLength(1)
  return rows[0]?.tally
}

test('A past month is recomputed when a recall that only possibly matched is updated with the exact lot', async () => {
  t.clock.set('2026-08-02T15:00:00Z')
  const order = await addOrder(customer, { meds: 3 })
  const [lot] = await t.query<{ ndc: string; lot: string }>(
    'select ndc, lot_number as lot from stock_lot where document_id = $1 and ndc is not null limit 1',
    [order.id],
  )
  const record = makeRecord({ product_description: `Tablets, bottle, NDC ${lot?.ndc}`, code_info: 'see attached list' })
  t.clock.set('2026-12-10T15:00:00Z')
  await load(t, [record])
  await refresh()
  // From this refresh on, the month is computed again only if something changes.
  t.clock.set('2026-12-20T15:00:00Z')
  await refresh()
  t.clock.set('2026-12-21T15:00:00Z')
  expect(await refresh()).toMatchObject({ recallIds: [], recalledLots: 0 })
  await load(t, [{ ...record, code_info: `Lot ${lot?.lot}`, report_date: '20261215' }], { asOf: '2026-12-18' })
  const row = await refresh()
  expect(row?.recallIds).toHaveLength(1)
  expect(row).toMatchObject({ recalledLots: 1 })
})
