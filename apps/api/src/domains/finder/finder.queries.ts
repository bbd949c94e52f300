import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { sentToOf } from '../departure/departure.joins.ts'

/** The part of a serial number that the search text may match. */
export type SerialPart = 'whole' | 'beginning' | 'end'

/** Number of trailing characters of a serial number that are indexed (`med.serial_tail`). */
export const TAIL = 4

const MATCHES: Record<SerialPart, (text: string) => RawBuilder<boolean>> = {
  whole: (text) => sql`med.serial_number = ${text}`,
  beginning: (text) => sql`starts_with(med.serial_number, ${text})`,
  end: (text) => sql`med.serial_tail = ${text}`,
}

export function selectSerials(
  tx: CustomerTx,
  { gtin, serialNumber, part }: { gtin: string | undefined; serialNumber: string; part: SerialPart },
) {
  let query = tx
    .selectFrom('med')
    .innerJoin('location', 'location.id', 'med.locationId')
    .leftJoin('epcisMedVocabulary as product', 'product.id', 'med.epcisMedVocabularyId')
    .select([
      'med.id',
      'med.gtin',
      'med.serialNumber',
      'med.lotNumber',
      'med.expirationDate',
      'med.receiptId',
      'location.name as locationName',
      'product.regulatedProductName',
      'product.strengthDescription',
      sentToOf('med').as('sentTo'),
    ])
    .where(MATCHES[part](serialNumber))
    .limit(6)
  query = part === 'end' ? query.orderBy('med.id', 'desc') : query.orderBy('med.serialNumber').orderBy('med.id')
  if (gtin) query = query.where('med.gtin', '=', gtin)
  return query
}

/** Number of meds on hold in a container; `pending` counts those on hold only because a ticket's data is missing. */
const heldInside = (which: 'held' | 'pending', ofOrder: RawBuilder<unknown>) =>
  sql<number>`case when ${ofOrder} = 0 then 0 else (
    select count(*)::int from (
      select d.line from document_med d join hold_med k on k.customer_id = d.customer_id and k.med_id = d.med_id and k.is_active
      join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
      where d.customer_id = current_customer_id() and d.document_id = document_med.document_id
        and d.line between document_med.line and document_med.last_line and d.is_shipped and not d.is_package
      group by d.line having ${which === 'held'} or bool_and(h.cause = 'dataPending')) told) end`.as(which)

export function findContainers(tx: CustomerTx, sscc: string) {
  return (
    tx
      .selectFrom('documentMed')
      .innerJoin('order', 'order.id', 'documentMed.documentId')
      .select(['documentMed.documentId', 'documentMed.sscc', 'documentMed.meds', 'order.purchaseOrderNumbers', 'order.senderNames'])
      // Counts held packages only if the order has any on hold, because the count reads every line of the container.
      .select([heldInside('held', sql`"order".amount_held`), heldInside('pending', sql`"order".amount_pending`)])
      .where('documentMed.sscc', '=', sscc)
      .where('order.voidedAt', 'is', null)
      .limit(6)
      .execute()
  )
}

/**
 * Finds a lot with its number of meds, and how many of these are on hold. Cases and pallets of the lot are not meds, so they are not counted
 * (decision 40).
 */
export function selectLots(tx: CustomerTx, lotNumber: string) {
  return tx
    .selectFrom('med')
    .select((eb) => ['med.lotNumber', eb.fn.countAll<number>().as('amount')])
    .select([
      sql<number>`count(*) filter (where med.id in (
        select h.med_id from hold_med h where h.customer_id = current_customer_id() and h.is_active))::int`.as('held'),
      sql<number>`count(*) filter (where med.id in (
        select k.med_id from hold_med k join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
        where k.customer_id = current_customer_id() and k.is_active group by k.med_id having bool_and(h.cause = 'dataPending')))::int`.as(
        'pending',
      ),
    ])
    .where('med.lotNumber', '=', lotNumber)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('documentMed')
            .select('documentMed.line')
            .whereRef('documentMed.medId', '=', 'med.id')
            .where('documentMed.isPackage', '=', true)
            .where('documentMed.medId', 'is not', null),
        ),
      ),
    )
    .groupBy('med.lotNumber')
    .limit(3)
}

/** The three senders with the most recent orders among those whose name contains the text, each with the number of its orders. */
export const selectSenders = (text: string) => sql<{ name: string; orders: number }>`
    select name, count(*)::int as orders from "order" o cross join unnest(o.sender_names) as name
    where o.customer_id = current_customer_id() and o.voided_at is null and position(lower(${text}::text) in lower(name)) > 0
    group by name order by max(o.time_stamp) desc limit 3`

export function selectOrders(tx: CustomerTx, text: string) {
  return tx
    .selectFrom('order')
    .select(['id', 'senderNames', 'purchaseOrderNumbers', 'amountOfMeds', 'amountReceived', 'amountHeld', 'amountPending'])
    .where('voidedAt', 'is', null)
    .where(
      sql<boolean>`exists (select from unnest(purchase_order_numbers) as number where starts_with(lower(number), lower(${text}::text)))`,
    )
    .orderBy('timeStamp', 'desc')
    .limit(6)
}
