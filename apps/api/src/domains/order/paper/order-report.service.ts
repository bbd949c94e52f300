import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { type Made, printStamp } from '../../../print/print-stamp.ts'
import type { Sheet } from '../../../print/sheet.ts'
import { findHeldAndPending } from '../../hold/data-pending.joins.ts'
import { readTransactions } from '../../med/story/med-transaction.service.ts'
import { readOrderDetail } from '../order.service.ts'
import { type OrderReport, orderSheet, reportName } from './order-report.pdf.ts'
import { countLots, listReceiptDays, listSerialLines } from './order-report.queries.ts'

/** Maximum number of an order's serial numbers in the report; if the order has more, the rest is in the CSV only. */
const SERIALS_PRINTED = 10_000

/** @throws AppError order_not_found, pdf_failed. */
export async function printReport(ctx: Context, session: Session, documentId: number) {
  const report = await ctx.inTx('read write', async (tx) => {
    const read = await readReport(tx, session, documentId)
    await audit(tx, session, { action: 'order.report', subject: 'order', subjectId: documentId })
    return read
  })
  const bytes = await printSheet(ctx, session, orderSheet(report, printStamp(ctx, session)))
  return { filename: reportName(report.detail), base64: Buffer.from(bytes).toString('base64') }
}

/**
 * The report of an order as a sheet, for callers that print it together with others; `serialsPrinted` limits how many serial numbers it lists.
 *
 * @throws AppError order_not_found.
 */
export async function readOrderSheet(
  tx: CustomerTx,
  session: Session,
  documentId: number,
  { made, serialsPrinted }: { made: Made; serialsPrinted: number },
): Promise<Sheet> {
  return orderSheet(await readReport(tx, session, documentId, serialsPrinted), made)
}

async function readReport(tx: CustomerTx, session: Session, documentId: number, limit = SERIALS_PRINTED): Promise<OrderReport> {
  const detail = await readOrderDetail(tx, session, documentId)
  const { held, pending } = await findHeldAndPending(tx, documentId)
  return {
    detail,
    ...(await readTransactions(tx, documentId)),
    lots: await countLots(tx, documentId, { held, pending }),
    serials: await listSerialLines(tx, documentId, { held, pending, limit }),
    receipts: await listReceiptDays(tx, documentId, session.timeZone),
  }
}
