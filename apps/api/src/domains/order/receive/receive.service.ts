import type { NotReceived, Received, ReceivedHow } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { recordElsewhere } from '../../departure/departure.service.ts'
import { IS_LINE_HELD } from '../../hold/hold.joins.ts'
import { receiveMarkedMeds } from '../../med/from-order/med-receipt.joins.ts'
import { type RecallAnswer, stopRecalled } from '../../recall/stop/stop.service.ts'
import { passPartnerStop } from '../../trading-partner/order/partner-stop.service.ts'
import { orderErrors } from '../order.facts.ts'
import { lockOrder } from '../order.queries.ts'
import { answerStops, listBlocking, selectBlockedLines } from '../stop/scan-stop.queries.ts'
import { describeNotReceived, type StopReasons, settleStops, writeRanges } from '../stop/scan-stop.rules.ts'
import { keepStop, scannedAt } from '../stop/scan-stop.service.ts'
import { readDeparted } from './departed.service.ts'
import { type Differing, locateUnits, type Overridden, parseScanned, type ScannedFacts } from './locate.service.ts'
import {
  findLine,
  insertReceiptLabels,
  type LineChoice,
  type LineCounts,
  listProductIds,
  listSerials,
  previewReceipt,
  receiveLines,
} from './receive.queries.ts'
import { expiryWarning, parseRanges } from './receive.rules.ts'

interface Target {
  lines: LineChoice
  how: ReceivedHow
  notFound?: (string | number)[]
  /** Units that are not received because their labels differ from the file. */
  differs?: Differing[]
  /** Units received although their labels differ from the file. */
  overridden?: Overridden[]
}

/** Parameters that every receipt has: the reasons for receiving despite stops, and how long ago the package was scanned. */
interface Call extends RecallAnswer, StopReasons {
  documentId: number
  scannedMsAgo?: number | undefined
  /** Whether to stop an expired or short-dated package that is scanned or typed. */
  stopDated?: boolean | undefined
}

/** Receives every open med. Calling it again changes nothing. */
export function receiveAll(tx: CustomerTx, session: Session, call: { documentId: number } & RecallAnswer): Promise<Received> {
  // Receive All can wait for the lock.
  return receive(tx, session, { ...call, waitsForLock: true }, async () => ({ lines: { all: true }, how: 'all' }))
}

/** Receives the order's meds of the given products. */
export function receiveProducts(
  tx: CustomerTx,
  session: Session,
  {
    documentId,
    epcisMedVocabularyId,
    gtin,
    ...asking
  }: { documentId: number; epcisMedVocabularyId: number | number[]; gtin?: string | undefined } & RecallAnswer,
): Promise<Received> {
  return receive(tx, session, { documentId, ...asking }, async (orderId) => {
    const productIds = listValues(epcisMedVocabularyId)
    const known = new Set(await listProductIds(tx, orderId, { productIds, gtin }))
    const notFound = productIds.filter((id) => !known.has(id))
    return { lines: { productIds, gtin }, how: 'product', notFound }
  })
}

/** Receives the contents of containers, which the caller names by SSCC, or for cases also by serial number (decision 40). */
export function receiveContainers(
  tx: CustomerTx,
  session: Session,
  { shippingContainerCode, gtin, ...call }: { shippingContainerCode: string | string[]; gtin?: string | undefined } & ScannedFacts & Call,
): Promise<Received> {
  const wanted = listValues(shippingContainerCode).map((value) => parseScanned(value, gtin))
  return receive(tx, session, call, async (orderId) => ({
    ...(await locateUnits(tx, orderId, wanted, { isPackageOnly: true, said: call })),
    how: 'container',
  }))
}

/**
 * Receives meds by serial number or SGTIN; a case or pallet found that way is received with its contents.
 *
 * @throws AppError serial_ambiguous (409, with the candidates) if a bare serial number matches several meds; none is received then.
 */
export function receiveSerials(
  tx: CustomerTx,
  session: Session,
  {
    serialNumber,
    gtin,
    sgtin,
    how,
    ...call
  }: {
    serialNumber?: string | string[] | undefined
    gtin?: string | undefined
    sgtin?: string | string[] | undefined
    how?: 'scan' | 'serial' | undefined
  } & ScannedFacts &
    Call,
): Promise<Received> {
  const wanted = [
    ...listValues(serialNumber).map((value) => ({ value, serialNumber: value, gtin })),
    ...listValues(sgtin).map((value) => parseScanned(value, gtin)),
  ]
  if (!wanted.length) throw new AppError(orderErrors.serial_missing)
  return receive(tx, session, call, async (orderId) => {
    const located = await locateUnits(tx, orderId, wanted, { isPackageOnly: false, said: call })
    const [only] = located.lines.ranges
    const isContainer = wanted.length === 1 && only !== undefined && only[1] > only[0]
    return { ...located, how: isContainer ? 'container' : (how ?? 'serial') }
  })
}

