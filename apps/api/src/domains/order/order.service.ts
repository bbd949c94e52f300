import type { OrderDetail, OrderRow, OrderSearch, OrderUnit, Page, Progress, ScanIndex } from '@seriatim/schema'
import { administers, may, must, type Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { endOfDay, startOfDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { isDateKey, pageOf, readCursor } from '../../core/page.ts'
import { makePersonName } from '../../core/text/person.ts'
import { readPrepared, type Together, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { type HeldRanges, selectHeldRanges } from '../hold/data-pending.joins.ts'
import { type HeldAmount, IS_LINE_HELD, selectHeldByProduct } from '../hold/hold.joins.ts'
import { pickGoodsPlace, readLocationNames, selectGoodsPlace } from '../location/location.service.ts'
import {
  findMedElsewhere,
  findUnitElsewhere,
  listChildLines,
  listLines,
  type OrderFilter,
  type OrderLineRecord,
  type OrderRecord,
  searchOrders,
  selectFirstArrival,
  selectLastReceipt,
  selectOrder,
  selectOrderProducts,
  selectParts,
  selectProgress,
  selectSuccessor,
  sumOrders,
} from './order.queries.ts'
import { listReceiptLabels, selectChanges, selectLastReceipts, selectReceipts } from './receive/receive.queries.ts'
import { parseRanges, pickSscc } from './receive/receive.rules.ts'
import { selectStoppedAmount, selectStoppedLines } from './stop/scan-stop.queries.ts'

const BATCH = 20_000

export async function searchOrderPage(tx: CustomerTx, session: Session, input: OrderSearch): Promise<Page<OrderRow>> {
  const rows = await searchOrders(tx, makeFilter(input, session), readCursor(input.cursor, isDateKey))
  const locations = await readLocationNames(tx)
  const { items, nextCursor } = pageOf(rows, input.limit, (row) => [row.timeStamp.toISOString(), row.id])
  return { items: items.map((row) => toOrderRow(session, row, locations.get(row.locationId))), nextCursor }
}

export function readOrderTotals(tx: CustomerTx, session: Session, input: OrderSearch) {
  return sumOrders(tx, makeFilter(input, session))
}

/** Days are calendar days of the caller's zone, both ends included (decision 23). */
function makeFilter({ docDateStart, docDateEnd, cursor: _, ...rest }: OrderSearch, { timeZone }: Session): OrderFilter {
  return { ...rest, from: docDateStart ? startOfDay(docDateStart, timeZone) : null, to: docDateEnd ? endOfDay(docDateEnd, timeZone) : null }
}

function toOrderRow(
  session: Session,
  row: OrderRecord,
  location: { name: string; globalLocationNumber: string | null } | undefined,
): OrderRow {
  return {
    documentId: row.id,
    customerLocationId: row.locationId,
    customerLocationName: location?.name ?? '',
    globalLocationNumber: location?.globalLocationNumber ?? null,
    senderNames: row.senderNames,
    purchaseOrderNumbers: row.purchaseOrderNumbers,
    timeStamp: row.timeStamp.toISOString(),
    amountOfMeds: row.amountOfMeds,
    amountNotReceived: row.amountOfMeds - row.amountReceived,
    medsHeld: row.amountHeld,
    medsPending: row.amountPending,
    findings: { reject: row.rejects ?? 0, warn: row.warnings ?? 0, notShipped: row.amountNotShipped },
    ticketNumber: row.ticketNumber,
    ticketId: row.ticketId,
    uploadId: row.uploadId,
    isVoided: row.voidedAt !== null,
    isClosed: row.closedAt !== null,
    isReadOnly: !may(session, 'order:receive', row.locationId),
  }
}

/** @throws AppError order_not_found, also for an order at a location that the caller cannot access. */
export async function readVisibleOrder(tx: CustomerTx, session: Session, documentId: number) {
  return toVisibleOrder(session, await readPrepared(tx, { orders: selectOrder(tx, documentId) }))
}

type ReadOrder = Together<{ orders: ReturnType<typeof selectOrder> }>

/**
 * Returns the order from a combined query's result `orders`, if the caller may see it.
 * @throws AppError order_not_found.
 */
export function toVisibleOrder(session: Session, { orders }: ReadOrder) {
  const [order] = withInstants(orders, 'timeStamp', 'voidedAt', 'closedAt')
  if (!order) throw new AppError(coreErrors.order_not_found)
  must(session, 'order:read', order.locationId)
  return order
}

/**
 * Reads what the order's page shows: the order, its products with their progress, holds, stops, and the orders connected with it.
 * @throws AppError order_not_found.
 */
export async function readOrderDetail(tx: CustomerTx, session: Session, documentId: number): Promise<OrderDetail> {
  const { counts, helds, lastReceipts, successors, firsts, stopped, parts, ...own } = await readPrepared(tx, {
    orders: selectOrder(tx, documentId),
    counts: selectProgress(tx, documentId),
    helds: selectHeldByProduct(documentId),
    lastReceipts: selectLastReceipt(tx, documentId),
    successors: selectSuccessor(documentId),
    firsts: selectFirstArrival(documentId),
    stopped: selectStoppedAmount(documentId, IS_LINE_HELD),
    parts: selectParts(documentId),
  })
  const order = toVisibleOrder(session, own)
  const named = await readPrepared(tx, {
    products: selectOrderProducts(
      tx,
      counts.flatMap((count) => count.epcisMedVocabularyId ?? []),
    ),
    ...selectGoodsPlace(tx, order.locationId),
  })
  const { gln, goodsOwner } = pickGoodsPlace(named)
  const held = new Map(helds.map(({ productId, ...amounts }) => [productId, amounts]))
  const products = new Map(named.products.map((product) => [product.id, product]))
  return {
    ...toOrderRow(session, order, { name: named.places[0]?.name ?? '', globalLocationNumber: gln }),
    sender: { name: order.senderName, gln: order.senderGln },
    receiver: { name: order.receiverName, gln: order.receiverGln },
    placedBy: order.placedBy,
    goodsOwner,
    correction: makeCorrection(order),
    replacedById: order.replacedById === null ? null : (successors[0]?.id ?? null),
    firstArrivedAt: order.voidedAt ? null : (withInstants(firsts, 'at')[0]?.at?.toISOString() ?? null),
    mayCorrect: may(session, 'order:correct', order.locationId),
    documentName: order.filename,
    instanceIdentifier: order.instanceIdentifier,
    documentCreated: order.documentCreated,
    transactionStatement: order.transactionStatement,
    guidelineVersion: order.guidelineVersion,
    dropShipment: order.dropShipment,
    guidelineFacts: order.guidelineFacts as OrderDetail['guidelineFacts'], // written by the import in this shape
    parts,
    documentWarnings: order.documentWarnings as OrderDetail['documentWarnings'], // written by the import in this shape
    ...sumHeldAmounts(held.values()),
    amountStopped: stopped[0]?.amount ?? 0,
    amountNotShipped: order.amountNotShipped,
    packages: order.packages,
    cases: order.cases,
    pallets: order.pallets,
    products: counts.flatMap(({ epcisMedVocabularyId, total, received }) => {
      const product = epcisMedVocabularyId === null ? undefined : products.get(epcisMedVocabularyId)
      return product ? [{ product, total, received, ...(held.get(epcisMedVocabularyId) ?? NONE_HELD) }] : []
    }),
    lastReceiptId: lastReceipts[0]?.id ?? 0,
  }
}

const NONE_HELD: HeldAmount = { held: 0, pending: 0 }

function sumHeldAmounts(amounts: Iterable<HeldAmount>): { amountHeld: number; amountPending: number } {
  const sum = { amountHeld: 0, amountPending: 0 }
  for (const { held, pending } of amounts) {
    sum.amountHeld += held
    sum.amountPending += pending
  }
  return sum
}

function makeCorrection(order: ReturnType<typeof toVisibleOrder>): OrderDetail['correction'] {
  const at = order.voidedAt ?? order.closedAt
  if (!at) return null
  const by = makePersonName({ firstName: order.correctorFirstName, lastName: order.correctorLastName })
  return { at: at.toISOString(), by, reason: (order.voidedAt ? order.voidReason : order.closeReason) ?? '' }
}

export async function readOrderUnits(
  tx: CustomerTx,
  session: Session,
  {
    documentId,
    parentLine = null,
    limit,
    cursor = -1,
  }: { documentId: number; parentLine?: number | null | undefined; limit: number; cursor?: number | undefined },
): Promise<{ items: OrderUnit[]; nextCursor: number | null }> {
  const rows = await listChildLines(tx, { documentId, parentLine, after: cursor, limit })
  const found = await readPrepared(tx, {
    orders: selectOrder(tx, documentId),
    receipts: selectReceipts(tx, collectIds(rows.map((row) => row.receiptId))),
    products: selectOrderProducts(tx, collectIds(rows.flatMap((row) => (row.inside.productIds ?? []).slice(0, NAMES_SHOWN)))),
    helds: selectHeldRanges(documentId),
  })
  toVisibleOrder(session, found)
  const receipts = new Map(withInstants(found.receipts, 'at').map((receipt) => [receipt.id, receipt]))
  const names = new Map(found.products.flatMap(({ id, regulatedProductName: name }) => (name ? [[id, name]] : [])))
  const held = linesIn(found.helds)
  const pending = linesIn(found.helds.filter(({ documentExceptionId }) => documentExceptionId !== null))
  const amountIn = (lines: ReadonlySet<number>, from: number, to: number) => [...lines].filter((line) => line >= from && line <= to).length
  const items = rows.slice(0, limit).map((row): OrderUnit => {
    const receipt = row.receiptId === null ? undefined : receipts.get(row.receiptId)
    return {
      line: row.line,
      parentLine: row.parentLine,
      kind: row.isPackage ? 'package' : 'med',
      sscc: row.sscc,
      gtin: row.gtin,
      serialNumber: row.serialNumber,
      medId: row.medId,
      isShipped: row.isShipped,
      isHeld: held.has(row.line),
      isPending: pending.has(row.line),
      epcisMedVocabularyId: row.epcisMedVocabularyId,
      lotNumber: row.lotNumber,
      expirationDate: row.expirationDate,
      meds: row.meds,
      received: row.inside.received,
      held: amountIn(held, row.line, row.lastLine),
      pending: amountIn(pending, row.line, row.lastLine),
      children: row.children,
      contents: (row.inside.productIds ?? []).slice(0, NAMES_SHOWN).flatMap((id) => names.get(id) ?? []),
      receivedById: receipt?.userId ?? null,
      receivedBy: receipt ? { firstName: receipt.firstName, lastName: receipt.lastName } : null,
      datetimeReceived: receipt?.at.toISOString() ?? null,
      how: receipt?.how ?? null,
      receiptId: row.receiptId,
    }
  })
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.line ?? null) : null }
}

/** Maximum number of products named for a mixed case or pallet. */
const NAMES_SHOWN = 4

const collectIds = (ids: readonly (number | null)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))]

