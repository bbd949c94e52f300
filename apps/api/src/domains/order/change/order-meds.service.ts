import { type OrderMed, orderMedAlone } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { Context } from '../../../call/context.ts'
import { makeSgtin } from '../../../core/text/sgtin.ts'
import { expectStillActive } from '../../user/user.service.ts'
import { listLines, listProducts, type OrderLineRecord } from '../order.queries.ts'
import { readVisibleOrder } from '../order.service.ts'
import { findReceipts } from '../receive/receive.queries.ts'

const BATCH = 10_000

type Receipt = Awaited<ReturnType<typeof findReceipts>>[number]
type Product = Awaited<ReturnType<typeof listProducts>>[number]

/**
 * Streams the order's packages and meds as trees, one outermost unit after the other. Lines come in pre-order, so a unit is complete when the next
 * outermost unit begins, and only one unit is in memory. `limit` is a number of units (decision 15).
 *
 * @throws AppError order_not_found.
 */
export async function streamMeds(ctx: Context, session: Session, input: Wanted): Promise<AsyncGenerator<OrderMed>> {
  await ctx.inTx('read only', (tx) => readVisibleOrder(tx, session, input.documentId))
  return collectUnits(ctx, session, input)
}

interface Wanted {
  documentId: number
  limit?: number | undefined
}

async function* collectUnits(
  ctx: Context,
  session: Session,
  { documentId, limit = Number.POSITIVE_INFINITY }: Wanted,
): AsyncGenerator<OrderMed> {
  // Runs `work` in a separate transaction, after checking that the user is still active. A large order is read in many such transactions.
  const read = <T>(work: Parameters<typeof ctx.inTx<T>>[1]) =>
    ctx.inTx('read only', async (tx) => {
      await expectStillActive(tx, session)
      return work(tx)
    })
  const products = new Map<number, Product>()
  const receipts = new Map<number, Receipt>()
  const path: { last: number; node: OrderMed }[] = []
  let root: OrderMed | undefined
  let units = 0
  const close = (line: number) => {
    for (let open = path.at(-1); open && open.last < line; open = path.at(-1)) {
      closeNode(open.node)
      path.pop()
    }
  }
  for (let from = 0; ; ) {
    const rows = await read(async (tx) => {
      const lines = await listLines(tx, documentId, { from, batch: BATCH })
      const newProducts = [...new Set(lines.flatMap((row) => row.epcisMedVocabularyId ?? []))].filter((id) => !products.has(id))
      const newReceipts = [...new Set(lines.flatMap((row) => row.receiptId ?? []))].filter((id) => !receipts.has(id))
      if (newProducts.length) for (const product of await listProducts(tx, newProducts)) products.set(product.id, product)
      if (newReceipts.length) for (const receipt of await findReceipts(tx, newReceipts)) receipts.set(receipt.id, receipt)
      return lines
    })
    for (const row of rows) {
      close(row.line)
      const node = makeNode(row, products, receipts)
      const parent = path.at(-1)
      if (parent) parent.node.children.push(node)
      else {
        if (root) yield root
        if (units === limit) return
        units += 1
        root = node
      }
      path.push({ last: row.lastLine, node })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) break
    from = last.line + 1
  }
  close(Number.POSITIVE_INFINITY)
  if (root) yield root
}

function makeNode(row: OrderLineRecord, products: Map<number, Product>, receipts: Map<number, Receipt>): OrderMed {
  const receipt = row.receiptId === null ? undefined : receipts.get(row.receiptId)
  const unit = {
    sgtin:
      row.gtin && row.serialNumber
        ? makeSgtin(row.gtin, row.serialNumber, row.epcisMedVocabularyId === null ? undefined : products.get(row.epcisMedVocabularyId))
        : null,
    sscc: row.sscc,
    gtin: row.gtin,
    serialNumber: row.serialNumber,
    lotNumber: row.lotNumber,
    expirationDate: row.expirationDate,
    epcisMedVocabularyId: row.epcisMedVocabularyId,
    epcisMedVocabulary: row.epcisMedVocabularyId === null ? null : (products.get(row.epcisMedVocabularyId) ?? null),
    receivedById: receipt?.userId ?? null,
    receivedBy: receipt ? { firstName: receipt.firstName, lastName: receipt.lastName } : null,
    datetimeReceived: receipt?.at.toISOString() ?? null,
  }
  return { ...orderMedAlone.parse(unit), children: [] }
}

/**
 * Once everything in a case or pallet has been received, gives it the received fields of the child that was received last. Until then these fields
 * are null (rest.md).
 */
function closeNode(node: OrderMed): void {
  const [first, ...others] = node.children
  if (!first || !node.children.every((child) => child.receivedById !== null)) return
  const last = others.reduce((latest, child) => ((child.datetimeReceived ?? '') > (latest.datetimeReceived ?? '') ? child : latest), first)
  node.receivedById = last.receivedById
  node.receivedBy = last.receivedBy
  node.datetimeReceived = last.datetimeReceived
}
