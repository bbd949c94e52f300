import { rmSync } from 'node:fs'
import { startEmbedded } from '@seriatim/db/embedded/index'
import { migrate } from '@seriatim/db/migrate'
import { medSearch } from '@seriatim/schema'
import pg from 'pg'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { readPedigree, searchMedPage } from '../../apps/api/src/domains/med/med.service.ts'
import { makeBenchCustomer } from './bench-customer.ts'
import { median, type SearchFigure } from './median.ts'
import { makeOpenFolder } from './open-folder.ts'

/** Searches and the detail among so many meds of one customer, against the bare indexed query on the same rows. */
export async function benchSearch(meds: number): Promise<SearchFigure[]> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  const pool = openPool(database.ownerUrl, 'seriatim_app', 4)
  const systemPool = openPool(database.ownerUrl, 'seriatim_system', 2)
  const admin = new pg.Client({ connectionString: database.superuserUrl.replace(/\/[^/?]*(\?|$)/, '/seriatim$1') })
  try {
    await migrate(database.ownerUrl)
    const made = await makeBenchCustomer(systemPool)
    await admin.connect()
    await fillMeds(admin, made.customerId, meds)
    const { session } = made
    const db = openDb(pool)
    const columns = 'id, serial_number, gtin, lot_number, expiration_date, dated_at'
    const cases: { name: string; ours: () => Promise<unknown>; sql: string; values: unknown[] }[] = [
      {
        name: 'by serial number',
        ...searched({ serialNumber: 'S0000123' }),
        sql: `select ${columns} from med where customer_id = $1 and starts_with(serial_number, $2) order by serial_number, id limit 101`,
        values: ['S0000123'],
      },
      {
        name: 'by lot',
        ...searched({ lotNumber: 'L0042' }),
        sql: `select ${columns} from med where customer_id = $1 and lot_number = $2 order by dated_at desc, id desc limit 101`,
        values: ['L0042'],
      },
      {
        name: 'newest first',
        ...searched({}),
        sql: `select ${columns} from med where customer_id = $1 order by dated_at desc, id desc limit 101`,
        values: [],
      },
      {
        name: 'by product name',
        ...searched({ medName: 'Product 77' }),
        sql: `select ${columns} from med where customer_id = $1 and epcis_med_vocabulary_id = $2 order by dated_at desc, id desc limit 101`,
        values: [78],
      },
      {
        name: 'the detail of a med',
        ours: () => withCustomer(db, session, 'read only', (tx) => readPedigree(tx, session, Math.floor(meds / 2))),
        sql: `select ${columns} from med where customer_id = $1 and id = $2`,
        values: [Math.floor(meds / 2)],
      },
    ]
    function searched(input: object): { ours: () => Promise<unknown> } {
      const parsed = medSearch.parse(input)
      return { ours: () => withCustomer(db, session, 'read only', (tx) => searchMedPage(tx, session, parsed)) }
    }
    const figures: SearchFigure[] = []
    for (const { name, ours, sql, values } of cases)
      figures.push({ name, ours: await median(ours), bare: await median(() => admin.query(sql, [made.customerId, ...values])) })
    return figures
  } finally {
    await admin.end()
    await pool.end()
    await systemPool.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Straight into the table, indexes made afterwards: the rows are what is measured, not how they came. */
export async function fillMeds(admin: pg.Client, customerId: number, meds: number): Promise<void> {
  await admin.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
  await admin.query(
    `insert into epcis_med_vocabulary (customer_id, content_hash, gtin, regulated_product_name, manufacturer_of_trade_item_party_name)
     select $1, 'h' || n, lpad(n::text, 14, '0'), 'Product ' || (n - 1), 'Maker ' || (n % 20) from generate_series(1, 200) n`,
    [customerId],
  )
  const { rows } = await admin.query<{ indexdef: string; indexname: string }>(
    `select indexdef, indexname from pg_indexes where tablename = 'med' and indexname <> 'med_pkey'`,
  )
  for (const { indexname } of rows) await admin.query(`drop index "${indexname}"`)
  await admin.query(
    `insert into med (customer_id, location_id, gtin, serial_number, lot_number, expiration_date, epcis_med_vocabulary_id, is_epcis_generated, created_at, dated_at)
     select $1, (select min(id) from location), lpad((n % 200 + 1)::text, 14, '0'), 'S' || lpad(n::text, 10, '0'), 'L' || lpad((n % 5000)::text, 4, '0'),
       date '2027-01-01' + (n % 1000)::int, n % 200 + 1, true, now() - n * interval '1 second', now() - n * interval '1 second' from generate_series(1, $2::int) n`,
    [customerId, meds],
  )
  for (const { indexdef } of rows) await admin.query(indexdef)
  await admin.query('analyze med; analyze epcis_med_vocabulary; reset session_replication_role')
}
