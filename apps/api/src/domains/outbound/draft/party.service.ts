import type { NewShipment, ShipmentChoices, ShipmentPlace } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { locationErrors } from '../../location/location.facts.ts'
import { readGoodsOwner, readOpenLocations } from '../../location/location.service.ts'
import { isSglnOf, keepSgln, readKnownGlns } from '../../trading-partner/shipping/sgln.service.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { ownPlace } from './place.rules.ts'

/**
 * Checks that the sending location of a shipment is open. If the receiver is a location of the same customer, checks that one too.
 * @throws AppError shipment_place_closed, location_closed.
 */
export async function expectOpenPlaces(
  tx: CustomerTx,
  { locationId, toLocationId }: { locationId: number; toLocationId: number | null },
): Promise<void> {
  const open = await readOpenLocations(tx)
  if (!open.has(locationId)) throw new AppError(outboundErrors.shipment_place_closed)
  if (toLocationId !== null && !open.has(toLocationId))
    throw new AppError(locationErrors.location_closed, { facts: { field: 'toLocationId' } })
}

type Field = 'from' | 'owner' | 'shipTo' | 'goodsOwner'

/** Expects a GLN that is one of `own`, with an SGLN that belongs to it. @throws AppError shipment_gln_unknown, shipment_sgln_differs. */
export function expectGln(own: readonly string[], place: { gln: string; sgln: string }, field: Field) {
  if (!own.includes(place.gln)) throw new AppError(outboundErrors.shipment_gln_unknown, { facts: { field } })
  if (!isSglnOf(place)) throw new AppError(outboundErrors.shipment_sgln_differs, { facts: { field } })
  return place
}

/** @throws AppError shipment_address_incomplete. */
export function expectPlace(place: ShipmentPlace | null, field: Field | 'addressId' | 'toLocationId'): ShipmentPlace {
  if (!place) throw new AppError(outboundErrors.shipment_address_incomplete, { facts: { field } })
  return place
}

/** The owner of a location's goods (340B) as the form offers it; null if the location itself owns them. */
export async function readChoosableOwner(tx: CustomerTx, locationId: number): Promise<ShipmentChoices['locations'][number]['owner']> {
  const owner = await readGoodsOwner(tx, locationId)
  if (!owner) return null
  const [known] = owner.gln === null ? [] : await readKnownGlns(tx, [owner.gln])
  return { name: owner.name, gln: owner.gln, sgln: known?.sgln ?? null, source: known?.source ?? null }
}

/**
 * Returns the owner of a location's goods (340B), whom a shipment's documents name as the seller; null if the location owns its goods itself.
 * `goodsOwner` is the owner's SGLN; without it, the SGLN on file is used.
 *
 * @throws AppError shipment_owner_sgln_missing, shipment_sgln_differs, shipment_address_incomplete.
 */
export async function readSellingOwner(
  tx: CustomerTx,
  session: Session,
  { locationId, goodsOwner }: Pick<NewShipment, 'locationId' | 'goodsOwner'>,
): Promise<ShipmentPlace | null> {
  const owner = await readGoodsOwner(tx, locationId)
  if (!owner) return null
  const { gln, name } = owner
  const sgln = goodsOwner ?? (gln === null ? null : ((await readKnownGlns(tx, [gln]))[0]?.sgln ?? null))
  if (gln === null || sgln === null) {
    const missing = gln === null ? 'which has no GLN. Add a GLN under Manage Locations' : 'whose SGLN is not on file. Enter it'
    const detail = `The goods at this location are owned by ${name}, ${missing}: the documents must name the owner as the seller.`
    throw new AppError(outboundErrors.shipment_owner_sgln_missing, { detail, facts: { field: 'goodsOwner' } })
  }
  const place = expectPlace(ownPlace(owner, expectGln([gln], { gln, sgln }, 'goodsOwner')), 'goodsOwner')
  await keepSgln(tx, session, place)
  return place
}
