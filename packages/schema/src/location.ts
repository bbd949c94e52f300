import { z } from 'zod'
import { id, isoInstant, optionalText, personName, reason } from './common.ts'
import { locationGln } from './gln.ts'

export const state = z.object({ id, name: z.string(), code: z.string() })

/** A location as selectors show it: its name and the GLN that receives shipments. */
export const customerLocation = z.object({ id, name: z.string(), globalLocationNumber: z.string().nullable() })
export type CustomerLocation = z.infer<typeof customerLocation>

export const LOCATION_ADDRESS_TYPES = ['physical', 'shipping', 'billing'] as const
const addressType = z.enum(LOCATION_ADDRESS_TYPES)

/** The documented fields of a location's address. In the default address, `addressLineOne` is also the name of the location. */
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

/**
 * A new address, checked as strictly as on the screens: a default address must be complete, because it decides which licenses partners need. API
 * calls use `newLocationAddress` instead, so they may omit parts (LOC-016).
 */
export const writtenAddress = newLocationAddress.superRefine(expectWhole)

/**
 * Requires every part of a default address. A first line without a number usually is the location's name, so the street is required in the second
 * line.
 */
function expectWhole({ isDefault, ...address }: NewLocationAddress, context: z.RefinementCtx): void {
  if (!isDefault) return
  const missing = (path: keyof NewLocationAddress, message: string) =>
    address[path as keyof typeof address] ? undefined : context.addIssue({ code: 'custom', path: [path], message })
  // The first line usually is the location's name, so the street must be in the second line. A first line with a number may be the street itself,
  // because some pharmacies name a location after its street.
  if (!/\d/.test(address.addressLineOne)) missing('addressLineTwo', 'Enter the street.')
  missing('city', 'Enter the city.')
  missing('stateId', 'Choose the state. The state determines which licenses your partners need.')
  missing('zip', 'Enter the ZIP code.')
}

/** The time zones of the United States, in words. */
export const TIME_ZONES = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Mountain Time, Arizona',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska Time',
  'Pacific/Honolulu': 'Hawaii Time',
  'America/Puerto_Rico': 'Atlantic Time, Puerto Rico',
  'Pacific/Guam': 'Chamorro Time, Guam',
  'Pacific/Pago_Pago': 'Samoa Time',
} as const
/** Text for a time zone. A zone that is not in `TIME_ZONES` gets its common name and its place: "Eastern Time (Kentucky/Louisville)". */
export function timeZoneWords(zone: string): string {
  const known = Object.entries(TIME_ZONES).find(([name]) => name === zone)
  if (known) return known[1]
  const place = zone.split('/').slice(1).join('/').replaceAll('_', ' ')
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
    return place ? `${name} (${place})` : name
  } catch {
    return zone
  }
}
const timeZone = z
  .string()
  .max(100)
  .refine((zone) => timeZoneWords(zone) !== zone, 'Choose the time zone.')

/**
 * Whether the text is a National Provider Identifier: ten digits, of which the last is the check digit of "80840" followed by the other nine (Luhn;
 * 45 CFR 162.406).
 */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  const sum = [...`80840${text}`].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * A new location. In `/api/v1`, the body may also be a bare array of addresses whose fields have other names; the adapter converts it to this shape
 * (decision 16). `timeZone` defaults to the caller's.
 */
export const newLocation = z.object({
  addresses: z.array(newLocationAddress).min(1, 'A location needs an address.').max(20),
  timeZone: timeZone.optional(),
})
/** A new location, with the fields that the screen requires. */
export const writtenLocation = newLocation.extend({
  addresses: z.array(writtenAddress).min(1, 'A location needs an address.').max(20),
})
export const locationFacts = z.object({
  timeZone,
  phone: optionalText(40),
  npi: optionalText(20).refine((npi) => npi === null || isNpi(npi), 'An NPI has 10 digits. Check each of them.'),
  licenseNumber: optionalText(60),
})
export type LocationFacts = z.output<typeof locationFacts>
export const locationFactsChange = locationFacts.extend({ customerLocationId: id })
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
/** Owner of the goods that the location receives (340B); null if the location owns them itself. */
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

/** A location as the REST specification describes it, with its addresses and GLNs. */
export const hydratedLocation = customerLocation.extend({
  customerLocationAddresses: z.array(locationAddress),
  customerLocationDefaultAddress: locationAddress.nullable(),
  customerLocationGlobalLocationNumbers: z.array(locationGln),
  timeZone: z.string(),
  phone: z.string().nullable(),
  npi: z.string().nullable(),
  /** Number of the pharmacy's own state license. */
  licenseNumber: z.string().nullable(),
  /** When, by whom and why the location was closed; null if it is open. A closed location accepts nothing new. */
  closed: z.object({ at: isoInstant, by: personName.nullable(), reason: z.string() }).nullable(),
  owner: z.object({ id, name: z.string() }).nullable(),
})
export type HydratedLocation = z.infer<typeof hydratedLocation>

/** A location that receives goods for another location, `owner`, whose people can view these goods. */
export const ownedLocation = z.object({ id, name: z.string(), owner: z.object({ id, name: z.string() }) })
export type OwnedLocation = z.infer<typeof ownedLocation>

/** `total`: number of locations that the subscriptions allow, or `unlimited`. `used`: open locations. `unused`: locations that may be added. */
export const locationLimit = z.object({
  total: z.union([z.int(), z.literal('unlimited')]),
  used: z.int(),
  unused: z.union([z.int(), z.literal('unlimited')]),
})
export type LocationLimit = z.infer<typeof locationLimit>
