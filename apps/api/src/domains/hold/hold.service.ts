import type { Disposal, Hold, HoldPage, HoldQuery, HoldTarget, Ok } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { type DateKey, isDateKey, pageOf, readCursor } from '../../core/page.ts'
import { makePersonName } from '../../core/text/person.ts'
import type { CustomerTx } from '../../db/types.ts'
import { locationErrors } from '../location/location.facts.ts'
import { readLocationNames } from '../location/location.service.ts'
import { holdErrors } from './hold.facts.ts'
import { listHeld } from './hold.joins.ts'
import {
  countHeldBy,
  countHeldDeparted,
  countHolds,
  findHoldLine,
  findHoldMed,
  findHoldMedByKey,
  findHoldOrder,
  type HoldRecord,
  holdFreeMeds,
  holdLines,
  holdMedAndContents,
  insertHold,
  joinHolds,
  listHeldOrders,
  listHolds,
  listHoldsToJoin,
  lockActive,
  lockHold,
  releaseHold,
  updateHeldAmount,
} from './hold.queries.ts'
import { expectReleasable } from './investigated.service.ts'

type New = Parameters<typeof insertHold>[1]

/**
 * Puts a med, a case or pallet with its contents, or a whole order into quarantine. Returns as `left` how many of its meds had already left with a
 * shipment.
 *
 * @throws AppError pedigree_not_found, order_not_found, location_not_found.
 */
export async function placeHold(
  tx: CustomerTx,
  session: Session,
  { target, reason }: { target: HoldTarget; reason: string },
): Promise<{ holdId: number; meds: number; left: number }> {
  const { locationId, begin } = await resolveTarget(tx, session, target)
  must(session, 'hold:place', locationId)
  const { values, fill } = begin
  const holdId = await insertHold(tx, { ...values, locationId, meds: 0, reason, placedAt: session.now, placedById: session.userId })
  const meds = await fill(holdId)
  await updateHeldAmount(tx, holdId, meds)
  const left = await countHeldDeparted(tx, holdId)
  await tx.listeners.heldMedsChanged(tx, await listHeldOrders(tx, [holdId]))
  const detail = { holdId, kind: values.kind, label: values.label, meds, reason }
  await audit(tx, session, { action: 'hold.place', subject: 'hold', subjectId: holdId, detail })
  return { holdId, meds, left }
}

export interface LotHold {
  locationId: number
  /** Name of the hold on screen: "Lot LP4471". */
  label: string
  productName: string | null
  documentId: number | null
  medIds: readonly number[]
  reason: string
}

/**
 * Quarantines meds of a lot in one hold; meds already in quarantine stay under their own holds. Creates no hold if no med is left to hold.
 *
 * @throws AppError not_allowed
 */
export async function placeLotHold(tx: CustomerTx, session: Session, { medIds, ...lot }: LotHold): Promise<number> {
  must(session, 'hold:place', lot.locationId)
  const values = { kind: 'lot' as const, gtin: null, serialNumber: null, meds: 0, placedAt: session.now, placedById: session.userId }
  const held = await listHeld(tx, medIds)
  const free = medIds.filter((id) => held.get(id) !== 'quarantine')
  if (free.length === 0) return 0
  const holdId = await insertHold(tx, { ...lot, ...values })
  const meds = await holdFreeMeds(tx, holdId, free)
  await updateHeldAmount(tx, holdId, meds)
  await tx.listeners.heldMedsChanged(tx, await listHeldOrders(tx, [holdId]))
  const detail = { holdId, kind: 'lot', label: lot.label, meds, reason: lot.reason }
  await audit(tx, session, { action: 'hold.place', subject: 'hold', subjectId: holdId, detail })
  return meds
}

interface Resolved {
  locationId: number
  begin: {
    values: Pick<New, 'kind' | 'label' | 'productName' | 'gtin' | 'serialNumber' | 'documentId'>
    fill: (holdId: number) => Promise<number>
  }
}

async function resolveTarget(tx: CustomerTx, session: Session, target: HoldTarget): Promise<Resolved> {
  if ('medId' in target) return targetOfMed(tx, target.medId)
  if ('line' in target) return ofLine(tx, target)
  if ('documentId' in target) return ofOrder(tx, target.documentId)
  return ofUnlisted(tx, session, target)
}

async function targetOfMed(tx: CustomerTx, medId: number): Promise<Resolved> {
  const med = await findHoldMed(tx, medId)
  if (!med) throw new AppError(coreErrors.pedigree_not_found)
  const { serialNumber, gtin, productName } = med
  return {
    locationId: med.locationId,
    begin: {
      values: { kind: 'med', label: serialNumber, productName, gtin, serialNumber, documentId: null },
      fill: async (holdId) => {
        const meds = await holdMedAndContents(tx, holdId, medId)
        return gtin === null ? adoptAll(tx, med.locationId, holdId) : meds
      },
    },
  }
}

async function ofLine(tx: CustomerTx, { documentId, line }: { documentId: number; line: number }): Promise<Resolved> {
  const found = await findHoldLine(tx, documentId, line)
  if (!found) throw new AppError(coreErrors.order_not_found)
  if (found.medId !== null) return targetOfMed(tx, found.medId)
  return {
    locationId: found.locationId,
    begin: {
      values: { kind: 'package', label: found.sscc ?? '', productName: null, gtin: null, serialNumber: null, documentId },
      fill: (holdId) => holdLines(tx, holdId, documentId, found.line, found.lastLine),
    },
  }
}