/** Maximum number of labels and of stops that the audit trail lists for a receipt; `receipt_label` has all labels. */
const AUDITED = 100

/** Maximum number of held or unreceived meds listed in a response. */
const HELD_NAMED = 1000

interface Place {
  documentId: number
  locationId: number
}

async function receive(
  tx: CustomerTx,
  session: Session,
  call: Call & { waitsForLock?: boolean },
  find: (documentId: number) => Promise<Target>,
): Promise<Received> {
  const { documentId } = call
  const order = await lockOrder(tx, documentId, { waitsForLock: call.waitsForLock ?? false })
  if (!order) throw new AppError(coreErrors.order_not_found)
  must(session, 'order:receive', order.locationId)
  // If a corrected file has replaced the order since, the scan is received on the corrected order, so that no scan is lost.
  if (order.voidedAt && order.replacedById !== null) {
    const replacedBy = order.replacedById
    // If the corrected order was itself replaced, the result of the inner call overwrites `replacedBy`, so the caller gets the id of the latest
    // order.
    return { replacedBy, ...(await receive(tx, session, { ...call, documentId: replacedBy }, find)) }
  }
  if (order.voidedAt) throw new AppError(orderErrors.order_voided)
  if (order.closedAt) throw new AppError(orderErrors.order_closed)
  const target = await find(documentId)
  const place: Place = { documentId, locationId: order.locationId }
  const { standing, ended, notReceived } = await leaveStopped(tx, session, place, call, target)
  const labels = target.overridden ?? []
  await stopRecalled(tx, session, { ...place, lines: standing.lines, labels }, call)
  const receiptId = await writeReceipt(tx, session, place, call, { ...target, standing, ended })
  await keepDiffering(tx, session, place, call, target.differs ?? [])
  const amountNotReceived = order.amountOfMeds - order.amountReceived - standing.open
  if (receiptId === null) auditNothing(session)
  else if (amountNotReceived === 0) await tx.listeners.orderReceived?.(tx, { ...place, at: session.now })
  return {
    received: standing.open,
    alreadyReceived: standing.already,
    expired: standing.expired,
    notFound: target.notFound ?? [],
    held: standing.held === null ? [] : await listSerials(tx, documentId, standing.held, HELD_NAMED),
    differs: (target.differs ?? []).map(({ unit: _, ...one }) => one),
    notReceived,
    amountNotReceived,
    receiptId,
  }
}

interface Weighed {
  standing: LineCounts
  /** Ids of the stops that the receipt answers. */
  ended: number[]
  notReceived: NotReceived[]
}

/**
 * Determines which lines a receipt would receive and which stops it would answer. It leaves out packages on hold, packages with an unanswered stop at
 * the counter, and packages that have left the pharmacy.
 */
async function leaveStopped(tx: CustomerTx, session: Session, place: Place, call: Call, { lines, how }: Target): Promise<Weighed> {
  const today = toDay(session.now, session.timeZone)
  const units = 'ranges' in lines ? lines.ranges : []
  const dated = call.stopDated && call.stopReason === undefined && how === 'scan' ? await stopDated(tx, session, place, call, units) : false
  const { documentId } = place
  const isHeld = IS_LINE_HELD
  const standing = await previewReceipt(tx, documentId, lines, { today, isHeld, blocked: selectBlockedLines(documentId) })
  if (standing.stopped === null) return { standing, ended: [], notReceived: await readDeparted(tx, session, documentId, standing.away) }
  const stops = await listBlocking(tx, documentId, standing.stopped)
  const { ended, blocked } = settleStops(stops, dated ? [] : units, call)
  const again = await previewReceipt(tx, documentId, lines, { today, isHeld, blocked: writeRanges(blocked) })
  const left = again.stopped === null ? [] : stops.filter(({ id }) => !ended.includes(id))
  const once = new Map(left.map((one) => [`${one.line}-${one.lastLine}`, one]))
  const notReceived = [...[...once.values()].map(describeNotReceived), ...(await readDeparted(tx, session, documentId, again.away))]
  return { standing: again, ended, notReceived: notReceived.slice(0, HELD_NAMED) }
}