/** All data that the page needs to judge a scan, in one compact answer (see the schema). */
export async function readScanIndex(tx: CustomerTx, session: Session, documentId: number): Promise<ScanIndex> {
  // `readPrepared` reads the last receipt's number before `listLines` reads the lines. A receipt made in between is in the lines or is reported
  // later, so the page cannot miss it.
  const { helds, lastReceipts, stopped, ...own } = await readPrepared(tx, {
    orders: selectOrder(tx, documentId),
    helds: selectHeldRanges(documentId),
    stopped: selectStoppedLines(documentId),
    lastReceipts: selectLastReceipt(tx, documentId),
  })
  toVisibleOrder(session, own)
  const held = linesIn(helds)
  const keys: string[] = []
  const meta: number[] = []
  const parents: number[] = []
  const lasts: number[] = []
  let states = ''
  const facts: ScanIndex['facts'] = []
  const known = new Map<string, number>()
  for (let from = 0; ; from += BATCH) {
    const rows = await listLines(tx, documentId, { from, batch: BATCH })
    for (const row of rows) {
      keys.push(row.serialNumber ?? row.sscc ?? '')
      parents.push(row.parentLine ?? -1)
      lasts.push(row.lastLine)
      states += lineState(row, held.has(row.line))
      const fact = `${row.gtin}|${row.epcisMedVocabularyId}|${row.lotNumber}|${row.expirationDate}`
      let place = known.get(fact)
      if (place === undefined) {
        place =
          facts.push({
            gtin: row.gtin,
            productId: row.epcisMedVocabularyId,
            lotNumber: row.lotNumber,
            expirationDate: row.expirationDate,
          }) - 1
        known.set(fact, place)
      }
      meta.push(place)
    }
    if (rows.length < BATCH) break
  }
  return {
    documentId,
    count: keys.length,
    keys: keys.join('\n'),
    meta: meta.join(','),
    parents: parents.join(','),
    lasts: lasts.join(','),
    states,
    ...(held.size === 0 ? {} : { pending: collectPending(helds) }),
    ...(stopped.length === 0 ? {} : { stopped }),
    facts,
    lastReceiptId: lastReceipts[0]?.id ?? 0,
  }
}

