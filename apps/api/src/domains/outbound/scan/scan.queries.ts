import type { ShipmentStopCode } from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { DEPARTURE_OF_MED } from '../../departure/departure.joins.ts'
import { HOLDS_OF_MED } from '../../hold/unit-hold.joins.ts'
import { RECALLS_OF_MED } from '../../recall/stop/unit-recall.joins.ts'
import type { LeavingMed } from './judge.ts'

/**
 * Columns for a query of meds `m`. `d` is the med's line in a document: that of the order with which the med was received or, if it was not received,
 * the newest document that lists it.
 */
const COLUMNS = sql`m.id as "medId", m.gtin, m.serial_number as "serialNumber", coalesce(d.lot_number, m.lot_number) as "lotNumber",
  to_char(coalesce(d.expiration_date, m.expiration_date), 'YYYY-MM-DD') as "expirationDate", p.regulated_product_name as "productName", m.location_id as "locationId",
  l.name as "locationName", not m.is_epcis_generated as "isTypedIn", m.receipt_id is not null as "isReceived",
  m.voided_at is not null or coalesce(o.voided_at is not null, false) as "isVoided", ${HOLDS_OF_MED} as holds, ${RECALLS_OF_MED} as recalls, ${DEPARTURE_OF_MED} as departure,
  (select x.shipment_id::int from shipment_med x where x.customer_id = current_customer_id() and x.med_id = m.id and x.is_open) as "openIn",
  d.document_id::int as "documentId", d.line,
  (select coalesce(array_agg(g), '{}') from (select e.sender_gln as g from epcis_document e where e.customer_id = current_customer_id() and e.id = d.document_id and e.sender_gln is not null) s) as "sellerGlns",
  (select coalesce(array_agg(distinct g), '{}') from (select unnest(array[e.receiver_gln, e.ship_to_gln::text]) as g from epcis_document e
    where e.customer_id = current_customer_id() and e.id = d.document_id) b where g is not null) as "buyerGlns",
  (select json_build_object('lotNumber', b.lot_number, 'expirationDate', b.expiration_date) from receipt_label b
    where b.customer_id = current_customer_id() and b.receipt_id = m.receipt_id and b.line = d.line limit 1) as accepted,
  (select to_char(max(c.checked_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from dispense_check c
    where c.customer_id = current_customer_id() and c.serial_number = m.serial_number and c.gtin = m.gtin and c.is_allowed) as "askedAt"`

const JOINS = sql`
  join location l on l.customer_id = m.customer_id and l.id = m.location_id
  left join receipt r on r.customer_id = m.customer_id and r.id = m.receipt_id
  left join "order" o on o.customer_id = r.customer_id and o.id = r.document_id
  left join epcis_med_vocabulary p on p.customer_id = m.customer_id and p.id = m.epcis_med_vocabulary_id
  left join lateral (select x.document_id, x.line, x.lot_number, x.expiration_date from document_med x
    where x.customer_id = current_customer_id() and x.med_id = m.id and not x.is_package
    order by (x.document_id = r.document_id) desc nulls last, x.document_id desc limit 1) d on true`

