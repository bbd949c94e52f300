import type { LicenseFields } from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
const dayOrNull = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

/** Selects the columns that decide authorization, from licenses that were not removed. */
export const selectLicenseDays = (tx: CustomerTx, partnerIds: readonly number[] | RawBuilder<number[]>) =>
  tx
    .selectFrom('partnerLicense')
    .select(['tradingPartnerId', 'kind', 'stateId', day('validFrom').as('validFrom'), dayOrNull('validTo').as('validTo')])
    .where('tradingPartnerId', '=', sql<number>`any (${Array.isArray(partnerIds) ? sql`${[...partnerIds]}::bigint[]` : partnerIds})`)
    .where('removedAt', 'is', null)

const licenses = (tx: CustomerTx) =>
  tx
    .selectFrom('partnerLicense')
    .leftJoin('state', 'state.id', 'partnerLicense.stateId')
    .select([
      'partnerLicense.id',
      'partnerLicense.tradingPartnerId',
      'partnerLicense.kind',
      'partnerLicense.number',
      'partnerLicense.stateId',
      'partnerLicense.issuingBody',
      'partnerLicense.evidenceAddress',
      'partnerLicense.checkedBy',
      'partnerLicense.checkedWhere',
      'partnerLicense.evidenceId',
      'state.name as stateName',
      'state.code as stateCode',
      day('partnerLicense.validFrom').as('validFrom'),
      dayOrNull('partnerLicense.validTo').as('validTo'),
      dayOrNull('partnerLicense.checkedOn').as('checkedOn'),
      dayOrNull('partnerLicense.nextCheck').as('nextCheck'),
    ])
    .where('partnerLicense.removedAt', 'is', null)

/** Stored licenses, ordered by end date. */
export const selectLicenses = (tx: CustomerTx, tradingPartnerId: number) =>
  licenses(tx)
    .where('partnerLicense.tradingPartnerId', '=', tradingPartnerId)
    .orderBy('partnerLicense.validTo', (order) => order.asc().nullsLast())
    .orderBy('partnerLicense.id')

/** Selects the stored licenses of every partner that has this GLN. */
export const selectLicensesOf = (tx: CustomerTx, gln: RawBuilder<string | null>) =>
  licenses(tx)
    .innerJoin('partnerGln', 'partnerGln.tradingPartnerId', 'partnerLicense.tradingPartnerId')
    .where(sql<boolean>`partner_gln.global_location_number = ${gln}`)
    .orderBy('partnerLicense.id', 'desc')

/** Ids of the evidence files of a partner's licenses, without those of removed licenses. */
export const selectLicenseFiles = (tx: CustomerTx, tradingPartnerId: number) =>
  tx.selectFrom('partnerLicense').select('evidenceId').where('tradingPartnerId', '=', tradingPartnerId).where('removedAt', 'is', null)

export type LicenseRecord = NonNullable<Awaited<ReturnType<typeof findLicense>>>

export function findLicense(tx: CustomerTx, id: number) {
  return licenses(tx).where('partnerLicense.id', '=', id).executeTakeFirst()
}

export async function insertLicense(tx: CustomerTx, tradingPartnerId: number, values: LicenseFields): Promise<number> {
  const row = { ...values, tradingPartnerId }
  return (await tx.insertInto('partnerLicense').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateLicense(tx: CustomerTx, id: number, values: LicenseFields): Promise<void> {
  await tx.updateTable('partnerLicense').set(values).where('id', '=', id).execute()
}

/** Marks a license as removed: its row is kept, but it no longer counts for anything. */
export async function markLicenseRemoved(
  tx: CustomerTx,
  id: number,
  values: { removedAt: Date; removedById: number; removeReason: string },
): Promise<void> {
  await tx.updateTable('partnerLicense').set(values).where('id', '=', id).execute()
}

/** Stored licenses of each partner, for a table. */
export function listLicenseRows(tx: CustomerTx, partnerIds: readonly number[]) {
  return tx
    .selectFrom('partnerLicense')
    .select([
      'id',
      'tradingPartnerId',
      'kind',
      'number',
      'stateId',
      'issuingBody',
      day('validFrom').as('validFrom'),
      dayOrNull('validTo').as('validTo'),
    ])
    .where('tradingPartnerId', '=', sql<number>`any (${[...partnerIds]}::bigint[])`)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
}

export async function updateLicenseDays(
  tx: CustomerTx,
  id: number,
  values: { validFrom: string; validTo: string | null; issuingBody: string | null },
): Promise<void> {
  await tx.updateTable('partnerLicense').set(values).where('id', '=', id).execute()
}
