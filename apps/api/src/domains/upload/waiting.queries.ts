import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Locks and lists, oldest first, the uploads whose document contains this GLN but could not be assigned to any of the customer's locations. */
export async function listWaitingFor(tx: CustomerTx, gln: string): Promise<{ id: number; sha256: string }[]> {
  const { rows } = await sql<{ id: number; sha256: string }>`
    select u.id, u.sha256 from upload u
    where u.customer_id = current_customer_id() and u.kind = 'notAddressed' and ${gln}::text = any (u.named_glns)
    order by u.created_at, u.id for update`.execute(tx)
  return rows
}

export async function countWithStatus(
  tx: CustomerTx,
  gln: string,
  uploadIds: readonly number[],
): Promise<{ status: string; amount: number }[]> {
  const { rows } = await sql<{ status: string; amount: number }>`
    select u.status, count(*)::int as amount from upload u
    where u.customer_id = current_customer_id() and u.id = any (${[...uploadIds]}::bigint[]) and ${gln}::text = any (u.named_glns) group by 1`.execute(
    tx,
  )
  return rows
}

/** A party to whose location a file is addressed, as the file states it. */
export interface NamedPlace {
  gln: string
  name: string | null
  place: string | null
}

/**
 * Lists the latest files that were refused because they are addressed to no location of the customer. With `all`, lists every such file; otherwise
 * those that arrived through a door of these locations, and those that were uploaded by this person or by a person with access to one of these
 * locations.
 */
export async function listNotAddressed(
  tx: CustomerTx,
  whose: 'all' | { userId: number; locationIds: readonly number[] },
): Promise<{ glns: string[]; places: NamedPlace[]; createdAt: Date }[]> {
  const own =
    whose === 'all'
      ? sql`true`
      : sql`(u.location_id = any (${[...whose.locationIds]}::bigint[]) or u.door_id is null and (u.created_by_id = ${whose.userId} or exists (select from user_location w where w.customer_id = current_customer_id()
          and w.user_id = u.created_by_id and w.location_id = any (${[...whose.locationIds]}::bigint[]))))`
  const { rows } = await sql<{ glns: string[]; places: NamedPlace[]; createdAt: Date }>`
    select distinct on (u.created_at, u.sha256) u.named_glns as glns, u.named_places as places, u.created_at as "createdAt" from upload u
    where u.customer_id = current_customer_id() and u.kind = 'notAddressed' and ${own} order by u.created_at desc, u.sha256 limit 500`.execute(
    tx,
  )
  return rows
}

/** The GLNs to which a file is addressed, if it was refused because none of them belongs to a location here; empty for any other file. */
export async function listNamedBy(tx: CustomerTx, uploadId: number): Promise<string[]> {
  const row = await tx
    .selectFrom('upload')
    .select('namedGlns')
    .where('id', '=', uploadId)
    .where('kind', '=', 'notAddressed')
    .executeTakeFirst()
  return row?.namedGlns ?? []
}
