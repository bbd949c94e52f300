import { LOCKS } from '@seriatim/db/advisory-locks'
import type { OwnFigures, PackGap, PackPart, PackPreset } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** The request for a pack, as stored with its row. */
export interface StoredSelection {
  from: string
  to: string
  locationIds: number[]
  tradingPartnerIds: number[]
  ndcs: string[]
  /** Absent in packs made before lots could be chosen. */
  lotNumbers?: string[]
  medIds: number[]
  parts: PackPart[]
  /** Names of the locations at the time of the request; null for all locations. */
  locations: string[] | null
}

interface NewRow {
  preset: PackPreset
  askedBy: string
  selection: StoredSelection
  locationIds: number[]
  hasTrail: boolean
  ownFigures: OwnFigures | null
  timeZone: string
  madeAt: Date
  madeById: number
  madeBy: string
}

/** @returns the pack's id and its number. Each customer's packs are numbered consecutively. */
export async function insertPack(tx: CustomerTx, { selection, ownFigures, ...row }: NewRow): Promise<{ id: number; number: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id()::text, ${LOCKS.packNumber}::bigint))`.execute(tx)
  const last = await tx
    .selectFrom('pack')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  const values = {
    ...row,
    number,
    state: 'queued' as const,
    counts: '{}',
    gaps: '[]',
    selection: JSON.stringify(selection),
    dispensed: ownFigures && JSON.stringify(ownFigures),
  }
  return { ...(await tx.insertInto('pack').values(values).returning('id').executeTakeFirstOrThrow()), number }
}

const packs = (tx: CustomerTx) =>
  tx
    .selectFrom('pack')
    .select([
      'id',
      'number',
      'preset',
      'askedBy',
      'selection',
      'locationIds',
      'state',
      'phase',
      'done',
      'total',
      'gaps',
      'failure',
      'waitingSince',
      'bytes',
      'sha256',
      'madeAt',
      'madeById',
      'madeBy',
      'finishedAt',
      'keptUntil',
      'removedAt',
      'downloads',
      'downloadedAt',
      'downloadedBy',
      'hasTrail',
    ])

/** Lists packs, newest first: only those whose locations are all among `places`, and those that contain the audit trail only if `withTrail`. */
export function listPacks(
  tx: CustomerTx,
  { places, withTrail, limit }: { places: 'all' | readonly number[]; withTrail: boolean; limit: number },
) {
  let query = packs(tx).orderBy('id', 'desc').limit(limit)
  if (!withTrail) query = query.where('hasTrail', '=', false)
  if (places !== 'all') query = query.where(sql<boolean>`location_ids <@ ${[...places]}::bigint[]`)
  return query.execute()
}
export type PackRecord = Awaited<ReturnType<typeof listPacks>>[number]

export const findPack = (tx: CustomerTx, id: number) => packs(tx).where('id', '=', id).executeTakeFirst()

export async function saveLocations(tx: CustomerTx, id: number, locationIds: number[]): Promise<void> {
  await tx.updateTable('pack').set({ locationIds }).where('id', '=', id).execute()
}

export const lockPack = (tx: CustomerTx, id: number) =>
  tx
    .selectFrom('pack')
    .select(['id', 'number', 'state', 'locationIds', 'madeById', 'waitingSince', 'beganAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function countUnfinished(tx: CustomerTx): Promise<number> {
  const row = await tx
    .selectFrom('pack')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('state', 'in', ['queued', 'building'])
    .executeTakeFirstOrThrow()
  return Number(row.amount)
}

export const findPackToBuild = (tx: CustomerTx, id: number) =>
  tx
    .selectFrom('pack')
    .innerJoin('customer', 'customer.id', 'pack.customerId')
    .select([
      'pack.id',
      'pack.number',
      'pack.preset',
      'pack.askedBy',
      'pack.selection',
      'pack.dispensed',
      'pack.timeZone',
      'pack.state',
      'pack.madeById',
    ])
    .select(['pack.madeBy', 'pack.madeAt', 'pack.beganAt', 'pack.waitingSince', 'customer.name as customerName'])
    .where('pack.id', '=', id)
    .executeTakeFirst()
export type PackToBuild = NonNullable<Awaited<ReturnType<typeof findPackToBuild>>>

interface Progress {
  state?: 'building'
  phase?: string
  done?: number
  total?: number
  beganAt?: Date
  waitingSince?: Date | null
}

/**
 * Updates a pack's progress.
 * @returns false if the pack is no longer being made, because somebody stopped it.
 */
export async function updateProgress(tx: CustomerTx, id: number, values: Progress): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pack')
    .set(values)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'building'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Finished {
  bytes: number
  sha256: string
  manifestSha256: string
  keptUntil: Date
  finishedAt: Date
  gaps: readonly PackGap[]
  counts: Record<string, string>
}

/**
 * Records the result of building a pack.
 * @returns false if the pack was no longer being built, so that nothing was recorded.
 */
export async function markReady(tx: CustomerTx, id: number, { gaps, counts, ...values }: Finished): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pack')
    .set({ ...values, gaps: JSON.stringify(gaps), counts: JSON.stringify(counts), state: 'ready', phase: '', waitingSince: null })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'building'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records the result of building a pack.
 * @returns false if the pack was no longer being built, so that nothing was recorded.
 */
export async function markEnded(
  tx: CustomerTx,
  id: number,
  values: { state: 'failed' | 'canceled'; failure: string | null; finishedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pack')
    .set({ ...values, phase: '', waitingSince: null })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'building'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteDownload(tx: CustomerTx, id: number, { at, by }: { at: Date; by: string }): Promise<void> {
  await tx
    .updateTable('pack')
    .set((eb) => ({ downloads: eb('downloads', '+', 1), downloadedAt: at, downloadedBy: by }))
    .where('id', '=', id)
    .execute()
}

/** Packs that have expired and whose file still exists. */
export const listOverduePacks = (tx: CustomerTx, now: Date) =>
  tx
    .selectFrom('pack')
    .select(['id', 'number', 'sha256'])
    .where('state', '=', 'ready')
    .where('removedAt', 'is', null)
    .where('keptUntil', '<', now)
    .orderBy('id')
    .execute()

export async function markRemoved(tx: CustomerTx, id: number, removedAt: Date): Promise<void> {
  await tx.updateTable('pack').set({ removedAt }).where('id', '=', id).execute()
}

export const findColumns = (tx: CustomerTx) =>
  tx.selectFrom('dispensedColumns').select(['ndcColumn', 'quantityColumn', 'dayColumn']).executeTakeFirst()

export async function saveColumns(
  tx: CustomerTx,
  values: { ndcColumn: string; quantityColumn: string; dayColumn: string | null; changedAt: Date; changedById: number },
): Promise<void> {
  await tx
    .insertInto('dispensedColumns')
    .values(values)
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(values))
    .execute()
}
