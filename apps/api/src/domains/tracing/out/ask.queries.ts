import type { CustomerTx } from '../../../db/types.ts'
import { findRequest, type RequestRecord } from '../request.queries.ts'

/** Finds the tracing request to which an email to a partner belongs. */
export async function findAskMail(tx: CustomerTx, mailId: number): Promise<RequestRecord | undefined> {
  const row = await tx.selectFrom('tracingSending').select('requestId').where('mailId', '=', mailId).executeTakeFirst()
  return row && findRequest(tx, row.requestId)
}

/** Partners that are not deactivated, each with its name and the first email address among its contacts. */
export function listAskablePartners(tx: CustomerTx) {
  return tx
    .selectFrom('tradingPartner as p')
    .select((eb) => [
      'p.id',
      'p.name',
      'p.locationId',
      eb
        .selectFrom('partnerContact as c')
        .innerJoin('partnerContactDetail as d', 'd.partnerContactId', 'c.id')
        .select('d.contactDetail')
        .whereRef('c.tradingPartnerId', '=', 'p.id')
        .where('d.contactType', '=', 'email')
        .orderBy('c.id')
        .orderBy('d.id')
        .limit(1)
        .as('emailAddress'),
    ])
    .where('p.deactivatedAt', 'is', null)
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(1000)
    .execute()
}

/** Requests to partners whose reminder is due: the partner has not answered by the request's reminder day. */
export const listToRemind = (tx: CustomerTx, today: string) =>
  tx
    .selectFrom('tracingRequest as r')
    .innerJoin('tracingSending as s', 's.requestId', 'r.id')
    .innerJoin('mail as m', 'm.id', 's.mailId')
    .select(['r.id', 'r.number', 's.toWords', 'm.toAddresses', 'm.replyTo', 'm.envelopeFrom', 'm.subject', 'm.body'])
    .where('r.direction', '=', 'out')
    .where('r.remindOn', '<=', today)
    .where('r.answeredAt', 'is', null)
    .where('r.endedAt', 'is', null)
    .where('s.channel', '=', 'question')
    .where('m.status', '=', 'sent')
    .orderBy('r.id')
    .limit(200)
    .execute()
