import { sql } from 'kysely'
import type { DateKey } from '../../core/page.ts'
import { type ReceiptContents, receiptContents } from '../../db/receipt-contents.ts'
import type { CustomerTx } from '../../db/types.ts'

export interface LineFilter {
  /** 0 finds the entries written by jobs, which have no person; undefined finds all entries. */
  userId: number | undefined
  kind: string | undefined
  since: Date | undefined
  /** Exclusive. */
  until: Date | undefined
  limit: number
}

/** Lists audit lines, newest first. Reads one row more than `limit`, which shows whether there is a next page. */
export function searchLines(tx: CustomerTx, { userId, kind, since, until, limit }: LineFilter, after: DateKey | undefined) {
  let query = tx
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.userId')
    .select([
      'audit.id',
      'audit.at',
      'audit.userId',
      'audit.action',
      'audit.subject',
      'audit.subjectId',
      'audit.detail',
      'user.firstName',
      'user.lastName',
      'user.emailAddress',
    ])
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit + 1)
  if (userId !== undefined) query = userId ? query.where('audit.userId', '=', userId) : query.where('audit.userId', 'is', null)
  if (kind) query = query.where('audit.subject', '=', kind)
  if (since) query = query.where('audit.at', '>=', since)
  if (until) query = query.where('audit.at', '<', until)
  if (after) query = query.where(sql<boolean>`(audit.at, audit.id) < (${new Date(after[0])}, ${after[1]})`)
  return query.execute()
}
export type AuditLineRecord = Awaited<ReturnType<typeof searchLines>>[number]

/** Lists all of the customer's people by name, including those who were deactivated. */
export function listPeople(tx: CustomerTx) {
  return tx
    .selectFrom('user')
    .select(['id', 'firstName', 'lastName', 'isActive'])
    .orderBy('firstName')
    .orderBy('lastName')
    .orderBy('id')
    .execute()
}

/** Returns the ids of all subjects of this kind, such as `order`, that the audit lines mention. */
export type Subjects = (kind: string) => readonly number[]

/** Names of the subjects that lines are about: `user 7` → `Dana Ruiz`, `order 9` → `PO 88213-04`. */
export async function listSubjectNames(tx: CustomerTx, takeIds: Subjects): Promise<Map<string, string>> {
  const [
    orders,
    meds,
    uploads,
    holds,
    incidents,
    documents,
    partners,
    users,
    locations,
    exceptions,
    recalls,
    shipments,
    tracings,
    webhooks,
    verifications,
  ] = [
    'order',
    'med',
    'upload',
    'hold',
    'incident',
    'document',
    'partner',
    'user',
    'location',
    'exception',
    'recall',
    'shipment',
    'tracing',
    'webhook',
    'verification',
  ].map((kind) => [...takeIds(kind)])
  const { rows } = await sql<{ key: string; name: string | null }>`
    select 'order ' || o.id as key, case when cardinality(o.purchase_order_numbers) > 0 then 'PO ' || array_to_string(o.purchase_order_numbers, ', ')
      else 'Order from ' || coalesce(o.sender_names[1], 'an unnamed sender') end as name
    from "order" o where o.customer_id = current_customer_id() and o.id = any(${orders}::bigint[])
    union all select 'med ' || m.id, concat_ws(', ', nullif(concat_ws(' ', p.regulated_product_name, p.strength_description), ''), 'serial ' || m.serial_number)
      from med m left join epcis_med_vocabulary p on p.customer_id = m.customer_id and p.id = m.epcis_med_vocabulary_id
      where m.customer_id = current_customer_id() and m.id = any(${meds}::bigint[])
    union all select 'upload ' || u.id, u.filename from upload u where u.customer_id = current_customer_id() and u.id = any(${uploads}::bigint[])
    union all select 'hold ' || h.id, concat_ws(', ', h.product_name, case h.kind when 'med' then 'serial ' when 'package' then 'container ' else '' end || h.label)
      from hold h where h.customer_id = current_customer_id() and h.id = any(${holds}::bigint[])
    union all select 'incident ' || i.id, i.product_name || ', serial ' || i.serial_number
      from incident_report i where i.customer_id = current_customer_id() and i.id = any(${incidents}::bigint[])
    union all select 'document ' || d.id, d.filename from epcis_document d where d.customer_id = current_customer_id() and d.id = any(${documents}::bigint[])
    union all select 'partner ' || p.id, p.name from trading_partner p where p.customer_id = current_customer_id() and p.id = any(${partners}::bigint[])
    union all select 'user ' || u.id, u.first_name || ' ' || u.last_name from "user" u where u.customer_id = current_customer_id() and u.id = any(${users}::bigint[])
    union all select 'location ' || l.id, l.name from location l where l.customer_id = current_customer_id() and l.id = any(${locations}::bigint[])
    union all select 'exception ' || x.id, 'ticket ' || x.ticket_number
      from document_exception x where x.customer_id = current_customer_id() and x.id = any(${exceptions}::bigint[])
    union all select 'recall ' || r.id, 'the recall of ' || r.title from recall r where r.id = any(${recalls}::bigint[])
    union all select 'shipment ' || s.id, 'shipment ' || s.id || ' to ' || s.to_name
      from shipment s where s.customer_id = current_customer_id() and s.id = any(${shipments}::bigint[])
    union all select 'tracing ' || t.id, case when t.is_drill then 'drill ' else 'tracing request ' end || t.number
      from tracing_request t where t.customer_id = current_customer_id() and t.id = any(${tracings}::bigint[])
    union all select 'webhook ' || w.id, 'the webhook endpoint ' || w.name
      from webhook_endpoint w where w.customer_id = current_customer_id() and w.id = any(${webhooks}::bigint[])
    union all select 'verification ' || v.id, 'the verification of serial ' || v.serial_number
      from verification v where v.customer_id = current_customer_id() and v.id = any(${verifications}::bigint[])`.execute(tx)
  return new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name]])))
}

