import { LOCKS } from '@seriatim/db/advisory-locks'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface PacketKey {
  userId: number
  groupId: string
  fileId: string
}

export interface PacketRow extends PacketKey {
  packet: number
  totalPackets: number
  filename: string
  contentType: string
  sha256: string
  size: number
  createdAt: Date
}

/**
 * Lets only one packet of a user be processed at a time: two concurrent last packets would each miss the other, and neither would create the file.
 */
export async function lockPackets(tx: CustomerTx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id() || '/' || ${userId}::text, ${LOCKS.packets}::bigint))`.execute(
    tx,
  )
}

/** Keeps these bytes from being deleted until the transaction ends, and from being reused while their deletion is in progress. */
export async function lockBytes(tx: CustomerTx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id() || '/' || ${sha256}::text, ${LOCKS.storedBytes}::bigint))`.execute(
    tx,
  )
}

/**
 * Counts a user's unfinished uploads other than this file: the other groups, the other files in this group, and the bytes received for all of these
 * files.
 */
export async function countOpenUploads(
  tx: CustomerTx,
  { userId, groupId, fileId }: PacketKey,
): Promise<{ groups: number; filesOfGroup: number; bytes: number }> {
  const row = await tx
    .selectFrom('uploadPacket')
    .select((eb) => [
      eb.fn.count<number>('groupId').distinct().filterWhere('groupId', '<>', groupId).as('groups'),
      eb.fn.count<number>('fileId').distinct().filterWhere('groupId', '=', groupId).as('filesOfGroup'),
      eb.fn.coalesce(eb.fn.sum<number>('size'), sql<number>`0`).as('bytes'),
    ])
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('groupId', '<>', groupId), eb('fileId', '<>', fileId)]))
    .executeTakeFirstOrThrow()
  return { ...row, bytes: Number(row.bytes) }
}

/** Inserts a packet; an existing one stays unchanged. */
export async function insertPacket(tx: CustomerTx, row: PacketRow): Promise<void> {
  await tx
    .insertInto('uploadPacket')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customerId', 'userId', 'groupId', 'fileId', 'packet']).doNothing())
    .execute()
}

export function listPackets(tx: CustomerTx, { userId, groupId, fileId }: PacketKey) {
  return tx
    .selectFrom('uploadPacket')
    .select(['packet', 'totalPackets', 'filename', 'contentType', 'sha256', 'size'])
    .where('userId', '=', userId)
    .where('groupId', '=', groupId)
    .where('fileId', '=', fileId)
    .orderBy('packet')
    .execute()
}

export async function deletePackets(tx: CustomerTx, { userId, groupId, fileId }: PacketKey): Promise<void> {
  await tx.deleteFrom('uploadPacket').where('userId', '=', userId).where('groupId', '=', groupId).where('fileId', '=', fileId).execute()
}

/**
 * Registers stored bytes that may no longer be needed, so that the sweep checks and deletes them. Until then, `size` counts toward the customer's
 * storage; it is 0 if a row that refers to the bytes already counts them.
 */
export async function insertLeftovers(tx: CustomerTx, files: readonly { sha256: string; size: number }[], leftAt: Date): Promise<void> {
  if (!files.length) return
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]))
  await tx
    .insertInto('leftover')
    // Uses a fixed order, so that two calls that release the same bytes never deadlock.
    .values([...sizes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([sha256, size]) => ({ sha256, size, leftAt })))
    .onConflict((conflict) => conflict.columns(['customerId', 'sha256']).doUpdateSet((eb) => ({ leftAt, size: eb.ref('excluded.size') })))
    .execute()
}

/** Maximum number of hashes per run of the sweep: each hash is locked, and the lock table of the database server is small. */
const SWEPT = 2000

export async function listLeftovers(tx: CustomerTx, before: Date): Promise<string[]> {
  const rows = await tx.selectFrom('leftover').select('sha256').where('leftAt', '<', before).orderBy('sha256').limit(SWEPT).execute()
  return rows.map((row) => row.sha256)
}

export function findLeftover(tx: CustomerTx, sha256: string, leftAt: Date) {
  return tx.selectFrom('leftover').select('sha256').where('sha256', '=', sha256).where('leftAt', '=', leftAt).executeTakeFirst()
}

export async function deleteLeftover(tx: CustomerTx, sha256: string): Promise<void> {
  await tx.deleteFrom('leftover').where('sha256', '=', sha256).execute()
}

/**
 * Deletes packets that were stored before this time and whose upload was never completed.
 * @returns hash and size of their stored bytes, which `listUnneeded` checks for other references.
 */
export function deleteOldPackets(tx: CustomerTx, before: Date) {
  return tx.deleteFrom('uploadPacket').where('createdAt', '<', before).returning(['sha256', 'size']).execute()
}

/**
 * Returns the hashes whose stored bytes are no longer needed: no packet, upload, delivery, document, attachment, ticket, email, report, pack or
 * tracing request refers to them. All of these are searched even if the bytes came from a packet, because bytes are stored by hash, so a document may
 * consist of the same bytes.
 */
export async function listUnneeded(tx: CustomerTx, hashes: readonly string[]): Promise<string[]> {
  if (!hashes.length) return []
  const needed = await tx
    .selectFrom('uploadPacket')
    .select('sha256')
    .where('sha256', 'in', [...hashes])
    .union(
      tx
        .selectFrom('upload')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('inboundMessage')
        .select('sha256')
        .where('sha256', 'in', [...hashes])
        .where('removedAt', 'is', null),
    )
    .union(
      tx
        .selectFrom('intakePart')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('epcisDocument')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('incidentReport')
        .select('pdfSha256 as sha256')
        .where('pdfSha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('medEmail')
        .select('pdfSha256 as sha256')
        .where('pdfSha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('documentExceptionFile')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('medAttachment')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('evidence')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('pack')
        .select((eb) => eb.ref('sha256').$notNull().as('sha256'))
        .where('sha256', 'in', [...hashes])
        .where('removedAt', 'is', null),
    )
    .union(
      tx
        .selectFrom('tracingAnswer')
        .select((eb) => eb.ref('sha256').$notNull().as('sha256'))
        .where('sha256', 'in', [...hashes])
        .where('removedAt', 'is', null),
    )
    .union(
      tx
        .selectFrom('tracingFile')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .execute()
  const known = new Set(needed.map((row) => row.sha256))
  return [...new Set(hashes)].filter((sha256) => !known.has(sha256))
}
