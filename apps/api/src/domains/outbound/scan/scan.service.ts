import { formatAmount, type Ok, type ShipmentScan, type ShipmentScanned, type ShipmentStop, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readEntitlement } from '../../entitlement/entitlement.service.ts'
import { readPreference, readReceiverGlns } from '../../trading-partner/shipping/receiver.service.ts'
import { expectDraft, expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import type { ShipmentRecord } from '../outbound.queries.ts'
import { toUnit } from '../read/unit.view.ts'
import { judgeContents, judgeLeaving, type Leaving, type LeavingMed, mayAccept } from './judge.ts'
import { findReading, type ReadCode, readCode, toTyped } from './read-code.ts'
import {
  type Container,
  countUnits,
  deleteUnit,
  findUnit,
  insertMeds,
  insertUnit,
  listContainers,
  listContents,
  listScanned,
  type NewUnit,
} from './scan.queries.ts'

/** Maximum number of packages in one shipment. */
const MOST_MEDS = 20_000

/** The scanned package or case, and the reasons that keep it out of the shipment. */
interface Found {
  about: ShipmentScanned['about']
  stops: ShipmentStop[]
  /** The unit to add; undefined if nothing on file has this code. */
  unit?: Omit<NewUnit, 'shipmentId' | 'locationId' | 'accepted' | 'scannedAt' | 'scannedBy'>
  meds: readonly LeavingMed[]
}

/** Purposes of a shipment for which the partner's return policy is checked. */
const RETURNS: ReadonlySet<ShipmentRecord['purpose']> = new Set(['return', 'nonsaleable'])

export async function readLeaving(tx: CustomerTx, session: Session, shipment: ShipmentRecord): Promise<Leaving> {
  const { id, locationId, purpose, tradingPartnerId, timeZone, sender } = shipment
  const preference = tradingPartnerId === null || !RETURNS.has(purpose) ? undefined : await readPreference(tx, session, tradingPartnerId)
  return {
    shipmentId: id,
    locationId,
    purpose,
    receiverGlns: tradingPartnerId === null ? [] : await readReceiverGlns(tx, tradingPartnerId),
    senderGln: sender.location.gln,
    returns: { daysLeft: preference?.returnDaysLeft ?? null, daysExpired: preference?.returnDaysExpired ?? null },
    hasRecalls: (await readEntitlement(tx, session.now)).hasRecalls,
    today: toDay(session.now, timeZone),
    clock: session,
  }
}

/**
 * Scans a package, or a case with its contents, into a draft. The answer is the unit or, if nothing changed, every reason why it may not leave.
 *
 * @throws AppError shipment_not_found, shipment_sent, shipment_full.
 */
export async function scanUnit(tx: CustomerTx, session: Session, { shipmentId, code, accept }: ShipmentScan): Promise<ShipmentScanned> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:write')
  expectDraft(shipment)
  const found = await findScanned(tx, readCode(code, session.now.getUTCFullYear()), code, await readLeaving(tx, session, shipment))
  const stops = found.stops.filter((one) => !accept.includes(one.code) || !mayAccept([one]))
  const totals = { units: shipment.units, meds: shipment.meds }
  const refused = (of: ShipmentStop[]): ShipmentScanned => {
    auditNothing(session)
    return { unit: null, stops: of, mayAccept: mayAccept(of), about: found.about, ...totals }
  }
  if (!found.unit || stops.length > 0) return refused(stops)
  if (shipment.meds + found.meds.length > MOST_MEDS) throw new AppError(outboundErrors.shipment_full)
  const { locationId } = shipment
  const n = await insertUnit(tx, {
    ...found.unit,
    shipmentId,
    locationId,
    accepted: found.stops.map((one) => one.code),
    scannedAt: session.now,
    scannedBy: writeFullName(session),
  })
  if ((await insertMeds(tx, { shipmentId, n, locationId }, found.meds)) < found.meds.length) {
    await deleteUnit(tx, shipmentId, n)
    return refused([{ code: 'otherShipment', text: 'Somebody else scanned it into another shipment a moment ago.' }])
  }
  const counted = await countUnits(tx, shipmentId)
  const row = await findUnit(tx, shipmentId, n)
  await audit(tx, session, {
    action: 'shipment.add',
    subject: 'shipment',
    subjectId: shipmentId,
    detail: { n, ...found.about, meds: found.meds.length },
  })
  return { unit: row ? toUnit(row) : null, stops: [], mayAccept: false, about: found.about, ...counted }
}

