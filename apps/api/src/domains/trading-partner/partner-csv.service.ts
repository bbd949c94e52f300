import {
  LICENSE_KINDS,
  PARTNER_CSV_LINES,
  PARTNER_TYPES,
  type PartnerCsvLine,
  type PartnerCsvPlan,
  type PartnerType,
} from '@seriatim/schema'
import { may, type Session } from '../../access.ts'
import { audit, auditNothing } from '../../audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { readMyLocations, readStates } from '../location/location.service.ts'
import { insertLicense, listLicenseRows, updateLicenseDays } from './license.queries.ts'
import { type CsvEntry, cellsOf, readCsv, readEntry, readHead } from './partner-csv.rules.ts'
import {
  insertContactDetails,
  insertPartnerAccounts,
  insertPartnerAddresses,
  insertPartnerContact,
  insertPartnerGlns,
  listContactDetails,
  listPartnerAccounts,
  listPartnerAddresses,
  listPartnerContacts,
  listPartnerGlns,
  updatePartnerAddress,
  updatePartnerContact,
} from './partner-part.queries.ts'
import { insertPartner, listPartnersNamed, lockImport, updatePartner } from './trading-partner.queries.ts'

type Address = NonNullable<CsvEntry['address']>
type Contact = NonNullable<CsvEntry['contact']>
type License = NonNullable<CsvEntry['license']>

/** A partner as it is on file, or will be by the lines so far. */
interface Known {
  id: number
  type: PartnerType
  locationId: number | null
  glns: Set<string>
  addresses: Map<string, Address & { id: number }>
  contacts: Map<string, { id: number; title: string | null; details: Set<string> }>
  accounts: Set<string>
  licenses: Map<string, License & { id: number }>
}

interface Line extends PartnerCsvLine {
  writes: ((tx: CustomerTx) => Promise<unknown>)[]
}

const SHOWN = 500
const keyOf = (locationId: number | null, name: string) => `${locationId ?? 0} ${name.toLowerCase()}`
const addressKey = ({ addressType, addressLineOne }: Pick<Address, 'addressType' | 'addressLineOne'>) =>
  `${addressType} ${addressLineOne.toLowerCase()}`
const contactKey = ({ firstName, lastName }: { firstName: string; lastName: string | null }) =>
  `${firstName} ${lastName ?? ''}`.trim().toLowerCase()
/** A renewal keeps its number and begins on another day: it is a license of its own, so that what was true on a past day stays true. */
const licenseKey = ({ kind, number, stateId, validFrom }: Pick<License, 'kind' | 'number' | 'stateId' | 'validFrom'>) =>
  `${kind} ${stateId ?? 0} ${number.toLowerCase()} ${validFrom}`

/**
 * What importing a table of partners would do, line by line; nothing is written. What is on file and not in the table stays.
 *
 * @throws AppError partner_csv_unreadable for what has no column `partner`, or too many lines.
 */
export async function previewCsv(tx: CustomerTx, session: Session, text: string): Promise<PartnerCsvPlan> {
  return planOf(await readLines(tx, session, text))
}

/** All of it or nothing. @throws AppError partner_csv_unreadable, partner_csv_refused with one refused line or more. */
export async function importCsv(tx: CustomerTx, session: Session, text: string): Promise<PartnerCsvPlan> {
  await lockImport(tx)
  const lines = await readLines(tx, session, text)
  const plan = planOf(lines)
  if (plan.counts.refused) throw new AppError('partner_csv_refused')
  for (const { writes } of lines) for (const write of writes) await write(tx)
  if (plan.counts.new + plan.counts.changed === 0) auditNothing(session)
  else await audit(tx, session, { action: 'partner.import', subject: 'partner', subjectId: null, detail: plan.counts })
  return plan
}

function planOf(lines: readonly Line[]): PartnerCsvPlan {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of lines) counts[outcome] += 1
  const told = lines.filter(({ outcome }) => outcome !== 'unchanged')
  const first = told.filter(({ outcome }) => outcome === 'refused')
  const rest = told.filter(({ outcome }) => outcome !== 'refused')
  return { counts, lines: [...first, ...rest].slice(0, SHOWN).map(({ writes: _, ...line }) => line) }
}