/** If a scan is for a single package that is expired or about to expire and was not received yet, records the stop and returns true. */
async function stopDated(
  tx: CustomerTx,
  session: Session,
  place: Place,
  call: Call,
  units: readonly (readonly [number, number])[],
): Promise<boolean> {
  const [only] = units
  if (!only || units.length > 1 || only[0] !== only[1]) return false
  const unit = await findLine(tx, place.documentId, only[0])
  const kind = unit && expiryWarning(unit.expirationDate, toDay(session.now, session.timeZone))
  if (!unit || !kind || unit.receiptId !== null) return false
  await keepStop(tx, session, { ...place, ...describeScan(session, call), ...unit, kind, lotNumber: null, expirationDate: null }, unit)
  return true
}

const describeScan = (session: Session, { scannedMsAgo }: Call) => ({
  how: 'scan' as const,
  about: null,
  at: scannedAt(session, scannedMsAgo),
  recordedAt: session.now,
  scanKey: null,
  userId: session.userId,
})

/**
 * Records a stop for each package whose label differs from the file according to the server. Differences that the page finds before sending are
 * recorded by the page.
 */
async function keepDiffering(tx: CustomerTx, session: Session, place: Place, call: Call, differs: readonly Differing[]): Promise<void> {
  for (const { unit, label } of differs.slice(0, HELD_NAMED)) {
    const { gtin, sscc, serialNumber } = unit
    const row = {
      ...place,
      ...describeScan(session, call),
      kind: 'differs' as const,
      gtin,
      serialNumber: sscc ?? serialNumber ?? '',
      ...label,
    }
    await keepStop(tx, session, row, unit)
  }
}

/** Writes the receipt with all its effects, and returns its id; null if nothing is left to receive. */
async function writeReceipt(
  tx: CustomerTx,
  session: Session,
  place: Place,
  call: Call,
  { how, overridden = [], standing, ended }: Target & Pick<Weighed, 'standing' | 'ended'>,
): Promise<number | null> {
  if (!standing.open || !standing.lines) return null
  await passPartnerStop(tx, session, place)
  const at = scannedAt(session, call.scannedMsAgo)
  const reason = joinReasons(call)
  const { open: amount, lines } = standing
  const { receiptId, hasSent } = await receiveLines(
    tx,
    { ...place, userId: session.userId, at, how, amount, lines, reason: reason ?? null },
    receiveMarkedMeds(at),
  )
  if (hasSent) await recordElsewhere(tx, session, { documentId: place.documentId, receiptId })
  const kept = await keepLabels(tx, { receiptId, locationId: place.locationId, lines }, overridden)
  await answerStops(tx, ended, { answer: 'received', at: session.now, userId: session.userId, reason: reason ?? null, receiptId })
  await audit(tx, session, {
    action: 'order.receive',
    subject: 'order',
    subjectId: place.documentId,
    detail: {
      how,
      amount,
      expired: standing.expired,
      receiptId,
      ...(call.scannedMsAgo ? { scannedAt: at.toISOString() } : {}),
      ...(reason ? { reason } : {}),
      ...(ended.length ? { stopIds: ended.slice(0, AUDITED) } : {}),
      ...(kept.length ? { labels: kept.slice(0, AUDITED).map(({ serialNumber, label, file }) => ({ serialNumber, label, file })) } : {}),
    },
  })
  return receiptId
}

/** Of the labels that differ from the file (`overridden`), stores and returns those whose packages were received. */
async function keepLabels(
  tx: CustomerTx,
  { receiptId, locationId, lines }: { receiptId: number; locationId: number; lines: string },
  overridden: readonly Overridden[],
): Promise<Overridden[]> {
  const ranges = overridden.length ? parseRanges(lines) : []
  const kept = overridden.filter((one) => ranges.some(([from, to]) => from <= one.lastLine && to >= one.line))
  const once = new Map(kept.map((one) => [one.line, one]))
  const rows = [...once.values()].map(({ line, serialNumber, label, file }) => ({
    receiptId,
    locationId,
    line,
    serialNumber,
    ...label,
    fileLotNumber: file.lotNumber,
    fileExpirationDate: file.expirationDate,
  }))
  await insertReceiptLabels(tx, rows)
  return kept
}

/** Joins the reasons, because a receipt stores every reason given for it. */
function joinReasons({ reason, elsewhereReason, recallReason, stopReason }: StopReasons): string | undefined {
  return [...new Set([reason, elsewhereReason, recallReason, stopReason])].filter((one) => one !== undefined).join(' ') || undefined
}

function listValues<T>(value: T | T[] | undefined): T[] {
  if (value === undefined) return []
  return [...new Set(Array.isArray(value) ? value : [value])]
}