export async function listReceived(tx: CustomerTx, ids: readonly number[]): Promise<Map<number, ReceiptContents & { amount: number }>> {
  if (ids.length === 0) return new Map()
  const { products, serialNumber, medId } = receiptContents('r')
  const { rows } = await sql<ReceiptContents & { id: number; amount: number }>`
    select r.id, r.amount, ${products} as products, ${serialNumber} as "serialNumber", ${medId} as "medId"
    from receipt r where r.customer_id = current_customer_id() and r.id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, ...contents }) => [id, contents]))
}

export function listSeals(tx: CustomerTx, afterId: number, limit: number) {
  return tx.selectFrom('auditSeal').selectAll().where('id', '>', afterId).orderBy('id').limit(limit).execute()
}
export type Seal = Awaited<ReturnType<typeof listSeals>>[number]

export function findSeal(tx: CustomerTx, id: number): Promise<Seal | undefined> {
  return tx.selectFrom('auditSeal').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findNewestSeal(tx: CustomerTx): Promise<Seal | undefined> {
  return tx.selectFrom('auditSeal').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function countSeals(tx: CustomerTx, afterId: number): Promise<number> {
  const count = tx.selectFrom('auditSeal').select(({ fn }) => fn.countAll<number>().as('amount'))
  return (await count.where('id', '>', afterId).executeTakeFirstOrThrow()).amount
}

export async function countSealedLines(tx: CustomerTx, upToId: number): Promise<number> {
  const sum = tx.selectFrom('auditSeal').select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('lines'))
  return Number((await sum.where('id', '<=', upToId).executeTakeFirstOrThrow()).lines)
}

/** Query for the newest seal of the audit trail: number, hash in hexadecimal, and time. */
export const selectNewestSeal = () => sql<{ number: number; hash: string; sealedAt: Date }>`
  select id as number, encode(hash, 'hex') as hash, sealed_at as "sealedAt" from audit_seal
  where customer_id = current_customer_id() order by id desc limit 1`

/**
 * For each era (the time between two restores), the transaction id that limits the sealed part of the audit trail: all rows with a lower id are
 * sealed. Considers only the seals up to `upToId`.
 */
export const selectSealedXids = (upToId: number) => sql<{ era: number; before: string }>`
  select distinct on (era) era, before_xid::text as before from audit_seal
  where customer_id = current_customer_id() and id <= ${upToId} order by era, id desc`

/**
 * Number of lines that no seal covers yet. Each era (the time between two restores, which restart the transaction ids) is counted separately, so that
 * each count is one index range, however long the trail is.
 */
export const selectUnsealed = () => sql<{ amount: number }>`
  select coalesce(sum(lines.amount), 0)::bigint as amount from era
    left join lateral (select s.before_xid from audit_seal s where s.customer_id = current_customer_id() and s.era = era.id
      order by s.id desc limit 1) as last on true
    cross join lateral (select count(*) as amount from audit a where a.customer_id = current_customer_id() and a.era = era.id
      and a.xid >= coalesce(last.before_xid, '0'::xid8)) as lines`
