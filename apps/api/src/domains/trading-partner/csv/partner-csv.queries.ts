import type { ContactDetailFields, LicenseFields, PartnerAddressFields, PartnerBusiness, PartnerType } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'

/** Number of rows per statement; a table may have thousands of lines. */
const AT_ONCE = 1000

async function inParts<Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<{ id: number }[]>): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const made = await insert(rows.slice(at, at + AT_ONCE))
    // The database assigns ids in row order, even if it returns them in another order.
    ids.push(...made.map((row) => row.id).toSorted((a, b) => a - b))
  }
  return ids
}

export interface NewPartner {
  locationId: number | null
  name: string
  type: PartnerType
  business: PartnerBusiness | null
  createdAt: Date
  createdById: number | null
}

/** Each of these functions returns the ids of the new rows, in row order. */
export const insertPartners = (tx: CustomerTx, rows: readonly NewPartner[]) =>
  inParts(rows, (some) => tx.insertInto('tradingPartner').values(some).returning('id').execute())

export const insertGlnRows = (tx: CustomerTx, rows: readonly { tradingPartnerId: number; globalLocationNumber: string }[]) =>
  inParts(rows, (some) => tx.insertInto('partnerGln').values(some).returning('id').execute())

export const insertAddressRows = (tx: CustomerTx, rows: readonly (PartnerAddressFields & { tradingPartnerId: number })[]) =>
  inParts(rows, (some) => tx.insertInto('partnerAddress').values(some).returning('id').execute())

export interface NewContact {
  firstName: string
  lastName: string | null
  title: string | null
}

export const insertContactRows = (tx: CustomerTx, rows: readonly (NewContact & { tradingPartnerId: number })[]) =>
  inParts(rows, (some) => tx.insertInto('partnerContact').values(some).returning('id').execute())

export const insertDetailRows = (tx: CustomerTx, rows: readonly (ContactDetailFields & { partnerContactId: number })[]) =>
  inParts(rows, (some) => tx.insertInto('partnerContactDetail').values(some).returning('id').execute())

export const insertAccountRows = (tx: CustomerTx, rows: readonly { tradingPartnerId: number; accountNumber: string }[]) =>
  inParts(rows, (some) => tx.insertInto('partnerAccountNumber').values(some).returning('id').execute())

export const insertLicenseRows = (tx: CustomerTx, rows: readonly (LicenseFields & { tradingPartnerId: number })[]) =>
  inParts(rows, (some) => tx.insertInto('partnerLicense').values(some).returning('id').execute())
