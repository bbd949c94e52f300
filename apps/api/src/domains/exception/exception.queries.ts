import type { ExceptionFilters } from '@seriatim/schema'
import { type Expression, type InferResult, type RawBuilder, sql } from 'kysely'
import type { DateKey } from '../../core/page.ts'
import { storableJson } from '../../core/text/storable.ts'
import type { CustomerTx } from '../../db/types.ts'
import { tickets } from './ticket/ticket-read.joins.ts'

export type Search = Omit<ExceptionFilters, 'limit' | 'cursor' | 'startDate' | 'endDate'> & {
  from: Date | undefined
  until: Date | undefined
  userId: number
  today: string
}

/** Whether a column contains a text literally, ignoring case. */
const contains = (column: RawBuilder<unknown>, text: string) => sql<boolean>`position(lower(${text}::text) in lower(${column})) > 0`

function conditions({ sender, recipient, from, until, status, errorType, view, senderGln, userId, today }: Search): RawBuilder<boolean>[] {
  const x = (name: string) => sql.ref(`document_exception.${name}`)
  const isOpen = sql<boolean>`${x('current_error_status')} = 'OPEN'`
  return [
    ...(sender ? [contains(sql`coalesce(${x('sender')}, '')`, sender)] : []),
    ...(recipient ? [contains(sql`coalesce(${x('recipient')}, '')`, recipient)] : []),
    ...(from ? [sql<boolean>`${x('created_at')} >= ${from}`] : []),
    ...(until ? [sql<boolean>`${x('created_at')} < ${until}`] : []),
    ...(status === 'CLOSED' ? [sql<boolean>`${x('current_error_status')} in ('CLOSED', 'RESOLVED')`] : []),
    ...(status && status !== 'CLOSED' ? [sql<boolean>`${x('current_error_status')} = ${status}`] : []),
    ...(errorType
      ? [sql<boolean>`(${x('current_error_type')} = ${errorType} or ${x('findings')} @> ${JSON.stringify([{ type: errorType }])}::jsonb)`]
      : []),
    ...(senderGln ? [sql<boolean>`${x('sender_gln')} = ${senderGln}`] : []),
    ...(view === 'mine' ? [isOpen, sql<boolean>`${x('owner_id')} = ${userId}`] : []),
    ...(view === 'overdue' ? [isOpen, sql<boolean>`${x('due_on')} < ${today}::date`] : []),
  ]
}

/** Finds tickets, newest first; one more than `limit`. */
export function listTickets(tx: CustomerTx, search: Search, limit: number, after: DateKey | undefined) {
  let query = tickets(tx)
    .orderBy('documentException.createdAt', 'desc')
    .orderBy('documentException.id', 'desc')
    .limit(limit + 1)
  for (const condition of conditions(search)) query = query.where(condition)
  if (after)
    query = query.where(sql<boolean>`(document_exception.created_at, document_exception.id) < (${new Date(after[0])}, ${after[1]})`)
  return query.execute()
}
export type TicketRow = Awaited<ReturnType<typeof listTickets>>[number]

export function selectTicketCounts(tx: CustomerTx, search: Search) {
  const isOpen = sql<boolean>`document_exception.current_error_status = 'OPEN'`
  let query = tx
    .selectFrom('documentException')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.countAll<number>().filterWhere(isOpen).as('open')])
  for (const condition of conditions(search)) query = query.where(condition)
  return query
}

export async function countOpenTickets(tx: CustomerTx): Promise<number> {
  const row = await tx
    .selectFrom('documentException')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('currentErrorStatus', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  return row.amount
}

export function selectMine(tx: CustomerTx, userId: number, today: string) {
  return tx
    .selectFrom('documentException')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('ownerId', '=', userId).as('mine'),
      eb.fn.countAll<number>().filterWhere(sql<boolean>`due_on < ${today}::date`).as('overdue'),
    ])
    .where('currentErrorStatus', '=', 'OPEN')
}

