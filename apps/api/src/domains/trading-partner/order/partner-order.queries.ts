import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Finds the sender's data in an order's document. */
export function findOrderSender(tx: CustomerTx, documentId: number) {
  return tx
    .selectFrom('order')
    .innerJoin('epcisDocument', 'epcisDocument.id', 'order.id')
    .select([
      'order.id',
      'order.locationId',
      'order.voidedAt',
      'order.amountOfMeds',
      'order.amountReceived',
      'order.senderNames',
      'epcisDocument.senderGln',
      'epcisDocument.senderName',
      'epcisDocument.locations',
    ])
    .where('order.id', '=', documentId)
    .executeTakeFirst()
}

const documentSenders = (tx: CustomerTx) =>
  tx
    .selectFrom('epcisDocument')
    .leftJoin('order', 'order.id', 'epcisDocument.id')
    .select(['epcisDocument.locationId', 'epcisDocument.createdById', 'epcisDocument.senderGln', 'epcisDocument.senderName'])
    .select(['epcisDocument.locations', 'order.senderNames'])

/** The sender's data in a document, even if the document has no order. */
export const findDocumentSender = (tx: CustomerTx, documentId: number) =>
  documentSenders(tx).where('epcisDocument.id', '=', documentId).executeTakeFirst()

export type DocumentSender = NonNullable<Awaited<ReturnType<typeof findDocumentSender>>>

/** Finds the sender's data in the document of an upload. */
export const findUploadSender = (tx: CustomerTx, uploadId: number) =>
  documentSenders(tx).innerJoin('upload', 'upload.documentId', 'epcisDocument.id').where('upload.id', '=', uploadId).executeTakeFirst()

/** Selects up to five active partners whose name contains this name or is contained in it, ignoring case. */
export const selectAlike = (name: string) => sql<{ id: number; name: string }>`
    select p.id, p.name from trading_partner p where ${name} <> '' and p.customer_id = current_customer_id() and p.deactivated_at is null
      and (position(lower(p.name) in lower(${name}::text)) > 0 or position(lower(${name}::text) in lower(p.name)) > 0)
    order by lower(p.name), p.id limit 5`

const ofPartner = sql`
  own as (
    select g.global_location_number as gln, p.location_id from partner_gln g
    join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id
    where g.customer_id = current_customer_id() and p.id = `

/** Orders from a partner's GLNs, newest first. */
export const selectPartnerOrders = (partnerId: number, limit: number) =>
  sql<{
    documentId: number
    purchaseOrderNumbers: string[]
    timeStamp: Date
    locationName: string
    amountOfMeds: number
    amountNotReceived: number
    rejects: number | null
    warnings: number | null
  }>`with ${ofPartner}${partnerId})
    select o.id as "documentId", o.purchase_order_numbers as "purchaseOrderNumbers", o.time_stamp as "timeStamp", l.name as "locationName",
      o.amount_of_meds as "amountOfMeds", o.amount_of_meds - o.amount_received as "amountNotReceived", x.rejects, x.warnings
    from own join epcis_document d on d.customer_id = current_customer_id() and d.sender_gln = own.gln
    join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.voided_at is null and (own.location_id is null or own.location_id = o.location_id)
    join location l on l.customer_id = o.customer_id and l.id = o.location_id
    left join document_exception x on x.customer_id = o.customer_id and x.document_id = o.id
    order by o.time_stamp desc, o.id desc limit ${limit}`

/** Number of orders from a partner's GLNs, and the date of the first one. */
export const selectPartnerCount = (partnerId: number) => sql<{ amount: number; first: Date | null }>`with ${ofPartner}${partnerId})
    select count(*)::int as amount, min(o.time_stamp) as first
    from own join epcis_document d on d.customer_id = current_customer_id() and d.sender_gln = own.gln
    join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.voided_at is null and (own.location_id is null or own.location_id = o.location_id)`

/**
 * Selects the newest open tickets about the partner's documents or, if opened at the counter, about the partner's goods. Each row also has the total
 * number of such tickets, which may exceed `limit`.
 */
