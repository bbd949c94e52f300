import { type ReceivedHow, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { wallClock } from '../../../core/day.ts'
import { CSV_START, type CsvCell, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { findHeldAndPending } from '../../hold/data-pending.joins.ts'
import { listLines, listProducts, type OrderLineRecord } from '../order.queries.ts'
import { readVisibleOrder } from '../order.service.ts'
import { findReceipts } from '../receive/receive.queries.ts'
import { parseRanges } from '../receive/receive.rules.ts'

/** Number of rows that the export reads and formats at a time; between two batches, the process can handle other calls. */
const BATCH = 2000

const HOW: Record<ReceivedHow, string> = {
  scan: 'scan',
  serial: 'serial number',
  container: 'container',
  product: 'product',
  all: 'whole order',
}

/** All meds of an order, one per row, in the order of its document. */
export async function writeMeds(tx: CustomerTx, session: Session, documentId: number): Promise<{ filename: string; text: string }> {
  const csv = await openOrderCsv(tx, session, documentId)
  await audit(tx, session, { action: 'order.export', subject: 'order', subjectId: documentId })
  const parts = [csv.heading]
  for (let rows = await csv.next(tx); rows !== undefined; rows = await csv.next(tx)) parts.push(rows)
  return { filename: csv.filename, text: parts.join('') }
}

interface OrderCsv {
  filename: string
  heading: string
  /** Returns the CSV text of the next page of rows, and undefined after the last page. Each call may use a different transaction. */
  next(tx: CustomerTx): Promise<string | undefined>
}

/** The meds of an order page by page, for callers that cannot keep all of them in memory. @throws AppError order_not_found. */
export async function openOrderCsv(tx: CustomerTx, session: Session, documentId: number): Promise<OrderCsv> {
  const order = await readVisibleOrder(tx, session, documentId)
  const name = (order.purchaseOrderNumbers[0] ?? String(documentId)).replace(/[^\w.-]+/g, '_').slice(0, 60)
  const pages = new MedPages(documentId, session.timeZone, await describeHold(tx, documentId))
  return { filename: `order-${name}.csv`, heading: CSV_START + makeCsv([headingOf(session.timeZone)]), next: pages.next }
}

const headingOf = (timeZone: string) =>
  ['Serial number', 'GTIN', 'NDC', 'Product', 'Manufacturer', 'Strength', 'Form', 'Container size', 'Lot', 'Expires', 'Inside'].concat([
    'Shipped',
    'On hold',
    `Received (${timeZone})`,
    'Received by',
    'Received with',
  ])

type Product = Awaited<ReturnType<typeof listProducts>>[number]
type Receipt = Awaited<ReturnType<typeof findReceipts>>[number]

const missingIn = (known: ReadonlyMap<number, unknown>, ids: (number | null)[]) =>
  [...new Set(ids)].filter((id): id is number => id !== null && !known.has(id))

/** Reads an order's meds in batches and writes them as CSV. Keeps the products and receipts that it has read. */
class MedPages {
  private from = 0
  private isOver = false
  private readonly documentId: number
  private readonly clock: (at: Date) => string
  private readonly held: (line: number) => string
  private readonly products = new Map<number, Product>()
  private readonly receipts = new Map<number, Receipt>()
  private readonly around: { line: number; last: number; code: string }[] = []

  constructor(documentId: number, timeZone: string, held: (line: number) => string) {
    this.documentId = documentId
    this.clock = wallClock(timeZone)
    this.held = held
  }

  readonly next = async (tx: CustomerTx): Promise<string | undefined> => {
    if (this.isOver) return undefined
    const rows = await listLines(tx, this.documentId, { from: this.from, batch: BATCH })
    const productIds = rows.map((row) => row.epcisMedVocabularyId)
    for (const one of await listProducts(tx, missingIn(this.products, productIds))) this.products.set(one.id, one)
    const receiptIds = rows.map((row) => row.receiptId)
    for (const one of await findReceipts(tx, missingIn(this.receipts, receiptIds))) this.receipts.set(one.id, one)
    const last = rows.at(-1)
    this.isOver = !last || rows.length < BATCH
    this.from = (last?.line ?? 0) + 1
    return makeCsv(rows.flatMap((row) => this.cellsOf(row) ?? []))
  }

  /** Returns the cells of a line; undefined for a case or pallet, which appears as the container of the meds below it. */
  private cellsOf(row: OrderLineRecord): [CsvCell[]] | undefined {
    const { around } = this
    for (let open = around.at(-1); open && open.last < row.line; open = around.at(-1)) around.pop()
    if (row.isPackage) {
      around.push({ line: row.line, last: row.lastLine, code: row.sscc ?? row.serialNumber ?? '' })
      return undefined
    }
    const product = row.epcisMedVocabularyId === null ? undefined : this.products.get(row.epcisMedVocabularyId)
    const receipt = row.receiptId === null ? undefined : this.receipts.get(row.receiptId)
    return [
      [
        row.serialNumber ?? row.sscc,
        row.gtin,
        product?.additionalTradeItemId ?? null,
        product?.regulatedProductName ?? null,
        product?.manufacturerOfTradeItemPartyName ?? null,
        product?.strengthDescription ?? null,
        product?.dosageFormType ?? null,
        product?.netContentDescription ?? null,
        row.lotNumber,
        row.expirationDate,
        around.at(-1)?.code ?? null,
        row.isShipped ? 'yes' : 'no',
        this.held(row.line),
        receipt ? this.clock(receipt.at) : null,
        receipt ? writeFullName(receipt) : null,
        receipt ? HOW[receipt.how] : null,
      ],
    ]
  }
}

/** Returns a function that describes the hold of a line, `yes`, `data pending` or `no`. Call that function with ascending lines. */
async function describeHold(tx: CustomerTx, documentId: number): Promise<(line: number) => string> {
  const { held, pending } = await findHeldAndPending(tx, documentId)
  const [isHeld, isPending] = [isIn(held), isIn(pending)]
  return (line) => {
    const waits = isPending(line)
    return isHeld(line) ? (waits ? 'data pending' : 'yes') : 'no'
  }
}

/**
 * Returns a function that checks whether a line number is in the multirange. Call that function with line numbers in ascending order: it goes through
 * the ranges only once.
 */
function isIn(lines: string | null): (line: number) => boolean {
  const ranges = lines === null ? [] : parseRanges(lines)
  let at = 0
  return (line) => {
    while (line > (ranges[at]?.[1] ?? Number.POSITIVE_INFINITY)) at += 1
    return line >= (ranges[at]?.[0] ?? Number.POSITIVE_INFINITY)
  }
}