const collectPending = (helds: readonly HeldRanges[]) =>
  helds.flatMap(({ documentExceptionId, ticketNumber, lines }) =>
    documentExceptionId === null ? [] : [{ documentExceptionId, ticketNumber, lines: parseRanges(lines) }],
  )

/** Returns the number of each line on hold. Few lines are on hold, so the ranges can be expanded. */
function linesIn(helds: readonly HeldRanges[]): Set<number> {
  const set = new Set<number>()
  for (const [from, to] of helds.flatMap(({ lines }) => parseRanges(lines))) for (let line = from; line <= to; line += 1) set.add(line)
  return set
}

function lineState(row: OrderLineRecord, isHeld: boolean): string {
  if (row.isPackage) return '3'
  if (!row.isShipped) return '4'
  if (row.receiptId !== null) return isHeld ? '6' : '1'
  if (isHeld) return '2'
  return row.anyReceiptId !== null ? '5' : '0'
}

/**
 * Reads the receipts of an order that are newer than `afterReceiptId`, and the order's current counts, so that people who receive the same order see
 * each other's progress.
 */
export async function readProgress(
  tx: CustomerTx,
  session: Session,
  { documentId, afterReceiptId }: { documentId: number; afterReceiptId: number },
): Promise<Progress> {
  const { changes, helds, successors, stopped, ...own } = await readPrepared(tx, {
    orders: selectOrder(tx, documentId),
    changes: selectChanges(tx, documentId, afterReceiptId),
    helds: selectHeldByProduct(documentId),
    successors: selectSuccessor(documentId),
    stopped: selectStoppedLines(documentId),
  })
  const order = toVisibleOrder(session, own)
  return {
    ...(stopped.length === 0 ? {} : { stopped }),
    amountNotReceived: order.amountOfMeds - order.amountReceived,
    amountHeld: sumHeldAmounts(helds).amountHeld,
    lastReceiptId: changes.at(-1)?.id ?? afterReceiptId,
    replacedById: order.replacedById === null ? null : (successors[0]?.id ?? null),
    changes: changes.map((change) => ({
      receiptId: change.undoesId ?? change.id,
      userId: change.userId,
      by: { firstName: change.firstName, lastName: change.lastName },
      at: new Date(change.at).toISOString(),
      how: change.how,
      undone: change.undoesId !== null,
      lines: parseRanges(change.lines),
    })),
  }
}

