import {
  LICENSE_KINDS,
  PARTNER_CSV_LINES,
  PARTNER_TYPES,
  type PartnerCsvLine,
  type PartnerCsvPlan,
  type PartnerType,
} from '@seriatim/schema'
import { may, type Session } from '../../access.ts'
import { type AuditEntry, audit, auditMany, auditNothing } from '../../audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { readMyLocations, readStates } from '../location/location.service.ts'
import { listLicenseRows, updateLicenseDays } from './license.queries.ts'
import { type CsvEntry, cellsOf, readCsv, readEntry, readHead } from './partner-csv.rules.ts'
import { type Write, writePlan } from './partner-csv-write.service.ts'
import {
  listContactDetails,
  listPartnerAccounts,
  listPartnerAddresses,
  listPartnerContacts,
  listPartnerGlns,
  updatePartnerAddress,
  updatePartnerContact,
} from './partner-part.queries.ts'
import { listPartnersNamed, lockImport, updatePartner } from './trading-partner.queries.ts'

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

/** A value on file that a line replaces: "12 Maple Street" with `city`, from "Trenton" to "Camden". */
interface Change {
  of: string
  field: string
  before: string
  after: string
}

/** What a line does, on top of the lines before it. */
interface Told {
  added: string[]
  changed: Change[]
  writes: Write[]
}

interface Line extends PartnerCsvLine, Told {
  /** The partner that it is about, once it is known to be one. */
  known: Known | undefined
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
  await writePlan(
    tx,
    lines.flatMap(({ writes }) => writes),
  )
  if (plan.counts.new + plan.counts.changed === 0) auditNothing(session)
  else {
    await audit(tx, session, { action: 'partner.import', subject: 'partner', subjectId: null, detail: plan.counts })
    await auditMany(tx, session, entriesOf(lines))
  }
  return plan
}

/** Of a partner that the table changes in many lines its trail names so many parts. */
const AUDITED = 100

/** One line of the trail for each partner that is added or changed, whatever number of lines of the table say it. */
function entriesOf(lines: readonly Line[]): AuditEntry[] {
  const written = lines.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  return [...Map.groupBy(written, ({ known }) => known)].flatMap(([known, own]): AuditEntry[] => {
    if (!known) return []
    const name = own[0]?.partner
    const added = own.flatMap((line) => line.added)
    const changes = own.flatMap((line) => line.changed).slice(0, AUDITED)
    const values = (side: 'before' | 'after') =>
      Object.fromEntries(changes.map((change) => [[change.of, change.field].filter(Boolean).join(' '), change[side]]))
    const detail = {
      name,
      how: 'imported',
      ...(added.length ? { added: added.slice(0, AUDITED), amountAdded: added.length } : {}),
      ...(changes.length ? { before: values('before'), after: values('after') } : {}),
    }
    const action = own.some(({ outcome }) => outcome === 'new') ? 'partner.new' : 'partner.update'
    return [{ action, subject: 'partner', subjectId: known.id, detail }]
  })
}

function planOf(lines: readonly Line[]): PartnerCsvPlan {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of lines) counts[outcome] += 1
  const told = lines.filter(({ outcome }) => outcome !== 'unchanged')
  const first = told.filter(({ outcome }) => outcome === 'refused')
  const rest = told.filter(({ outcome }) => outcome !== 'refused')
  return {
    counts,
    lines: [...first, ...rest].slice(0, SHOWN).map(({ line, partner, outcome, words }) => ({ line, partner, outcome, words })),
  }
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
    if (all.length)
      return { line, partner: entry.name, outcome: 'refused', words: all, known: undefined, added: [], changed: [], writes: [] }
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
  const all = await listContactDetails(
    tx,
    contacts.map(({ id }) => id),
  )
  const details = Map.groupBy(all, ({ partnerContactId }) => partnerContactId)
  for (const row of contacts) {
    const own = (details.get(row.id) ?? []).map((detail) => `${detail.contactType} ${detail.contactDetail}`)
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
  const told: Told = { added: [], changed: [], writes: [] }
  const { added, changed, writes } = told
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
    const values = { locationId, name: entry.name, type, createdAt: session.now, createdById: session.userId }
    writes.push({ kind: 'partner', made: partner, values })
  } else if (entry.type && entry.type !== partner.type) {
    const { type } = entry
    changed.push({ of: '', field: 'type', before: PARTNER_TYPES[partner.type], after: PARTNER_TYPES[type] })
    partner.type = type
    writes.push({ kind: 'change', run: (tx) => updatePartner(tx, partner.id, { type }) })
  }
  const { gln, accountNumber } = entry
  if (gln && !partner.glns.has(gln)) {
    partner.glns.add(gln)
    added.push(`GLN ${gln}`)
    writes.push({ kind: 'gln', of: partner, globalLocationNumber: gln })
  }
  if (entry.address) applyAddress(partner, entry.address, told, states)
  if (entry.contact) applyContact(partner, entry.contact, told)
  if (accountNumber && !partner.accounts.has(accountNumber)) {
    partner.accounts.add(accountNumber)
    added.push(`account number ${accountNumber}`)
    writes.push({ kind: 'account', of: partner, accountNumber })
  }
  if (entry.license) applyLicense(partner, entry.license, told)
  const words = [...added.map((one) => `new ${one}`), ...changed.map(wordsOf)]
  const outcome = isNew ? 'new' : words.length ? 'changed' : 'unchanged'
  return { line, partner: entry.name, outcome, words, known: partner, ...told }
}

