import { type RawBuilder, sql } from 'kysely'

/** The contents of a receipt: the names of its products, at most four, and its package if there is only one. */
export interface ReceiptContents {
  products: string[]
  serialNumber: string | null
  medId: number | null
}

/** Maximum number of a receipt's packages from which the product names are read. The page shows the count of all packages even if there are more. */
const READ = 100

/** Columns of a query: the product names, serial number and med that a page shows for a receipt. @param receipt the receipt's table or its alias. */
export function receiptContents(receipt: string) {
  const r = sql.ref(receipt)
  const lines = sql`d.customer_id = current_customer_id() and d.document_id = ${r}.document_id and d.line >= lower(${r}.lines)
    and d.line < upper(${r}.lines) and d.line <@ ${r}.lines and not d.is_package`
  const ofOne = <Type>(column: RawBuilder<Type>) => sql<Type | null>`case when ${r}.amount = 1 then (select ${column} from document_med d
    join med m on m.customer_id = d.customer_id and m.id = d.med_id where ${lines} order by d.line limit 1) end`
  return {
    products: sql<string[]>`array(select distinct concat_ws(' ', p.regulated_product_name, p.strength_description) from (
      select d.epcis_med_vocabulary_id as id from document_med d where ${lines} order by d.line limit ${sql.lit(READ)}) as read
      join epcis_med_vocabulary p on p.customer_id = current_customer_id() and p.id = read.id
      where p.regulated_product_name is not null order by 1 limit 4)`,
    serialNumber: ofOne(sql<string>`m.serial_number`),
    medId: ofOne(sql<number>`m.id`),
  }
}
