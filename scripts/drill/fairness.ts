import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sampleReceiver } from '@seriatim/epcis'
import { describeWrong, type Findings, findQuantile, waitUntil } from './findings.ts'
import { makeForm, waitForQueue } from './ledger.ts'
import type { Scanning } from './scan-worker.ts'
import { insertSession, type Stage, withStage } from './stage.ts'

const FILES = 500
const WARMING = 50
const SCANS_ALONE = 300
const EVERY_MS = 100
/** The other customer's p99 may be at most this many times its p99 without the load. */
const MOST = 3
const OTHER = { emailAddress: 'admin@harbor.demo', gln: '0377770000012', sgln: 'urn:epc:id:sgln:037777.000001.0' }

/** One customer uploads 500 files at once and waits for them, while a person at another customer receives by scanning. */
export function drillFairness(): Promise<Findings> {
  return withStage({}, async (stage) => {
    const token = await insertSession(stage.query, OTHER.emailAddress)
    const { documentId, meds } = await uploadOther(stage, token)
    const files = Array.from({ length: FILES }, (_, n) => makeForm(`FAIR-${n}`, 20))
    // The same person scans in the same browser without the load and under it. A new browser would first have to connect, which would distort the
    // comparison.
    const counter = openCounter({ url: stage.product.url, token, documentId, meds, everyMs: EVERY_MS })
    // A server that has just started is slower, so the first scans are ignored.
    await waitUntil('scans', async () => counter.scans.length >= WARMING + SCANS_ALONE, 300)
    const alone = counter.scans.slice(WARMING)

    const began = Date.now()
    const answers = await Promise.all(
      files.map((body) => stage.product.ask('POST', '/api/v1/file/upload/order', { token: stage.token, body }, 600)),
    )
    const uploaded = Date.now() - began
    const together = counter.scans.slice(WARMING + alone.length)
    await counter.end()
    console.log(
      `All were answered after ${uploaded} ms; ${together.length} scans meanwhile, p99 ${findMs(together, 0.99)} ms, alone ${findMs(alone, 0.99)} ms.`,
    )
    await waitForQueue(stage, 3600)
    const read = Date.now() - began
    const [before, during] = [findMs(alone, 0.99), findMs(together, 0.99)]
    const refused = answers.filter(({ status }) => status >= 300)
    for (const { status, text } of refused.slice(0, 3)) console.log(`${status}: ${text.slice(0, 200)}`)
    const orders = (await stage.query('select from "order" where purchase_order_numbers[1] like \'FAIR-%\'')).length
    return {
      figures: {
        'files uploaded at once': FILES,
        'ms until all were answered': uploaded,
        'ms until all were read': read,
        'scans of the other alone': alone.length,
        'ms of a scan alone, median': findMs(alone, 0.5),
        'ms of a scan alone, p99': before,
        'scans of the other meanwhile': together.length,
        'ms of a scan meanwhile, median': findMs(together, 0.5),
        'ms of a scan meanwhile, p99': during,
        'ms of a scan meanwhile, longest': Math.max(...together.map(({ ms }) => ms)),
        'times its p99 alone': during / before,
      },
      wrong: [
        ...describeWrong([
          [together.filter(({ status }) => status !== 200).length, 'scans of the other were refused'],
          [refused.length, 'files were refused'],
          [FILES - orders, 'files are no orders'],
        ]),
        ...(during > MOST * before
          ? [`The other waited ${(during / before).toFixed(1)} times as long as alone; ${MOST} is the most.`]
          : []),
      ],
    }
  })
}

const findMs = (scans: readonly Scan[], part: number): number =>
  findQuantile(
    scans.map(({ ms }) => ms),
    part,
  )

interface Scan {
  ms: number
  status: number
  text: string
}

interface Counter {
  /** Scans so far, in order. */
  scans: Scan[]
  end: () => Promise<void>
}

function openCounter(scanning: Scanning): Counter {
  const scans: Scan[] = []
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { workerData: scanning })
  worker.on('message', (one: Scan) => scans.push(one))
  const ended = once(worker, 'exit')
  return {
    scans,
    async end() {
      worker.postMessage('end')
      await ended
    },
  }
}

/** Uploads an order for the other customer and returns its meds. */
async function uploadOther({ product, query }: Stage, token: string): Promise<Pick<Scanning, 'documentId' | 'meds'>> {
  const place = { ...sampleReceiver.location, gln: OTHER.gln, sgln: OTHER.sgln }
  const body = makeForm('OTHER', 6000, { owner: place, location: place })
  await product.call('POST', '/api/v1/file/upload/order?wait=0', { token, body })
  await waitUntil('the order', async () => (await query("select from upload where status = 'imported'")).length > 0)
  const meds = await query<{ documentId: number; gtin: string; serialNumber: string }>(
    `select d.document_id::int as "documentId", m.gtin, m.serial_number as "serialNumber" from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
     where not d.is_package order by d.line`,
  )
  return { documentId: meds[0]?.documentId ?? 0, meds }
}
