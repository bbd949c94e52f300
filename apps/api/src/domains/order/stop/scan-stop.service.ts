import type { NewStop, Ok, Stop } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readPrepared, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { IS_LINE_HELD } from '../../hold/hold.joins.ts'
import { orderErrors } from '../order.facts.ts'
import { lockOrder, selectOrder } from '../order.queries.ts'
import { toVisibleOrder } from '../order.service.ts'
import { findUnits } from '../receive/receive.queries.ts'
import { pickSscc } from '../receive/receive.rules.ts'
import {
  answerStops,
  countMissing,
  insertScanStop,
  listStopsOf,
  lockStop,
  type NewStopRow,
  type StopUnit,
  selectMissing,
  selectStops,
} from './scan-stop.queries.ts'

/** SQL condition: the package of an order's line `d` was not received, and is not on hold here, set aside or sent back. */
export const isLineMissing = (documentId: number) => selectMissing(documentId, IS_LINE_HELD)

/**
 * Number of an order's packages that did not arrive. A package that is on hold here, set aside or sent back counts as arrived, even though it was not
 * received.
 */
export function countMissingMeds(tx: CustomerTx, orderId: number): Promise<number> {
  return countMissing(tx, orderId, isLineMissing(orderId))
}

/** The time of a scan, computed from its age, which the device sends with it. */
export const scannedAt = ({ now }: Pick<Session, 'now'>, scannedMsAgo = 0): Date => new Date(now.getTime() - scannedMsAgo)

/**
 * Stores a scan with which nothing was received. If a corrected file has replaced the order, the scan is stored with the order that replaced it.
 *
 * @throws AppError order_not_found, order_voided, order_busy.
 */
export async function recordStop(tx: CustomerTx, session: Session, stop: NewStop): Promise<Ok> {
  const order = await lockOrder(tx, stop.documentId)
  if (!order) throw new AppError(coreErrors.order_not_found)
  must(session, 'order:receive', order.locationId)
  if (order.voidedAt && order.replacedById !== null) return recordStop(tx, session, { ...stop, documentId: order.replacedById })
  if (order.voidedAt) throw new AppError(orderErrors.order_voided)
  const { scannedMsAgo, documentId, kind, how, serialNumber } = stop
  const row: NewStopRow = {
    documentId,
    locationId: order.locationId,
    kind,
    how,
    serialNumber: pickSscc(serialNumber) ?? serialNumber,
    gtin: stop.gtin ?? null,
    lotNumber: stop.lotNumber || null,
    expirationDate: stop.expirationDate ?? null,
    about: stop.about ?? null,
    at: scannedAt(session, scannedMsAgo),
    recordedAt: session.now,
    scanKey: stop.scanKey ?? null,
    userId: session.userId,
  }
  await keepStop(tx, session, row, await findUnit(tx, row))
  return { ok: true }
}

async function findUnit(tx: CustomerTx, { documentId, serialNumber, gtin }: NewStopRow): Promise<StopUnit | undefined> {
  const units = await findUnits(tx, documentId, { ssccs: [serialNumber], serialNumbers: [serialNumber] })
  return units.find((unit) => unit.sscc === serialNumber || !gtin || unit.gtin === gtin)
}

/** Records a stop, with its audit line. If a device sends the same stop again, nothing is recorded. */
export async function keepStop(tx: CustomerTx, session: Session, row: NewStopRow, unit: StopUnit | undefined): Promise<void> {
  const stopId = await insertScanStop(tx, row, unit)
  if (stopId === undefined) return auditNothing(session)
  const { documentId, kind, serialNumber, gtin, lotNumber, expirationDate, about, at } = row
  await audit(tx, session, {
    action: 'order.stop',
    subject: 'order',
    subjectId: documentId,
    detail: {
      stopId,
      kind,
      serialNumber,
      gtin,
      scannedAt: at.toISOString(),
      ...(lotNumber || expirationDate ? { label: { lotNumber, expirationDate } } : {}),
      ...(unit && kind === 'differs' ? { file: { lotNumber: unit.lotNumber, expirationDate: unit.expirationDate } } : {}),
      ...(about ? { about } : {}),
    },
  })
}

/** Records that the unit was sent back to its sender. Bulk receipts continue to exclude it. @throws AppError stop_not_found, stop_answered. */
export async function recordSentBack(
  tx: CustomerTx,
  session: Session,
  { documentId, stopId, reason }: { documentId: number; stopId: number; reason: string },
): Promise<Ok> {
  const order = await lockOrder(tx, documentId)
  const stop = order && (await lockStop(tx, documentId, stopId))
  if (!stop) throw new AppError(orderErrors.stop_not_found)
  must(session, 'order:receive', stop.locationId)
  if (!stop.isBlocking || stop.answer === 'sentBack') throw new AppError(orderErrors.stop_answered)
  const others = await listStopsOf(tx, documentId, [stop.serialNumber])
  const ids = [stop.id, ...others.filter(({ gtin }) => gtin === stop.gtin).map(({ id }) => id)]
  await answerStops(tx, [...new Set(ids)], { answer: 'sentBack', at: session.now, userId: session.userId, reason })
  const detail = { stopId, answer: 'sentBack', kind: stop.kind, serialNumber: stop.serialNumber, gtin: stop.gtin, reason }
  await audit(tx, session, { action: 'order.answerStop', subject: 'order', subjectId: documentId, detail })
  return { ok: true }
}

/** Answers the stops of packages for which a ticket was opened. Writes no separate audit line, because the ticket has one. */
export async function answerByTicket(
  tx: CustomerTx,
  session: Pick<Session, 'now' | 'userId'>,
  { orderId, documentExceptionId, serialNumbers }: { orderId: number; documentExceptionId: number; serialNumbers: readonly string[] },
): Promise<void> {
  const stops = await listStopsOf(tx, orderId, serialNumbers)
  await answerStops(
    tx,
    stops.map(({ id }) => id),
    { answer: 'ticket', at: session.now, userId: session.userId, reason: null, documentExceptionId },
  )
}

const SHOWN = 200

/** The order's scans that led to no receipt; those that nobody has resolved yet come first. @throws AppError order_not_found. */
export async function readStops(tx: CustomerTx, session: Session, documentId: number): Promise<Stop[]> {
  const { stops, ...own } = await readPrepared(tx, { orders: selectOrder(tx, documentId), stops: selectStops(tx, documentId, SHOWN) })
  toVisibleOrder(session, own)
  return withInstants(stops, 'at', 'answeredAt').map(
    ({
      at,
      answeredAt,
      firstName,
      lastName,
      answererFirstName,
      answererLastName,
      answerReason,
      documentExceptionId,
      ticketNumber,
      ...stop
    }) => ({
      ...stop,
      at: at.toISOString(),
      by: { firstName, lastName },
      answeredAt: answeredAt?.toISOString() ?? null,
      answeredBy: makePersonName({ firstName: answererFirstName, lastName: answererLastName }),
      reason: answerReason,
      ticket: documentExceptionId !== null && ticketNumber !== null ? { documentExceptionId, ticketNumber } : null,
    }),
  )
}
