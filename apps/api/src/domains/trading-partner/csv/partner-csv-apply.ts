import { LICENSE_KINDS, PARTNER_BUSINESSES, PARTNER_TYPES } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import { updateLicenseDays } from '../license/license.queries.ts'
import { updatePartnerAddress, updatePartnerContact } from '../part/partner-part.queries.ts'
import { updatePartner } from '../trading-partner.queries.ts'
import { type CsvEntry, FEDERAL } from './partner-csv.rules.ts'
import { type Address, type Contact, detailWords, type KnownPartner, type License } from './partner-csv-known.ts'
import { ADDRESS_FIELDS, findChanged, matchAddress, matchContact, matchLicense, UNCLEAR } from './partner-csv-match.ts'
import type { Write } from './partner-csv-write.service.ts'

/** A stored value that a line replaces: for example, the field `city` of "12 Maple Street" changes from "Trenton" to "Camden". */
export interface CsvChange {
  of: string
  field: string
  before: string
  after: string
}

/** What one line of the CSV file adds and changes, after the lines above it were applied. */
export interface LinePlan {
  added: string[]
  changed: CsvChange[]
  writes: Write[]
}

export interface Applying {
  /** Codes of the states by state id, for the texts about changes. */
  states: ReadonlyMap<number, string>
  /** Ids of the stored addresses to which some line of the CSV file refers. Another line cannot mean one of these. */
  spoken: Set<number>
}

/** Lists the reasons why a line that could be read cannot be applied: its address or its contact could be any of several that are on file. */
export function entryProblems(partner: KnownPartner, { address, contact }: CsvEntry, { spoken }: Applying): string[] {
  const faults: string[] = []
  if (address && !matchAddress(partner, address) && findChanged(partner, address, spoken) === UNCLEAR)
    faults.push(
      `several addresses "${address.addressLineOne}" are on file and none matches this one: correct the address on the partner’s page`,
    )
  if (contact && matchContact(partner, contact) === UNCLEAR)
    faults.push(
      `several contacts named ${contact.firstName} are on file and none matches this one: change the contact on the partner’s page`,
    )
  return faults
}

/** Plans the additions and changes that one line makes to a partner. */
export function planEntry(partner: KnownPartner, entry: CsvEntry, plan: LinePlan, applying: Applying): void {
  const { added, changed, writes } = plan
  const { gln, accountNumber } = entry
  if (entry.type && entry.type !== partner.type) {
    const { type } = entry
    changed.push({ of: '', field: 'type', before: PARTNER_TYPES[partner.type], after: PARTNER_TYPES[type] })
    partner.type = type
    writes.push({ kind: 'change', run: (tx) => updatePartner(tx, partner.id, { type }) })
  }
  if (entry.business && entry.business !== partner.business) {
    const { business } = entry
    const before = partner.business ? PARTNER_BUSINESSES[partner.business] : 'none'
    changed.push({ of: '', field: 'business', before, after: PARTNER_BUSINESSES[business] })
    partner.business = business
    writes.push({ kind: 'change', run: (tx) => updatePartner(tx, partner.id, { business }) })
  }
  if (gln && !partner.glns.has(gln)) {
    partner.glns.add(gln)
    added.push(`GLN ${gln}`)
    writes.push({ kind: 'gln', of: partner, globalLocationNumber: gln })
  }
  if (entry.address) applyAddress(partner, entry.address, plan, applying)
  if (entry.contact) applyContact(partner, entry.contact, plan)
  if (accountNumber && !partner.accounts.has(accountNumber)) {
    partner.accounts.add(accountNumber)
    added.push(`account number ${accountNumber}`)
    writes.push({ kind: 'account', of: partner, accountNumber })
  }
  if (entry.license) applyLicense(partner, entry.license, plan, applying)
}

const ADDRESS_WORDS = { name: 'name', addressLineTwo: 'line 2', city: 'city', stateId: 'state', postalCode: 'ZIP' } as const

