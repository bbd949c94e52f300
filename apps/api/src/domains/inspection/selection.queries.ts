import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import type { Products, Selection } from './selection.ts'

/** Includes closed locations, because their records stay. */
export function listAllLocations(tx: CustomerTx) {
  return tx.selectFrom('location').select(['id', 'name', 'closedAt']).orderBy('name').orderBy('id').execute()
}

/** Partners of the caller's locations, except those merged into another one. */
export async function listPartners(tx: CustomerTx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select p.id, p.name from trading_partner p
    where p.customer_id = current_customer_id()
      and not exists (select from partner_merge m where m.customer_id = current_customer_id() and m.merged_id = p.id and m.undone_at is null)
    order by lower(p.name), p.id`.execute(tx)
  return rows
}

/** Lists the GLNs of these partners and of the partners merged into them. */
export async function listGlnsOf(tx: CustomerTx, partnerIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ gln: string }>`with recursive own (id) as (
      select unnest(${[...partnerIds]}::bigint[]) union
      select m.merged_id from own join partner_merge m on m.customer_id = current_customer_id() and m.kept_id = own.id and m.undone_at is null
    ) select distinct g.global_location_number as gln from own
    join partner_gln g on g.customer_id = current_customer_id() and g.trading_partner_id = own.id`.execute(tx)
  return rows.map(({ gln }) => gln)
}

/**
 * Returns the ids of the products whose GTIN contains one of the NDCs in `ndc10`, or whose NDC in the document has the same digits as an entry of
 * `digits`.
 */
export async function listProductsOf(tx: CustomerTx, { ndc10, digits }: Omit<Products, 'ids'>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select v.id from epcis_med_vocabulary v where v.customer_id = current_customer_id()
    and ((substr(v.gtin, 2, 2) = '03' and substr(v.gtin, 4, 10) = any (${[...ndc10]}::text[]))
      or regexp_replace(v.additional_trade_item_id, '\\D', '', 'g') = any (${[...digits]}::text[]))`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * SQL condition: whether a row of `document_med` has one of the chosen products and one of the chosen lots. If no products or no lots were chosen,
 * any product or lot is accepted.
 */
export const isOfGoods = (alias: 'd' | 'g', goods: Selection['goods']) => sql<boolean>`(${goods?.products?.ids ?? null}::bigint[] is null
      or ${sql.ref(alias)}.epcis_med_vocabulary_id = any (${goods?.products?.ids ?? null}::bigint[]))
    and (${goods?.lots ?? null}::text[] is null or upper(${sql.ref(alias)}.lot_number) = any (${goods?.lots ?? null}::text[]))`

/** SQL condition: whether a document contains any of the chosen goods; true if no goods were chosen. */
export const containsGoods = (documentId: RawBuilder<unknown>, goods: Selection['goods']) => sql<boolean>`(${goods === null}::boolean
    or exists (select from document_med g where g.customer_id = current_customer_id() and g.document_id = ${documentId} and ${isOfGoods('g', goods)}))`

/** Whether an order `o` came from the chosen partners and contains any of the chosen goods. */
export const isOfSelection = ({ glns, goods }: Selection) => sql<boolean>`(${glns}::text[] is null
      or exists (select from epcis_document s where s.customer_id = current_customer_id() and s.id = o.id and s.sender_gln = any (${glns}::text[])))
    and ${containsGoods(sql`o.id`, goods)}`

/** SQL condition: whether an order `o` matches the selected partners and goods, and its file arrived in the selected period. */
export const hasArrived = (selection: Selection) =>
  sql<boolean>`o.time_stamp >= ${selection.from} and o.time_stamp < ${selection.to} and ${isOfSelection(selection)}`

/** Whether a pack includes an order `o`: its file arrived in the period, or packages of it were received then. */
export const isChosen = (selection: Selection) => sql<boolean>`${isOfSelection(selection)}
    and (o.time_stamp >= ${selection.from} and o.time_stamp < ${selection.to} or exists (select from receipt q
      where q.customer_id = current_customer_id() and q.document_id = o.id and q.at >= ${selection.from} and q.at < ${selection.to}))`

/** Whether a typed-in med `m` belongs to the chosen goods. It has no seller, so a selection of partners excludes it. */
export const isChosenMed = ({
  from,
  to,
  glns,
  goods,
}: Selection) => sql<boolean>`not m.is_epcis_generated and m.dated_at >= ${from} and m.dated_at < ${to}
    and ${glns}::text[] is null and (${goods?.products?.ndc10 ?? null}::text[] is null
      or (substr(m.gtin, 2, 2) = '03' and substr(m.gtin, 4, 10) = any (${goods?.products?.ndc10 ?? null}::text[]))
      or regexp_replace(m.ndc, '\\D', '', 'g') = any (${goods?.products?.digits ?? null}::text[]))
    and (${goods?.lots ?? null}::text[] is null or upper(m.lot_number) = any (${goods?.lots ?? null}::text[]))`

/**
 * SQL condition: the departed med `m` is among the chosen goods, and the document of its line `x` came from a chosen partner. A criterion for which
 * nothing was chosen is met by every med.
 */
export const isDepartedOf = ({ glns, goods }: Selection) => sql<boolean>`(${glns}::text[] is null or exists (select from epcis_document e
        where e.customer_id = current_customer_id() and e.id = x.document_id and e.sender_gln = any (${glns}::text[])))
      and (${goods?.products?.ndc10 ?? null}::text[] is null or m.epcis_med_vocabulary_id = any (${goods?.products?.ids ?? []}::bigint[])
        or (substr(m.gtin, 2, 2) = '03' and substr(m.gtin, 4, 10) = any (${goods?.products?.ndc10 ?? null}::text[])))
      and (${goods?.lots ?? null}::text[] is null or upper(m.lot_number) = any (${goods?.lots ?? null}::text[]))`
