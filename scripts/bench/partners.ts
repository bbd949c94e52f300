import { rmSync } from 'node:fs'
import { startEmbedded } from '@seriatim/db/embedded/index'
import { migrate } from '@seriatim/db/migrate'
import { partnerSearch } from '@seriatim/schema'
import pg from 'pg'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { searchForPartners } from '../../apps/api/src/domains/trading-partner/partner-read.service.ts'
import { makeBenchCustomer } from './bench-customer.ts'
import { median, type SearchFigure } from './median.ts'
import { makeOpenFolder } from './open-folder.ts'

/** The list of partners and its searches, against the bare query for the same rows. */
export async function benchPartners(partners: number): Promise<SearchFigure[]> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  const pool = openPool(database.ownerUrl, 'seriatim_app', 4)
  const systemPool = openPool(database.ownerUrl, 'seriatim_system', 2)
  const admin = new pg.Client({ connectionString: database.superuserUrl.replace(/\/[^/?]*(\?|$)/, '/seriatim$1') })
  try {
    await migrate(database.ownerUrl)
    const { customerId, session } = await makeBenchCustomer(systemPool)
    await admin.connect()
    await fill(admin, customerId, partners)
    const db = openDb(pool)
    const ours = (input: object) => () =>
      withCustomer(db, session, 'read only', (tx) => searchForPartners(tx, session, partnerSearch.parse(input)))
    const from = 'select p.* from trading_partner p where p.customer_id = $1 and p.deactivated_at is null'
    const order = 'order by lower(p.name) collate "C", p.id limit 101'
    const gln = '03880000123'
    const cases = [
      { name: 'listed', input: {}, sql: `${from} ${order}`, values: [] },
      {
        name: 'by name',
        input: { name: 'partner 4217' },
        sql: `${from} and position($2 in lower(p.name)) > 0 ${order}`,
        values: ['partner 4217'],
      },
      {
        name: 'by GLN',
        input: { gln },
        sql: `${from} and p.id in (select g.trading_partner_id from partner_gln g where g.customer_id = $1 and starts_with(g.global_location_number, $2)) ${order}`,
        values: [gln],
      },
      {
        name: 'by city',
        input: { city: 'city 77' },
        sql: `${from} and exists (select from partner_address a where a.customer_id = $1 and a.trading_partner_id = p.id and position($2 in lower(a.city)) > 0) ${order}`,
        values: ['city 77'],
      },
    ]
    const figures: SearchFigure[] = []
    for (const { name, input, sql, values } of cases)
      figures.push({ name, ours: await median(ours(input)), bare: await median(() => admin.query(sql, [customerId, ...values])) })
    return figures
  } finally {
    await admin.end()
    await pool.end()
    await systemPool.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function fill(admin: pg.Client, customerId: number, partners: number): Promise<void> {
  await admin.query(`set session_replication_role = replica; set synchronous_commit = off`)
  const insert = (sql: string) => admin.query(`${sql} from generate_series(1, $2::int) n`, [customerId, partners])
  await insert(
    `insert into trading_partner (customer_id, id, name, type, created_at) overriding system value select $1, n, 'Partner ' || n, 'upstream', now()`,
  )
  await insert(
    `insert into partner_gln (customer_id, trading_partner_id, global_location_number) select $1, n, '0388' || lpad(n::text, 9, '0')`,
  )
  await insert(
    `insert into partner_address (customer_id, trading_partner_id, address_line_one, city, address_type) select $1, n, n || ' Street', 'City ' || (n % 500), 'physical'`,
  )
  await insert(
    `insert into partner_license (customer_id, trading_partner_id, kind, number, valid_from) select $1, n, 'wholesaler', 'L' || n, date '2020-01-01'`,
  )
  await admin.query(
    'analyze trading_partner; analyze partner_gln; analyze partner_address; analyze partner_license; reset session_replication_role',
  )
}
