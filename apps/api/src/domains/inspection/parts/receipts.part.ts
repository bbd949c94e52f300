import { formatAmount, formatCount, gapOf, type ReceivedHow } from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { CSV_START, type CsvCell, makeCsv } from '../../../core/text/csv.ts'
import { csvPages, type PartRun, type PartSource } from './part.ts'
import {
  countTypedIn,
  listReceiptHeads,
  listReceivedUnits,
  listTypedIn,
  type ReceiptHead,
  type ReceivedUnit,
  selectReceiptFigures,
  type TypedInMed,
} from './receipts.queries.ts'

const HOW: Record<ReceivedHow, string> = {
  scan: 'scanned',
  serial: 'serial number typed in',
  container: 'with its container',
  product: 'by product',
  all: 'with the whole order',
}

const HEADS = 1000
/** Number of packages read per page. */
const UNITS = 5000
const MOST_NAMED = 50

export const receiptsPart: PartSource = {
  part: 'receipts',
  async count(tx, { selection }) {
    const [figures] = (await selectReceiptFigures(selection).execute(tx)).rows
    const { received = 0, scanned = 0, takenBack = 0 } = figures ?? {}
    const words = `${formatAmount(received, 'package')}, ${formatCount(scanned)} scanned`
    return takenBack ? `${words}, ${formatCount(takenBack)} undone` : words
  },
  async gaps(tx, { selection }) {
    const amount = await countTypedIn(tx, selection)
    const rows = amount ? (await listTypedIn(tx, selection, 0, MOST_NAMED)).filter(({ voidedAt }) => voidedAt === null) : []
    return gapOf(
      'receipts',
      rows,
      (all) => `${formatAmount(all, 'package')} typed in without a supplier’s file`,
      (row) => ({ text: `${row.productName ?? row.ndc ?? 'Package'}, serial number ${row.serialNumber}`, path: `/meddetail/${row.id}` }),
      amount,
    )
  },
  async *files(run) {
    const { timeZone } = run.selection
    yield { name: '03-receipts.csv', content: receiptsCsv(run) }
    const clock = wallClock(timeZone)
    yield {
      name: '03-typed-in.csv',
      content: csvPages<TypedInMed>(
        run,
        [
          `Received or entered (${timeZone})`,
          'Entered by',
          'Location',
          'GTIN',
          'Serial number',
          'NDC',
          'Product',
          'Lot',
          'Expires',
          'Voided',
          'Reason',
        ],
        (tx, after) => listTypedIn(tx, run.selection, after?.id ?? 0, UNITS),
        (row) => [
          clock(row.at),
          row.by,
          row.locationName,
          row.gtin,
          row.serialNumber,
          row.ndc,
          row.productName,
          row.lotNumber,
          row.expirationDate,
          row.voidedAt ? clock(row.voidedAt) : null,
          row.voidReason,
        ],
      ),
    }
  },
}

async function* receiptsCsv(run: PartRun): AsyncGenerator<string> {
  const { selection, read } = run
  const toCells = makeCells(selection.timeZone)
  yield CSV_START + makeCsv([headingOf(selection.timeZone)])
  for (let afterId = 0; ; ) {
    const from = afterId
    const heads = await read((tx) => listReceiptHeads(tx, selection, from, HEADS))
    for (const batch of batchReceipts(heads, UNITS)) {
      const receiptIds = batch.map(({ id }) => id)
      // A batch of several receipts has at most `UNITS` units, so one query reads all of them; only a single receipt with more units needs several
      // queries.
      for (let afterLine = -1; ; ) {
        const page = { receiptIds, afterLine, limit: UNITS }
        const units = await read((tx) => listReceivedUnits(tx, selection, page))
        yield makeCsv(units.map(toCells))
        const last = units.at(-1)
        if (batch.length > 1 || !last || units.length < UNITS) break
        afterLine = last.line
      }
    }
    const last = heads.at(-1)
    if (!last) return
    afterId = last.id
  }
}

/** Divides receipts into groups of at most `most` packages each; a receipt that is larger forms its own group. */
export function batchReceipts(heads: readonly ReceiptHead[], most: number): ReceiptHead[][] {
  const batches: ReceiptHead[][] = []
  let sum = 0
  for (const head of heads) {
    const batch = batches.at(-1)
    if (batch && sum + head.amount <= most) batch.push(head)
    else {
      batches.push([head])
      sum = 0
    }
    sum += head.amount
  }
  return batches
}

const headingOf = (timeZone: string) =>
  [
    `Received (${timeZone})`,
    'Received by',
    'How',
    'Undone',
    'Reason',
    'Location',
    'GTIN',
    'Serial number',
    'NDC',
    'Product',
    'Lot',
    'Expires',
  ].concat(['Order', 'PO number', 'Sender', 'Transaction statement', 'Order voided'])

function makeCells(timeZone: string): (unit: ReceivedUnit) => CsvCell[] {
  const clock = wallClock(timeZone)
  return (unit) => [
    clock(unit.at),
    unit.by,
    HOW[unit.how],
    unit.isUndo ? 'yes' : 'no',
    unit.reason,
    unit.locationName,
    unit.gtin,
    unit.serialNumber,
    unit.ndc,
    unit.productName,
    unit.lotNumber,
    unit.expirationDate,
    unit.documentId,
    unit.purchaseOrderNumbers.join(', '),
    unit.senderName,
    unit.transactionStatement ? 'yes' : 'no',
    unit.isVoided ? 'yes' : 'no',
  ]
}
