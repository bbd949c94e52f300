import type pg from 'pg'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb } from '../../apps/api/src/db/pool.ts'
import { receiveAll } from '../../apps/api/src/domains/order/receive/receive.service.ts'
import { printRatio, time, withBench, write } from './frame.ts'

/** Measures Receive All of one order, and compares it with a bare UPDATE of the same rows of an identical order. */
export function benchReceive(meds: number): Promise<void> {
  return withBench(async ({ admin, pool, session, customerId, locationId }) => {
    const [first, second] = [
      await fillOrder(admin, customerId, locationId, meds, 'A'),
      await fillOrder(admin, customerId, locationId, meds, 'B'),
    ]
    await admin.query('vacuum analyze med, document_med')
    const ours = await time(() => withCustomer(openDb(pool), session, 'read write', (tx) => receiveAll(tx, session, { documentId: first })))
    const { rows } = await admin.query<{ id: string }>('select max(id)::text as id from receipt')
    const bare = await time(async () => {
      await admin.query('begin')
      const values = [customerId, second, rows[0]?.id]
      await admin.query('update document_med set receipt_id = $3 where customer_id = $1 and document_id = $2', values)
      await admin.query(
        'update med m set receipt_id = $3, dated_at = now() from document_med d where d.customer_id = $1 and d.document_id = $2 and m.customer_id = d.customer_id and m.id = d.med_id',
        values,
      )
      await admin.query('commit')
    })
    printRatio('Receive All of one order', `${write(ours)} ms`, `bare UPDATE ${write(bare)} ms`, ours / bare)
    console.log(`  (${write(meds)} meds; reference: a superuser's UPDATE of the same rows of an order just like it, one transaction)`)
  })
}

/** Inserts an order of this many loose meds. */
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
