import type { CustomerTx } from '../../../db/types.ts'
import { listLicenseRows } from '../license/license.queries.ts'
import {
  listContactDetails,
  listPartnerAccounts,
  listPartnerAddresses,
  listPartnerContacts,
  listPartnerGlns,
} from '../part/partner-part.queries.ts'
import { listPartnersNamed, type NamedPartner } from '../trading-partner.queries.ts'
import type { CsvEntry } from './partner-csv.rules.ts'

export type Address = NonNullable<CsvEntry['address']>
export type Contact = NonNullable<CsvEntry['contact']>
export type License = NonNullable<CsvEntry['license']>

/** An address that the partner has on file, or that an earlier line of the CSV file adds. An address that is not stored yet has id 0. */
export type KnownAddress = Address & { id: number }
export type KnownLicense = License & { id: number }
export interface KnownContact {
  id: number
  firstName: string
  lastName: string | null
  title: string | null
  /** Contact details as {@link detailWords} writes them, such as "phone (609) 555-0144". */
  details: Set<string>
}

/**
 * A partner as it will be after the CSV lines read so far: as stored, plus the changes of these lines. `addresses`, `contacts` and `licenses` are
 * lists because a stored partner may have the same entry twice.
 */
export interface KnownPartner extends NamedPartner {
  glns: Set<string>
  addresses: KnownAddress[]
  contacts: KnownContact[]
  accounts: Set<string>
  licenses: KnownLicense[]
}

export const newKnown = (partner: NamedPartner): KnownPartner => ({
  ...partner,
  glns: new Set(),
  addresses: [],
  contacts: [],
  accounts: new Set(),
  licenses: [],
})

export const detailWords = ({ contactType, contactDetail }: Contact['details'][number]) => `${contactType} ${contactDetail}`

/**
 * Loads the active partners that have one of these names or ids, each with everything that is compared with the lines of a CSV file: GLNs, addresses,
 * contacts, accounts and licenses. Keyed by partner id.
 */
export async function readKnown(
  tx: CustomerTx,
  asked: { names: readonly string[]; ids: readonly number[] },
): Promise<Map<number, KnownPartner>> {
  const known = new Map((await listPartnersNamed(tx, asked)).map((partner) => [partner.id, newKnown(partner)]))
  const ids = [...known.keys()]
  for (const row of await listPartnerGlns(tx, ids)) known.get(row.tradingPartnerId)?.glns.add(row.globalLocationNumber)
  for (const { stateName: _, stateCode: __, ...row } of await listPartnerAddresses(tx, ids))
    known.get(row.tradingPartnerId)?.addresses.push(row)
  const contacts = await listPartnerContacts(tx, ids)
  const all = await listContactDetails(
    tx,
    contacts.map(({ id }) => id),
  )
  const details = Map.groupBy(all, ({ partnerContactId }) => partnerContactId)
  for (const { tradingPartnerId, ...row } of contacts) {
    const own = (details.get(row.id) ?? []).map((one) => `${one.contactType} ${one.contactDetail}`)
    known.get(tradingPartnerId)?.contacts.push({ ...row, details: new Set(own) })
  }
  for (const row of await listPartnerAccounts(tx, ids)) known.get(row.tradingPartnerId)?.accounts.add(row.accountNumber)
  for (const row of await listLicenseRows(tx, ids)) known.get(row.tradingPartnerId)?.licenses.push(row)
  return known
}
