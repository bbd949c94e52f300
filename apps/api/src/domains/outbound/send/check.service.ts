import { formatAmount, purposeOf, SHIPMENT_STOPS, type ShipmentSend, type StoppedPackage } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import type { EndpointRecord } from '../../trading-partner/shipping/endpoint.service.ts'
import { expectReceiver, type JudgedReceiver, judgeReceiver } from '../../trading-partner/shipping/receiver.service.ts'
import { expectReadyEndpoint } from '../deliver/deliver.service.ts'
import { findShipToState } from '../draft/draft.service.ts'
import { expectOpenPlaces } from '../draft/party.service.ts'
import { outboundErrors } from '../outbound.facts.ts'
import type { ShipmentRecord } from '../outbound.queries.ts'
import { judgeLeaving, mayAccept } from '../scan/judge.ts'
import { listShipmentMeds, listUnitsOfMeds, lockShipmentMeds } from '../scan/scan.queries.ts'
import { readLeaving } from '../scan/scan.service.ts'
import { collectRecipients } from './recipients.ts'

/** Whether the partner may get a shipment today; null for one of the customer's own locations. */
export async function judgeShipment(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, shipToStateId, timeZone }: Pick<ShipmentRecord, 'tradingPartnerId' | 'shipToStateId' | 'timeZone'>,
): Promise<JudgedReceiver | null> {
  if (tradingPartnerId === null) return null
  const partner = await expectReceiver(tx, session, tradingPartnerId)
  const judge = await judgeReceiver(tx, partner, { day: toDay(session.now, timeZone), timeZone })
  return judge(await findShipToState(tx, shipToStateId))
}

/** Facts found by the checks before sending, for a shipment that may be sent. */
export interface Sendable {
  recipients: string[]
  endpoint: EndpointRecord | undefined
  license: string | null
}

/**
 * Checks again that the shipment may leave. Since a package was scanned, somebody may have put it on hold, or a dispense check may have allowed it,
 * which means that it may already be dispensed.
 * @throws AppError shipment_rma_missing, shipment_place_closed, location_closed, shipment_empty, shipment_labels_unchecked, shipment_stopped with the
 * packages, shipment_partner_refused, shipment_license_unknown, shipment_endpoint_missing, shipment_endpoint_unconfirmed, and the errors of the
 * addresses.
 */
export async function expectSendable(
  tx: CustomerTx,
  session: Session,
  shipment: ShipmentRecord,
  { mailTo, deliver, acceptUnknownLicense, labelsChecked }: Omit<ShipmentSend, 'shipmentId'>,
): Promise<Sendable> {
  const { needsRma, checksLabels } = purposeOf(shipment.purpose)
  if (needsRma && shipment.rma === null) throw new AppError(outboundErrors.shipment_rma_missing)
  await expectOpenPlaces(tx, shipment)
  if (shipment.meds === 0) throw new AppError(outboundErrors.shipment_empty)
  if (checksLabels && !labelsChecked) throw new AppError(outboundErrors.shipment_labels_unchecked, { facts: { field: 'labelsChecked' } })
  const recipients = mailTo === '' ? [] : collectRecipients(mailTo)
  const endpoint = deliver ? await expectReadyEndpoint(tx, shipment) : undefined
  const judged = await judgeShipment(tx, session, shipment)
  expectAuthorized(judged, acceptUnknownLicense)
  await lockShipmentMeds(tx, shipment.id)
  await expectNothingStopped(tx, session, shipment)
  return { recipients, endpoint, license: judged?.words ?? null }
}

function expectAuthorized(judged: JudgedReceiver | null, acceptUnknown: boolean): void {
  if (judged?.standing === 'refused') {
    const detail = `${judged.words}. Nothing can be sent to this partner today.`
    throw new AppError(outboundErrors.shipment_partner_refused, { detail })
  }
  if (judged?.standing === 'unknown' && !acceptUnknown) throw new AppError(outboundErrors.shipment_license_unknown)
}

const SHOWN = 500

async function expectNothingStopped(tx: CustomerTx, session: Session, shipment: ShipmentRecord): Promise<void> {
  const stopped = await listStopped(tx, session, shipment)
  const [first] = stopped
  if (!first) return
  const packages = new Set(stopped.map(({ medId }) => medId)).size
  throw new AppError(outboundErrors.shipment_stopped, {
    detail: stoppedWords(first, packages, shipment),
    facts: { stopped: stopped.slice(0, SHOWN), packages },
  })
}

/**
 * The packages of a draft that may not leave: each with its gravest reason or, if it has only warnings, with every warning that nobody has accepted.
 * Packages that have only warnings come last.
 */
export async function listStopped(tx: CustomerTx, session: Session, shipment: ShipmentRecord): Promise<StoppedPackage[]> {
  const leaving = await readLeaving(tx, session, shipment)
  const units = await listUnitsOfMeds(tx, shipment.id)
  const stopped = (await listShipmentMeds(tx, shipment.id)).flatMap((med) => {
    const unit = units.get(med.medId)
    const stops = judgeLeaving(med, {}, leaving).filter(
      ({ code }) => code !== 'thisShipment' && !(SHIPMENT_STOPS[code].asks && unit?.accepted.includes(code)),
    )
    const { medId, serialNumber, productName } = med
    const shown = mayAccept(stops) ? stops : stops.slice(0, 1)
    return unit ? shown.map((stop) => ({ medId, n: unit.n, serialNumber, productName, stop })) : []
  })
  return stopped.toSorted((one, other) => Number(SHIPMENT_STOPS[one.stop.code].asks) - Number(SHIPMENT_STOPS[other.stop.code].asks))
}

function stoppedWords({ serialNumber, stop }: StoppedPackage, amount: number, { askedAt }: Pick<ShipmentRecord, 'askedAt'>): string {
  const more = amount > 1 ? ` ${formatAmount(amount - 1, 'more package')} cannot leave either.` : ''
  if (!SHIPMENT_STOPS[stop.code].asks) return `Nothing was sent. Serial ${serialNumber} can no longer be shipped: ${stop.text}${more}`
  const wayOut =
    askedAt === null
      ? 'Accept the warning, or remove the package from the shipment.'
      : 'Refuse the request so that someone can accept the warning or remove the package and then ask again.'
  return `Nothing was sent. Nobody has accepted this warning about serial ${serialNumber}: ${stop.text} ${wayOut}${more}`
}
