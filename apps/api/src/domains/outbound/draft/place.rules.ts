import type { HydratedLocation, ShipmentPlace } from '@seriatim/schema'

type Given = { [Key in keyof ShipmentPlace]: string | null }

/**
 * The place, if it has everything that the guideline requires: name, GLN, SGLN, street, city, state and postal code; null if any of them is missing.
 */
export function completePlace({ name, gln, sgln, street, city, state, postalCode }: Given): ShipmentPlace | null {
  if (name === null || gln === null || sgln === null || !street || !city || !state || !postalCode) return null
  return { name, gln, sgln, street, city, state, postalCode }
}

/** Joins both address lines. The first line of a location's address is its name, so the street is often in the second. */
export const joinLines = ({ addressLineOne, addressLineTwo }: { addressLineOne: string | null; addressLineTwo: string | null }): string =>
  [addressLineOne, addressLineTwo].filter(Boolean).join(', ')

interface OwnedPlace {
  id: number
  /**
   * The customer's other location that owns the goods received here (340B). Null if there is none; all locations without an `owner` count as having
   * the same owner.
   */
  owner: { id: number } | null
}

export function isSameOwner(one: OwnedPlace, other: OwnedPlace): boolean {
  if (one.owner === null && other.owner === null) return true
  return (one.owner?.id ?? one.id) === (other.owner?.id ?? other.id)
}

/** Describes a location of the customer by its default address; null if that address is incomplete. */
export function ownPlace(
  { name, customerLocationDefaultAddress: address }: Pick<HydratedLocation, 'name' | 'customerLocationDefaultAddress'>,
  { gln, sgln }: { gln: string; sgln: string },
): ShipmentPlace | null {
  if (!address) return null
  return completePlace({
    name,
    gln,
    sgln,
    street: joinLines(address),
    city: address.city,
    state: address.state?.code ?? null,
    postalCode: address.zip,
  })
}
