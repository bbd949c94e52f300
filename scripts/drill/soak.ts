import { readFileSync } from 'node:fs'
import { makeDocument } from '@seriatim/epcis'
import { type Findings, findQuantile, pause, tellWrong } from './findings.ts'
import { waitForQueue } from './ledger.ts'
import { makePharmacies, type Pharmacy } from './pharmacies.ts'
import type { Answer } from './product.ts'
import { type Stage, withStage } from './stage.ts'

const CUSTOMERS = 1000
const MEDS = 500
/** People at work at the same moment: whoever uploads waits while so many files are being read. */
const PEOPLE = 4
const MOST_WAITING = 40
const SAMPLE_MS = 5_000
/** The last third of the time against the one before it. */
const MOST_MEMORY = 1.25
const MOST_P99 = 2

interface Minute {
  took: number[]
  megabytes: number[]
}

/** A thousand customers, each with one order of five hundred meds a day: uploaded, read, looked for and received, one day after the other without a night. */
export function drillSoak({ minutes }: { minutes: number }): Promise<Findings> {
  return withStage({}, async (stage) => {
    const pharmacies = await makePharmacies(stage, CUSTOMERS)
    const soak = new Soak(stage, pharmacies)
    const end = Date.now() + minutes * 60_000
    const people = Array.from({ length: PEOPLE }, () => soak.work(end))
    const watching = soak.watch(end)
    await Promise.all(people)
    await watching
    const waited = await waitForQueue(stage)
    const [{ orders, meds, open } = { orders: 0, meds: 0, open: 0 }] = await stage.look<{ orders: number; meds: number; open: number }>(
      `select (select count(*)::int from "order") as orders, (select count(*)::int from document_med where not is_package) as meds,
         (select count(*)::int from graphile_worker.jobs where attempts > 1) as open`,
    )
    const [second, last] = soak.thirds()
    return {
      figures: {
        customers: CUSTOMERS,
        minutes,
        'orders uploaded': soak.uploads,
        'orders on file': orders,
        'meds on file': meds,
        'orders received': soak.receipts,
        'calls answered': soak.calls,
        'ms of a call in the second third, p99': findQuantile(second.took, 0.99),
        'ms of a call in the last third, p99': findQuantile(last.took, 0.99),
        'MB of the program in the second third, median': findQuantile(second.megabytes, 0.5),
        'MB of the program in the last third, median': findQuantile(last.megabytes, 0.5),
        'ms until the queue was empty': waited,
      },
      wrong: [
        ...tellWrong([
          [soak.refused.length, 'calls were refused'],
          [Math.abs(soak.uploads - orders), 'orders differ from what was uploaded'],
          [Math.abs(orders * MEDS - meds), 'meds differ from what was uploaded'],
          [open, 'jobs were tried more than once and are not done'],
        ]),
        ...tellGrowth('memory', findQuantile(second.megabytes, 0.5), findQuantile(last.megabytes, 0.5), MOST_MEMORY),
        ...tellGrowth('p99', findQuantile(second.took, 0.99), findQuantile(last.took, 0.99), MOST_P99),
      ],
    }
  })
}

const tellGrowth = (what: string, before: number, after: number, most: number) =>
  after > before * most ? [`The ${what} of the last third is ${(after / before).toFixed(2)} times that of the second.`] : []

class Soak {
  uploads = 0
  receipts = 0
  calls = 0
  readonly refused: Answer[] = []
  private readonly minutes: Minute[] = [{ took: [], megabytes: [] }]
  private readonly stage: Stage
  private readonly pharmacies: readonly Pharmacy[]
  private turn = 0
  /** Orders are received in the order in which they came. */
  private lastOrder = 0

  constructor(stage: Stage, pharmacies: readonly Pharmacy[]) {
    this.stage = stage
    this.pharmacies = pharmacies
  }

  /** One person: the next pharmacy's order of the day, and what came in meanwhile. */
  async work(end: number): Promise<void> {
    while (Date.now() < end) {
      if ((await this.countWaiting()) > MOST_WAITING) await pause(100)
      else await this.upload()
      await this.receive()
    }
  }

  /** A line a minute. */
  async watch(end: number): Promise<void> {
    for (let minute = Date.now() + 60_000; Date.now() < end; ) {
      await pause(SAMPLE_MS)
      const now = this.minutes.at(-1)
      now?.megabytes.push(readMegabytes(this.stage.product.pid))
      if (Date.now() < minute || !now) continue
      minute += 60_000
      const [p50, p99] = [0.5, 0.99].map((part) => Math.round(findQuantile(now.took, part)))
      const megabytes = Math.round(findQuantile(now.megabytes, 0.5))
      console.log(
        `minute ${this.minutes.length}: ${this.uploads} uploaded, ${this.receipts} received, ${await this.countWaiting()} being read, calls p50 ${p50} ms p99 ${p99} ms, ${megabytes} MB`,
      )
      this.minutes.push({ took: [], megabytes: [] })
    }
  }

  thirds(): [Minute, Minute] {
    const third = Math.ceil(this.minutes.length / 3)
    const join = (some: readonly Minute[]): Minute => ({
      took: some.flatMap(({ took }) => took),
      megabytes: some.flatMap(({ megabytes }) => megabytes),
    })
    return [join(this.minutes.slice(third, 2 * third)), join(this.minutes.slice(2 * third))]
  }

  private async countWaiting(): Promise<number> {
    return (await this.stage.look("select from upload where status = 'processing'")).length
  }

  private async ask(token: string, method: string, path: string, body?: FormData | string): Promise<Answer> {
    const answer = await this.stage.product.ask(method, path, { token, ...(body === undefined ? {} : { body }) })
    this.calls += 1
    this.minutes.at(-1)?.took.push(answer.ms)
    if (answer.status >= 300) {
      this.refused.push(answer)
      if (this.refused.length < 5) console.log(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    }
    return answer
  }

  private async upload(): Promise<void> {
    const turn = this.turn++
    const pharmacy = this.pharmacies[turn % this.pharmacies.length]
    if (!pharmacy) return
    const number = `SOAK-${turn}`
    const options = { meds: MEDS, perCase: 20, casesPerPallet: 10, now: new Date(), serialSeed: number, instanceIdentifier: number }
    const form = new FormData()
    form.set('file', new Blob([...makeDocument({ ...options, purchaseOrder: number, receiver: pharmacy.party })]), `${number}.xml`)
    const answer = await this.ask(pharmacy.token, 'POST', '/api/v1/file/upload/order?wait=0', form)
    if (answer.status === 200) this.uploads += 1
  }

  private async receive(): Promise<void> {
    const [order] = await this.stage.look<{ id: number; customerId: number }>(
      'select id::int, customer_id::int as "customerId" from "order" where id > $1 order by id limit 1',
      [this.lastOrder],
    )
    const pharmacy = order && this.pharmacies.find(({ customerId }) => customerId === order.customerId)
    // Another person may have taken it between question and answer.
    if (!order || !pharmacy || order.id <= this.lastOrder) return
    this.lastOrder = order.id
    await this.ask(pharmacy.token, 'GET', '/trpc/order.readTotals?input=%7B%22json%22%3A%7B%7D%7D')
    const answer = await this.ask(
      pharmacy.token,
      'PUT',
      '/api/v1/update/receive/all/by/documentid',
      JSON.stringify({ documentId: order.id }),
    )
    if (answer.status === 200) this.receipts += 1
  }
}

/** What the program has in memory, as the system counts it. */
function readMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
