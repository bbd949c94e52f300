import {
  type HydratedLocation,
  type NewShipment,
  type Ok,
  purposeOf,
  type ShipmentChoices,
  type ShipmentDetails,
  type ShipmentParty,
  writeFullName,
} from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { must } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { readGoodsOwner, readHydratedLocation, readMyHydratedLocations, readStates } from '../../location/location.service.ts'
import { expectReceiver, readReceiverAddresses, readReceiverGlns, readReceivers } from '../../trading-partner/shipping/receiver.service.ts'
import { keepSgln, readKnownGlns } from '../../trading-partner/shipping/sgln.service.ts'
import { expectDraft, expectLockedShipment, placesOf } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { insertShipment, updateShipment } from '../outbound.queries.ts'
import { closeUnits } from '../scan/scan.queries.ts'
import { readDocumentForm } from './document-form.service.ts'
import { expectGln, expectOpenPlaces, expectPlace, readChoosableOwner, readSellingOwner } from './party.service.ts'
import { completePlace, isSameOwner, joinLines, ownPlace } from './place.rules.ts'

const glnsOf = ({ customerLocationGlobalLocationNumbers: all }: HydratedLocation): string[] =>
  all.map(({ globalLocationNumber }) => globalLocationNumber.globalLocationNumber)

/** Locations that may send, with their GLNs and SGLNs, and the partners that may get packages. */
export async function readShipmentChoices(tx: CustomerTx, session: Session): Promise<ShipmentChoices> {
  const places = placesOf(session, 'shipment:write')
  const open = (await readMyHydratedLocations(tx, session)).filter(({ closed }) => closed === null)
  const glns = open.flatMap(glnsOf)
  const known = new Map((await readKnownGlns(tx, glns)).map((one) => [one.gln, one]))
  const locations: ShipmentChoices['locations'] = []
  for (const one of open)
    locations.push({
      id: one.id,
      name: one.name,
      address: ownPlace(one, { gln: '', sgln: '' })?.street ?? null,
      glns: glnsOf(one).map((gln) => known.get(gln) ?? { gln, sgln: null, source: null }),
      owner: one.owner && (await readChoosableOwner(tx, one.id)),
    })
  return {
    locations,
    partners: await readReceivers(tx),
    mayLeave: open.flatMap(({ id }) => (places === 'all' || places.includes(id) ? [id] : [])),
  }
}

/**
 * Creates a draft of a shipment with its sending location, receiver and purpose. The parties are stored with the data that the documents will
 * contain. @throws AppError shipment_place_not_found, shipment_partner_not_found, shipment_gln_unknown, shipment_sgln_differs,
 * shipment_address_incomplete, shipment_owner_sgln_missing, shipment_owner_differs.
 */
export async function createShipment(tx: CustomerTx, session: Session, input: NewShipment): Promise<{ id: number }> {
  const { purpose, locationId, purchaseOrder, rma, contact, reason, dueBack, valueCents } = input
  const location = await readHydratedLocation(tx, session, locationId)
  must(session, 'shipment:write', locationId)
  if (location.closed) throw new AppError(outboundErrors.shipment_place_not_found)
  const from = expectPlace(ownPlace(location, expectGln(glnsOf(location), input.from, 'from')), 'from')
  const customerName = await getCustomerName(tx)
  const owner = (await readSellingOwner(tx, session, input)) ?? from
  const sender: ShipmentParty = { owner: { ...owner, name: customerName }, location: from }
  const receiver =
    purposeOf(purpose).to === 'location' ? await toOwnLocation(tx, session, input, sender) : await toPartner(tx, session, input)
  for (const place of [input.from, input.owner, input.shipTo]) await keepSgln(tx, session, place)
  const id = await insertShipment(tx, {
    locationId,
    purpose,
    ...receiver,
    ...(await readDocumentForm(tx, session, { purpose, tradingPartnerId: receiver.tradingPartnerId, timeZone: location.timeZone })),
    sender,
    purchaseOrder,
    rma,
    contact,
    reason,
    dueBack,
    valueCents,
    createdAt: session.now,
    createdById: session.userId,
    createdBy: writeFullName(session),
    timeZone: location.timeZone,
  })
  await audit(tx, session, { action: 'shipment.create', subject: 'shipment', subjectId: id, detail: { purpose, to: receiver.toName } })
  return { id }
}

