import { writeFullName } from '@seriatim/schema'
import type { Address, Contact, KnownAddress, KnownContact, KnownLicense, KnownPartner, License } from './partner-csv-known.ts'
import { detailWords } from './partner-csv-known.ts'

/** The address fields that a line may change; kind and first line identify the address. */
export const ADDRESS_FIELDS = ['name', 'addressLineTwo', 'city', 'stateId', 'postalCode'] as const

/**
 * Result for a line of the CSV file that could describe several stored addresses or contacts and is equal to none of them, so that it is unclear
 * which one to change.
 */
export const UNCLEAR = 'unclear'

const isAt = (one: Address, other: Address) =>
  one.addressType === other.addressType && one.addressLineOne.toLowerCase() === other.addressLineOne.toLowerCase()
/** Whether a row fits an address; empty cells fit any value. */
const agrees = (row: Address, there: Address) =>
  isAt(row, there) && ADDRESS_FIELDS.every((field) => row[field] === null || row[field] === there[field])
const isSame = (row: Address, there: Address) => isAt(row, there) && ADDRESS_FIELDS.every((field) => row[field] === there[field])

/** Finds the address on file whose fields all equal those of the row; otherwise one that equals them in all fields that the row fills in. */
export const matchAddress = ({ addresses }: KnownPartner, row: Address): KnownAddress | undefined =>
  addresses.find((there) => isSame(row, there)) ?? addresses.find((there) => agrees(row, there))

/**
 * If no address on file matches a CSV row exactly, finds the address that the row changes: the only one of the same kind and street line to which no
 * other row refers.
 * @param spoken ids of the addresses to which other rows refer, or which they have changed.
 * @returns `UNCLEAR` if there are several such addresses; undefined if there is none, so that the row adds a new address.
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
 * Finds the contact on file that a row of the CSV file describes. Among contacts with the row's name (and title, if the row has one), chooses one
 * that has all of the row's contact details, or else the only one. `UNCLEAR` if the name fits several contacts and none can be chosen; undefined if
 * it fits none.
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
 * Finds the stored license that a line of the CSV file describes. Kind, number, state and first day must be equal. A renewal has the same number but
 * another first day, so it becomes a license of its own and the earlier one still answers questions about past days.
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
