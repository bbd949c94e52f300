import { type ReceivedHow, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { wallClock } from '../../../core/day.ts'
import { CSV_START, type CsvCell, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { findHeldAndPending } from '../../hold/data-pending.joins.ts'
import { listLines, listProducts } from '../order.queries.ts'
import { readVisibleOrder } from '../order.service.ts'
import { findReceipts } from '../receive/receive.queries.ts'
import { parseRanges } from '../receive/receive.rules.ts'

/** Rows that are made into text before other calls have their turn again. */
const BATCH = 2000

const HOW: Record<ReceivedHow, string> = {
  scan: 'scan',
  serial: 'serial number',
  container: 'container',
  product: 'product',
  all: 'whole order',
}

/** All meds of an order, one a row, in the order of its document. */
export async function writeMeds(tx: CustomerTx, session: Session, documentId: number): Promise<{ filename: string; text: string }> {
  const order = await readVisibleOrder(tx, session, documentId)
  await audit(tx, session, { action: 'order.export', subject: 'order', subjectId: documentId })
  const clock = wallClock(session.timeZone)
  const held = await describeHold(tx, documentId)
  const products = new Map<number, Awaited<ReturnType<typeof listProducts>>[number]>()
  const receipts = new Map<number, Awaited<ReturnType<typeof findReceipts>>[number]>()
  const around: { line: number; last: number; code: string }[] = []
  const parts = [
    CSV_START,
    makeCsv([
      ['Serial number', 'GTIN', 'NDC', 'Product', 'Manufacturer', 'Strength', 'Form', 'Container size', 'Lot', 'Expires', 'Inside'].concat([
        'Shipped',
        'On hold',
        `Received (${session.timeZone})`,
        'Received by',
        'Received with',
      ]),
    ]),
  ]
  for (let from = 0; ; ) {
    const rows = await listLines(tx, documentId, { from, batch: BATCH })
    const missing = <T>(known: ReadonlyMap<number, T>, ids: (number | null)[]) =>
      [...new Set(ids)].filter((id): id is number => id !== null && !known.has(id))
    for (const one of await listProducts(
      tx,
      missing(
        products,
        rows.map((row) => row.epcisMedVocabularyId),
      ),
    ))
      products.set(one.id, one)
    for (const one of await findReceipts(
      tx,
      missing(
        receipts,
        rows.map((row) => row.receiptId),
      ),
    ))
      receipts.set(one.id, one)
    const cells: CsvCell[][] = []
    for (const row of rows) {
      for (let open = around.at(-1); open && open.last < row.line; open = around.at(-1)) around.pop()
      if (row.isPackage) {
        around.push({ line: row.line, last: row.lastLine, code: row.sscc ?? row.serialNumber ?? '' })
        continue
      }
      const product = row.epcisMedVocabularyId === null ? undefined : products.get(row.epcisMedVocabularyId)
      const receipt = row.receiptId === null ? undefined : receipts.get(row.receiptId)
      cells.push([
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
        held(row.line),
        receipt ? clock(receipt.at) : null,
        receipt ? writeFullName(receipt) : null,
        receipt ? HOW[receipt.how] : null,
      ])
    }
    parts.push(makeCsv(cells))
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) break
    from = last.line + 1
  }
  const name = (order.purchaseOrderNumbers[0] ?? String(documentId)).replace(/[^\w.-]+/g, '_').slice(0, 60)
  return { filename: `order-${name}.csv`, text: parts.join('') }
}

/** Describes the hold of each line in the table: on hold, waiting for its data only, or neither. */
async function describeHold(tx: CustomerTx, documentId: number): Promise<(line: number) => string> {
  const { held, pending } = await findHeldAndPending(tx, documentId)
  const [isHeld, isPending] = [isIn(held), isIn(pending)]
  return (line) => {
    const waits = isPending(line)
    return isHeld(line) ? (waits ? 'data pending' : 'yes') : 'no'
  }
}

/** Whether a line lies in a multirange; asked for lines in ascending order, so that ranges and lines are walked along once. */
function isIn(lines: string | null): (line: number) => boolean {
  const ranges = lines === null ? [] : parseRanges(lines)
  let at = 0
  return (line) => {
    while (line > (ranges[at]?.[1] ?? Number.POSITIVE_INFINITY)) at += 1
    return line >= (ranges[at]?.[0] ?? Number.POSITIVE_INFINITY)
  }
}
