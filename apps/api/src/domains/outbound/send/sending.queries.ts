import type { CustomerTx } from '../../../db/types.ts'

export async function insertSending(
  tx: CustomerTx,
  row: { shipmentId: number; at: Date; byName: string; toWords: string; mailId: number; linkId: number },
): Promise<void> {
  await tx.insertInto('shipmentSending').values(row).execute()
}

export const findSending = (tx: CustomerTx, shipmentId: number, id: number) =>
  tx
    .selectFrom('shipmentSending')
    .select(['id', 'mailId', 'toWords'])
    .where('shipmentId', '=', shipmentId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Emails with the documents, newest first, with their delivery and the uses of their links. */
export const listSendings = (tx: CustomerTx, shipmentId: number) =>
  tx
    .selectFrom('shipmentSending as s')
    .innerJoin('mail as m', 'm.id', 's.mailId')
    .innerJoin('inspectionLink as k', 'k.id', 's.linkId')
    .select(['s.id', 's.toWords', 's.at', 's.byName', 'm.status', 'm.lastError', 'k.uses', 'k.lastUsedAt'])
    .where('s.shipmentId', '=', shipmentId)
    .orderBy('s.id', 'desc')
    .limit(100)
    .execute()
