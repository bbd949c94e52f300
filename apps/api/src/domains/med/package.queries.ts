import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface PackageReceipt {
  medId: number
  documentId: number
  at: Date
  how: 'scan' | 'serial' | 'container' | 'product' | 'all'
  firstName: string
  lastName: string
}

/**
 * Which of these SGTINs are packages of which all meds are received, and the last receipt in each; newest document first. A package is
 * asked no further than its first open med.
 */
export async function listPackageReceipts(tx: CustomerTx, medIds: readonly number[]): Promise<PackageReceipt[]> {
  const { rows } = await sql<PackageReceipt>`
    select p.med_id as "medId", p.document_id as "documentId", r.at, r.how, u.first_name as "firstName", u.last_name as "lastName"
    from document_med p
    join "order" o on o.customer_id = p.customer_id and o.id = p.document_id and o.voided_at is null
    cross join lateral (
      select max(d.receipt_id) as id from document_med d
      where d.customer_id = p.customer_id and d.document_id = p.document_id and d.line > p.line and d.line <= p.last_line
        and not d.is_package and d.is_shipped
    ) last
    join receipt r on r.customer_id = p.customer_id and r.id = last.id
    join "user" u on u.customer_id = r.customer_id and u.id = r.user_id
    where p.customer_id = current_customer_id() and p.med_id = any (${[...medIds]}::bigint[]) and p.is_package and p.med_id is not null
      and p.meds > 0 and not exists (
        select from document_med d
        where d.customer_id = p.customer_id and d.document_id = p.document_id and d.line > p.line and d.line <= p.last_line
          and not d.is_package and d.is_shipped and d.receipt_id is null)
    order by o.time_stamp desc, p.document_id desc`.execute(tx)
  return rows
}
