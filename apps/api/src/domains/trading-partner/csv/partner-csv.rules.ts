import { isGln } from '@seriatim/gs1'
import {
  LICENSE_KINDS,
  type LicenseKind,
  PARTNER_ADDRESS_TYPES,
  PARTNER_BUSINESSES,
  PARTNER_TYPES,
  type PartnerAddressFields,
  type PartnerBusiness,
  type PartnerType,
} from '@seriatim/schema'
import { readWrittenDay } from '../../../core/day.ts'

/** The columns of the table, in the order of our exports. In an import they may be in any order, and optional ones may be missing. */
export const COLUMNS = [
  'partner id',
  'partner',
  'type',
  'business',
  'location',
  'gln',
  'address type',
  'address name',
  'address line 1',
  'address line 2',
  'city',
  'state',
  'zip',
  'first name',
  'last name',
  'title',
  'phone',
  'cell',
  'email',
  'fax',
  'account number',
  'license kind',
  'license number',
  'license state',
  'issued by',
  'valid from',
  'valid to',
] as const
export type CsvColumn = (typeof COLUMNS)[number]
export type Cells = Record<CsvColumn, string>

/** Finds the position of each column, and the headings that are unknown. */
export function parseCsvHead(head: readonly string[]): { places: Map<CsvColumn, number>; unknown: string[] } {
  const names = head.map((name) =>
    name
      .toLowerCase()
      .replace(/[\s_]+/g, ' ')
      .trim(),
  )
  const places = new Map(
    COLUMNS.flatMap((column): [CsvColumn, number][] => (names.includes(column) ? [[column, names.indexOf(column)]] : [])),
  )
  return { places, unknown: names.filter((name) => name !== '' && !COLUMNS.some((column) => column === name)) }
}

export function cellsByColumn(row: readonly string[], places: ReadonlyMap<CsvColumn, number>): Cells {
  return Object.fromEntries(COLUMNS.map((column) => [column, row[places.get(column) ?? -1] ?? ''])) as Cells // the entries have every column as a key
}

/** Value of the cell `license state` for a license that is valid in every state. */
export const FEDERAL = 'federal'

/** The columns with contact details. */
const REACH = ['phone', 'cell', 'email', 'fax'] as const

/** The accepted values of a parsed line; `parseCsvLine` returns the rejected ones as `faults`. */
export interface CsvEntry {
  /** The partner's id, as our export writes it; it selects the partner if several have this name. */
  id: number | undefined
  name: string
  type: PartnerType | undefined
  business: PartnerBusiness | undefined
  location: string
  gln: string | undefined
  address: PartnerAddressFields | undefined
  contact:
    | {
        firstName: string
        lastName: string | null
        title: string | null
        details: { contactType: (typeof REACH)[number]; contactDetail: string }[]
      }
    | undefined
  accountNumber: string | undefined
  license:
    | { kind: LicenseKind; number: string; stateId: number | null; issuingBody: string | null; validFrom: string; validTo: string | null }
    | undefined
}

interface State {
  id: number
  name: string
  code: string
}

interface Known {
  states: readonly State[]
  /** The current year, which decides the century of a two-digit year. */
  currentYear: number
}

/** Maximum length of a cell, as in the forms. */
const LONGEST = 200
const SHORTER: Partial<Record<CsvColumn, number>> = {
  city: 100,
  zip: 20,
  'first name': 100,
  'last name': 100,
  title: 100,
  'account number': 100,
  'license number': 100,
}