async function readLines(tx: CustomerTx, session: Session, text: string): Promise<Line[]> {
  const [head = [], ...rows] = readCsv(text)
  const { places, unknown } = readHead(head)
  if (!places.has('partner'))
    throw new AppError('partner_csv_unreadable', { detail: 'The first line must name the columns, and one of them is "partner".' })
  if (unknown.length)
    throw new AppError('partner_csv_unreadable', {
      detail: `Not columns of this table: ${unknown.slice(0, 5).join(', ')}. Start from an export.`,
    })
  if (rows.length > PARTNER_CSV_LINES)
    throw new AppError('partner_csv_unreadable', { detail: 'A table has at most 10,000 lines. Import it in parts.' })
  const states = await readStates(tx)
  const codes = new Map(states.map(({ id, code }) => [id, code]))
  const own = new Map((await readMyLocations(tx, session)).map((location) => [location.name.toLowerCase(), location.id]))
  const read = rows.flatMap((row, at) =>
    row.some((cell) => cell !== '') ? [{ line: at + 2, ...readEntry(cellsOf(row, places), states) }] : [],
  )
  const known = await readKnown(tx, [...new Set(read.map(({ entry }) => entry.name.toLowerCase()))])
  return read.map(({ line, entry, faults }) => {
    const locationId = entry.location ? own.get(entry.location.toLowerCase()) : null
    const all = [...faults]
    if (locationId === undefined) all.push(`location "${entry.location}" is not one of yours`)
    else if (!may(session, 'partner:write', locationId)) all.push('only the customer admin can change partners of all locations')
    const key = keyOf(locationId ?? null, entry.name)
    if (!known.has(key) && !entry.type) all.push('a new partner needs its type')
    if (all.length) return { line, partner: entry.name, outcome: 'refused', words: all, writes: [] }
    return apply(session, known, { line, entry, locationId: locationId ?? null, states: codes })
  })
}

/** Those with these names, with all that the table may speak of. */
async function readKnown(tx: CustomerTx, names: readonly string[]): Promise<Map<string, Known>> {
  const partners = await listPartnersNamed(tx, names)
  const byId = new Map<number, Known>()
  const known = new Map<string, Known>()
  for (const { id, name, type, locationId } of partners) {
    const one: Known = {
      id,
      type,
      locationId,
      glns: new Set(),
      addresses: new Map(),
      contacts: new Map(),
      accounts: new Set(),
      licenses: new Map(),
    }
    byId.set(id, one)
    if (!known.has(keyOf(locationId, name))) known.set(keyOf(locationId, name), one)
  }
  const ids = [...byId.keys()]
  for (const row of await listPartnerGlns(tx, ids)) byId.get(row.tradingPartnerId)?.glns.add(row.globalLocationNumber)
  for (const { stateName: _, stateCode: __, ...row } of await listPartnerAddresses(tx, ids))
    byId.get(row.tradingPartnerId)?.addresses.set(addressKey(row), row)
  const contacts = await listPartnerContacts(tx, ids)
  const details = await listContactDetails(
    tx,
    contacts.map(({ id }) => id),
  )
  for (const row of contacts) {
    const own = details
      .filter((detail) => detail.partnerContactId === row.id)
      .map((detail) => `${detail.contactType} ${detail.contactDetail}`)
    byId.get(row.tradingPartnerId)?.contacts.set(contactKey(row), { id: row.id, title: row.title, details: new Set(own) })
  }
  for (const row of await listPartnerAccounts(tx, ids)) byId.get(row.tradingPartnerId)?.accounts.add(row.accountNumber)
  for (const row of await listLicenseRows(tx, ids)) byId.get(row.tradingPartnerId)?.licenses.set(licenseKey(row), row)
  return known
}

/** What one line adds and changes, on top of the lines before it. */
function apply(
  session: Session,
  known: Map<string, Known>,
  { line, entry, locationId, states }: { line: number; entry: CsvEntry; locationId: number | null; states: ReadonlyMap<number, string> },
): Line {
  const added: string[] = []
  const changed: string[] = []
  const writes: Line['writes'] = []
  const key = keyOf(locationId, entry.name)
  const isNew = !known.has(key)
  const partner: Known = known.get(key) ?? {
    id: 0,
    type: entry.type ?? 'upstream',
    locationId,
    glns: new Set(),
    addresses: new Map(),
    contacts: new Map(),
    accounts: new Set(),
    licenses: new Map(),
  }
  known.set(key, partner)
  if (isNew) {
    added.push(`${PARTNER_TYPES[partner.type]} partner`)
    const { type } = partner
    writes.push(async (tx) => {
      partner.id = await insertPartner(tx, { locationId, name: entry.name, type, createdAt: session.now, createdById: session.userId })
    })
  } else if (entry.type && entry.type !== partner.type) {
    const { type } = entry
    changed.push(`type: ${PARTNER_TYPES[partner.type]} → ${PARTNER_TYPES[type]}`)
    partner.type = type
    writes.push((tx) => updatePartner(tx, partner.id, { type }))
  }
  const { gln, accountNumber } = entry
  if (gln && !partner.glns.has(gln)) {
    partner.glns.add(gln)
    added.push(`GLN ${gln}`)
    writes.push((tx) => insertPartnerGlns(tx, partner.id, [gln]))
  }
  if (entry.address) applyAddress(partner, entry.address, { added, changed, writes }, states)
  if (entry.contact) applyContact(partner, entry.contact, { added, changed, writes })
  if (accountNumber && !partner.accounts.has(accountNumber)) {
    partner.accounts.add(accountNumber)
    added.push(`account number ${accountNumber}`)
    writes.push((tx) => insertPartnerAccounts(tx, partner.id, [accountNumber]))
  }
  if (entry.license) applyLicense(partner, entry.license, { added, changed, writes })
  const words = [...added.map((words) => `new ${words}`), ...changed]
  const outcome = isNew ? 'new' : words.length ? 'changed' : 'unchanged'
  return { line, partner: entry.name, outcome, words, writes }
}