export const selectPartnerExceptions = (partnerId: number, limit: number) =>
  sql<{
    id: number
    ticketNumber: number
    errorType: string
    title: string
    findings: { message: string }[]
    poNumber: string | null
    createdAt: Date
    documentId: number
    uploadId: number | null
    amount: number
  }>`with ${ofPartner}${partnerId})
    select x.id, x.ticket_number as "ticketNumber", x.current_error_type as "errorType", x.title, x.findings, x.po_number as "poNumber", x.created_at as "createdAt",
      coalesce(x.document_id, x.order_id) as "documentId", (select min(u.id) from upload u where u.customer_id = current_customer_id() and u.document_id = x.document_id) as "uploadId",
      count(*) over ()::int as amount
    from document_exception x join own on own.gln = x.sender_gln and (own.location_id is null or own.location_id = x.location_id)
    where x.customer_id = current_customer_id() and x.current_error_status = 'OPEN'
    order by x.id desc limit ${limit}`

/**
 * SQL for the notices of illegitimate product sent to one of the partner's addresses, or under its name or that of a partner merged into it; newest
 * first.
 */
export const selectPartnerNotices = (partnerId: number, limit: number) =>
  sql<{
    id: number
    incidentId: number
    productName: string
    at: Date
    to: string[]
    mail: 'waiting' | 'sent' | 'failed' | 'stopped'
  }>`
    with recursive own (id) as (
      select ${partnerId}::bigint union
      select m.merged_id from own join partner_merge m on m.customer_id = current_customer_id() and m.kept_id = own.id and m.undone_at is null
    ), named as (
      select p.name from own join trading_partner p on p.customer_id = current_customer_id() and p.id = own.id
    )
    select n.id, n.report_id as "incidentId", r.product_name as "productName", m.created_at as at, m.to_addresses as "to", m.status as mail
    from incident_mail n join mail m on m.customer_id = n.customer_id and m.id = n.mail_id
    join incident_report r on r.customer_id = n.customer_id and r.id = n.report_id
    join trading_partner p on p.customer_id = n.customer_id and p.id = ${partnerId}
    where n.customer_id = current_customer_id() and n.kind = 'notice' and (lower(n.partner_name) in (select lower(name) from named) or exists (
      select from partner_contact c join partner_contact_detail d on d.customer_id = c.customer_id and d.partner_contact_id = c.id
      where c.customer_id = current_customer_id() and c.trading_partner_id = p.id and d.contact_type = 'email'
        and lower(d.contact_detail) in (select lower(address) from unnest(m.to_addresses) address)))
      and (p.location_id is null or p.location_id = r.location_id)
    order by n.id desc limit ${limit}`

/**
 * SQL for the open incidents about serial numbers from the partner's orders, one row per incident. `gtins` lists all GTINs with which that serial
 * number is on file.
 */
export const selectPartnerIncidents = (partnerId: number) =>
  sql<{
    id: number
    number: string | null
    productName: string
    openedAt: Date
    ndc: string
    gtins: (string | null)[]
  }>`
    with ${ofPartner}${partnerId}), told as (
      select distinct on (r.thread_id) r.* from incident_report r where r.customer_id = current_customer_id() order by r.thread_id, r.id desc
    )
    select r.id, t.incident_number as number, r.product_name as "productName", t.created_at as "openedAt", r.ndc, array_agg(distinct m.gtin) as gtins
    from incident_thread t join told r on r.customer_id = t.customer_id and r.thread_id = t.id
    join med m on m.customer_id = r.customer_id and m.location_id = r.location_id and m.serial_number = r.serial_number
    join document_med dm on dm.customer_id = m.customer_id and dm.med_id = m.id
    join epcis_document d on d.customer_id = dm.customer_id and d.id = dm.document_id
    join own on own.gln = d.sender_gln and (own.location_id is null or own.location_id = r.location_id)
    where t.customer_id = current_customer_id() and t.terminated_at is null
    group by t.id, r.id, t.incident_number, r.product_name, t.created_at, r.ndc order by t.id desc`
