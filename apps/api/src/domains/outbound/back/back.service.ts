import { type Ok, type ShipmentBack, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { hasArrivedAt, takeDeparturesBack } from '../../departure/departure.service.ts'
import { expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { findReading, type ReadCode, readCode } from '../scan/read-code.ts'
import { type Container, listContainers } from '../scan/scan.queries.ts'
import { listOut, type MedOut } from './back.queries.ts'

/** Maximum number of serial numbers in the audit trail's line about one return. */
const NAMED = 100

/**
 * Records that packages of a shipment came back without a file. Without a file there is nothing to receive, so the packages go straight back into
 * stock.
 * @throws AppError shipment_not_sent; shipment_not_out if a code stands for no package that is still with the receiver (nothing is recorded then);
 * shipment_arrived if the customer's other location has received one of the packages.
 */
export async function takeBack(tx: CustomerTx, session: Session, { shipmentId, all, codes, reason }: ShipmentBack): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  const { state, sentAt, toLocationId } = shipment
  if (state !== 'sent' || !sentAt) throw new AppError(outboundErrors.shipment_not_sent)
  const out = await listOut(tx, shipmentId)
  const meds = all ? out : await findNamed(tx, out, codes, session.now.getUTCFullYear())
  if (meds.length === 0) throw new AppError(outboundErrors.shipment_not_out)
  const medIds = meds.map(({ medId }) => medId)
  if (toLocationId !== null && (await hasArrivedAt(tx, session, { shipmentId, locationId: toLocationId, sentAt, medIds })))
    throw new AppError(outboundErrors.shipment_arrived)
  await takeDeparturesBack(tx, { shipmentId, medIds, at: session.now, by: writeFullName(session), reason })
  const serialNumbers = meds.slice(0, NAMED).map(({ serialNumber }) => serialNumber)
  const detail = { meds: meds.length, serialNumbers, reason }
  await audit(tx, session, { action: 'shipment.takeBack', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}

/** The packages of the shipment with these codes, each once; the code of a case or pallet selects the packages in it. */
async function findNamed(tx: CustomerTx, out: readonly MedOut[], codes: string, year: number): Promise<MedOut[]> {
  const lines = [...new Set(codes.split('\n').map((line) => line.trim()))].filter(Boolean)
  const found = new Set<MedOut>()
  for (const line of lines) {
    const meds = await findMeds(tx, out, readCode(line, year))
    if (meds.length === 0) {
      const detail = `No package of this shipment that is still with the receiver has the code ${line.slice(0, 100)}. Nothing was recorded.`
      throw new AppError(outboundErrors.shipment_not_out, { detail, facts: { field: 'codes' } })
    }
    for (const med of meds) found.add(med)
  }
  return [...found]
}

async function findMeds(tx: CustomerTx, out: readonly MedOut[], read: ReadCode): Promise<MedOut[]> {
  if (read.kind === 'unreadable') return []
  const scanned = out.filter((med) => isOf(read, med))
  return scanned.length > 0 ? scanned : findContents(tx, out, read)
}

/** Whether a scanned code identifies this shipped package, or the case that was scanned for shipping instead of its packages. */
function isOf(read: NamedCode, { gtin, serialNumber, isInCase, caseSscc, caseGtin, caseSerialNumber }: MedOut): boolean {
  if (read.kind === 'sscc') return caseSscc === read.sscc
  const names = (unit: { gtin: string | null; serialNumber: string | null }) => findReading(read.readings, unit) !== undefined
  return names({ gtin, serialNumber }) || (isInCase && names({ gtin: caseGtin, serialNumber: caseSerialNumber }))
}

/**
 * Finds the shipped packages in a container that comes back but was not itself scanned when it left, such as a case on a pallet of which only the
 * pallet was scanned.
 */
async function findContents(tx: CustomerTx, out: readonly MedOut[], read: NamedCode): Promise<MedOut[]> {
  const codes =
    read.kind === 'sscc'
      ? { sscc: read.sscc, serialNumbers: [] }
      : { sscc: null, serialNumbers: read.readings.map(({ serialNumber }) => serialNumber) }
  const containers = (await listContainers(tx, { ...codes, evenVoided: true })).filter(
    (one) => read.kind === 'sscc' || findReading(read.readings, one),
  )
  return out.filter(({ documentId, line }) => containers.some((one) => one.documentId === documentId && isWithin(one, line)))
}

type NamedCode = Exclude<ReadCode, { kind: 'unreadable' }>

const isWithin = (container: Container, line: number | null) => line !== null && line > container.line && line <= container.lastLine
