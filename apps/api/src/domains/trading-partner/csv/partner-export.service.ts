import type { CONTACT_TYPES } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay } from '../../../core/day.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readStates } from '../../location/location.service.ts'
import { listLicenseRows } from '../license/license.queries.ts'
import {
  listContactDetails,
  listPartnerAccounts,
  listPartnerAddresses,
  listPartnerContacts,
  listPartnerGlns,
} from '../part/partner-part.queries.ts'
import { listPartnersForCsv, type PartnerKey } from '../trading-partner.queries.ts'
import { type Cells, COLUMNS, FEDERAL } from './partner-csv.rules.ts'

/** Partners read per batch. */
const CHUNK = 2000

/** All active partners as a table that can be imported again. */
export async function exportCsv(tx: CustomerTx, session: Session): Promise<{ filename: string; text: string }> {
  const states = new Map((await readStates(tx)).map((state) => [state.id, state.code]))
  const lines: string[][] = []
  let amount = 0
  let after: PartnerKey | undefined
  for (;;) {
    const partners = await listPartnersForCsv(tx, after, CHUNK)
    amount += partners.length
    for (const row of await readExportRows(tx, partners, states)) lines.push(COLUMNS.map((column) => row[column] ?? ''))
    const last = partners.at(-1)
    if (!last || partners.length < CHUNK) break
    after = [last.sortName, last.id]
  }
  await audit(tx, session, { action: 'partner.export', subject: 'partner', subjectId: null, detail: { partners: amount } })
  const text = CSV_START + makeCsv([COLUMNS, ...lines])
  return { filename: `trading-partners_${toDay(session.now, session.timeZone)}.csv`, text }
}

type Listed = Awaited<ReturnType<typeof listPartnersForCsv>>

/** Makes the rows of the export. A partner gets as many rows as its longest list (GLNs, addresses, contacts, accounts, licenses) has entries. */
async function readExportRows(tx: CustomerTx, partners: Listed, states: ReadonlyMap<number, string>): Promise<Partial<Cells>[]> {
  const ids = partners.map((partner) => partner.id)
  const glns = Map.groupBy(await listPartnerGlns(tx, ids), (row) => row.tradingPartnerId)
  const addresses = Map.groupBy(await listPartnerAddresses(tx, ids), (row) => row.tradingPartnerId)
  const contactRows = await listPartnerContacts(tx, ids)
  const contacts = Map.groupBy(contactRows, (row) => row.tradingPartnerId)
  const details = Map.groupBy(
    await listContactDetails(
      tx,
      contactRows.map(({ id }) => id),
    ),
    (row) => row.partnerContactId,
  )
  const accounts = Map.groupBy(await listPartnerAccounts(tx, ids), (row) => row.tradingPartnerId)
  const licenses = Map.groupBy(await listLicenseRows(tx, ids), (row) => row.tradingPartnerId)
  return partners.flatMap((partner) => {
    const of = <Row>(all: Map<number, Row[]>) => all.get(partner.id) ?? []
    const reach = of(contacts).flatMap((contact) => {
      const own = details.get(contact.id) ?? []
      const by = Map.groupBy(own, (detail) => detail.contactType)
      const cell = (type: keyof typeof CONTACT_TYPES, at: number) => by.get(type)?.[at]?.contactDetail ?? ''
      const person = { 'first name': contact.firstName, 'last name': contact.lastName ?? '', title: contact.title ?? '' }
      return Array.from({ length: Math.max(1, ...[...by.values()].map((some) => some.length)) }, (_, at) => ({
        ...person,
        phone: cell('phone', at),
        cell: cell('cell', at),
        email: cell('email', at),
        fax: cell('fax', at),
      }))
    })
    const columns: Partial<Cells>[][] = [
      of(glns).map((row) => ({ gln: row.globalLocationNumber })),
      of(addresses).map((row) => ({
        'address type': row.addressType,
        'address name': row.name ?? '',
        'address line 1': row.addressLineOne,
        'address line 2': row.addressLineTwo ?? '',
        city: row.city ?? '',
        state: row.stateCode ?? '',
        zip: row.postalCode ?? '',
      })),
      reach,
      of(accounts).map((row) => ({ 'account number': row.accountNumber })),
      of(licenses).map((row) => ({
        'license kind': row.kind,
        'license number': row.number,
        'license state': row.stateId === null ? FEDERAL : (states.get(row.stateId) ?? ''),
        'issued by': row.issuingBody ?? '',
        'valid from': row.validFrom,
        'valid to': row.validTo ?? '',
      })),
    ]
    const head = {
      'partner id': String(partner.id),
      partner: partner.name,
      type: partner.type,
      business: partner.business ?? '',
      location: partner.locationName ?? '',
    }
    return Array.from({ length: Math.max(1, ...columns.map((column) => column.length)) }, (_, at) =>
      Object.assign({}, head, ...columns.map((column) => column[at] ?? {})),
    )
  })
}