export function parseCsvLine(cells: Cells, { states, currentYear }: Known): { entry: CsvEntry; faults: string[] } {
  const faults: string[] = []
  for (const column of COLUMNS) {
    const longest = SHORTER[column] ?? LONGEST
    if (cells[column].length > longest) faults.push(`${column} is longer than ${longest} characters`)
  }
  if (!cells.partner) faults.push('partner is empty')
  const chosen = <Key extends string>(column: CsvColumn, words: Readonly<Record<Key, string>>): Key | undefined => {
    const text = cells[column].toLowerCase().replace(/[\s-]/g, '')
    const found = (Object.keys(words) as Key[]).find((key) => key.toLowerCase().replace(/[\s-]/g, '') === text) // Object.keys() returns string[]
    if (text && !found) faults.push(`${column} "${cells[column]}" is not one of ${Object.keys(words).join(', ')}`)
    return found
  }
  const stateIn = (column: CsvColumn): number | null => {
    const text = cells[column].toLowerCase()
    if (!text) return null
    const state = states.find(({ name, code }) => code.toLowerCase() === text || name.toLowerCase() === text)
    if (!state) faults.push(`${column} "${cells[column]}" is not a state`)
    return state?.id ?? null
  }
  const dayIn = (column: CsvColumn): string | null => {
    const text = cells[column]
    if (!text) return null
    const day = readWrittenDay(text, currentYear)
    if (!day) faults.push(`${column} "${text}" is not a date such as 2026-12-31 or 12/31/2026`)
    return day ?? null
  }
  const gln = cells.gln.replace(/\s/g, '')
  if (gln && !isGln(gln)) faults.push(`GLN ${cells.gln} is not a GLN: a GLN has 13 digits and the last one must match the others`)
  const type = chosen('type', PARTNER_TYPES)
  const id = cells['partner id']
  if (!/^\d{0,15}$/.test(id))
    faults.push(`partner id "${id}" is not a number: use the id from an export, or leave it empty for a new partner`)
  const entry: CsvEntry = {
    id: Number(id) || undefined,
    name: cells.partner,
    type,
    business: chosen('business', PARTNER_BUSINESSES),
    location: cells.location,
    gln: gln || undefined,
    address: readAddress(cells, faults, chosen('address type', PARTNER_ADDRESS_TYPES), stateIn('state')),
    contact: readContact(cells, faults),
    accountNumber: cells['account number'] || undefined,
    license: readLicense(cells, faults, {
      kind: chosen('license kind', LICENSE_KINDS),
      stateId: cells['license state'].toLowerCase() === FEDERAL ? null : stateIn('license state'),
      validFrom: dayIn('valid from'),
      validTo: dayIn('valid to'),
    }),
  }
  return { entry, faults }
}

function readAddress(
  cells: Cells,
  faults: string[],
  addressType: PartnerAddressFields['addressType'] = 'physical',
  stateId: number | null,
): CsvEntry['address'] {
  const isThere = (['address name', 'address line 1', 'address line 2', 'city', 'state', 'zip'] as const).some((column) => cells[column])
  if (!isThere) return undefined
  if (!cells['address line 1']) faults.push('the address has no line 1')
  return {
    name: cells['address name'] || null,
    addressLineOne: cells['address line 1'],
    addressLineTwo: cells['address line 2'] || null,
    city: cells.city || null,
    stateId,
    postalCode: cells.zip || null,
    addressType,
  }
}

function readContact(cells: Cells, faults: string[]): CsvEntry['contact'] {
  const isThere = (['first name', 'last name', 'title', ...REACH] as const).some((column) => cells[column])
  if (!isThere) return undefined
  if (!cells['first name']) faults.push('a contact needs a first name')
  const details = REACH.flatMap((contactType) => (cells[contactType] ? [{ contactType, contactDetail: cells[contactType] }] : []))
  return { firstName: cells['first name'], lastName: cells['last name'] || null, title: cells.title || null, details }
}

function readLicense(
  cells: Cells,
  faults: string[],
  {
    kind,
    stateId,
    validFrom,
    validTo,
  }: { kind: LicenseKind | undefined; stateId: number | null; validFrom: string | null; validTo: string | null },
): CsvEntry['license'] {
  const isThere = (['license kind', 'license number', 'license state', 'valid from', 'valid to'] as const).some((column) => cells[column])
  if (!isThere) return undefined
  if (!cells['license kind']) faults.push('a license needs a kind')
  if (!cells['license number']) faults.push('a license needs a number')
  // Without a state, the license would authorize the partner everywhere.
  if (!cells['license state']) faults.push(`a license needs a state, or "${FEDERAL}"`)
  if (!cells['valid from']) faults.push('a license needs a valid-from date')
  if (validFrom && validTo && validTo < validFrom) faults.push('the license ends before it starts')
  return {
    kind: kind ?? 'wholesaler',
    number: cells['license number'],
    stateId,
    issuingBody: cells['issued by'] || null,
    validFrom: validFrom ?? '',
    validTo,
  }
}
