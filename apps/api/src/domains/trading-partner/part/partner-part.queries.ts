import type { ContactDetailFields, PartnerAddressFields, PartnerContactFields } from '@seriatim/schema'
import { sql } from 'kysely'
import type { Together } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'

/**
 * SQL to compare a column with these ids. They are passed as a single array value, because a table of 10,000 partners has more contacts than a
 * statement can have parameters.
 */
const matchOne = (ids: readonly number[]) => sql<number>`any (${[...ids]}::bigint[])`

const selectGlns = (tx: CustomerTx, partnerIds: readonly number[]) =>
  tx
    .selectFrom('partnerGln')
    .select(['id', 'tradingPartnerId', 'globalLocationNumber'])
    .where('tradingPartnerId', '=', matchOne(partnerIds))
    .orderBy('id')

const selectAddresses = (tx: CustomerTx, partnerIds: readonly number[]) =>
  tx
    .selectFrom('partnerAddress')
    .leftJoin('state', 'state.id', 'partnerAddress.stateId')
    .selectAll('partnerAddress')
    .select(['state.name as stateName', 'state.code as stateCode'])
    .where('partnerAddress.tradingPartnerId', '=', matchOne(partnerIds))
    .orderBy('partnerAddress.id')

const selectContacts = (tx: CustomerTx, partnerIds: readonly number[]) =>
  tx.selectFrom('partnerContact').selectAll().where('tradingPartnerId', '=', matchOne(partnerIds)).orderBy('id')

const selectDetails = (tx: CustomerTx) => tx.selectFrom('partnerContactDetail').selectAll().orderBy('id')

const selectAccounts = (tx: CustomerTx, partnerIds: readonly number[]) =>
  tx.selectFrom('partnerAccountNumber').selectAll().where('tradingPartnerId', '=', matchOne(partnerIds)).orderBy('id')

export const listPartnerGlns = (tx: CustomerTx, partnerIds: readonly number[]) => selectGlns(tx, partnerIds).execute()
export const listPartnerAddresses = (tx: CustomerTx, partnerIds: readonly number[]) => selectAddresses(tx, partnerIds).execute()
export const listPartnerContacts = (tx: CustomerTx, partnerIds: readonly number[]) => selectContacts(tx, partnerIds).execute()
export const listContactDetails = (tx: CustomerTx, contactIds: readonly number[]) =>
  selectDetails(tx).where('partnerContactId', '=', matchOne(contactIds)).execute()
export const listPartnerAccounts = (tx: CustomerTx, partnerIds: readonly number[]) => selectAccounts(tx, partnerIds).execute()

/** Queries for all data about the partners of a page, to be run together. */
export function selectPartnerParts(tx: CustomerTx, partnerIds: readonly number[]) {
  const contacts = tx.selectFrom('partnerContact').select('id').where('tradingPartnerId', '=', matchOne(partnerIds))
  return {
    glns: selectGlns(tx, partnerIds),
    addresses: selectAddresses(tx, partnerIds),
    contacts: selectContacts(tx, partnerIds),
    details: selectDetails(tx).where('partnerContactId', 'in', contacts),
    accounts: selectAccounts(tx, partnerIds),
  }
}
export type PartnerParts = Together<ReturnType<typeof selectPartnerParts>>

export async function insertPartnerGlns(tx: CustomerTx, tradingPartnerId: number, glns: readonly string[]): Promise<void> {
  if (!glns.length) return
  await tx
    .insertInto('partnerGln')
    .values(glns.map((globalLocationNumber) => ({ tradingPartnerId, globalLocationNumber })))
    .execute()
}

export async function insertPartnerAddresses(
  tx: CustomerTx,
  tradingPartnerId: number,
  addresses: readonly PartnerAddressFields[],
): Promise<void> {
  if (!addresses.length) return
  await tx
    .insertInto('partnerAddress')
    .values(addresses.map((address) => ({ ...address, tradingPartnerId })))
    .execute()
}

