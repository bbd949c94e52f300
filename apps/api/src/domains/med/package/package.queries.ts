import type { PackageLevel } from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'

/** The level of the package on row `line` of the statement: `pallet` if it contains packages, otherwise `case`. */
export function selectLevel(line: string): RawBuilder<PackageLevel> {
  const the = (column: string) => sql.ref(`${line}.${column}`)
  return sql`case when exists (select from document_med c where c.customer_id = current_customer_id() and c.document_id = ${the('document_id')}
    and c.parent_line = ${the('line')} and c.is_package) then 'pallet' else 'case' end`
}

/** A line of a document. */
export interface DocumentLine {
  documentId: number
  line: number
}

/** Passed to queries in place of a line that was not found. No document has this line, so the queries return nothing. */
export const NOWHERE: DocumentLine = { documentId: 0, line: 0 }

export interface PackageLine extends DocumentLine {
  medId: number
  level: PackageLevel
  meds: number
}

/**
 * Selects the cases and pallets among these SGTINs, each from the newest order that lists it; a voided order counts only if no other order lists the
 * unit.
 */
export const selectPackages = (medIds: readonly number[]) => sql<PackageLine>`
    select distinct on (p.med_id) p.med_id as "medId", p.document_id as "documentId", p.line, ${selectLevel('p')} as level, p.meds
    from document_med p
    join "order" o on o.customer_id = p.customer_id and o.id = p.document_id
    where p.customer_id = current_customer_id() and p.med_id = any (${[...medIds]}::bigint[]) and p.is_package and p.med_id is not null
    order by p.med_id, o.voided_at nulls first, o.time_stamp desc, p.document_id desc`

/** Query for how many of the shipped meds in a case or pallet were received. */
export const selectReceivedInside = ({ documentId, line }: DocumentLine) => sql<{ received: number }>`
    select count(d.receipt_id)::int as received
    from document_med p
    join document_med d on d.customer_id = p.customer_id and d.document_id = p.document_id and d.line > p.line and d.line <= p.last_line
      and not d.is_package and d.is_shipped
    where p.customer_id = current_customer_id() and p.document_id = ${documentId} and p.line = ${line}`

export interface PackageReceipt {
  medId: number
  documentId: number
  at: Date
  how: 'scan' | 'serial' | 'container' | 'product' | 'all'
  firstName: string
  lastName: string
}

/**
 * For each of these SGTINs that is a case or pallet whose meds were all received, selects the last receipt of the meds. A container may occur in
 * several documents; the newest document comes first. The check of a container stops at the first med that was not received.
 */
export const selectPackageReceipts = (medIds: readonly number[]) => sql<PackageReceipt>`
    select p.med_id as "medId", p.document_id as "documentId", r.at, r.how, u.first_name as "firstName", u.last_name as "lastName"
    from document_med p
    join "order" o on o.customer_id = p.customer_id and o.id = p.document_id and o.voided_at is null
    cross join lateral (
      select max(d.receipt_id) as id from document_med d
      where d.customer_id = current_customer_id() and d.document_id = p.document_id and d.line > p.line and d.line <= p.last_line
        and not d.is_package and d.is_shipped
    ) last
    join receipt r on r.customer_id = p.customer_id and r.id = last.id
    join "user" u on u.customer_id = r.customer_id and u.id = r.user_id
    where p.customer_id = current_customer_id() and p.med_id = any (${[...medIds]}::bigint[]) and p.is_package and p.med_id is not null
      and p.meds > 0 and not exists (
        select from document_med d
        where d.customer_id = current_customer_id() and d.document_id = p.document_id and d.line > p.line and d.line <= p.last_line
          and not d.is_package and d.is_shipped and d.receipt_id is null)
    order by o.time_stamp desc, p.document_id desc`
