import { makeDocument, type SampleParty } from '@seriatim/epcis'
import { describeWrong, type Findings, waitUntil } from './findings.ts'
import type { Stage } from './stage.ts'

const MEDS = 400

/** Records what the server acknowledged, so that it can be compared with what is stored in the end. */
export class Ledger {
  attempts = 0
  /** Purchase order numbers of the uploads that the product has acknowledged. */
  readonly uploads: string[] = []
  /** Ids of orders whose receipt was acknowledged. */
  readonly receipts: number[] = []

  /** A name that no other upload has. */
  next(): string {
    this.attempts += 1
    return `DRILL-${this.attempts}`
  }
}

/** Makes the document of an order with this many meds. It is addressed to the demo customer unless `receiver` is given. */
export const makeOrderText = (number: string, meds: number, receiver?: SampleParty): string =>
  [
    ...makeDocument({
      meds,
      perCase: 20,
      casesPerPallet: 10,
      now: new Date(),
      serialSeed: number,
      instanceIdentifier: number,
      purchaseOrder: number,
      ...(receiver && { receiver }),
    }),
  ].join('')

/** Upload form as a browser submits it, with an order of `meds` meds. */
export function makeForm(number: string, meds = MEDS, receiver?: SampleParty): FormData {
  const text = makeOrderText(number, meds, receiver)
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'application/xml' }), `${number}.xml`)
  return form
}

/** Waits until no upload is being read. @returns the number of milliseconds waited. */
export function waitForQueue({ query }: Pick<Stage, 'query'>, seconds?: number): Promise<number> {
  return waitUntil(
    'uploads to be read',
    async () => (await query("select from upload where status = 'processing' limit 1")).length === 0,
    seconds,
  )
}

/** Id of an order that nobody has received. */
export async function findOpenOrder({ query }: Pick<Stage, 'query'>): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(
    `select o.id::int as id from "order" o where not exists (select from receipt r where r.customer_id = o.customer_id and r.document_id = o.id)
     order by o.id limit 1`,
  )
  return row?.id
}

interface Found {
  orders: number
  wrongOrders: number
  sameNumber: number
  sameSerial: number
  receivedTwice: number
  halfReceived: number
  faults: number
  numbers: string[]
  received: number[]
  told: number
}

/** Compares the ledger with the database: finds acknowledged actions that are missing, duplicated or incomplete. */
export async function compareLedger({ query }: Pick<Stage, 'query'>, { uploads, receipts, attempts }: Ledger): Promise<Findings> {
  const [found] = await query<Found>(
    `select (select count(*)::int from "order") as orders,
       (select count(*)::int from "order" o where (select count(*) from document_med d where d.customer_id = o.customer_id and d.document_id = o.id and not d.is_package) <> $1) as "wrongOrders",
       (select count(*)::int from (select from "order" group by purchase_order_numbers having count(*) > 1) x) as "sameNumber",
       (select count(*)::int from (select from med group by customer_id, gtin, serial_number having count(*) > 1) x) as "sameSerial",
       (select count(*)::int from (select from receipt where undoes_id is null group by customer_id, document_id having count(*) > 1) x) as "receivedTwice",
       (select count(*)::int from (select from document_med where not is_package group by customer_id, document_id
         having count(receipt_id) not in (0, count(*))) x) as "halfReceived",
       (select count(*)::int from upload where status in ('exception', 'stopped')) as faults,
       (select coalesce(array_agg(purchase_order_numbers[1]), '{}') from "order") as numbers,
       (select coalesce(array_agg(distinct document_id::int), '{}') from receipt) as received,
       (select count(*)::int from audit where action = 'order.import') as told`,
    [MEDS],
  )
  if (!found) throw new Error('The database said nothing.')
  const [orders, received] = [new Set(found.numbers), new Set(found.received)]
  return {
    figures: {
      'uploads begun': attempts,
      'uploads acknowledged': uploads.length,
      'orders on file': found.orders,
      'receipts acknowledged': receipts.length,
      'orders received': found.received.length,
    },
    wrong: describeWrong([
      [uploads.filter((number) => !orders.has(number)).length, 'uploads were acknowledged and are no orders'],
      [receipts.filter((id) => !received.has(id)).length, 'receipts were acknowledged and are not there'],
      [found.wrongOrders, 'orders do not have all of their meds'],
      [found.sameNumber, 'orders are there twice'],
      [found.sameSerial, 'serial numbers are there twice'],
      [found.receivedTwice, 'orders were received twice'],
      [found.halfReceived, 'orders were received in part'],
      [found.faults, 'uploads were given up'],
      [Math.abs(found.told - found.orders), 'orders differ from what the audit trail tells'],
    ]),
  }
}