async function listMeds(tx: CustomerTx, from: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<LeavingMed[]> {
  const { rows } =
    await sql<LeavingMed>`select ${COLUMNS} from ${from} ${JOINS} where m.customer_id = current_customer_id() ${order}`.execute(tx)
  return rows
}

/**
 * Finds up to 20 packages, not cases, that have one of these serial numbers. Voided records come last; otherwise received packages come before
 * others, and newer records before older ones.
 */
export const listScanned = (tx: CustomerTx, serialNumbers: readonly string[]): Promise<LeavingMed[]> =>
  listMeds(
    tx,
    sql`med m`,
    sql`and m.serial_number = any (${[...serialNumbers]}::text[])
      and not exists (select from document_med k where k.customer_id = current_customer_id() and k.med_id = m.id and k.is_package)
      order by m.voided_at is null desc, m.receipt_id is not null desc, m.id desc limit 20`,
  )

/** Lists the shipped packages, not cases, inside a case or pallet, in the order of the document. */
export const listContents = (tx: CustomerTx, { documentId, line, lastLine }: Container): Promise<LeavingMed[]> =>
  listMeds(
    tx,
    sql`document_med k join med m on m.customer_id = k.customer_id and m.id = k.med_id`,
    sql`and k.customer_id = current_customer_id() and k.document_id = ${documentId} and k.line > ${line} and k.line <= ${lastLine} and not k.is_package
      and k.is_shipped order by k.line`,
  )

/** The packages of a shipment, in the order in which the shipment lists them. They are checked again before sending. */
export const listShipmentMeds = (tx: CustomerTx, shipmentId: number): Promise<LeavingMed[]> =>
  listMeds(
    tx,
    sql`shipment_med k join med m on m.customer_id = k.customer_id and m.id = k.med_id`,
    sql`and k.customer_id = current_customer_id() and k.shipment_id = ${shipmentId} order by k.n, m.id`,
  )

/**
 * Locks the packages of a shipment until the transaction ends, so that no new hold can refer to them. The statements after this one see every hold
 * that was placed before the lock.
 */
export async function lockShipmentMeds(tx: CustomerTx, shipmentId: number): Promise<void> {
  await sql`select m.id from med m where m.customer_id = current_customer_id() and m.id in (select k.med_id from shipment_med k
      where k.customer_id = current_customer_id() and k.shipment_id = ${shipmentId}) order by m.id for update`.execute(tx)
}

export interface UnitOfMed {
  n: number
  /** The warnings that somebody accepted for this package: when the unit that contains it was scanned, or later for the package alone. */
  accepted: ShipmentStopCode[]
}

/**
 * Maps the id of each package of a shipment to the number of the scanned unit that brought it into the shipment, and to the warnings that were
 * accepted for it.
 */
export async function listUnitsOfMeds(tx: CustomerTx, shipmentId: number): Promise<Map<number, UnitOfMed>> {
  const { rows } = await sql<{ medId: number; n: number; accepted: string[] }>`
    select k.med_id as "medId", k.n, u.accepted || k.accepted as accepted from shipment_med k
    join shipment_unit u on u.customer_id = k.customer_id and u.shipment_id = k.shipment_id and u.n = k.n
    where k.customer_id = current_customer_id() and k.shipment_id = ${shipmentId}`.execute(tx)
  // the app writes only values of ShipmentStopCode into this column
  return new Map(rows.map(({ medId, n, accepted }) => [medId, { n, accepted: accepted as ShipmentStopCode[] }]))
}

/** Adds accepted warnings to packages of a draft. */
export async function addAccepted(
  tx: CustomerTx,
  shipmentId: number,
  warnings: readonly { medId: number; code: ShipmentStopCode }[],
): Promise<void> {
  await sql`update shipment_med k set accepted = k.accepted || w.codes
    from (select u.med_id, array_agg(distinct u.code) as codes
      from unnest(${warnings.map(({ medId }) => medId)}::bigint[], ${warnings.map(({ code }) => code)}::text[]) as u (med_id, code) group by u.med_id) w
    where k.customer_id = current_customer_id() and k.shipment_id = ${shipmentId} and k.med_id = w.med_id`.execute(tx)
}

export interface Container {
  documentId: number
  line: number
  lastLine: number
  medId: number | null
  sscc: string | null
  gtin: string | null
  serialNumber: string | null
  productName: string | null
  lotNumber: string | null
  expirationDate: string | null
  locationId: number
  meds: number
}

/**
 * Lists cases and pallets that have this SSCC or one of these serial numbers, newest order first. Leaves out those of voided orders unless
 * `evenVoided` is set.
 */
export async function listContainers(
  tx: CustomerTx,
  { sscc, serialNumbers, evenVoided = false }: { sscc: string | null; serialNumbers: readonly string[]; evenVoided?: boolean },
): Promise<Container[]> {
  const { rows } = await sql<Container>`
    select d.document_id::int as "documentId", d.line, d.last_line as "lastLine", d.med_id as "medId", d.sscc, m.gtin, m.serial_number as "serialNumber",
      p.regulated_product_name as "productName", d.lot_number as "lotNumber", to_char(d.expiration_date, 'YYYY-MM-DD') as "expirationDate",
      d.location_id as "locationId", d.meds
    from (
      select * from document_med x where x.customer_id = current_customer_id() and x.sscc = ${sscc}
      union all
      select x.* from med n join document_med x on x.customer_id = n.customer_id and x.med_id = n.id and x.is_package
      where n.customer_id = current_customer_id() and n.serial_number = any (${[...serialNumbers]}::text[])
    ) d
    join "order" o on o.customer_id = current_customer_id() and o.id = d.document_id and (o.voided_at is null or ${evenVoided})
    left join med m on m.customer_id = current_customer_id() and m.id = d.med_id
    left join epcis_med_vocabulary p on p.customer_id = current_customer_id() and p.id = d.epcis_med_vocabulary_id
    order by d.document_id desc limit 20`.execute(tx)
  return rows
}

export interface NewUnit {
  shipmentId: number
  locationId: number
  medId: number | null
  sscc: string | null
  gtin: string | null
  serialNumber: string | null
  productName: string | null
  lotNumber: string | null
  expirationDate: string | null
  documentId: number | null
  line: number | null
  lastLine: number | null
  isPackage: boolean
  meds: number
  accepted: ShipmentStopCode[]
  scannedAt: Date
  scannedBy: string
}

/**
 * Adds a unit under the shipment's next number. Numbers are never reused, so a delayed request to remove a unit never removes a different one. The
 * shipment must be locked.
 */
export async function insertUnit(tx: CustomerTx, { expirationDate, ...unit }: NewUnit): Promise<number> {
  const { lastN: n } = await tx
    .updateTable('shipment')
    .set((eb) => ({ lastN: eb('lastN', '+', 1) }))
    .where('id', '=', unit.shipmentId)
    .returning('lastN')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('shipmentUnit')
    .values({ ...unit, expirationDate, n })
    .execute()
  return n
}

/** Adds packages to the draft of a shipment and returns the number added. A package that another draft took at the same moment is left out. */
export async function insertMeds(
  tx: CustomerTx,
  { shipmentId, n, locationId }: { shipmentId: number; n: number; locationId: number },
  meds: readonly Pick<LeavingMed, 'medId' | 'documentId' | 'line'>[],
): Promise<number> {
  // Sorted, so that concurrent scans of two cases never deadlock.
  const sorted = meds.toSorted((one, other) => one.medId - other.medId)
  const { rows } = await sql<{ amount: number }>`
    with taken as (
      insert into shipment_med (shipment_id, med_id, n, location_id, document_id, line, is_open)
      select ${shipmentId}::bigint, u.med_id, ${n}::int, ${locationId}::bigint, u.document_id, u.line, true
      from unnest(${sorted.map(({ medId }) => medId)}::bigint[], ${sorted.map(({ documentId }) => documentId)}::bigint[], ${sorted.map(({ line }) => line)}::int[])
        with ordinality as u (med_id, document_id, line, at)
      order by u.at on conflict do nothing returning 1
    ) select count(*)::int as amount from taken`.execute(tx)
  return rows[0]?.amount ?? 0
}

export const findUnit = (tx: CustomerTx, shipmentId: number, n: number) =>
  tx.selectFrom('shipmentUnit').selectAll().where('shipmentId', '=', shipmentId).where('n', '=', n).executeTakeFirst()

export async function deleteUnit(tx: CustomerTx, shipmentId: number, n: number): Promise<void> {
  await tx.deleteFrom('shipmentMed').where('shipmentId', '=', shipmentId).where('n', '=', n).execute()
  await tx.deleteFrom('shipmentUnit').where('shipmentId', '=', shipmentId).where('n', '=', n).execute()
}

/** Ends the shipment's claim on its packages, so that those still in stock can be scanned into another shipment. */
export async function closeUnits(tx: CustomerTx, shipmentId: number): Promise<void> {
  await tx.updateTable('shipmentMed').set({ isOpen: false }).where('shipmentId', '=', shipmentId).where('isOpen', '=', true).execute()
}

/** Counts the scanned units and packages, and stores the counts with the shipment. */
export async function countUnits(tx: CustomerTx, shipmentId: number): Promise<{ units: number; meds: number }> {
  const { rows } = await sql<{ units: number; meds: number }>`
    update shipment s set units = c.units, meds = c.meds
    from (select count(*)::int as units, coalesce(sum(u.meds), 0)::int as meds from shipment_unit u
      where u.customer_id = current_customer_id() and u.shipment_id = ${shipmentId}) c
    where s.customer_id = current_customer_id() and s.id = ${shipmentId} returning s.units, s.meds`.execute(tx)
  return rows[0] ?? { units: 0, meds: 0 }
}

/**
 * SQL expression for a scanned unit (`shipment_unit`): the warnings about its packages that appeared after the scan and that somebody has accepted.
 */
const ACCEPTED_LATER = sql<string[]>`(select coalesce(array_agg(distinct a), '{}') from shipment_med k, unnest(k.accepted) as a
    where k.customer_id = current_customer_id() and k.shipment_id = shipment_unit.shipment_id and k.n = shipment_unit.n)`

/** The units scanned for a shipment, newest scan first, up to one more than the limit, so that the caller can tell whether there are more. */
export function listUnits(tx: CustomerTx, shipmentId: number, { limit, before }: { limit: number; before: number | undefined }) {
  let query = tx
    .selectFrom('shipmentUnit')
    .selectAll()
    .select(ACCEPTED_LATER.as('acceptedLater'))
    .where('shipmentId', '=', shipmentId)
    .orderBy('n', 'desc')
    .limit(limit + 1)
  if (before !== undefined) query = query.where('n', '<', before)
  return query.execute()
}
export type UnitRecord = Awaited<ReturnType<typeof listUnits>>[number]
