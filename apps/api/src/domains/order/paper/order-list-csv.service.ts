import type { OrderRow, OrderSearchAll } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay, wallClock } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { orderErrors } from '../order.facts.ts'
import { searchOrderPage } from '../order.service.ts'

const BATCH = 1000
/** Maximum number of rows of the file. Spreadsheets struggle with more, so the user is asked to narrow the search. */
const CSV_ROWS = 100_000

const HEADINGS = [
  'Sender',
  'PO number',
  'Location',
  'GLN',
  'Packages',
  'Packages received',
  'Packages not received',
  'On hold',
  'State',
  'Findings',
]

/**
 * All orders that a search finds, one per row, newest first.
 *
 * @throws AppError order_export_too_large
 */
export async function writeOrders(tx: CustomerTx, session: Session, input: OrderSearchAll): Promise<{ filename: string; text: string }> {
  const asked = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''))
  await audit(tx, session, { action: 'order.exportList', subject: 'order', subjectId: null, detail: asked })
  const clock = wallClock(session.timeZone)
  const parts = [CSV_START, makeCsv([[`Arrived (${session.timeZone})`, ...HEADINGS]])]
  let rows = 0
  for (let cursor: string | undefined; ; ) {
    const page = await searchOrderPage(tx, session, { ...input, limit: BATCH, cursor })
    rows += page.items.length
    if (rows >= CSV_ROWS && page.nextCursor !== null) throw new AppError(orderErrors.order_export_too_large)
    parts.push(makeCsv(page.items.map((order) => [clock(new Date(order.timeStamp)), ...orderCells(order)])))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return { filename: `orders-${toDay(session.now, session.timeZone)}.csv`, text: parts.join('') }
}

function orderCells(order: OrderRow) {
  const { amountOfMeds, amountNotReceived, findings } = order
  return [
    order.senderNames.join(', '),
    order.purchaseOrderNumbers.join(', '),
    order.customerLocationName,
    order.globalLocationNumber,
    amountOfMeds,
    amountOfMeds - amountNotReceived,
    amountNotReceived,
    order.medsHeld,
    writeState(order),
    findings.reject + findings.warn,
  ]
}

function writeState({ isVoided, isClosed, amountNotReceived, amountOfMeds }: OrderRow): string {
  if (isVoided) return 'Voided'
  if (isClosed) return 'Closed short'
  if (amountNotReceived === 0) return 'Received'
  return amountNotReceived < amountOfMeds ? 'Partly received' : 'Not received'
}