/** The twelve senders with the most open tickets. A sender whose GLN belongs to a partner is listed under the partner's name. */
export const selectOpenBySender = () => sql<{ gln: string; name: string; open: number }>`
    select x.sender_gln as gln, coalesce(min(p.name), max(x.sender), x.sender_gln) as name, count(distinct x.id)::int as open
    from document_exception x
    left join partner_gln g on g.customer_id = x.customer_id and g.global_location_number = x.sender_gln
    left join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id
    where x.customer_id = current_customer_id() and x.current_error_status = 'OPEN' and x.sender_gln is not null
    group by x.sender_gln order by open desc, name limit 12`

export function selectTicketUpload(tx: CustomerTx, documentId: number | null) {
  return tx
    .selectFrom('upload')
    .select(['id', 'status', 'createdById', 'locationId'])
    .where('documentId', '=', documentId)
    .orderBy('id', 'desc')
    .limit(1)
}

const selectParts = (tx: CustomerTx, documentExceptionId: number) =>
  tx.selectFrom('documentExceptionPart').select(['section', 'items']).where('documentExceptionId', '=', documentExceptionId)

/** The first page of items of each section of the ticket. */
export const selectFirstParts = (tx: CustomerTx, documentExceptionId: number) => selectParts(tx, documentExceptionId).where('page', '=', 0)

export function findPart(tx: CustomerTx, documentExceptionId: number, { section, page }: { section: string; page: number }) {
  return selectParts(tx, documentExceptionId)
    .where('section', '=', section as 'events') // the input's schema checks it
    .where('page', '=', page)
    .executeTakeFirst()
}

export async function replaceParts(
  tx: CustomerTx,
  documentExceptionId: number,
  parts: readonly { section: 'events' | 'locationVocabulary' | 'medVocabulary' | 'meds'; page: number; items: unknown[] }[],
): Promise<void> {
  await tx.deleteFrom('documentExceptionPart').where('documentExceptionId', '=', documentExceptionId).execute()
  const batch = 100
  for (let from = 0; from < parts.length; from += batch)
    await tx
      .insertInto('documentExceptionPart')
      .values(parts.slice(from, from + batch).map(({ items, ...part }) => ({ ...part, documentExceptionId, items: storableJson(items) })))
      .execute()
}

/**
 * Counts, for each group of events, the meds of the order that occur in these events: all (`meds`), those on hold (`held`), and those on hold only
 * because data is missing (`pending`). Also lists up to three of their products.
 */
export async function listTouched(
  tx: CustomerTx,
  documentId: number,
  groups: readonly { group: number; events: readonly number[] }[],
  { held, pending }: { held: Expression<string | null>; pending: Expression<string | null> },
): Promise<Map<number, { meds: number; held: number; pending: number; products: string[] }>> {
  const pairs = groups.flatMap(({ group, events }) => events.map((event) => [group, event] as const))
  if (!pairs.length) return new Map()
  const { rows } = await sql<{ group: number; meds: number; held: number; pending: number; products: string[] }>`
    with told as (
      select t.g, range_agg(e.lines) as lines from unnest(${pairs.map(([group]) => group)}::int[], ${pairs.map(([, event]) => event)}::int[]) as t (g, n)
      join epcis_event e on e.customer_id = current_customer_id() and e.document_id = ${documentId} and e.event_number = t.n group by t.g
    ), held as materialized (select ${held} as lines), pending as materialized (select ${pending} as lines)
    select told.g as "group", count(*)::int as meds, (count(*) filter (where d.line <@ held.lines))::int as held,
      (count(*) filter (where d.line <@ pending.lines))::int as pending,
      (array_agg(distinct coalesce(p.regulated_product_name, p.gtin::text)))[1:3] as products
    from told cross join held cross join pending
    join document_med d on d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ told.lines and not d.is_package
    left join epcis_med_vocabulary p on p.customer_id = d.customer_id and p.id = d.epcis_med_vocabulary_id
    group by told.g`.execute(tx)
  return new Map(rows.map(({ group, products, ...amounts }) => [group, { ...amounts, products: products.filter(Boolean) }]))
}

