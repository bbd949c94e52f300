import type {
  ExceptionReport,
  IncidentSummary,
  PedigreeReport,
  RecallReport,
  ReceivingReport,
  ReportRange,
  ShipmentReport,
} from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { endOfDay, startOfDay } from '../../core/day.ts'
import { readInOneQuery } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readExceptionReport } from '../exception/report/exception-report.service.ts'
import { readReported } from '../incident-report/tracker/incident-tracker.service.ts'
import { findProductIds } from '../med/package/product.service.ts'
import { readRecallReport } from '../recall/report/recall-report.service.ts'
import {
  type DayAmount,
  listReceiptLines,
  type Span,
  selectImportedDays,
  selectReceiptDays,
  selectSentDays,
  selectTypedInDays,
} from './report.queries.ts'
import { countSentDays, countSentPurposes, listSentShipments } from './shipment-report.queries.ts'

/** Days are calendar days of the caller's zone, both ends included (decision 23). */
function toSpan({ from, to, customerLocationId }: ReportRange, { timeZone }: Session): Span {
  return { from: startOfDay(from, timeZone), to: endOfDay(to, timeZone), locationId: customerLocationId || null, timeZone }
}

/** Reads the receiving log of the range: every receipt and every undo, and totals by day. */
export async function readReceiving(tx: CustomerTx, session: Session, range: ReportRange, limit: number): Promise<ReceivingReport> {
  const span = toSpan(range, session)
  const { sender, product, lot, serial, ndc } = range
  const narrowing = { sender, lot, serial, productIds: await findProductIds(tx, { name: product, ndc }) }
  const rows = await listReceiptLines(tx, span, narrowing, limit)
  const { rows: days } = await selectReceiptDays(span, narrowing).execute(tx)
  return {
    rows: rows.map(({ firstName, lastName, at, ...row }) => ({ ...row, at: at.toISOString(), by: `${firstName} ${lastName}` })),
    receipts: sum(days, (day) => day.receipts),
    received: sum(days, (day) => day.received),
    takenBack: sum(days, (day) => day.takenBack),
    voided: sum(days, (day) => day.voided),
    days: days.map(({ day, received, takenBack }) => ({ day, received, takenBack })),
  }
}

/** Numbers of meds recorded, received and sent on each day; days without activity are left out. */
export async function readPedigrees(tx: CustomerTx, session: Session, range: ReportRange): Promise<PedigreeReport> {
  const span = toSpan(range, session)
  const found = await readInOneQuery(tx, {
    imported: selectImportedDays(span),
    typedIn: selectTypedInDays(span),
    receipts: selectReceiptDays(span),
    sent: selectSentDays(span),
  })
  const made = byDay([...found.imported, ...found.typedIn])
  const received = new Map(found.receipts.map((day) => [day.day, day.received]))
  const sent = byDay(found.sent)
  const days = [...new Set([...made.keys(), ...received.keys(), ...sent.keys()])].sort().map((day) => ({
    day,
    made: made.get(day) ?? 0,
    received: received.get(day) ?? 0,
    sent: sent.get(day) ?? 0,
  }))
  return { days, made: sum(days, (day) => day.made), received: sum(days, (day) => day.received), sent: sum(days, (day) => day.sent) }
}

/** The incident reports that were sent, with the current status of each incident. */
export async function readIncidents(tx: CustomerTx, session: Session, range: ReportRange, limit: number): Promise<IncidentSummary> {
  const reported = await readReported(tx, toSpan(range, session))
  const incidents = new Map(reported.map(({ threadId, state }) => [threadId, state]))
  return {
    rows: reported.slice(0, limit).map(({ threadId: _, ...row }) => row),
    reports: reported.length,
    types: tally(reported.map((row) => row.reportType)).map(([type, amount]) => ({ type, amount })),
    states: tally([...incidents.values()]).map(([state, amount]) => ({ state, amount })),
  }
}

/** Lots named by recalls and what was done with them. @throws AppError recalls_not_subscribed. */
export function readRecalls(tx: CustomerTx, session: Session, range: ReportRange, limit: number): Promise<RecallReport> {
  return readRecallReport(tx, session, { ...toSpan(range, session), limit })
}

/** Counts tickets by partner, by type and by week, with the number of days until they were resolved. */
export function readExceptions(tx: CustomerTx, session: Session, range: ReportRange, limit: number): Promise<ExceptionReport> {
  return readExceptionReport(tx, session, { ...toSpan(range, session), limit })
}

/** Shipments that were sent, by purpose and by day. Voided ones are listed, and count only as voided. */
export async function readShipments(tx: CustomerTx, session: Session, range: ReportRange, limit: number): Promise<ShipmentReport> {
  const span = toSpan(range, session)
  const rows = await listSentShipments(tx, span, limit)
  const purposes = await countSentPurposes(tx, span)
  return {
    rows: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    shipments: sum(purposes, (row) => row.shipments),
    meds: sum(purposes, (row) => row.meds),
    back: sum(purposes, (row) => row.back),
    valueCents: sum(purposes, (row) => row.valueCents),
    withoutValue: sum(purposes, (row) => row.withoutValue),
    voided: sum(purposes, (row) => row.voided),
    purposes: purposes.filter((row) => row.shipments > 0).map(({ voided: _, ...row }) => row),
    days: await countSentDays(tx, span),
  }
}

const sum = <T>(rows: readonly T[], amount: (row: T) => number) => rows.reduce((total, row) => total + amount(row), 0)

function byDay(rows: readonly DayAmount[]): Map<string, number> {
  const days = new Map<string, number>()
  for (const { day, amount } of rows) days.set(day, (days.get(day) ?? 0) + amount)
  return days
}

function tally<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}