/** "12 Maple Street city: Trenton → Camden". */
const wordsOf = ({ of, field, before, after }: Change) => `${[of, field].filter(Boolean).join(' ')}: ${before} → ${after}`

const ADDRESS_WORDS = { addressLineTwo: 'line 2', city: 'city', stateId: 'state', postalCode: 'ZIP' } as const

function applyAddress(partner: Known, address: Address, { added, changed, writes }: Told, states: ReadonlyMap<number, string>): void {
  const stateOf = (stateId: number | null) => (stateId === null ? 'no state' : (states.get(stateId) ?? 'no state'))
  const there = partner.addresses.get(addressKey(address))
  if (!there) {
    partner.addresses.set(addressKey(address), { ...address, id: 0 })
    added.push(`address ${address.addressLineOne}`)
    writes.push({ kind: 'address', of: partner, address })
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
  for (const field of differing) {
    const textOf = (one: Address) => (field === 'stateId' ? stateOf(one.stateId) : (one[field] ?? 'none'))
    changed.push({ of: addressLineOne, field: ADDRESS_WORDS[field], before: textOf(there), after: textOf(address) })
  }
  partner.addresses.set(addressKey(address), { ...next, id })
  writes.push({ kind: 'change', run: (tx) => updatePartnerAddress(tx, id, next) })
}

function applyContact(partner: Known, contact: Contact, { added, changed, writes }: Told): void {
  const { details, ...person } = contact
  const there = partner.contacts.get(contactKey(contact))
  const detailWords = (detail: Contact['details'][number]) => `${detail.contactType} ${detail.contactDetail}`
  if (!there) {
    const made = { id: 0, title: contact.title, details: new Set(details.map(detailWords)) }
    partner.contacts.set(contactKey(contact), made)
    added.push(`contact ${contact.firstName} ${contact.lastName ?? ''}`.trim())
    writes.push({ kind: 'contact', of: partner, made, person }, ...details.map((detail) => ({ kind: 'detail' as const, of: made, detail })))
    return
  }
  const { title } = contact
  if (title !== null && title !== there.title) {
    changed.push({ of: contact.firstName, field: 'title', before: there.title ?? 'none', after: title })
    there.title = title
    const { firstName, lastName } = contact
    writes.push({ kind: 'change', run: (tx) => updatePartnerContact(tx, there.id, { firstName, lastName, title }) })
  }
  const fresh = details.filter((detail) => !there.details.has(detailWords(detail)))
  for (const detail of fresh) {
    there.details.add(detailWords(detail))
    added.push(`${detailWords(detail)} of ${contact.firstName}`)
    writes.push({ kind: 'detail', of: there, detail })
  }
}

function applyLicense(partner: Known, license: License, { added, changed, writes }: Told): void {
  const there = partner.licenses.get(licenseKey(license))
  if (!there) {
    const made = { ...license, id: 0 }
    partner.licenses.set(licenseKey(license), made)
    added.push(`${LICENSE_KINDS[license.kind]} license ${license.number}`)
    const none = { evidenceAddress: null, evidenceId: null, checkedOn: null, checkedBy: null, checkedWhere: null, nextCheck: null }
    writes.push({ kind: 'license', of: partner, made, fields: { ...license, ...none } })
    return
  }
  // An empty cell says nothing: it makes no license endless.
  const validTo = license.validTo ?? there.validTo
  const issuingBody = license.issuingBody ?? there.issuingBody
  if (there.validTo === validTo && there.issuingBody === issuingBody) return
  const of = `license ${license.number}`
  if (there.validTo !== validTo) changed.push({ of, field: 'valid to', before: there.validTo ?? 'no end', after: validTo ?? 'no end' })
  if (there.issuingBody !== issuingBody)
    changed.push({ of, field: 'issued by', before: there.issuingBody ?? 'none', after: issuingBody ?? 'none' })
  Object.assign(there, { validTo, issuingBody })
  const { validFrom } = license
  writes.push({ kind: 'change', run: (tx) => updateLicenseDays(tx, there.id, { validFrom, validTo, issuingBody }) })
}