export function selectStatuses(tx: CustomerTx, documentExceptionId: number) {
  return tx
    .selectFrom('documentExceptionStatus as status')
    .leftJoin('user', 'user.id', 'status.createdById')
    .select([
      'status.id',
      'status.at',
      'status.status',
      'status.notes',
      'status.reason',
      'status.createdById',
      'user.firstName',
      'user.lastName',
    ])
    .where('status.documentExceptionId', '=', documentExceptionId)
    .orderBy('status.id', 'desc')
    .limit(200)
}
export type StatusRow = InferResult<ReturnType<typeof selectStatuses>>[number]

/** Newest first. */
export function selectTicketEntries(tx: CustomerTx, documentExceptionId: number) {
  return tx
    .selectFrom('documentExceptionEntry as entry')
    .leftJoin('user', 'user.id', 'entry.userId')
    .select(['entry.id', 'entry.at', 'entry.kind', 'entry.text', 'entry.detail', 'entry.userId', 'user.firstName', 'user.lastName'])
    .where('entry.documentExceptionId', '=', documentExceptionId)
    .orderBy('entry.id', 'desc')
    .limit(500)
}

export function listEntries(tx: CustomerTx, documentExceptionId: number) {
  return selectTicketEntries(tx, documentExceptionId).execute()
}
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]

export function selectFiles(tx: CustomerTx, documentExceptionId: number) {
  return tx
    .selectFrom('documentExceptionFile')
    .select(['id', 'entryId', 'filename', 'contentType', 'size', 'sha256'])
    .where('documentExceptionId', '=', documentExceptionId)
    .orderBy('id')
}

export function findFile(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('documentExceptionFile as file')
    .innerJoin('documentException', 'documentException.id', 'file.documentExceptionId')
    .select([
      'file.id',
      'file.filename',
      'file.contentType',
      'file.size',
      'file.sha256',
      'file.documentExceptionId',
      'documentException.locationId',
      'documentException.createdById',
    ])
    .where('file.id', '=', id)
    .executeTakeFirst()
}

export async function insertFile(
  tx: CustomerTx,
  row: {
    documentExceptionId: number
    entryId: number
    filename: string
    contentType: string
    size: number
    sha256: string
    at: Date
    userId: number | null
  },
): Promise<number> {
  const { id } = await tx.insertInto('documentExceptionFile').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertItems(
  tx: CustomerTx,
  documentExceptionId: number,
  items: readonly {
    gtin: string | null
    serialNumber: string | null
    sscc: string | null
    lotNumber: string | null
    expirationDate: string | null
    productName: string | null
  }[],
  after = 0,
): Promise<void> {
  const rows = items.map((item, at) => ({ ...item, documentExceptionId, n: after + at + 1 }))
  const batch = 1000
  for (let from = 0; from < rows.length; from += batch)
    await tx
      .insertInto('documentExceptionItem')
      .values(rows.slice(from, from + batch))
      .execute()
}

export function selectItems(tx: CustomerTx, documentExceptionId: number, limit: number) {
  return tx
    .selectFrom('documentExceptionItem')
    .select(['gtin', 'serialNumber', 'sscc', 'lotNumber', 'expirationDate', 'productName'])
    .where('documentExceptionId', '=', documentExceptionId)
    .orderBy('n')
    .limit(limit)
}

export function listItems(tx: CustomerTx, documentExceptionId: number, limit: number) {
  return selectItems(tx, documentExceptionId, limit).execute()
}

export const selectItemCount = (tx: CustomerTx, documentExceptionId: number) =>
  tx
    .selectFrom('documentExceptionItem')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('documentExceptionId', '=', documentExceptionId)

export async function countItems(tx: CustomerTx, documentExceptionId: number): Promise<number> {
  return (await selectItemCount(tx, documentExceptionId).executeTakeFirstOrThrow()).amount
}

export async function saveSettings(tx: CustomerTx, settings: { dueDays: number; remindDays: number }): Promise<void> {
  await tx
    .insertInto('exceptionSetting')
    .values(settings)
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(settings))
    .execute()
}