/** The last receipts of an order, and which of them the caller may undo. */
export async function readReceipts(tx: CustomerTx, session: Session, documentId: number) {
  const { receipts, ...own } = await readPrepared(tx, {
    orders: selectOrder(tx, documentId),
    receipts: selectLastReceipts(tx, documentId, 50),
  })
  const order = toVisibleOrder(session, own)
  const rows = withInstants(receipts, 'at')
  const mine = rows.find((row) => row.userId === session.userId && (row.remaining ?? 0) > 0)?.id
  const isAdmin = administers(session, order.locationId)
  const ids = rows.map((row) => row.id)
  const labels = Map.groupBy(await listReceiptLabels(tx, ids), (label) => label.receiptId)
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    userId: row.userId,
    by: { firstName: row.firstName, lastName: row.lastName },
    how: row.how,
    amount: row.amount,
    remaining: row.remaining ?? 0,
    mayUndo: (row.remaining ?? 0) > 0 && (row.userId === session.userId || isAdmin),
    needsReason: row.id !== mine,
    reason: row.reason,
    products: row.products,
    serialNumber: row.serialNumber,
    medId: row.medId,
    labels: (labels.get(row.id) ?? []).map(({ receiptId: _, ...label }) => label),
  }))
}

export async function readElsewhere(
  tx: CustomerTx,
  { documentId, gtin, serialNumber }: { documentId: number; gtin?: string | null | undefined; serialNumber: string },
) {
  const sscc = gtin ? undefined : pickSscc(serialNumber)
  const rows = sscc
    ? await findUnitElsewhere(tx, { documentId, sscc })
    : await findMedElsewhere(tx, { documentId, gtin: gtin ?? null, serialNumber })
  return {
    found: rows.map((row) => ({
      documentId: row.documentId,
      medId: row.medId,
      purchaseOrderNumbers: row.purchaseOrderNumbers ?? [],
      senderNames: row.senderNames ?? [],
      received: row.receiptId !== null,
      productName: row.productName,
    })),
  }
}
