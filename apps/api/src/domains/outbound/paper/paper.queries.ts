import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** A package, case or pallet of a shipment, as described in the document with which it was received. */
export interface ShipmentLine {
  /** Number of the scanned unit to which the line belongs. */
  n: number
  line: number
  parentLine: number | null
  isPackage: boolean
  isTypedIn: boolean
  sscc: string | null
  gtin: string | null
  serialNumber: string | null
  lotNumber: string | null
  /** `YYYY-MM-DD` */
  expirationDate: string | null
  documentId: number | null
  product: LineProduct | null
  /** Time and place of the commissioning; null if the document does not state them. */
  time: string | null
  offset: string | null
  place: string | null
  /** The last event in which the case or pallet was packed. */
  packed: { time: string | null; offset: string | null; place: string | null } | null
}

export interface LineProduct {
  /** The SGTIN pattern of the product, as the document writes it. */
  sgtin: string | null
  patternGtin: string | null
  ndc: string | null
  name: string | null
  maker: string | null
  form: string | null
  strength: string | null
  content: string | null
}

const PRODUCT = sql`case when v.id is null then null else json_build_object('sgtin', v.sgtin, 'patternGtin', v.gtin, 'ndc', v.additional_trade_item_id,
    'name', v.regulated_product_name, 'maker', v.manufacturer_of_trade_item_party_name, 'form', v.dosage_form_type, 'strength', v.strength_description,
    'content', v.net_content_description) end`

/** Everything in a shipment, unit by unit in the order of scanning, each case before its contents. */
export async function listLines(tx: CustomerTx, shipmentId: number): Promise<ShipmentLine[]> {
  const { rows } = await sql<ShipmentLine>`
    select u.n, k.line, k.parent_line as "parentLine", k.is_package as "isPackage", false as "isTypedIn", k.sscc, m.gtin, m.serial_number as "serialNumber",
      coalesce(k.lot_number, m.lot_number) as "lotNumber", to_char(coalesce(k.expiration_date, m.expiration_date), 'YYYY-MM-DD') as "expirationDate",
      k.document_id::int as "documentId", ${PRODUCT} as product, e.event_time as "time", e.event_time_zone_offset as "offset", coalesce(e.read_point, e.biz_location) as place, p.packed
    from shipment_unit u
    join document_med k on k.customer_id = current_customer_id() and k.document_id = u.document_id and k.line >= u.line and k.line <= u.last_line
      and (k.is_package or k.is_shipped)
    left join med m on m.customer_id = current_customer_id() and m.id = k.med_id
    left join epcis_med_vocabulary v on v.customer_id = current_customer_id() and v.id = k.epcis_med_vocabulary_id
    left join lateral (
      select x.event_time, x.event_time_zone_offset, x.read_point, x.biz_location from epcis_event x
      where x.customer_id = current_customer_id() and x.document_id = k.document_id and x.biz_step = 'commissioning' and x.action = 'ADD' and x.lines @> k.line
      order by x.event_number desc limit 1
    ) e on true
    left join lateral (
      select json_build_object('time', x.event_time, 'offset', x.event_time_zone_offset, 'place', coalesce(x.read_point, x.biz_location)) as packed from epcis_event x
      where k.is_package and x.customer_id = current_customer_id() and x.document_id = k.document_id and x.biz_step = 'packing' and x.action = 'ADD'
        and x.lines @> k.line and x.lines && int4range(k.line + 1, k.last_line + 1) and not x.lines @> coalesce(k.parent_line, -1)
      order by x.happened_at desc nulls last, x.event_number desc limit 1
    ) p on true
    where u.customer_id = current_customer_id() and u.shipment_id = ${shipmentId}
    union all
    select u.n, 0, null::int, false, true, null, m.gtin, m.serial_number, m.lot_number, to_char(m.expiration_date, 'YYYY-MM-DD'), null::int, ${PRODUCT}, null, null, null, null::json
    from shipment_unit u
    join med m on m.customer_id = current_customer_id() and m.id = u.med_id
    left join epcis_med_vocabulary v on v.customer_id = current_customer_id() and v.id = m.epcis_med_vocabulary_id
    where u.customer_id = current_customer_id() and u.shipment_id = ${shipmentId} and u.document_id is null
    order by 1, 2`.execute(tx)
  return rows
}

/** Number of packages in a shipment that were typed in by hand. */
export async function countTypedIn(tx: CustomerTx, shipmentId: number): Promise<number> {
  const { amount } = await tx
    .selectFrom('shipmentUnit')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('shipmentId', '=', shipmentId)
    .where('documentId', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(amount)
}

/** A location as a document's list of locations describes it. */
export interface DocumentPlace {
  id: string
  name: string | null
  streetAddressOne: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  countryCode: string | null
}

/** Lists all locations that these documents describe. A location that several documents describe is listed several times. */
export async function listPlaces(tx: CustomerTx, documentIds: readonly number[]): Promise<DocumentPlace[]> {
  const { rows } = await sql<{ place: DocumentPlace }>`
    select p as place from epcis_document d cross join lateral jsonb_array_elements(d.locations) p
    where d.customer_id = current_customer_id() and d.id = any (${[...documentIds]}::bigint[])`.execute(tx)
  return rows.map(({ place }) => place)
}

export interface NewDocument {
  shipmentId: number
  kind: 'letter' | 'epcis' | 'csv' | 'void' | 'voidLetter'
  filename: string
  contentType: string
  size: number
  sha256: string
  madeAt: Date
}

export async function insertDocuments(tx: CustomerTx, rows: readonly NewDocument[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('shipmentDocument')
      .values([...rows])
      .execute()
}