/**
 * Returns the receiver of a shipment that goes to another of the customer's locations, which must have the same owner as the sending location.
 *
 * @throws AppError shipment_same_place, shipment_owner_differs.
 */
async function toOwnLocation(
  tx: CustomerTx,
  session: Session,
  { toLocationId, locationId, shipTo }: NewShipment,
  { owner }: ShipmentParty,
) {
  if (toLocationId === null || toLocationId === locationId) throw new AppError(outboundErrors.shipment_same_place)
  const location = await readHydratedLocation(tx, session, toLocationId)
  await expectOpenPlaces(tx, { locationId, toLocationId })
  const goodsOwner = await readGoodsOwner(tx, locationId)
  if (!isSameOwner({ id: locationId, owner: goodsOwner }, location)) throw new AppError(outboundErrors.shipment_owner_differs)
  const place = expectPlace(ownPlace(location, expectGln(glnsOf(location), shipTo, 'shipTo')), 'toLocationId')
  return {
    tradingPartnerId: null,
    toLocationId,
    toName: location.name,
    receiver: { owner, location: place },
    shipToStateId: location.customerLocationDefaultAddress?.stateId ?? null,
  }
}

async function toPartner(tx: CustomerTx, session: Session, { tradingPartnerId, addressId, owner, shipTo }: NewShipment) {
  if (tradingPartnerId === null) throw new AppError(outboundErrors.shipment_partner_not_found)
  const partner = await expectReceiver(tx, session, tradingPartnerId)
  const glns = await readReceiverGlns(tx, tradingPartnerId)
  const address = (await readReceiverAddresses(tx, tradingPartnerId)).find(({ id }) => id === addressId)
  const at = (place: { gln: string; sgln: string }) =>
    expectPlace(
      address
        ? completePlace({
            ...place,
            name: partner.name,
            street: joinLines(address),
            city: address.city,
            state: address.stateCode,
            postalCode: address.postalCode,
          })
        : null,
      'addressId',
    )
  return {
    tradingPartnerId,
    toLocationId: null,
    toName: partner.name,
    receiver: { owner: at(expectGln(glns, owner, 'owner')), location: at(expectGln(glns, shipTo, 'shipTo')) },
    shipToStateId: address?.stateId ?? null,
  }
}

/** Changes the details that can be edited until a shipment is sent. @throws AppError shipment_not_found, shipment_sent, shipment_field_missing. */
export async function changeShipment(tx: CustomerTx, session: Session, { shipmentId, ...details }: ShipmentDetails): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:write')
  expectDraft(shipment)
  const missing = purposeOf(shipment.purpose).asks.find((field) => details[field] === null)
  if (missing) throw new AppError(outboundErrors.shipment_field_missing, { facts: { field: missing } })
  await updateShipment(tx, shipmentId, details)
  await audit(tx, session, { action: 'shipment.change', subject: 'shipment', subjectId: shipmentId, detail: { ...details } })
  return { ok: true }
}

/** Discards a draft; its packages may be scanned into another one. @throws AppError shipment_not_found, shipment_sent. */
export async function discardShipment(tx: CustomerTx, session: Session, { shipmentId }: { shipmentId: number }): Promise<Ok> {
  expectDraft(await expectLockedShipment(tx, session, shipmentId, 'shipment:write'))
  await closeUnits(tx, shipmentId)
  await updateShipment(tx, shipmentId, { state: 'discarded' })
  await audit(tx, session, { action: 'shipment.discard', subject: 'shipment', subjectId: shipmentId })
  return { ok: true }
}

/** The U.S. state to which a shipment goes. */
export async function findShipToState(tx: CustomerTx, stateId: number | null): Promise<{ id: number; name: string } | null> {
  const state = stateId === null ? undefined : (await readStates(tx)).find(({ id }) => id === stateId)
  return state ? { id: state.id, name: state.name } : null
}
