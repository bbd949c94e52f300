import type { AgreementFields } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

const agreements = (tx: CustomerTx) =>
  tx
    .selectFrom('partnerAgreement')
    .select([
      'id',
      'tradingPartnerId',
      'kind',
      'title',
      'note',
      'evidenceId',
      sql<string>`to_char(signed_on, 'YYYY-MM-DD')`.as('signedOn'),
      sql<string | null>`to_char(ends_on, 'YYYY-MM-DD')`.as('endsOn'),
    ])
    .where('removedAt', 'is', null)

/** Agreements with a partner, newest first. */
export const selectAgreements = (tx: CustomerTx, tradingPartnerId: number) =>
  agreements(tx).where('tradingPartnerId', '=', tradingPartnerId).orderBy('partnerAgreement.signedOn', 'desc').orderBy('id', 'desc')

export const selectAgreementFiles = (tx: CustomerTx, tradingPartnerId: number) =>
  tx.selectFrom('partnerAgreement').select('evidenceId').where('tradingPartnerId', '=', tradingPartnerId).where('removedAt', 'is', null)

export type AgreementRecord = NonNullable<Awaited<ReturnType<typeof findAgreement>>>

export function findAgreement(tx: CustomerTx, id: number) {
  return agreements(tx).where('id', '=', id).executeTakeFirst()
}

export async function insertAgreement(tx: CustomerTx, tradingPartnerId: number, values: AgreementFields): Promise<void> {
  await tx
    .insertInto('partnerAgreement')
    .values({ ...values, tradingPartnerId })
    .execute()
}

export async function updateAgreement(tx: CustomerTx, id: number, values: AgreementFields): Promise<void> {
  await tx.updateTable('partnerAgreement').set(values).where('id', '=', id).execute()
}

export async function markAgreementRemoved(
  tx: CustomerTx,
  id: number,
  values: { removedAt: Date; removedById: number; removeReason: string },
): Promise<void> {
  await tx.updateTable('partnerAgreement').set(values).where('id', '=', id).execute()
}
