import { sql } from 'kysely'
import { z } from 'zod'
import type { CustomerTx } from '../../../db/types.ts'

const ids = z.array(z.number())
/** Ids of everything that a merge moved from the merged partner to the kept one, by kind. */
const moved = z.object({
  glns: ids,
  addresses: ids,
  contacts: ids,
  accounts: ids,
  licenses: ids,
  agreements: ids,
  told: ids,
  // Earlier versions of the app did not move the parts in the fields `preferences` to `doors`, so the records of their merges lack these ids.
  preferences: ids.default([]),
  endpoints: ids.default([]),
  shipments: ids.default([]),
  recallNotices: ids.default([]),
  tracingRequests: ids.default([]),
  doors: ids.default([]),
  /**
   * The merged partner's GLN notices as they were before the merge. Undoing the merge needs them, because emails sent later to the kept partner
   * overwrite the notices that moved to it.
   */
  toldBefore: z.array(z.looseObject({ id: z.number() })).default([]),
  evidence: ids,
  /** The kept partner's type before the merge; null if the merge did not change it. */
  type: z.enum(['upstream', 'downstream', 'both']).nullable(),
})
export type Moved = z.output<typeof moved>

/**
 * For each kind of a partner's data: its table, and the SQL condition `unless`. A row `m` of the merged partner is not moved if the kept partner has
 * a row `k` that meets the condition, because the two rows are equal.
 */
const TABLES = {
  glns: { table: 'partner_gln', unless: sql`k.global_location_number = m.global_location_number` },
  addresses: { table: 'partner_address', unless: sql`false` },
  contacts: { table: 'partner_contact', unless: sql`false` },
  accounts: { table: 'partner_account_number', unless: sql`k.account_number = m.account_number` },
  licenses: {
    table: 'partner_license',
    unless: sql`k.kind = m.kind and lower(k.number) = lower(m.number) and k.state_id is not distinct from m.state_id and k.valid_from = m.valid_from
      and k.valid_to is not distinct from m.valid_to and k.removed_at is null and m.removed_at is null`,
  },
  agreements: { table: 'partner_agreement', unless: sql`false` },
  told: { table: 'partner_gln_told', unless: sql`k.global_location_number = m.global_location_number` },
  preferences: { table: 'partner_preference', unless: sql`true` },
  endpoints: { table: 'partner_endpoint', unless: sql`k.removed_at is null and m.removed_at is null` },
  shipments: { table: 'shipment', unless: sql`false` },
  recallNotices: { table: 'recall_notice', unless: sql`false` },
  tracingRequests: { table: 'tracing_request', unless: sql`false` },
  doors: { table: 'intake_door', unless: sql`false` },
} as const
export type MovedPart = keyof typeof TABLES
export const MOVED_PARTS = Object.keys(TABLES) as MovedPart[] // Object.keys() returns string[]

/**
 * Moves the merged partner's parts of one kind to the kept partner, except those that match a part of the kept partner (`unless`).
 * @returns the ids of the moved parts.
 */
export async function moveParts(tx: CustomerTx, part: MovedPart, mergedId: number, keptId: number): Promise<number[]> {
  const { table, unless } = TABLES[part]
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} m set trading_partner_id = ${keptId}
    where m.customer_id = current_customer_id() and m.trading_partner_id = ${mergedId}
      and not exists (select from ${sql.table(table)} k where k.customer_id = current_customer_id() and k.trading_partner_id = ${keptId} and ${unless})
    returning m.id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Undoes a merge for one type of parts, such as GLNs: moves the parts with these ids, if they still exist, from the kept partner back to the merged
 * one. A GLN or account that the merged partner has received again since then is deleted from the kept partner instead.
 */
export async function moveBack(
  tx: CustomerTx,
  part: Exclude<MovedPart, 'told'>,
  idsOfPart: readonly number[],
  keptId: number,
  mergedId: number,
): Promise<void> {
  const { table, unless } = TABLES[part]
  const moved = sql`m.customer_id = current_customer_id() and m.trading_partner_id = ${keptId} and m.id = any (${[...idsOfPart]}::bigint[])`
  if (part === 'glns' || part === 'accounts')
    await sql`
      delete from ${sql.table(table)} m where ${moved}
        and exists (select from ${sql.table(table)} k where k.customer_id = current_customer_id() and k.trading_partner_id = ${mergedId} and ${unless})`.execute(
      tx,
    )
  await sql`update ${sql.table(table)} m set trading_partner_id = ${mergedId} where ${moved}`.execute(tx)
}

