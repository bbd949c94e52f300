import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export interface ContainerLine {
  code: string
  /** Number of containers around this one: 0 for an outermost case or pallet. */
  depth: number
  meds: number
  received: number
  holdsPackages: boolean
}

/** The containers of an order that contain shipped goods, in the sequence of the order's document. */
export async function listContainers(tx: CustomerTx, documentId: number, limit: number): Promise<ContainerLine[]> {
  const { rows } = await sql<ContainerLine>`
    select coalesce(d.sscc, m.serial_number, '') as code, d.meds,
      (select count(*)::int from document_med a where a.customer_id = d.customer_id and a.document_id = d.document_id and a.is_package
        and a.line < d.line and a.last_line >= d.line) as depth,
      (select count(*)::int from document_med i where i.customer_id = d.customer_id and i.document_id = d.document_id
        and i.line > d.line and i.line <= d.last_line and i.receipt_id is not null) as received,
      exists (select from document_med n where n.customer_id = d.customer_id and n.document_id = d.document_id and n.line = d.line + 1 and n.is_package) as "holdsPackages"
    from document_med d left join med m on m.customer_id = d.customer_id and m.id = d.med_id
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.is_package and d.meds > 0
    order by d.line limit ${limit}`.execute(tx)
  return rows
}
