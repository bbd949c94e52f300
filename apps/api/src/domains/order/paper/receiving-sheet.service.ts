import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { findHeldAndPending } from '../../hold/data-pending.joins.ts'
import { readOrderDetail } from '../order.service.ts'
import { countLots } from './order-report.queries.ts'
import { receivingSheet } from './receiving-sheet.pdf.ts'
import { listContainers } from './receiving-sheet.queries.ts'

/** Maximum number of containers on a sheet: about ten pages. Nobody counts a larger order on paper. */
const CONTAINERS_PRINTED = 500

/** Prints the sheet on which an order is counted and signed for without a screen. @throws AppError order_not_found, pdf_failed. */
export async function printReceivingSheet(ctx: Context, session: Session, documentId: number) {
  const parts = await ctx.inTx('read write', async (tx) => {
    const detail = await readOrderDetail(tx, session, documentId)
    const lots = await countLots(tx, documentId, await findHeldAndPending(tx, documentId))
    const found = await listContainers(tx, documentId, CONTAINERS_PRINTED + 1)
    await audit(tx, session, { action: 'order.sheet', subject: 'order', subjectId: documentId })
    return { detail, lots, containers: found.slice(0, CONTAINERS_PRINTED), isCut: found.length > CONTAINERS_PRINTED }
  })
  const bytes = await printSheet(ctx, session, receivingSheet(parts, printStamp(ctx, session)))
  const name = (parts.detail.purchaseOrderNumbers[0] ?? String(documentId)).replace(/[^\w.-]+/g, '_').slice(0, 60)
  return { filename: `receiving-sheet-${name}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}
