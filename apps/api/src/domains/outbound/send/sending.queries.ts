import type { CustomerTx } from '../../../db/types.ts'

export async function insertSending(
  tx: CustomerTx,
  row: { shipmentId: number; at: Date; byName: string; toWords: string; mailId: number; linkId: number; isReminder: boolean },
): Promise<void> {
  await tx.insertInto('shipmentSending').values(row).execute()
}

export const findSending = (tx: CustomerTx, shipmentId: number, id: number) =>
  tx
    .selectFrom('shipmentSending as s')
    .innerJoin('inspectionLink as k', 'k.id', 's.linkId')
    .select(['s.id', 's.mailId', 's.toWords', 's.linkId', 'k.revokedAt'])
    .where('s.shipmentId', '=', shipmentId)
    .where('s.id', '=', id)
    .executeTakeFirst()

/** The emails with the documents, newest first, each with its delivery status and the uses of its link. */
export const listSendings = (tx: CustomerTx, shipmentId: number) =>
  tx
    .selectFrom('shipmentSending as s')
    .innerJoin('mail as m', 'm.id', 's.mailId')
    .innerJoin('inspectionLink as k', 'k.id', 's.linkId')
    .select(['s.id', 's.toWords', 's.at', 's.byName', 's.isReminder', 'm.status', 'm.lastError', 'k.uses', 'k.lastUsedAt'])
    .select(['s.linkId', 'k.expiresAt', 'k.revokedAt', 'k.revokedBy'])
    .where('s.shipmentId', '=', shipmentId)
    .orderBy('s.id', 'desc')
    .limit(100)
    .execute()

/** The link that is printed on the shipment's letter; undefined if an email contains the same link. */
export const findLetterLink = (tx: CustomerTx, shipmentId: number) =>
  tx
    .selectFrom('shipment as h')
    .innerJoin('inspectionLink as k', 'k.id', 'h.letterLinkId')
    .select(['k.id as linkId', 'k.uses', 'k.lastUsedAt', 'k.expiresAt', 'k.revokedAt', 'k.revokedBy'])
    .where('h.id', '=', shipmentId)
    .where(({ exists, not, selectFrom, ref }) =>
      not(exists(selectFrom('shipmentSending as s').select('s.id').where('s.linkId', '=', ref('k.id')))),
    )
    .executeTakeFirst()

/** The emails of a shipment, newest first, each with the Message-ID that a report of a mail server quotes. */
export const listSentMails = (tx: CustomerTx, shipmentId: number) =>
  tx
    .selectFrom('shipmentSending as s')
    .innerJoin('mail as m', 'm.id', 's.mailId')
    .innerJoin('inspectionLink as k', 'k.id', 's.linkId')
    .select(['k.revokedAt as linkEndedAt', 'm.id as mailId', 'm.messageId', 'm.status', 'm.toAddresses', 's.toWords'])
    .where('s.shipmentId', '=', shipmentId)
    .orderBy('s.id', 'desc')
    .limit(200)
    .execute()

/**
 * Lists the emails that were sent until `before` and whose recipients can still be reminded: no reminder was sent, the link still works, nobody has
 * opened any link to the shipment's documents, and nothing was delivered to an endpoint.
 */
export const listUnopened = (tx: CustomerTx, before: Date, now: Date) =>
  tx
    .selectFrom('shipmentSending as s')
    .innerJoin('shipment as h', 'h.id', 's.shipmentId')
    .innerJoin('mail as m', 'm.id', 's.mailId')
    .innerJoin('inspectionLink as k', 'k.id', 's.linkId')
    .select(['s.id', 's.shipmentId', 'm.toAddresses'])
    .where('s.at', '<=', before)
    .where('s.remindedAt', 'is', null)
    .where('s.isReminder', '=', false)
    .where('h.state', '=', 'sent')
    .where('m.status', '=', 'sent')
    .where('k.expiresAt', '>', now)
    .where('k.revokedAt', 'is', null)
    .where(({ exists, not, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('shipmentSending as o')
            .innerJoin('inspectionLink as ok', 'ok.id', 'o.linkId')
            .select('o.id')
            .where('o.shipmentId', '=', ref('s.shipmentId'))
            .where('ok.uses', '>', 0),
        ),
      ),
    )
    .where(({ exists, not, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('shipmentDelivery as d')
            .select('d.id')
            .where('d.shipmentId', '=', ref('s.shipmentId'))
            .where('d.state', '=', 'delivered'),
        ),
      ),
    )
    .orderBy('s.id')
    .limit(500)
    .execute()
export type UnopenedSending = Awaited<ReturnType<typeof listUnopened>>[number]

export async function markReminded(tx: CustomerTx, id: number, remindedAt: Date): Promise<void> {
  await tx.updateTable('shipmentSending').set({ remindedAt }).where('id', '=', id).execute()
}
