import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { ARRIVAL } from '../compute/arrival.ts'
import { isFault } from '../compute/month-facts.queries.ts'

export interface LetterExample {
  ticketNumber: number
  at: Date
  filename: string | null
  poNumber: string | null
  title: string
  isOpen: boolean
}

/** Defines which orders and files a letter's figures count. */
export interface Counted {
  /**
   * Location and sender of the orders and files that count, each as the location's id, a space and the sender's GLN. The id is empty for files
   * without a location.
   */
  owners: readonly string[]
  months: readonly string[]
  /** Time zone by which a file without a location is assigned to its month. */
  timeZone: string
  /** The product's GTIN; empty for all products. */
  gtin: string
}

/** The tickets about faults in the orders and files that are part of these months' figures. Open tickets come first, then the newest. */
export async function listExamples(tx: CustomerTx, { owners, months, timeZone, gtin }: Counted, limit: number): Promise<LetterExample[]> {
  const { rows } = await sql<LetterExample>`
    select x.ticket_number as "ticketNumber", x.created_at as at, d.filename, x.po_number as "poNumber", x.title, x.current_error_status = 'OPEN' as "isOpen"
    from document_exception x join epcis_document d on d.customer_id = x.customer_id and d.id = coalesce(x.document_id, x.order_id)
    left join "order" o on o.customer_id = d.customer_id and o.id = d.id
    left join location l on l.customer_id = d.customer_id and l.id = coalesce(o.location_id, d.location_id)
    where x.customer_id = current_customer_id() and ${isFault} and (o.voided_at is null or o.replaced_by_id is not null)
      and concat(l.id, ' ', d.sender_gln) = any (${[...owners]}::text[])
      and to_char(${ARRIVAL} at time zone coalesce(l.time_zone, ${timeZone}), 'YYYY-MM') = any (${[...months]}::text[])
      and (${gtin} = '' or exists (select from stock_lot s where s.customer_id = x.customer_id and s.document_id = d.id and s.gtin = ${gtin})
        or exists (select from document_exception_item i where i.customer_id = x.customer_id and i.document_exception_id = x.id and i.gtin = ${gtin}))
    order by x.current_error_status = 'OPEN' desc, x.created_at desc, x.id desc limit ${limit}`.execute(tx)
  return rows
}

/** The postal address for letters to a partner, in lines: its first mailing address or, if it has none, its first address. */
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