interface Told {
  added: string[]
  changed: string[]
  writes: Line['writes']
}

function applyAddress(partner: Known, address: Address, { added, changed, writes }: Told, states: ReadonlyMap<number, string>): void {
  const stateOf = (stateId: number | null) => (stateId === null ? 'no state' : (states.get(stateId) ?? 'no state'))
  const there = partner.addresses.get(addressKey(address))
  if (!there) {
    partner.addresses.set(addressKey(address), { ...address, id: 0 })
    added.push(`address ${address.addressLineOne}`)
    writes.push((tx) => insertPartnerAddresses(tx, partner.id, [address]))
    return
  }
  const names = ['addressLineTwo', 'city', 'stateId', 'postalCode'] as const
  // An empty cell says nothing of what is on file.
  const differing = names.filter((name) => address[name] !== null && address[name] !== there[name])
  if (!differing.length || there.id === 0) return
  const { id, name, addressLineOne, addressType, addressLineTwo, city, stateId, postalCode } = there
  const next = {
    name,
    addressLineOne,
    addressType,
    addressLineTwo,
    city,
    stateId,
    postalCode,
    ...Object.fromEntries(differing.map((field) => [field, address[field]])),
  }
  for (const field of differing)
    if (field !== 'stateId') changed.push(`${address.addressLineOne}: ${there[field] ?? 'none'} → ${address[field]}`)
  if (differing.includes('stateId')) changed.push(`${address.addressLineOne}: ${stateOf(there.stateId)} → ${stateOf(address.stateId)}`)
  partner.addresses.set(addressKey(address), { ...next, id })
  writes.push((tx) => updatePartnerAddress(tx, id, next))
}

function applyContact(partner: Known, contact: Contact, { added, changed, writes }: Told): void {
  const { details, ...person } = contact
  const there = partner.contacts.get(contactKey(contact))
  const wordsOf = (detail: Contact['details'][number]) => `${detail.contactType} ${detail.contactDetail}`
  if (!there) {
    const made = { id: 0, title: contact.title, details: new Set(details.map(wordsOf)) }
    partner.contacts.set(contactKey(contact), made)
    added.push(`contact ${contact.firstName} ${contact.lastName ?? ''}`.trim())
    writes.push(async (tx) => {
      made.id = await insertPartnerContact(tx, partner.id, { ...person, contactDetails: details })
    })
    return
  }
  const { title } = contact
  if (title !== null && title !== there.title) {
    changed.push(`title of ${contact.firstName}: ${there.title ?? 'none'} → ${title}`)
    there.title = title
    const { firstName, lastName } = contact
    writes.push((tx) => updatePartnerContact(tx, there.id, { firstName, lastName, title }))
  }
  const fresh = details.filter((detail) => !there.details.has(wordsOf(detail)))
  for (const detail of fresh) {
    there.details.add(wordsOf(detail))
    added.push(`${wordsOf(detail)} of ${contact.firstName}`)
  }
  if (fresh.length) writes.push((tx) => insertContactDetails(tx, there.id, fresh))
}

function applyLicense(partner: Known, license: License, { added, changed, writes }: Told): void {
  const there = partner.licenses.get(licenseKey(license))
  if (!there) {
    const made = { ...license, id: 0 }
    partner.licenses.set(licenseKey(license), made)
    added.push(`${LICENSE_KINDS[license.kind]} license ${license.number}`)
    const none = { evidenceAddress: null, evidenceId: null, checkedOn: null, checkedBy: null, checkedWhere: null, nextCheck: null }
    writes.push(async (tx) => {
      made.id = await insertLicense(tx, partner.id, { ...license, ...none })
    })
    return
  }
  // An empty cell says nothing: it makes no license endless.
  const validTo = license.validTo ?? there.validTo
  const issuingBody = license.issuingBody ?? there.issuingBody
  if (there.validTo === validTo && there.issuingBody === issuingBody) return
  if (there.validTo !== validTo) changed.push(`license ${license.number}: until ${there.validTo ?? 'no end'} → until ${validTo}`)
  if (there.issuingBody !== issuingBody)
    changed.push(`license ${license.number}: issued by ${there.issuingBody ?? 'nobody'} → ${issuingBody}`)
  Object.assign(there, { validTo, issuingBody })
  writes.push((tx) => updateLicenseDays(tx, there.id, { validFrom: license.validFrom, validTo, issuingBody }))
}
