import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@seriatim/db/embedded/index'
import { makeDocument } from '@seriatim/epcis'
import pg from 'pg'
import { verifyTrails } from '../../apps/api/src/backup/trail-check.ts'
import { createSecrets } from '../../apps/api/src/secrets.ts'
import { insertSession, Product } from './product.ts'

interface KillFigures {
  figures: Record<string, number>
  /** What should not be, in sentences; empty when all is well. */
  wrong: string[]
}

const MEDS = 400
/** Between two kills, at random. */
const LONGEST_MS = 4000
const SECRET_KEY = 'a drill has a key of its own, as any server'

/** Kills the whole program again and again while orders are uploaded and received, and then looks for what was acknowledged. */
export async function drillKills(times: number): Promise<KillFigures> {
  const dir = mkdtempSync(join(tmpdir(), 'seriatim-drill-'))
  const database = await startEmbedded({ dataDir: dir })
  const superuser = new pg.Client({ connectionString: database.superuserUrl.replace(/\/[^/?]*(\?|$)/, '/seriatim$1') })
  const env = { DATABASE_URL: database.ownerUrl, DATA_DIR: dir, SECRET_KEY, CALLS_PER_MINUTE: '1000000', DEMO_FILES: '0' }
  const product = new Product(env)
  const done: Acknowledged = { uploads: [], receipts: [], tries: 0 }
  try {
    await product.start()
    await superuser.connect()
    const token = await insertSession(superuser)
    for (let kill = 0; kill < times; kill += 1) {
      const work = workOn(product, superuser, { token, done })
      // Told below; nobody may be waiting when it happens.
      work.catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_MS))
      await product.kill()
      await work
      await product.start()
    }
    await waitForQueue(superuser)
    const { figures, wrong } = await compare(superuser, done)
    const trail = await verifyTrails(database.ownerUrl, createSecrets(SECRET_KEY))
    const broken = trail.broken.map(({ customerId }) => `The audit trail of customer ${customerId} is broken.`)
    return {
      figures: { 'kills of the whole program': times, ...figures, 'seals of the audit trail': trail.seals },
      wrong: [...wrong, ...broken],
    }
  } finally {
    await product.kill()
    await superuser.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Acknowledged {
  /** Purchase order numbers. */
  uploads: string[]
  /** Numbers of orders. */
  receipts: number[]
  tries: number
}

/** Uploads an order, receives whatever is open, and begins anew, until the program is gone. */
async function workOn(product: Product, superuser: pg.Client, { token, done }: { token: string; done: Acknowledged }): Promise<void> {
  try {
    for (;;) {
      const number = `DRILL-${done.tries}`
      done.tries += 1
      await product.call('POST', '/api/v1/file/upload/order?wait=0', { token, body: makeForm(number) })
      done.uploads.push(number)
      const { rows } = await superuser.query<{ id: number }>(
        `select o.id::int as id from "order" o where not exists (select from receipt r where r.customer_id = o.customer_id and r.document_id = o.id)
         order by o.id limit 1`,
      )
      for (const { id } of rows) {
        await product.call('PUT', '/api/v1/update/receive/all/by/documentid', { token, body: JSON.stringify({ documentId: id }) })
        done.receipts.push(id)
      }
    }
  } catch (error) {
    // A program that was killed answers nobody; an answer that refuses is a fault.
    if (!product.isKilled) throw error
  }
}

function makeForm(number: string): FormData {
  const text = [
    ...makeDocument({
      meds: MEDS,
      perCase: 20,
      casesPerPallet: 10,
      now: new Date(),
      serialSeed: number,
      instanceIdentifier: number,
      purchaseOrder: number,
    }),
  ].join('')
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'application/xml' }), `${number}.xml`)
  return form
}

async function waitForQueue(superuser: pg.Client): Promise<void> {
  const end = Date.now() + 600_000
  for (;;) {
    const { rowCount } = await superuser.query(`select from upload where status = 'processing' limit 1`)
    if (!rowCount) return
    if (Date.now() > end) throw new Error('Uploads were still being read after ten minutes.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

interface Found {
  orders: number
  wrongOrders: number
  sameNumber: number
  sameSerial: number
  receivedTwice: number
  halfReceived: number
  numbers: string[]
  received: number[]
  told: number
}

async function compare(superuser: pg.Client, { uploads, receipts, tries }: Acknowledged): Promise<KillFigures> {
  const { rows } = await superuser.query<Found>(
    `select (select count(*)::int from "order") as orders,
       (select count(*)::int from "order" o where (select count(*) from document_med d where d.customer_id = o.customer_id and d.document_id = o.id and not d.is_package) <> $1) as "wrongOrders",
       (select count(*)::int from (select from "order" group by purchase_order_numbers having count(*) > 1) x) as "sameNumber",
       (select count(*)::int from (select from med group by customer_id, gtin, serial_number having count(*) > 1) x) as "sameSerial",
       (select count(*)::int from (select from receipt where undoes_id is null group by customer_id, document_id having count(*) > 1) x) as "receivedTwice",
       (select count(*)::int from (select from document_med where not is_package group by customer_id, document_id
         having count(receipt_id) not in (0, count(*))) x) as "halfReceived",
       (select coalesce(array_agg(purchase_order_numbers[1]), '{}') from "order") as numbers,
       (select coalesce(array_agg(distinct document_id::int), '{}') from receipt) as received,
       (select count(*)::int from audit where action = 'order.import') as told`,
    [MEDS],
  )
  const [found] = rows
  if (!found) throw new Error('The database said nothing.')
  const lostUploads = uploads.filter((number) => !found.numbers.includes(number))
  const lostReceipts = receipts.filter((id) => !found.received.includes(id))
  const wrong = [
    [lostUploads.length, 'uploads were acknowledged and are no orders'],
    [lostReceipts.length, 'receipts were acknowledged and are not there'],
    [found.wrongOrders, 'orders do not have all of their meds'],
    [found.sameNumber, 'orders are there twice'],
    [found.sameSerial, 'serial numbers are there twice'],
    [found.receivedTwice, 'orders were received twice'],
    [found.halfReceived, 'orders were received in part'],
    [Math.abs(found.told - found.orders), 'orders differ from what the audit trail tells'],
  ] as const
  return {
    figures: {
      'uploads begun': tries,
      'uploads acknowledged': uploads.length,
      'orders on file': found.orders,
      'receipts acknowledged': receipts.length,
      'orders received': found.received.length,
    },
    wrong: wrong.flatMap(([amount, what]) => (amount ? [`${amount} ${what}.`] : [])),
  }
}
