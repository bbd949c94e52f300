import { rmSync } from 'node:fs'
import { startEmbedded } from '@seriatim/db/embedded/index'
import { migrate } from '@seriatim/db/migrate'
import pg from 'pg'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { receiveAll } from '../../apps/api/src/domains/order/receive/receive.service.ts'
import { makeBenchCustomer } from './bench-customer.ts'
import { makeOpenFolder } from './open-folder.ts'

/** Receive All of one order against the bare UPDATE of the same rows in an order just like it. */
export async function benchReceiveAll(meds: number): Promise<{ ours: number; bare: number }> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  const pool = openPool(database.ownerUrl, 'seriatim_app', 2)
  const systemPool = openPool(database.ownerUrl, 'seriatim_system', 2)
  const admin = new pg.Client({ connectionString: database.superuserUrl.replace(/\/[^/?]*(\?|$)/, '/seriatim$1') })
  try {
    await migrate(database.ownerUrl)
    const made = await makeBenchCustomer(systemPool)
    await admin.connect()
    const { locationId } = made
    const [first, second] = [
      await fillOrder(admin, made.customerId, locationId, meds, 'A'),
      await fillOrder(admin, made.customerId, locationId, meds, 'B'),
    ]
    await admin.query('vacuum analyze med, document_med')
    const { session } = made
    const ours = await timed(() =>
      withCustomer(openDb(pool), session, 'read write', (tx) => receiveAll(tx, session, { documentId: first })),
    )
    const { rows } = await admin.query<{ id: string }>('select max(id)::text as id from receipt')
    const bare = await timed(async () => {
      await admin.query('begin')
      const values = [made.customerId, second, rows[0]?.id]
      await admin.query('update document_med set receipt_id = $3 where customer_id = $1 and document_id = $2', values)
      await admin.query(
        'update med m set receipt_id = $3, dated_at = now() from document_med d where d.customer_id = $1 and d.document_id = $2 and m.customer_id = d.customer_id and m.id = d.med_id',
        values,
      )
      await admin.query('commit')
    })
    return { ours, bare }
  } finally {
    await admin.end()
    await pool.end()
    await systemPool.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** An order of so many meds that stand in no package. */
async function fillOrder(admin: pg.Client, customerId: number, locationId: number, meds: number, mark: string): Promise<number> {
  const { rows } = await admin.query<{ id: number }>(
    `insert into epcis_document (customer_id, location_id, sha256, size, filename, content_type, time_stamp) values ($1, $2, $3, 1, 'bench.xml', 'application/xml', now()) returning id::int`,
    [customerId, locationId, mark],
  )
  const id = rows[0]?.id ?? 0
  await admin.query(
    `insert into "order" (customer_id, id, location_id, sender_names, purchase_order_numbers, placed_by, time_stamp, amount_of_meds) values ($1, $2, $3, '{Bench}', '{B-1}', '', now(), $4)`,
    [customerId, id, locationId, meds],
  )
  await admin.query(
    `with made as (
       insert into med (customer_id, location_id, gtin, serial_number, lot_number, expiration_date, is_epcis_generated, created_at, dated_at)
       select $1, $2, '00388010500605', $5 || n, 'L1', '2031-01-01', true, now(), now() from generate_series(1, $4) n returning id
     )
     insert into document_med (customer_id, document_id, line, last_line, location_id, med_id, lot_number, expiration_date, is_package, is_shipped, meds, children)
     select $1, $3, row_number() over (order by id), row_number() over (order by id), $2, id, 'L1', '2031-01-01', false, true, 1, 0 from made`,
    [customerId, locationId, id, meds, mark],
  )
  return id
}