export async function insertPartnerContact(tx: CustomerTx, tradingPartnerId: number, contact: PartnerContactFields): Promise<number> {
  const { firstName, lastName, title, contactDetails } = contact
  const { id } = await tx
    .insertInto('partnerContact')
    .values({ tradingPartnerId, firstName, lastName, title })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertContactDetails(tx, id, contactDetails)
  return id
}

export async function insertContactDetails(
  tx: CustomerTx,
  partnerContactId: number,
  details: readonly ContactDetailFields[],
): Promise<void> {
  if (!details.length) return
  await tx
    .insertInto('partnerContactDetail')
    .values(details.map(({ contactType, contactDetail }) => ({ partnerContactId, contactType, contactDetail })))
    .execute()
}

export async function insertPartnerAccounts(tx: CustomerTx, tradingPartnerId: number, numbers: readonly string[]): Promise<void> {
  if (!numbers.length) return
  await tx
    .insertInto('partnerAccountNumber')
    .values(numbers.map((accountNumber) => ({ tradingPartnerId, accountNumber })))
    .execute()
}

export const findPartnerGln = (tx: CustomerTx, id: number) =>
  tx.selectFrom('partnerGln').select(['tradingPartnerId', 'globalLocationNumber']).where('id', '=', id).executeTakeFirst()

export const findPartnerAddress = (tx: CustomerTx, id: number) =>
  tx.selectFrom('partnerAddress').selectAll().where('id', '=', id).executeTakeFirst()

export const findPartnerContact = (tx: CustomerTx, id: number) =>
  tx.selectFrom('partnerContact').selectAll().where('id', '=', id).executeTakeFirst()

export const findContactDetail = (tx: CustomerTx, id: number) =>
  tx
    .selectFrom('partnerContactDetail')
    .innerJoin('partnerContact', 'partnerContact.id', 'partnerContactDetail.partnerContactId')
    .select(['partnerContact.tradingPartnerId', 'partnerContactDetail.contactType', 'partnerContactDetail.contactDetail'])
    .where('partnerContactDetail.id', '=', id)
    .executeTakeFirst()

export const findPartnerAccount = (tx: CustomerTx, id: number) =>
  tx.selectFrom('partnerAccountNumber').select(['tradingPartnerId', 'accountNumber']).where('id', '=', id).executeTakeFirst()

export async function updatePartnerGln(tx: CustomerTx, id: number, globalLocationNumber: string): Promise<void> {
  await tx.updateTable('partnerGln').set({ globalLocationNumber }).where('id', '=', id).execute()
}

export async function updatePartnerAddress(tx: CustomerTx, id: number, values: PartnerAddressFields): Promise<void> {
  await tx.updateTable('partnerAddress').set(values).where('id', '=', id).execute()
}

export async function updatePartnerContact(
  tx: CustomerTx,
  id: number,
  values: { firstName: string; lastName: string | null; title: string | null },
): Promise<void> {
  await tx.updateTable('partnerContact').set(values).where('id', '=', id).execute()
}

export async function updateContactDetail(tx: CustomerTx, id: number, { contactType, contactDetail }: ContactDetailFields): Promise<void> {
  await tx.updateTable('partnerContactDetail').set({ contactType, contactDetail }).where('id', '=', id).execute()
}

export async function updatePartnerAccount(tx: CustomerTx, id: number, accountNumber: string): Promise<void> {
  await tx.updateTable('partnerAccountNumber').set({ accountNumber }).where('id', '=', id).execute()
}

export async function deletePartnerGln(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('partnerGln').where('id', '=', id).execute()
}

export async function deletePartnerAddress(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('partnerAddress').where('id', '=', id).execute()
}

/** Deletes a contact and, by cascade, its details. */
export async function deletePartnerContact(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('partnerContact').where('id', '=', id).execute()
}

export async function deleteContactDetail(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('partnerContactDetail').where('id', '=', id).execute()
}

export async function deletePartnerAccount(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('partnerAccountNumber').where('id', '=', id).execute()
}
