import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { sentToOf } from '../../departure/departure.joins.ts'
import type { AffectedRecord } from '../recall.queries.ts'

export interface PackageRecord {
  /** Id of the affected lot that the package belongs to. */
  entryId: number
  medId: number
  gtin: string | null
  serialNumber: string
  receivedAt: Date | null
  firstName: string | null
  lastName: string | null
  /**
   * Whether the package is on hold only because its document's data is wrong or missing (data pending); null if it is not on hold, or if the caller
   * did not ask for this.
   */
  isPending: boolean | null
  /** Name of the company to which the package was shipped; null if the package is here or has come back. */
  sentTo: string | null
}

interface PackagesAsked {
  limit?: number | undefined
  /** SQL expression for the result's `isPending`, computed for each package's row `m` of `med`. Without it, `isPending` is null. */
  isPending?: RawBuilder<boolean | null>
}

/** Selects the packages of these affected lots, at most `limit` of each lot, in the order of the document. */
export function selectAffectedPackages(lots: readonly AffectedRecord[], { limit, isPending = sql`null::boolean` }: PackagesAsked = {}) {
  const of = <Key extends keyof AffectedRecord>(key: Key) => lots.map((lot) => lot[key])
  const isLot = sql`lot_number is not distinct from k.lot and expiration_date is not distinct from k.expiration
    and epcis_med_vocabulary_id is not distinct from k.product_id`
  return sql<PackageRecord>`
    select k.id as "entryId", m.id as "medId", m.gtin, m.serial_number as "serialNumber", x.at as "receivedAt",
      u.first_name as "firstName", u.last_name as "lastName",
      ${isPending} as "isPending", ${sentToOf('m')} as "sentTo"
    from unnest(${of('id')}::bigint[], ${of('documentId')}::bigint[], ${of('productId')}::bigint[], ${of('locationId')}::bigint[], ${of('gtin')}::text[],
      ${of('ndc')}::text[], ${of('lotNumber')}::text[], ${of('expiration')}::date[])
      as k (id, document_id, product_id, location_id, gtin, ndc, lot, expiration)
    cross join lateral (
      (select med_id, receipt_id, line::bigint from document_med where k.document_id is not null and customer_id = current_customer_id()
        and document_id = k.document_id and is_shipped and not is_package and med_id is not null and ${isLot}
        order by line ${limit === undefined ? sql`` : sql`limit ${limit}`})
      union all
      (select id, receipt_id, row_number() over (order by id) from med where k.document_id is null and customer_id = current_customer_id()
        and location_id = k.location_id and not is_epcis_generated and voided_at is null and ${isLot}
        and (k.gtin is null or gtin is null or gtin = k.gtin) and (k.ndc is null or ndc is null or ndc = k.ndc)
        order by id ${limit === undefined ? sql`` : sql`limit ${limit}`})
    ) d
    join med m on m.customer_id = current_customer_id() and m.id = d.med_id
    left join receipt x on x.customer_id = current_customer_id() and x.id = d.receipt_id
    left join "user" u on u.customer_id = current_customer_id() and u.id = x.user_id
    order by k.id, d.line`
}

/** The packages of affected lots, in a map by `AffectedRecord.id`. */
export async function listPackages(
  tx: CustomerTx,
  lots: readonly AffectedRecord[],
  asked?: PackagesAsked,
): Promise<Map<number, PackageRecord[]>> {
  return Map.groupBy((await selectAffectedPackages(lots, asked).execute(tx)).rows, ({ entryId }) => entryId)
}

/** SQL for the number of packages received from each of these documents, by product, lot and expiration date. */
export const selectReceivedByLot = (documentIds: readonly number[]) => sql<{
  documentId: number
  productId: number | null
  lotNumber: string | null
  expiration: string | null
  received: number
}>`
    select d.document_id as "documentId", d.epcis_med_vocabulary_id as "productId", d.lot_number as "lotNumber",
      to_char(d.expiration_date, 'YYYY-MM-DD') as expiration, count(*)::int as received
    from document_med d where d.customer_id = current_customer_id() and d.document_id = any (${[...documentIds]}::bigint[])
      and d.receipt_id is not null and d.is_shipped and not d.is_package group by 1, 2, 3, d.expiration_date`