function applyAddress(partner: KnownPartner, address: Address, { added, changed, writes }: LinePlan, { states, spoken }: Applying): void {
  if (matchAddress(partner, address)) return
  const there = findChanged(partner, address, spoken)
  if (there === undefined || there === UNCLEAR) {
    partner.addresses.push({ ...address, id: 0 })
    added.push(`address ${address.addressLineOne}`)
    writes.push({ kind: 'address', of: partner, address })
    return
  }
  const { id, name, addressLineOne, addressType, addressLineTwo, city, stateId, postalCode } = there
  const before: Address = { name, addressLineOne, addressType, addressLineTwo, city, stateId, postalCode }
  const differing = ADDRESS_FIELDS.filter((field) => address[field] !== null && address[field] !== there[field])
  const next = { ...before, ...Object.fromEntries(differing.map((field) => [field, address[field]])) }
  const describeInWords = (one: Address, field: (typeof ADDRESS_FIELDS)[number]) =>
    (field === 'stateId' ? states.get(one.stateId ?? 0) : one[field]) ?? 'none'
  for (const field of differing)
    changed.push({
      of: addressLineOne,
      field: ADDRESS_WORDS[field],
      before: describeInWords(before, field),
      after: describeInWords(address, field),
    })
  Object.assign(there, next)
  spoken.add(id)
  writes.push({ kind: 'change', run: (tx) => updatePartnerAddress(tx, id, next) })
}

function applyContact(partner: KnownPartner, contact: Contact, { added, changed, writes }: LinePlan): void {
  const { details, ...person } = contact
  const there = matchContact(partner, contact)
  if (there === undefined || there === UNCLEAR) {
    const made = { ...person, id: 0, details: new Set(details.map(detailWords)) }
    partner.contacts.push(made)
    added.push(`contact ${contact.firstName} ${contact.lastName ?? ''}`.trim())
    writes.push({ kind: 'contact', of: partner, made, person }, ...details.map((detail) => ({ kind: 'detail' as const, of: made, detail })))
    return
  }
  const { title } = contact
  if (title !== null && title !== there.title) {
    changed.push({ of: contact.firstName, field: 'title', before: there.title ?? 'none', after: title })
    there.title = title
    const { firstName, lastName } = there
    writes.push({ kind: 'change', run: (tx) => updatePartnerContact(tx, there.id, { firstName, lastName, title }) })
  }
  for (const detail of details) {
    if (there.details.has(detailWords(detail))) continue
    there.details.add(detailWords(detail))
    added.push(`${detailWords(detail)} of ${contact.firstName}`)
    writes.push({ kind: 'detail', of: there, detail })
  }
}

function applyLicense(partner: KnownPartner, license: License, { added, changed, writes }: LinePlan, { states }: Applying): void {
  const there = matchLicense(partner, license)
  if (!there) {
    const made = { ...license, id: 0 }
    partner.licenses.push(made)
    const where = license.stateId === null ? FEDERAL : states.get(license.stateId)
    added.push(`${LICENSE_KINDS[license.kind]} license ${license.number} (${where})`)
    const none = { evidenceAddress: null, evidenceId: null, checkedOn: null, checkedBy: null, checkedWhere: null, nextCheck: null }
    writes.push({ kind: 'license', of: partner, made, fields: { ...license, ...none } })
    return
  }
  // An empty cell changes nothing, so it does not remove a license's end date.
  const validTo = license.validTo ?? there.validTo
  const issuingBody = license.issuingBody ?? there.issuingBody
  if (there.validTo === validTo && there.issuingBody === issuingBody) return
  const of = `license ${license.number}`
  if (there.validTo !== validTo) changed.push({ of, field: 'valid to', before: there.validTo ?? 'no end', after: validTo ?? 'no end' })
  if (there.issuingBody !== issuingBody)
    changed.push({ of, field: 'issued by', before: there.issuingBody ?? 'none', after: issuingBody ?? 'none' })
  Object.assign(there, { validTo, issuingBody })
  const { validFrom } = license
  const run = (tx: CustomerTx) => updateLicenseDays(tx, there.id, { validFrom, validTo, issuingBody })
  writes.push({ kind: 'change', run })
}
