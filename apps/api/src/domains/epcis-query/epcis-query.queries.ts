import { type SqlBool, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import type { EventPlace, EventRecord } from './epcis-query.rules.ts'

/** A line of a document whose unit is one of those in the query. `spellings` has every URI with which the document may refer to the unit. */
export interface NamedLine {
  documentId: number
  line: number
  spellings: string[]
}

export interface Unit {
  gtin: string | null
  serialNumber: string | null
  sscc: string | null
}

/** The lines of all documents on file that name one of these units. */
export async function listLines(tx: CustomerTx, units: readonly Unit[], most: number) {
  const wanted = JSON.stringify(units)
  const { rows } = await sql<{ documentId: number; line: number; index: number }>`
    select d.document_id as "documentId", d.line, u.index::int from jsonb_to_recordset(${wanted}::jsonb) as u(index int, gtin text, "serialNumber" text, sscc text)
      join med m on m.customer_id = current_customer_id() and m.gtin = u.gtin and m.serial_number = u."serialNumber"
      join document_med d on d.customer_id = current_customer_id() and d.med_id = m.id
    union all
    select d.document_id, d.line, u.index::int from jsonb_to_recordset(${wanted}::jsonb) as u(index int, gtin text, "serialNumber" text, sscc text)
      join document_med d on d.customer_id = current_customer_id() and d.sscc = u.sscc
    limit ${most}`.execute(tx)
  return rows
}

/** The filters of a query, with values as the tables store them. */
export interface EventFilter {
  kinds?: readonly string[] | undefined
  happened: { from?: Date | undefined; to?: Date | undefined }
  recorded: { from?: Date | undefined; to?: Date | undefined }
  actions?: readonly string[] | undefined
  bizSteps?: readonly string[] | undefined
  dispositions?: readonly string[] | undefined
  readPoints?: readonly string[] | undefined
  bizLocations?: readonly string[] | undefined
  transactions: readonly { type: string; values: readonly string[] }[]
  ids?: { own: readonly EventPlace[]; senders: readonly string[] } | undefined
  /**
   * One entry per filter. An event matches an entry if at least one of the units in `of` is the event's container (`parent`), is among its contents
   * (`contents`), or is either of them (`any`).
   */
  lines: readonly { as: 'parent' | 'contents' | 'any'; of: readonly NamedLine[] }[]
}

export interface EventOrder {
  by: 'eventTime' | 'recordTime'
  direction: 'ASC' | 'DESC'
}

/**
 * Marks where the next page of events begins. It contains the sort key of an event (its instant in microseconds as text, its document and its number)
 * and how many more events the caller may get, or null if there is no limit.
 */
export type EventKey = readonly [at: string, documentId: number, eventNumber: number, left: number | null]

const all = (parts: readonly ReturnType<typeof sql<SqlBool>>[]) => sql.join([sql`true`, ...parts], sql` and `)
const any = (parts: readonly ReturnType<typeof sql<SqlBool>>[]) => sql<SqlBool>`(${sql.join([sql`false`, ...parts], sql` or `)})`
const isIn = (column: ReturnType<typeof sql.ref>, values: readonly string[] | undefined) =>
  values === undefined ? [] : [sql<SqlBool>`${column} = any (${[...values]})`]
const isWithin = (column: ReturnType<typeof sql.ref>, { from, to }: { from?: Date | undefined; to?: Date | undefined }) => [
  ...(from ? [sql<SqlBool>`${column} >= ${from}`] : []),
  ...(to ? [sql<SqlBool>`${column} < ${to}`] : []),
]

function isNamed({ as, of }: EventFilter['lines'][number]) {
  return any(
    of.map(({ documentId, line, spellings }) => {
      const isHere = sql`e.document_id = ${documentId} and e.lines @> ${line}::int`
      const isParent = sql`coalesce(e.parent = any (${spellings}), false)`
      if (as === 'any') return sql<SqlBool>`(${isHere})`
      return as === 'parent' ? sql<SqlBool>`(${isHere} and ${isParent})` : sql<SqlBool>`(${isHere} and not ${isParent})`
    }),
  )
}

const FROM = sql`epcis_event e join "order" o on o.customer_id = current_customer_id() and o.id = e.document_id and o.voided_at is null`

/** The SQL condition of a filter. It also leaves out transformations and associations, which are stored but not used, and events of voided orders. */
function matches(filter: EventFilter) {
  const { ids, transactions } = filter
  return all([
    sql<SqlBool>`e.customer_id = current_customer_id() and e.kind <> 'other'`,
    ...isIn(sql.ref('e.kind'), filter.kinds),
    ...isIn(sql.ref('e.action'), filter.actions),
    ...isIn(sql.ref('e.biz_step'), filter.bizSteps),
    ...isIn(sql.ref('e.disposition'), filter.dispositions),
    ...isIn(sql.ref('e.read_point'), filter.readPoints),
    ...isIn(sql.ref('e.biz_location'), filter.bizLocations),
    ...isWithin(sql.ref('e.happened_at'), filter.happened),
    ...isWithin(sql.ref('o.time_stamp'), filter.recorded),
    ...transactions.map(({ type, values }) =>
      any(values.map((value) => sql<SqlBool>`e.biz_transactions @> ${JSON.stringify([{ type, value }])}::jsonb`)),
    ),
    ...(ids
      ? [
          any([
            ...(ids.senders.length > 0 ? [sql<SqlBool>`e.event_id = any (${[...ids.senders]})`] : []),
            ...ids.own.map(
              ({ documentId, eventNumber }) =>
                sql<SqlBool>`(e.document_id = ${documentId} and e.event_number = ${eventNumber} and e.event_id is null)`,
            ),
          ]),
        ]
      : []),
    ...filter.lines.map(isNamed),
  ])
}

/** Number of matching events, counted no further than `most`. */
export async function countEvents(tx: CustomerTx, filter: EventFilter, most: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from (select from ${FROM} where ${matches(filter)} limit ${most}) e`.execute(tx)
  return rows[0]?.amount ?? 0
}

export type EventRow = EventRecord & { at: string; epcs: number }

/** One page of matching events, each with the number of its units. */
export async function listEvents(
  tx: CustomerTx,
  filter: EventFilter,
  { by, direction, limit, after }: EventOrder & { limit: number; after: EventKey | undefined },
): Promise<EventRow[]> {
  // Sorts events without a valid time last, in either direction.
  const instant = by === 'eventTime' ? sql`e.happened_at` : sql`o.time_stamp`
  const unknown = direction === 'ASC' ? sql`'infinity'::timestamptz` : sql`'-infinity'::timestamptz`
  const key = sql`(coalesce(${instant}, ${unknown}), e.document_id, e.event_number)`
  const way = sql.raw(direction === 'ASC' ? 'asc' : 'desc')
  const isAfter = after
    ? sql<SqlBool>`${key} ${sql.raw(direction === 'ASC' ? '>' : '<')} (${after[0]}::timestamptz, ${after[1]}::bigint, ${after[2]}::int)`
    : sql<SqlBool>`true`
  const { rows } = await sql<EventRow>`
    select e.document_id as "documentId", e.event_number as "eventNumber", e.kind, e.event_id as "eventId", o.time_stamp as "recordedAt", e.event_time as "eventTime",
      e.event_time_zone_offset as "eventTimeZoneOffset", e.action, e.biz_step as "bizStep", e.disposition, e.read_point as "readPoint",
      e.biz_location as "bizLocation", e.parent, e.biz_transactions as "bizTransactions", e.sources, e.destinations,
      coalesce(${instant}, ${unknown})::text as at, (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(e.lines) r) as epcs
    from ${FROM} where ${matches(filter)} and ${isAfter}
    order by coalesce(${instant}, ${unknown}) ${way}, e.document_id ${way}, e.event_number ${way} limit ${limit}`.execute(tx)
  return rows
}

export interface EventUnit {
  index: number
  sscc: string | null
  gtin: string | null
  serialNumber: string | null
  /** The product's SGTIN pattern, as written in the document that lists the unit. */
  sgtin: string | null
  patternGtin: string | null
  lotNumber: string | null
  expirationDate: string | null
}

/**
 * Lists the units of these events, in the order of `events` and then of the document's lines. `index` is the event's position in `events`, counted
 * from 1.
 */
export async function listUnits(tx: CustomerTx, events: readonly EventPlace[]): Promise<EventUnit[]> {
  const { rows } = await sql<EventUnit>`
    select p.index::int, d.sscc, m.gtin, m.serial_number as "serialNumber", v.sgtin, v.gtin as "patternGtin", d.lot_number as "lotNumber",
      d.expiration_date::text as "expirationDate"
    from unnest(${events.map(({ documentId }) => documentId)}::bigint[], ${events.map(({ eventNumber }) => eventNumber)}::int[])
        with ordinality as p(document_id, event_number, index)
      join epcis_event e on e.customer_id = current_customer_id() and e.document_id = p.document_id and e.event_number = p.event_number
      cross join lateral unnest(e.lines) r
      join document_med d on d.customer_id = current_customer_id() and d.document_id = e.document_id and d.line >= lower(r) and d.line < upper(r)
      left join med m on m.customer_id = current_customer_id() and m.id = d.med_id
      left join epcis_med_vocabulary v on v.customer_id = current_customer_id() and v.id = d.epcis_med_vocabulary_id
    order by p.index, d.line`.execute(tx)
  return rows
}
