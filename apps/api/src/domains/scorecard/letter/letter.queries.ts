import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { isFault } from '../compute/month-facts.queries.ts'

export interface LetterExample {
  ticketNumber: number
  at: Date
  filename: string | null
  poNumber: string | null
  title: string
  isOpen: boolean
}

/** The newest tickets that count against these senders, open ones first, as far as the caller may see their locations. */
export async function listExamples(
  tx: CustomerTx,
  { senders, from, to, locationId, limit }: { senders: readonly string[]; from: Date; to: Date; locationId: number | null; limit: number },
): Promise<LetterExample[]> {
  const { rows } = await sql<LetterExample>`
    select x.ticket_number as "ticketNumber", x.created_at as at, d.filename, x.po_number as "poNumber", x.title, x.current_error_status = 'OPEN' as "isOpen"
    from document_exception x left join epcis_document d on d.customer_id = x.customer_id and d.id = coalesce(x.document_id, x.order_id)
    where x.customer_id = current_customer_id() and x.sender_gln = any (${[...senders]}::text[]) and x.created_at >= ${from} and x.created_at < ${to}
      and (${locationId}::bigint is null or x.location_id = ${locationId}) and ${isFault}
    order by x.current_error_status = 'OPEN' desc, x.created_at desc, x.id desc limit ${limit}`.execute(tx)
  return rows
}

/** The first postal address of a partner, in lines. */
export async function findAddress(tx: CustomerTx, partnerId: number): Promise<string[]> {
  const row = await tx
    .selectFrom('partnerAddress')
    .leftJoin('state', 'state.id', 'partnerAddress.stateId')
    .select(['addressLineOne', 'addressLineTwo', 'city', 'state.code as state', 'postalCode'])
    .where('tradingPartnerId', '=', partnerId)
    .orderBy((order) => order('addressType', '=', 'mailTo'), 'desc')
    .orderBy('partnerAddress.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return []
  const place = [row.city, [row.state, row.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [row.addressLineOne, row.addressLineTwo, place].filter((line): line is string => Boolean(line))
}

export async function findLocationName(tx: CustomerTx, id: number): Promise<string | undefined> {
  const row = await tx.selectFrom('location').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}