async function ofOrder(tx: CustomerTx, documentId: number): Promise<Resolved> {
  const order = await findHoldOrder(tx, documentId)
  if (!order) throw new AppError(coreErrors.order_not_found)
  const label = order.purchaseOrderNumbers[0]
    ? `PO ${order.purchaseOrderNumbers[0]}`
    : `Order from ${order.senderNames[0] ?? 'an unnamed sender'}`
  return {
    locationId: order.locationId,
    begin: {
      values: { kind: 'order', label, productName: null, gtin: null, serialNumber: null, documentId },
      fill: (holdId) => holdLines(tx, holdId, documentId, 0, 2_147_483_647),
    },
  }
}

/**
 * Resolves the target of a hold that is placed by barcode. If the location has a med with this GTIN and serial number, that med is the target.
 * Otherwise the hold stores the barcode's data, and is linked to the med as soon as it is on file.
 */
async function ofUnlisted(
  tx: CustomerTx,
  session: Session,
  target: { locationId: number; gtin: string | null; serialNumber: string },
): Promise<Resolved> {
  const { locationId, gtin, serialNumber } = target
  const isOwn = session.scope === 'all' || session.locationIds.includes(locationId)
  if (!isOwn || !(await readLocationNames(tx)).has(locationId)) throw new AppError(locationErrors.location_not_found)
  const known = await findHoldMedByKey(tx, target)
  if (known) return targetOfMed(tx, known.id)
  return {
    locationId,
    begin: {
      values: { kind: 'med', label: serialNumber, productName: null, gtin, serialNumber, documentId: null },
      fill: (holdId) => adoptAll(tx, locationId, holdId),
    },
  }
}

/**
 * Extends a location's active holds to packages that have just arrived there. These are packages that were put on hold before any document listed
 * them, with everything packed in them, and packages that arrive later as contents of containers on hold. A hold without a GTIN covers packages of
 * any product that have its serial number. `documentId` is the document that just arrived; it may also list packages that are already on hold.
 */
export async function adoptHeld(tx: CustomerTx, locationId: number, documentId?: number): Promise<void> {
  const adopting = await lockActive(tx, await listHoldsToJoin(tx, locationId))
  if (adopting.length) await joinHolds(tx, locationId, adopting)
  await tx.listeners.heldMedsChanged(tx, [...(documentId === undefined ? [] : [documentId]), ...(await listHeldOrders(tx, adopting))])
}

/** Extends the holds of the location to all meds on file that they should cover. Returns how many meds the hold `holdId` then covers. */
async function adoptAll(tx: CustomerTx, locationId: number, holdId: number): Promise<number> {
  await adoptHeld(tx, locationId)
  return countHeldBy(tx, holdId)
}

/**
 * Releases a hold.
 * @throws AppError hold_not_found, hold_released, hold_data_pending, hold_disposed, hold_investigated, not_allowed unless the caller administers the
 * hold's location.
 */
export async function release(tx: CustomerTx, session: Session, { holdId, reason }: { holdId: number; reason: string }): Promise<Ok> {
  const hold = await lockHold(tx, holdId)
  if (!hold) throw new AppError(holdErrors.hold_not_found)
  must(session, 'hold:release', hold.locationId)
  if (hold.releasedAt) throw new AppError(holdErrors.hold_released)
  // A data-pending hold ends with its ticket; in an emergency, it is released on the ticket's page with the pharmacist's name.
  if (hold.cause === 'dataPending') throw new AppError(holdErrors.hold_data_pending)
  await expectReleasable(tx, hold)
  await releaseHold(tx, holdId, { releasedAt: session.now, releasedById: session.userId, releaseReason: reason })
  await tx.listeners.heldMedsChanged(tx, await listHeldOrders(tx, [holdId]))
  await audit(tx, session, { action: 'hold.release', subject: 'hold', subjectId: holdId, detail: { holdId, label: hold.label, reason } })
  return { ok: true }
}

export async function readHolds(tx: CustomerTx, session: Session, { limit, cursor, ...filter }: HoldQuery): Promise<HoldPage> {
  const rows = await listHolds(tx, { ...filter, limit }, readCursor(cursor, isDateKey))
  const { items, nextCursor } = pageOf(rows, limit, (row): DateKey => [row.placedAt.toISOString(), row.id])
  return { items: items.map((row) => toHold(session, row)), nextCursor, amount: await countHolds(tx, filter) }
}

function toHold(session: Session, row: HoldRecord): Hold {
  const isFree = row.releasedAt === null && row.disposedAt === null && row.cause !== 'dataPending' && !row.isInvestigated
  const mayEnd = isFree && may(session, 'hold:release', row.locationId)
  return {
    id: row.id,
    kind: row.kind,
    label: row.label,
    productName: row.productName,
    locationName: row.locationName,
    medId: row.medId,
    documentId: row.documentId,
    meds: row.meds,
    reason: row.reason,
    cause: row.cause,
    documentExceptionId: row.documentExceptionId,
    ticketNumber: row.ticketNumber,
    placedAt: row.placedAt.toISOString(),
    placedBy: makePersonName({ firstName: row.placerFirstName, lastName: row.placerLastName }),
    releasedAt: row.releasedAt?.toISOString() ?? null,
    releasedBy: makePersonName({ firstName: row.releaserFirstName, lastName: row.releaserLastName }),
    releaseReason: row.releaseReason,
    mayRelease: mayEnd,
    disposedAt: row.disposedAt?.toISOString() ?? null,
    disposedBy: makePersonName({ firstName: row.disposerFirstName, lastName: row.disposerLastName }),
    disposal: row.disposalHow as Disposal | null, // a CHECK constraint allows only these values
    disposalReason: row.disposalReason,
    mayDispose: mayEnd,
    investigationId: row.investigationId,
    isInvestigated: row.isInvestigated,
  }
}
