import type { GlnDisposition } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Query for the messages that informed a partner of the customer's GLNs, each with its sender. */
export const selectGlnNotices = (tx: CustomerTx, tradingPartnerId: number) =>
  tx
    .selectFrom('partnerGlnTold')
    .leftJoin('mail', 'mail.id', 'partnerGlnTold.mailId')
    .leftJoin('user', 'user.id', 'partnerGlnTold.sentById')
    .select([
      'partnerGlnTold.id',
      'partnerGlnTold.globalLocationNumber',
      'partnerGlnTold.sentAt',
      'partnerGlnTold.sentTo',
      'partnerGlnTold.note',
      'user.firstName',
      'user.lastName',
      'partnerGlnTold.confirmedAt',
      'mail.status',
    ])
    .where('partnerGlnTold.tradingPartnerId', '=', tradingPartnerId)

export function lockGlnNotice(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('partnerGlnTold')
    .select(['id', 'tradingPartnerId', 'globalLocationNumber', 'confirmedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export interface GlnNotice {
  tradingPartnerId: number
  locationId: number
  globalLocationNumber: string
  disposition: GlnDisposition
  sentAt: Date
  sentById: number
  sentTo: string | null
  note: string | null
  mailId: number | null
}

/**
 * Saves that a partner was notified of a GLN. A repeated notice replaces the earlier one and clears its confirmation, so the partner must confirm
 * again.
 */
export async function saveGlnNotice(tx: CustomerTx, row: GlnNotice): Promise<void> {
  const { tradingPartnerId: _, globalLocationNumber: __, ...values } = row
  await tx
    .insertInto('partnerGlnTold')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'tradingPartnerId', 'globalLocationNumber'])
        .doUpdateSet({ ...values, confirmedAt: sql`null`, confirmedById: sql`null` }),
    )
    .execute()
}

export async function updateConfirmed(
  tx: CustomerTx,
  id: number,
  values: { confirmedAt: Date | null; confirmedById: number | null },
): Promise<void> {
  await tx.updateTable('partnerGlnTold').set(values).where('id', '=', id).execute()
}
