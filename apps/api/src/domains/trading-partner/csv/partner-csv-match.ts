import { writeFullName } from '@seriatim/schema'
import type { Address, Contact, KnownAddress, KnownContact, KnownLicense, KnownPartner, License } from './partner-csv-known.ts'
import { detailWords } from './partner-csv-known.ts'

/** The address fields that a line may change; kind and first line identify the address. */
export const ADDRESS_FIELDS = ['name', 'addressLineTwo', 'city', 'stateId', 'postalCode'] as const

/** The result if a line may mean several stored addresses or contacts and equals none of them. */
export const UNCLEAR = 'unclear'

const isAt = (one: Address, other: Address) =>
  one.addressType === other.addressType && one.addressLineOne.toLowerCase() === other.addressLineOne.toLowerCase()
/** Whether a row fits an address; empty cells fit any value. */
const agrees = (row: Address, there: Address) =>
  isAt(row, there) && ADDRESS_FIELDS.every((field) => row[field] === null || row[field] === there[field])
const isSame = (row: Address, there: Address) => isAt(row, there) && ADDRESS_FIELDS.every((field) => row[field] === there[field])

/** The address that matches a line completely. */
export const matchAddress = ({ addresses }: KnownPartner, row: Address): KnownAddress | undefined =>
  addresses.find((there) => isSame(row, there)) ?? addresses.find((there) => agrees(row, there))

/**
 * Finds the address that a CSV row changes if no address matches the row exactly: the only address of the same kind and street line that no other row
 * names.
 *
 * @param spoken addresses that other rows name or have changed
 * @returns undefined if the address is new.
 */
export function findChanged(
  { addresses }: KnownPartner,
  row: Address,
  spoken: ReadonlySet<number>,
): KnownAddress | typeof UNCLEAR | undefined {
  const [first, second] = addresses.filter((there) => there.id !== 0 && isAt(row, there) && !spoken.has(there.id))
  return second ? UNCLEAR : first
}

const nameKey = (contact: { firstName: string; lastName: string | null }) => writeFullName(contact).toLowerCase()

/**
 * Finds the contact on file that a line means: by name, among contacts of the same name also by title, and then by contact details. `UNCLEAR` if
 * several remain.
 */
export function matchContact({ contacts }: KnownPartner, row: Contact): KnownContact | typeof UNCLEAR | undefined {
  const named = contacts.filter((there) => nameKey(there) === nameKey(row))
  const titled = named.filter((there) => row.title === null || there.title === row.title)
  const reached = titled.filter((there) => row.details.every((detail) => there.details.has(detailWords(detail))))
  const found = reached[0] ?? (titled.length === 1 ? titled[0] : undefined)
  if (found || !named.length) return found
  return named.length === 1 ? named[0] : UNCLEAR
}

/**
 * Finds the license on file that a line of the file is about. A renewal has the same number but begins on another day, so it counts as a separate
 * license and answers about past days do not change.
 */
export function matchLicense({ licenses }: KnownPartner, row: License): KnownLicense | undefined {
  const same = licenses.filter(
    ({ kind, number, stateId, validFrom }) =>
      kind === row.kind && stateId === row.stateId && validFrom === row.validFrom && number.toLowerCase() === row.number.toLowerCase(),
  )
  const agreeing = same.find(
    ({ validTo, issuingBody }) =>
      (row.validTo === null || row.validTo === validTo) && (row.issuingBody === null || row.issuingBody === issuingBody),
  )
  return agreeing ?? same[0]
}
