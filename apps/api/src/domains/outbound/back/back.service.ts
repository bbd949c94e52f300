import { formatAmount, type Ok, type ShipmentBack, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { hasArrivedAt, takeDeparturesBack } from '../../departure/departure.service.ts'
import { expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { readCode } from '../scan/read-code.ts'
import { listOut, type MedOut } from './back.queries.ts'

/** The audit trail names at most this many packages. */
const NAMED = 100

/**
 * Records that packages came back without a file, so that nothing can be received: they are in stock again.
 *
 * @throws AppError shipment_not_sent; shipment_not_out if a code names no package that is still with the receiver, and nothing is recorded then;
 * shipment_arrived if the customer's other location has received one of them.
 */
export async function takeBack(tx: CustomerTx, session: Session, { shipmentId, all, codes, reason }: ShipmentBack): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  const { state, sentAt, toLocationId } = shipment
  if (state !== 'sent' || !sentAt) throw new AppError(outboundErrors.shipment_not_sent)
  const out = await listOut(tx, shipmentId)
  const meds = all ? out : findNamed(out, codes, session.now.getUTCFullYear())
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

/** The packages that the codes name, each once; the code of a case names those in it. */
function findNamed(out: readonly MedOut[], codes: string, year: number): MedOut[] {
  const lines = [...new Set(codes.split('\n').map((line) => line.trim()))].filter(Boolean)
  const found = lines.map((line) => ({ line, meds: findMeds(out, line, year) }))
  const [missing, ...more] = found.filter(({ meds }) => meds.length === 0)
  if (missing) {
    const rest = more.length > 0 ? ` ${formatAmount(more.length, 'more code')} cannot be found either.` : ''
    const detail = `No package of this shipment that is still with the receiver has the code ${missing.line.slice(0, 100)}.${rest}`
    throw new AppError(outboundErrors.shipment_not_out, { detail, facts: { field: 'codes' } })
  }
  return [...new Set(found.flatMap(({ meds }) => meds))]
}

function findMeds(out: readonly MedOut[], line: string, year: number): MedOut[] {
  const read = readCode(line, year)
  if (read.kind === 'sscc') return out.filter(({ caseSscc }) => caseSscc === read.sscc)
  if (read.kind === 'unreadable') return []
  const isRead = (ownGtin: string | null, ownSerial: string | null) =>
    read.readings.some(({ gtin, serialNumber }) => serialNumber === ownSerial && (gtin === null || ownGtin === null || gtin === ownGtin))
  return out.filter(
    ({ gtin, serialNumber, isInCase, caseGtin, caseSerialNumber }) =>
      isRead(gtin, serialNumber) || (isInCase && isRead(caseGtin, caseSerialNumber)),
  )
}
