import type { DispenseReasonCode, DispenseSearch, UnknownAtDispense } from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'
import { readPrepared } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { DEPARTURE_OF_MED } from '../departure/departure.joins.ts'
import { selectEntitlementFacts } from '../entitlement/entitlement.joins.ts'
import { HOLDS_OF_MED, selectUnlistedHolds, type WantedUnits } from '../hold/unit-hold.joins.ts'
import { RECALLS_OF_MED, selectUncompared } from '../recall/stop/unit-recall.joins.ts'
import type { DispenseUnit } from './dispense.rules.ts'

/**
 * SQL for the packages with one of these serial numbers, and with one of these GTINs or no GTIN on file. Packages that are not voided come first, and
 * among them those that were received.
 */
const selectUnits = ({ gtins, serialNumbers }: WantedUnits) => sql<DispenseUnit>`
    select m.id as "medId", m.gtin, m.serial_number as "serialNumber", m.lot_number as "lotNumber", to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate",
      p.regulated_product_name as "medName", m.location_id as "locationId", l.name as "locationName", l.time_zone as "timeZone",
      not m.is_epcis_generated as "isTypedIn", m.receipt_id is not null as "isReceived",
      m.voided_at is not null or o.voided_at is not null as "isVoided",
      exists (select from document_med d where d.customer_id = current_customer_id() and d.med_id = m.id and d.is_package) as "isPackage",
      (select json_build_object('lotNumber', b.lot_number, 'expirationDate', b.expiration_date) from document_med d
        join receipt_label b on b.customer_id = d.customer_id and b.receipt_id = d.receipt_id and b.line = d.line
        where d.customer_id = current_customer_id() and d.med_id = m.id and d.receipt_id = m.receipt_id limit 1) as label,
      ${HOLDS_OF_MED} as holds,
      ${RECALLS_OF_MED} as recalls,
      m.receipt_id is null and exists (select from scan_stop s where s.customer_id = current_customer_id() and s.med_id = m.id and s.answer = 'sentBack')
        as "isSentBack",
      ${DEPARTURE_OF_MED} as departure,
      (select x.shipment_id::int from shipment_med x where x.customer_id = current_customer_id() and x.med_id = m.id and x.is_open) as "openIn"
    from med m
    join location l on l.customer_id = m.customer_id and l.id = m.location_id
    left join epcis_med_vocabulary p on p.customer_id = m.customer_id and p.id = m.epcis_med_vocabulary_id
    left join receipt r on r.customer_id = m.customer_id and r.id = m.receipt_id
    left join "order" o on o.customer_id = r.customer_id and o.id = r.document_id
    where m.customer_id = current_customer_id() and m.serial_number = any (${[...serialNumbers]}::text[])
      and (m.gtin is null or m.gtin = any (${[...gtins]}::text[]))
    order by m.voided_at is null desc, m.receipt_id is not null desc, m.id desc limit 20`

/** Reads in one round trip everything that a check at dispensing needs. */
export const readDispenseFacts = (tx: CustomerTx, customerId: number, wanted: WantedUnits) =>
  readPrepared(tx, {
    units: selectUnits(wanted),
    holds: selectUnlistedHolds(wanted),
    rules: tx
      .selectFrom('customer')
      .select((eb) => eb.ref('unknownAtDispense').$castTo<UnknownAtDispense>().as('unknownAtDispense'))
      .where('id', '=', customerId),
    compared: selectUncompared(),
    ...selectEntitlementFacts(tx),
  })

export interface NewCheck {
  locationId: number | null
  checkedAt: Date
  createdById: number
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  medName: string | null
  isAllowed: boolean
  reasons: string[]
}

export async function insertCheck(tx: CustomerTx, values: NewCheck): Promise<number> {
  return (await tx.insertInto('dispenseCheck').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const IS_DENIED = sql<boolean>`not c.is_allowed`
const IS_WARNED = sql<boolean>`c.is_allowed and c.reasons <> '{}'`

/** The dispense checks between two instants, newest first; one row more than the limit. */
export async function listChecks(
  tx: CustomerTx,
  { from, to, result, limit }: Pick<DispenseSearch, 'result' | 'limit'> & { from: Date; to: Date },
  after: readonly [string, number] | undefined,
) {
  const parts: RawBuilder<unknown>[] = []
  if (result) parts.push(sql`and ${result === 'denied' ? IS_DENIED : IS_WARNED}`)
  if (after) parts.push(sql`and (c.checked_at, c.id) < (${new Date(after[0])}, ${after[1]})`)
  const { rows } = await sql<{
    id: number
    checkedAt: Date
    askedBy: string
    gtin: string
    serialNumber: string
    lotNumber: string | null
    expirationDate: string | null
    medName: string | null
    locationName: string | null
    allowed: boolean
    reasons: DispenseReasonCode[]
  }>`
    select c.id, c.checked_at as "checkedAt", u.first_name || ' ' || u.last_name as "askedBy", c.gtin, c.serial_number as "serialNumber",
      c.lot_number as "lotNumber", c.expiration_date as "expirationDate", c.med_name as "medName", l.name as "locationName", c.is_allowed as allowed, c.reasons
    from dispense_check c
    join "user" u on u.customer_id = c.customer_id and u.id = c.created_by_id
    left join location l on l.customer_id = c.customer_id and l.id = c.location_id
    where c.customer_id = current_customer_id() and c.checked_at >= ${from} and c.checked_at < ${to} ${sql.join(parts, sql` `)}
    order by c.checked_at desc, c.id desc limit ${limit + 1}`.execute(tx)
  return rows
}

/** For each calendar day in the time zone, counts the dispense checks since `since`, and how many of them denied or warned. Newest day first. */
export async function countChecksByDay(tx: CustomerTx, { since, timeZone }: { since: Date; timeZone: string }) {
  const { rows } = await sql<{ day: string; checks: number; denied: number; warned: number }>`
    select to_char(c.checked_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::int as checks,
      (count(*) filter (where ${IS_DENIED}))::int as denied, (count(*) filter (where ${IS_WARNED}))::int as warned
    from dispense_check c where c.customer_id = current_customer_id() and c.checked_at >= ${since} group by 1 order by 1 desc`.execute(tx)
  return rows
}