export async function listGlnNoticeRows(tx: CustomerTx, partnerId: number): Promise<Moved['toldBefore']> {
  const { rows } = await sql<{ row: { id: number } }>`
    select to_jsonb(m) as row from partner_gln_told m where m.customer_id = current_customer_id() and m.trading_partner_id = ${partnerId}`.execute(
    tx,
  )
  return rows.map(({ row }) => row)
}

/**
 * When a merge of partners is undone, gives the merged partner its GLN notices back. If a notice was sent again after the merge, the kept partner
 * keeps it, and the merged partner gets a copy with the data from before the merge.
 */
export async function moveGlnNoticesBack(tx: CustomerTx, { told, toldBefore }: Moved, keptId: number, mergedId: number): Promise<void> {
  const before = sql`jsonb_populate_recordset(null::partner_gln_told, ${JSON.stringify(toldBefore)}::jsonb)`
  await sql`
    update partner_gln_told m set trading_partner_id = ${mergedId}
    where m.customer_id = current_customer_id() and m.trading_partner_id = ${keptId} and m.id = any (${[...told]}::bigint[])
      and not exists (select from partner_gln_told k where k.customer_id = current_customer_id() and k.trading_partner_id = ${mergedId}
        and k.global_location_number = m.global_location_number)
      and not exists (select from ${before} b where b.id = m.id and b.sent_at <> m.sent_at)`.execute(tx)
  await sql`
    insert into partner_gln_told (trading_partner_id, location_id, global_location_number, disposition, sent_at, sent_by_id, sent_to, note, mail_id, confirmed_at, confirmed_by_id)
    select ${mergedId}, m.location_id, m.global_location_number, m.disposition, m.sent_at, m.sent_by_id, m.sent_to, m.note, mail.id,
      m.confirmed_at, m.confirmed_by_id
    from (select * from ${before} offset 0) m left join mail on mail.customer_id = current_customer_id() and mail.id = m.mail_id
    left join partner_gln_told k on k.customer_id = current_customer_id() and k.trading_partner_id = ${mergedId} and k.global_location_number = m.global_location_number
    where m.id = any (${[...told]}::bigint[]) and k.id is null returning id`.execute(tx)
}

export async function insertMerge(
  tx: CustomerTx,
  { moved: what, ...values }: { keptId: number; mergedId: number; moved: Moved; at: Date; byId: number },
): Promise<void> {
  await tx
    .insertInto('partnerMerge')
    .values({ ...values, moved: JSON.stringify(what) })
    .execute()
}

/** Merges with this partner on either side, newest first. */
export function listMerges(tx: CustomerTx, partnerId: number) {
  return tx
    .selectFrom('partnerMerge')
    .innerJoin('tradingPartner as kept', 'kept.id', 'partnerMerge.keptId')
    .innerJoin('tradingPartner as merged', 'merged.id', 'partnerMerge.mergedId')
    .leftJoin('user', 'user.id', 'partnerMerge.byId')
    .select([
      'partnerMerge.id',
      'partnerMerge.keptId',
      'partnerMerge.mergedId',
      'partnerMerge.at',
      'kept.name as keptName',
      'kept.locationId as keptLocationId',
      'merged.name as mergedName',
      'merged.locationId as mergedLocationId',
      'user.firstName',
      'user.lastName',
    ])
    .where('partnerMerge.undoneAt', 'is', null)
    .where((or) => or.or([or('partnerMerge.keptId', '=', partnerId), or('partnerMerge.mergedId', '=', partnerId)]))
    .orderBy('partnerMerge.id', 'desc')
    .execute()
}

export async function lockMerge(tx: CustomerTx, id: number) {
  const row = await tx.selectFrom('partnerMerge').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && { ...row, moved: moved.parse(row.moved) }
}

export async function markUndone(tx: CustomerTx, id: number, values: { undoneAt: Date; undoneById: number }): Promise<void> {
  await tx.updateTable('partnerMerge').set(values).where('id', '=', id).execute()
}
