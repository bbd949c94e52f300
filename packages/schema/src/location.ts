import { z } from 'zod'
import { id, isoInstant, optionalText, personName, reason } from './common.ts'
import { locationGln } from './gln.ts'

export const state = z.object({ id, name: z.string(), code: z.string() })

/** A location for selectors: its name and the GLN that receives shipments. */
export const customerLocation = z.object({ id, name: z.string(), globalLocationNumber: z.string().nullable() })
export type CustomerLocation = z.infer<typeof customerLocation>

export const LOCATION_ADDRESS_TYPES = ['physical', 'shipping', 'billing'] as const
const addressType = z.enum(LOCATION_ADDRESS_TYPES)

/** The documented fields of a location's address; the first line of the default address is the location's name. */
const addressFields = {
  addressLineOne: z.string().trim().min(1, 'Enter the first line: it is the name of the location.').max(200),
  addressLineTwo: optionalText(200),
  addressLineThree: optionalText(200),
  city: optionalText(100),
  stateId: id.nullish(),
  zip: optionalText(20),
  type: addressType,
}
export const newLocationAddress = z.object({ ...addressFields, isDefault: z.boolean().default(false) })
export type NewLocationAddress = z.output<typeof newLocationAddress>

/** Decision 16: over REST the body is a bare array, which the adapter names. */
export const newLocation = z.object({ addresses: z.array(newLocationAddress).min(1, 'A location needs an address.').max(20) })
export const addressAdding = newLocationAddress.extend({ customerLocationId: id })
export const addressChange = newLocationAddress.extend({ id })
export const addressDeletion = z.object({ customerLocationAddressId: id })
export const locationRenaming = z.object({
  customerLocationId: id,
  name: z.string().trim().min(1, 'Enter the name of the location.').max(200),
})
export const locationInput = z.object({ id })
export const locationClosing = z.object({ customerLocationId: id, reason })
export const locationReopening = z.object({ customerLocationId: id })
/** Owner of the goods it receives (340B); null: itself. */
export const locationOwner = z.object({ customerLocationId: id, ownerLocationId: id.nullable() })

const locationAddress = z.object({
  id,
  addressLineOne: z.string(),
  addressLineTwo: z.string().nullable(),
  addressLineThree: z.string().nullable(),
  city: z.string().nullable(),
  stateId: id.nullable(),
  state: z.object({ name: z.string(), code: z.string() }).nullable(),
  zip: z.string().nullable(),
  type: addressType,
  isDefault: z.boolean(),
})
export type LocationAddress = z.infer<typeof locationAddress>

/** The documented location with its addresses and GLNs. */
export const hydratedLocation = customerLocation.extend({
  customerLocationAddresses: z.array(locationAddress),
  customerLocationDefaultAddress: locationAddress.nullable(),
  customerLocationGlobalLocationNumbers: z.array(locationGln),
  timeZone: z.string(),
  /** Closed to anything new. */
  closed: z.object({ at: isoInstant, by: personName.nullable(), reason: z.string() }).nullable(),
  owner: z.object({ id, name: z.string() }).nullable(),
})
export type HydratedLocation = z.infer<typeof hydratedLocation>

/** A location that receives goods for another one, whose people can view them there. */
export const ownedLocation = z.object({ id, name: z.string(), owner: z.object({ id, name: z.string() }) })
export type OwnedLocation = z.infer<typeof ownedLocation>

/** Number of locations that the subscriptions allow: `unlimited`, or a number; `unused` is the remainder. */
export const locationLimit = z.object({
  total: z.union([z.int(), z.literal('unlimited')]),
  used: z.int(),
  unused: z.union([z.int(), z.literal('unlimited')]),
})
export type LocationLimit = z.infer<typeof locationLimit>