async function findScanned(tx: CustomerTx, read: ReadCode, code: string, leaving: Leaving): Promise<Found> {
  const label = read.kind === 'sscc' ? read.sscc : read.kind === 'serial' ? (read.readings[0]?.serialNumber ?? code) : code.trim()
  const nothing = (stop: ShipmentStop): Found => ({
    about: { label: label.slice(0, 100), productName: null, lotNumber: null, expirationDate: null },
    stops: [stop],
    meds: [],
  })
  if (read.kind === 'unreadable') return nothing({ code: 'unreadable', text: read.why })
  const readings = read.kind === 'serial' ? read.readings : []
  const serialNumbers = readings.map(({ serialNumber }) => serialNumber)
  const fitting = (row: { gtin: string | null; serialNumber: string | null }) => findReading(readings, row)
  const meds = serialNumbers.length > 0 ? (await listScanned(tx, serialNumbers)).filter(fitting) : []
  const [med] = preferHere(meds, leaving.locationId)
  if (med && new Set(meds.map(({ gtin }) => gtin)).size > 1)
    return nothing({ code: 'unknown', text: 'Several products have this serial number. Scan the square 2D code.' })
  if (med) return ofMed(med, judgeLeaving(med, fitting(med)?.label ?? {}, leaving))
  const containers = (await listContainers(tx, { sscc: read.kind === 'sscc' ? read.sscc : null, serialNumbers })).filter(
    (row) => read.kind === 'sscc' || fitting(row),
  )
  const [container] = preferHere(containers, leaving.locationId)
  if (!container && read.kind === 'sscc' && /^\d{18}$/.test(code.trim())) return findScanned(tx, toTyped(code.trim()), code, leaving)
  if (!container && read.kind === 'serial' && read.otherwise !== undefined) return nothing({ code: 'unreadable', text: read.otherwise })
  if (!container) return nothing({ code: 'unknown', text: 'It is neither in an order nor typed in, so its source is unknown.' })
  return ofContainer(container, await listContents(tx, container), leaving)
}

const preferHere = <Row extends { locationId: number }>(rows: readonly Row[], locationId: number): Row[] => [
  ...rows.filter((row) => row.locationId === locationId),
  ...rows.filter((row) => row.locationId !== locationId),
]

function ofMed(med: LeavingMed, stops: ShipmentStop[]): Found {
  const { medId, gtin, serialNumber, productName, lotNumber, expirationDate, documentId, line } = med
  const facts = { productName, lotNumber, expirationDate }
  return {
    about: { label: serialNumber, ...facts },
    stops,
    meds: [med],
    unit: { medId, sscc: null, gtin, serialNumber, ...facts, documentId, line, lastLine: line, isPackage: false, meds: 1 },
  }
}

function ofContainer(container: Container, meds: readonly LeavingMed[], leaving: Leaving): Found {
  const { sscc, serialNumber, lotNumber, expirationDate } = container
  const productName = container.productName ?? meds[0]?.productName ?? null
  const about = { label: sscc ?? serialNumber ?? '', productName, lotNumber, expirationDate }
  if (meds.length === 0)
    return {
      about,
      stops: [{ code: 'contents', text: 'The file lists no packages in this container. Scan the packages one by one.' }],
      meds: [],
    }
  // A package that no document lists here gets the document of the container's order, which lists the package inside this container.
  const own = meds.map((med) => ({ ...med, documentId: med.documentId ?? container.documentId }))
  return {
    about: { ...about, productName: productName ?? formatAmount(meds.length, 'package') },
    stops: judgeContents(own.map((med) => judgeLeaving(med, {}, leaving))),
    meds: own,
    unit: { ...container, productName, isPackage: true, meds: meds.length },
  }
}

/** Takes a unit out of a draft. @throws AppError shipment_not_found, shipment_sent, shipment_unit_not_found. */
export async function removeUnit(tx: CustomerTx, session: Session, { shipmentId, n }: { shipmentId: number; n: number }): Promise<Ok> {
  expectDraft(await expectLockedShipment(tx, session, shipmentId, 'shipment:write'))
  const unit = await findUnit(tx, shipmentId, n)
  if (!unit) throw new AppError(outboundErrors.shipment_unit_not_found)
  await deleteUnit(tx, shipmentId, n)
  await countUnits(tx, shipmentId)
  const detail = { n, label: unit.serialNumber ?? unit.sscc, meds: unit.meds }
  await audit(tx, session, { action: 'shipment.remove', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}
