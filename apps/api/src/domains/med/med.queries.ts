import type { PackageLevel } from '@seriatim/schema'
import { sql } from 'kysely'
import { readPrepared, type Together, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { type DocumentLine, selectLevel } from './package/package.queries.ts'

/**
 * SQL condition for a row of `epcis_med_vocabulary`: whether the caller may see at least one med of the product. For each location, one index lookup
 * by location and GTIN decides this. A package typed in without a GTIN has its own product row, which is visible to everybody who may see the
 * package.
 */
const hasSeenMed = sql<boolean>`(current_location_scope() = 'all'
  or exists (select from unnest(current_location_ids()) as place cross join lateral (
    select from med m where m.customer_id = current_customer_id() and m.location_id = place and m.gtin = epcis_med_vocabulary.gtin
      and m.epcis_med_vocabulary_id = epcis_med_vocabulary.id limit 1) as seen)
  or (epcis_med_vocabulary.gtin is null and exists (
    select from med m where m.customer_id = current_customer_id() and m.epcis_med_vocabulary_id = epcis_med_vocabulary.id)))`

/** Products of the customer. There are few rows, so names may be searched by substring. */
export function selectMedProducts(
  tx: CustomerTx,
  {
    medName,
    manufacturerName,
    ndcPrefixes,
    isSeen = false,
  }: {
    medName: string | undefined
    manufacturerName: string | undefined
    ndcPrefixes: readonly string[] | undefined
    /** Whether to return only products of which the caller may see a package. This check is needed because a description belongs to no location. */
    isSeen?: boolean
  },
) {
  let query = tx
    .selectFrom('epcisMedVocabulary')
    .select(['id', 'gtin', 'regulatedProductName', 'strengthDescription', 'additionalTradeItemId'])
  if (medName) query = query.where(sql<boolean>`position(lower(${medName}::text) in lower(regulated_product_name)) > 0`)
  if (manufacturerName)
    query = query.where(sql<boolean>`position(lower(${manufacturerName}::text) in lower(manufacturer_of_trade_item_party_name)) > 0`)
  if (ndcPrefixes) {
    query = query.where(sql<boolean>`exists (select from unnest(${[...ndcPrefixes]}::text[]) as prefix where
      starts_with(regexp_replace(additional_trade_item_id, '\\D', '', 'g'), prefix) or (substr(gtin, 2, 2) = '03' and starts_with(substr(gtin, 4, 10), prefix)))`)
  }
  if (isSeen) query = query.where(hasSeenMed)
  return query.orderBy('id').limit(2000)
}

/** Meds with the data that a pedigree needs from other tables, in no particular order. */
export function selectMeds(tx: CustomerTx, ids: readonly number[]) {
  return tx
    .selectFrom('med')
    .innerJoin('location', 'location.id', 'med.locationId')
    .innerJoin('customer', 'customer.id', 'med.customerId')
    .leftJoin('epcisMedVocabulary as product', 'product.id', 'med.epcisMedVocabularyId')
    .leftJoin('user', 'user.id', 'med.createdById')
    .leftJoin('receipt', 'receipt.id', 'med.receiptId')
    .leftJoin('user as receiver', 'receiver.id', 'receipt.userId')
    .leftJoin('user as voider', 'voider.id', 'med.voidedById')
    .select([
      'med.id',
      'med.serialNumber',
      'med.gtin',
      'med.ndc',
      'med.lotNumber',
      'med.expirationDate',
      'med.isEpcisGenerated',
      'med.createdAt',
      'med.locationId',
      'location.name as locationName',
      'location.timeZone',
      'customer.id as customerId',
      'customer.name as customerName',
      'product.regulatedProductName',
      'product.manufacturerOfTradeItemPartyName',
      'product.dosageFormType',
      'product.strengthDescription',
      'product.netContentDescription',
      'product.additionalTradeItemId',
      'user.firstName',
      'user.lastName',
      'receipt.at as receivedAt',
      'receipt.how',
      'receiver.firstName as receiverFirstName',
      'receiver.lastName as receiverLastName',
      'med.createdById',
      'med.voidedAt',
      'med.voidReason',
      'voider.firstName as voiderFirstName',
      'voider.lastName as voiderLastName',
    ])
    .where('med.id', 'in', ids.length ? [...ids] : [0])
}

/** Converts the timestamps of records from a combined query, which returns them as text, back to `Date`. */
export const asMeds = (rows: Together<{ meds: ReturnType<typeof selectMeds> }>['meds']) =>
  withInstants(rows, 'createdAt', 'receivedAt', 'voidedAt')
export type JoinedMed = ReturnType<typeof asMeds>[number]

/** Meds with exactly this serial number, newest record first. */
export function findMedsBySerial(tx: CustomerTx, serialNumber: string, locationId: number | null) {
  let query = tx
    .selectFrom('med')
    .innerJoin('location', 'location.id', 'med.locationId')
    .select(['med.id', 'med.gtin', 'med.lotNumber', 'med.voidedAt', 'location.id as locationId', 'location.name as locationName'])
    .where('med.serialNumber', '=', serialNumber)
    .orderBy('med.createdAt', 'desc')
    .orderBy('med.id', 'desc')
    .limit(50)
  if (locationId) query = query.where('med.locationId', '=', locationId)
  return query.execute()
}

/** The documents that list a med, newest first, without voided orders. */
export function selectListings(tx: CustomerTx, medId: number) {
  return tx
    .selectFrom('documentMed as line')
    .innerJoin('order', 'order.id', 'line.documentId')
    .select([
      'line.documentId',
      'line.line',
      'line.parentLine',
      'line.children',
      'line.isShipped',
      'line.receiptId',
      'order.purchaseOrderNumbers',
      'order.senderNames',
      'order.timeStamp',
    ])
    .where('line.medId', '=', medId)
    .where('order.voidedAt', 'is', null)
    .orderBy('order.timeStamp', 'desc')
    .orderBy('line.documentId', 'desc')
    .limit(50)
}

export function listPlaces(tx: CustomerTx, medId: number) {
  return selectListings(tx, medId).execute()
}

/** Body of the recursive CTE `up`: a line and the cases and pallets that contain it. */
const selectUp = ({ documentId, line }: DocumentLine) => sql`
      select d.* from document_med d where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line = ${line}
      union all
      select p.* from document_med p join up on p.customer_id = current_customer_id() and p.document_id = up.document_id and p.line = up.parent_line`

interface Parent {
  line: number
  level: PackageLevel
  medId: number | null
  sscc: string | null
  gtin: string | null
  serialNumber: string | null
  meds: number
  children: number
}

/** The cases and pallets around a line, nearest first: earlier lines whose subtree includes it. */
const selectParents = (place: DocumentLine) => sql<Parent>`
    with recursive up as (${selectUp(place)})
    select up.line, ${selectLevel('up')} as level, up.med_id as "medId", up.sscc, m.gtin, m.serial_number as "serialNumber", up.meds, up.children
    from up left join med m on m.customer_id = current_customer_id() and m.id = up.med_id where up.line <> ${place.line} order by up.line desc`

/** Events that list the line itself, or a case or pallet around it. Read points and locations are given as the document names them. */
const selectEvents = (place: DocumentLine) => sql<EventRecord>`
    with recursive up as (${selectUp(place)})
    select e.event_number as "eventNumber", e.kind, e.action, e.biz_step as "bizStep", e.disposition, e.event_time as "eventTime", e.read_point as "readPoint",
      e.biz_location as "bizLocation", e.parent, e.biz_transactions as "bizTransactions", e.sources, e.destinations, e.lines @> ${place.line}::int as "isOwn"
    from epcis_event e
    where e.customer_id = current_customer_id() and e.document_id = ${place.documentId} and e.restated_by is null
      and e.lines && (select range_agg(int4range(up.line, up.line, '[]')) from up)
    order by e.event_number`

/** Queries for what a document states about the med on one of its lines; callers run them together with other queries. */
export const selectLineFacts = (tx: CustomerTx, place: DocumentLine) => ({
  parents: selectParents(place),
  events: selectEvents(place),
  documents: tx
    .selectFrom('epcisDocument')
    .select(['locations', 'senderName', 'transactionStatement', 'legalNotice'])
    .where('id', '=', place.documentId),
})

export async function readLineFacts(tx: CustomerTx, place: DocumentLine) {
  return toLineFacts(await readPrepared(tx, selectLineFacts(tx, place)))
}

/**
 * Collects a document's data about one of its lines: the cases and pallets around it, the events, and the document's sender, statement and locations.
 */
export function toLineFacts({ parents, events, documents: [document] }: Together<ReturnType<typeof selectLineFacts>>) {
  return { parents, events, document, locations: (document?.locations ?? []) as DocumentLocation[] } // the import wrote the locations in this shape
}

export interface EventRecord {
  eventNumber: number
  kind: string
  action: string | null
  bizStep: string | null
  disposition: string | null
  eventTime: string | null
  readPoint: string | null
  bizLocation: string | null
  parent: string | null
  bizTransactions: { type: string; value: string }[]
  sources: { type: string; value: string }[]
  destinations: { type: string; value: string }[]
  /** True if the event lists the med itself; false if it lists only a case or pallet that contains the med. */
  isOwn: boolean
}

export interface DocumentLocation {
  id: string
  gln: string | null
  name: string | null
  city: string | null
  state: string | null
}
