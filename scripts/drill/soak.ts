import { readFileSync } from 'node:fs'
import { type SampleParty, sampleReceiver } from '@seriatim/epcis'
import { checkDigit } from '@seriatim/gs1'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { withSystem } from '../../apps/api/src/db/system-tx.ts'
import { makeCustomer } from '../../apps/api/src/seed/new-customer.ts'
import { describeWrong, type Findings, findQuantile, pause } from './findings.ts'
import { makeForm, waitForQueue } from './ledger.ts'
import { insertSession, type Stage, withStage } from './stage.ts'

const CUSTOMERS = 1000
const MEDS = 500
/** Number of concurrent users (`PEOPLE`), and number of files that may be in progress before uploads wait (`MOST_WAITING`). */
const PEOPLE = 4
const MOST_WAITING = 40
const SAMPLE_MS = 5_000
/** Maximum growth of memory and of the p99 time, as a factor between the second third of the run and the last third. */
const MOST_MEMORY = 1.25
const MOST_P99 = 2

/** A customer with one location, and its admin's session. */
interface Pharmacy {
  customerId: number
  token: string
  party: SampleParty
}

interface Sample {
  at: number
  value: number
}

/** A thousand customers, each with one order of five hundred meds a day: uploaded, read, searched and received, with no idle time between the days. */
export function drillSoak({ minutes }: { minutes: number }): Promise<Findings> {
  return withStage({}, async (stage) => {
    const pharmacies = await makePharmacies(stage)
    const [began, end] = [Date.now(), Date.now() + minutes * 60_000]
    const [took, megabytes]: [Sample[], Sample[]] = [[], []]
    const done = { uploads: 0, receipts: 0, refused: 0, rounds: 0, lastOrder: 0 }

    const ask = async (token: string, method: string, path: string, body?: FormData | string) => {
      const { status, ms, text } = await stage.product.ask(method, path, { token, ...(body === undefined ? {} : { body }) })
      took.push({ at: Date.now(), value: ms })
      if (status < 300) return true
      done.refused += 1
      if (done.refused < 5) console.log(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`)
      return false
    }
    const upload = async () => {
      const round = done.rounds++
      const pharmacy = pharmacies[round % CUSTOMERS]
      if (
        pharmacy &&
        (await ask(pharmacy.token, 'POST', '/api/v1/file/upload/order?wait=0', makeForm(`SOAK-${round}`, MEDS, pharmacy.party)))
      )
        done.uploads += 1
    }
    /** Receives orders in the order in which they arrived. */
    const receive = async () => {
      const [order] = await stage.query<{ id: number; customerId: number }>(
        'select id::int, customer_id::int as "customerId" from "order" where id > $1 order by id limit 1',
        [done.lastOrder],
      )
      const token = pharmacies.find(({ customerId }) => customerId === order?.customerId)?.token
      // Another worker may have taken this order while the query ran.
      if (!order || !token || order.id <= done.lastOrder) return
      done.lastOrder = order.id
      await ask(token, 'GET', '/trpc/order.readTotals?input=%7B%22json%22%3A%7B%7D%7D')
      const body = JSON.stringify({ documentId: order.id })
      if (await ask(token, 'PUT', '/api/v1/update/receive/all/by/documentid', body)) done.receipts += 1
    }
    const countWaiting = async () => (await stage.query("select from upload where status = 'processing'")).length
    const work = async () => {
      while (Date.now() < end) {
        await ((await countWaiting()) > MOST_WAITING ? pause(100) : upload())
        await receive()
      }
    }
    const watch = async () => {
      while (Date.now() < end) {
        await pause(SAMPLE_MS)
        megabytes.push({ at: Date.now(), value: readMegabytes(stage.product.pid) })
        if (megabytes.length % 12 === 0)
          console.log(`${Math.round((Date.now() - began) / 60_000)} minutes: ${done.uploads} uploaded, ${done.receipts} received`)
      }
    }
    await Promise.all([watch(), ...Array.from({ length: PEOPLE }, work)])
    const waited = await waitForQueue(stage)
    const [{ orders, meds, open } = { orders: 0, meds: 0, open: 0 }] = await stage.query<{ orders: number; meds: number; open: number }>(
      `select (select count(*)::int from "order") as orders, (select count(*)::int from document_med where not is_package) as meds,
         (select count(*)::int from graphile_worker.jobs where attempts > 1) as open`,
    )
    /**
     * Computes a quantile (`part`, 0 to 1) twice: for the samples from the second third of the run and for those from the last third, so that a trend
     * shows.
     */
    const thirds = (samples: readonly Sample[], part: number) =>
      [1, 2].map((nth) => {
        const [from, until] = [nth, nth + 1].map((third) => began + ((end - began) * third) / 3) as [number, number] // TypeScript types the result of map() as an array of any length
        const some = samples.filter(({ at }) => at >= from && (at < until || nth === 2)).map(({ value }) => value)
        return Math.round(findQuantile(some, part))
      }) as [number, number] // map() does not keep the length of the array
    const [p99, memory] = [thirds(took, 0.99), thirds(megabytes, 0.5)]
    return {
      figures: {
        customers: CUSTOMERS,
        minutes,
        'orders uploaded': done.uploads,
        'orders on file': orders,
        'meds on file': meds,
        'orders received': done.receipts,
        'calls answered': took.length,
        'ms of a call in the second third, p99': p99[0],
        'ms of a call in the last third, p99': p99[1],
        'MB of the program in the second third, median': memory[0],
        'MB of the program in the last third, median': memory[1],
        'ms until the queue was empty': waited,
      },
      wrong: [
        ...describeWrong([
          [done.refused, 'calls were refused'],
          [Math.abs(done.uploads - orders), 'orders differ from what was uploaded'],
          [Math.abs(orders * MEDS - meds), 'meds differ from what was uploaded'],
          [open, 'jobs were tried more than once and are not done'],
        ]),
        ...describeGrowth('memory', memory, MOST_MEMORY),
        ...describeGrowth('p99', p99, MOST_P99),
      ],
    }
  })
}

const describeGrowth = (what: string, [before, after]: readonly [number, number], most: number) =>
  after > before * most ? [`The ${what} of the last third is ${(after / before).toFixed(2)} times that of the second.`] : []

async function makePharmacies({ database, query }: Stage): Promise<Pharmacy[]> {
  const pool = openPool(database().ownerUrl, 'seriatim_system', 2)
  const pharmacies: Pharmacy[] = []
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const reference = String(n).padStart(6, '0')
    const gln = `039996${reference}${checkDigit(`039996${reference}`)}`
    const emailAddress = `pharmacy.${n}@mail.tst`
    const place = { ...sampleReceiver.location, gln, sgln: `urn:epc:id:sgln:039996.${reference}.0` }
    const address = { line: '1 Main Street', city: 'Louisville', stateCode: 'KY', zip: '40218' }
    const { customerId } = await withSystem({ system: openDb(pool) }, (tx) =>
      makeCustomer(tx, {
        name: `Pharmacy ${n}`,
        admin: { emailAddress, firstName: 'Dana', lastName: 'Many', locations: { Main: 'admin' } },
        locations: [{ name: 'Main', address, glns: [{ gln, disposition: 'BOTH', isVerified: true }] }],
      }),
    )
    pharmacies.push({ customerId, token: await insertSession(query, emailAddress), party: { owner: place, location: place } })
  }
  await pool.end()
  return pharmacies
}

/** Resident memory of the process as reported by the system. */
function readMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
