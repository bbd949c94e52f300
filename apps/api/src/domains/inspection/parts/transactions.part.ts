import { formatAmount, gapOf } from '@seriatim/schema'
import { toDay, wallClock } from '../../../core/day.ts'
import { safeSegment } from '../../../pack/pack-content.ts'
import { printFile } from '../../../print/print-file.ts'
import { openOrderCsv } from '../../order/paper/order-csv.service.ts'
import { readOrderSheet } from '../../order/paper/order-report.service.ts'
import { csvPages, type PartRun, type PartSource } from './part.ts'
import { stampOf, storedFile } from './part-files.ts'
import { listPackOrders, listUnstatedOrders, type NamedOrder, type PackOrder, selectOrderFigures } from './transactions.queries.ts'

const PAGE = 200
const MOST_NAMED = 1000
/**
 * Maximum number of serial numbers that the PDF of an order prints: ten thousand would take a busy server minutes. The pack's list contains all of
 * them.
 */
const SERIALS_PRINTED = 1000

export const nameOrder = ({ purchaseOrderNumbers, documentId, senderName }: Omit<NamedOrder, 'timeStamp'>) =>
  `${purchaseOrderNumbers.length ? `PO ${purchaseOrderNumbers.join(', ')}` : `Order ${documentId}`}${senderName ? `, ${senderName}` : ''}`

async function* packOrders({ read, selection }: Pick<PartRun, 'read' | 'selection'>): AsyncGenerator<PackOrder> {
  for (let after: PackOrder | undefined; ; ) {
    const last = after
    const page = await read((tx) => listPackOrders(tx, selection, last, PAGE))
    yield* page
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

/** Path of an order's folder in the pack, made of day, first purchase order number and order id, as in `04-ti/2026-05-14_PO-88213_77`. */
const folderOf = (order: PackOrder, timeZone: string) =>
  `04-ti/${toDay(order.timeStamp, timeZone)}_${safeSegment(order.purchaseOrderNumbers[0] ?? 'no-PO').slice(0, 40)}_${order.documentId}`

function stateOf({ voidedAt, replacedById, closedAt, amountOfMeds, amountReceived }: PackOrder): string {
  if (voidedAt) return replacedById === null ? 'Voided' : `Replaced by order ${replacedById}`
  if (closedAt) return 'Closed short'
  return amountReceived === amountOfMeds ? 'Received' : amountReceived ? 'Partly received' : 'Not received'
}

export const transactionsPart: PartSource = {
  part: 'transactions',
  async count(tx, { selection }) {
    const [figures] = (await selectOrderFigures(selection).execute(tx)).rows
    const { orders = 0, voided = 0 } = figures ?? {}
    return voided
      ? `${formatAmount(orders, 'order')}, ${formatAmount(voided, 'of them voided', 'of them voided')}`
      : formatAmount(orders, 'order')
  },
  async gaps(tx, { selection }) {
    const rows = await listUnstatedOrders(tx, selection, MOST_NAMED)
    const [figures] = rows.length < MOST_NAMED ? [] : (await selectOrderFigures(selection).execute(tx)).rows
    return gapOf(
      'transactions',
      rows,
      (amount) => `${formatAmount(amount, 'order')} without a transaction statement`,
      (row) => ({ text: nameOrder(row), path: `/orders/receive/${row.documentId}` }),
      figures?.unstated,
    )
  },
  async *files(run) {
    const { selection, session } = run
    const total = (await run.read(async (tx) => (await selectOrderFigures(selection).execute(tx)).rows[0]?.orders)) ?? 0
    const clock = wallClock(selection.timeZone)
    yield {
      name: '04-ti/orders.csv',
      content: csvPages<PackOrder>(
        run,
        [
          'Order',
          'PO number',
          'Sender',
          'Sender GLN',
          'Location',
          `Arrived (${selection.timeZone})`,
          'Sent',
          'Packages',
          'Received',
          'State',
          'Reason',
        ].concat(['Transaction statement', 'File', 'SHA-256', 'Folder']),
        (tx, after) => listPackOrders(tx, selection, after, 1000),
        (order) => [
          order.documentId,
          order.purchaseOrderNumbers.join(', '),
          order.senderName,
          order.senderGln,
          order.locationName,
          clock(order.timeStamp),
          order.sentAt && clock(order.sentAt),
          order.amountOfMeds,
          order.amountReceived,
          stateOf(order),
          order.voidReason ?? order.closeReason,
          order.transactionStatement ? 'yes' : 'no',
          order.filename,
          order.sha256,
          folderOf(order, selection.timeZone),
        ],
      ),
    }
    let done = 0
    for await (const order of packOrders(run)) {
      await run.step(`Reading orders: ${done + 1} of ${total}`, done, total)
      const folder = folderOf(order, selection.timeZone)
      const paper = await run.read((tx) =>
        readOrderSheet(tx, session, order.documentId, { made: stampOf(run), serialsPrinted: SERIALS_PRINTED }),
      )
      yield await printFile(run, `${folder}/transaction`, paper)
      yield { name: `${folder}/packages.csv`, content: orderCsv(run, order.documentId) }
      yield await storedFile(run, `${folder}/original`, order, { part: 'transactions', path: `/orders/receive/${order.documentId}` })
      done += 1
    }
  },
}

async function* orderCsv({ read, session }: PartRun, documentId: number): AsyncGenerator<string> {
  const csv = await read((tx) => openOrderCsv(tx, session, documentId))
  yield csv.heading
  for (let rows = await read(csv.next); rows !== undefined; rows = await read(csv.next)) yield rows
}
