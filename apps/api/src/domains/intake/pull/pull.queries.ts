import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export interface NewSource {
  doorId: number
  host: string
  port: number
  userName: string
  secretKind: 'password' | 'key'
  secret: Buffer
  folder: string
  pattern: string
  everyMinutes: number
  afterwards: 'leave' | 'move' | 'delete'
  moveTo: string | null
  dueAt: Date
}

export async function insertSource(tx: CustomerTx, values: NewSource): Promise<void> {
  await tx.insertInto('intakeSource').values(values).execute()
}

/** A source with its door; undefined if the door was revoked. */
export const findSource = (tx: CustomerTx, doorId: number) =>
  tx
    .selectFrom('intakeSource')
    .innerJoin('intakeDoor', 'intakeDoor.id', 'intakeSource.doorId')
    .selectAll('intakeSource')
    .select(['intakeDoor.name', 'intakeDoor.locationId'])
    .where('intakeSource.doorId', '=', doorId)
    .where('intakeDoor.revokedAt', 'is', null)
    .executeTakeFirst()
export type SourceRecord = NonNullable<Awaited<ReturnType<typeof findSource>>>

interface SourceChange extends Partial<Omit<NewSource, 'doorId' | 'dueAt'>> {
  hostKey?: string | null
  dueAt?: Date
  lookedAt?: Date
  failingSince?: Date | null
  notifiedAt?: Date | null
  lastError?: string | null
}

export async function updateSource(tx: CustomerTx, doorId: number, values: SourceChange): Promise<void> {
  await tx.updateTable('intakeSource').set(values).where('doorId', '=', doorId).execute()
}

/** Doors whose server has been confirmed and whose next poll is due. */
export async function listDueSources(tx: CustomerTx, now: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('intakeSource')
    .innerJoin('intakeDoor', 'intakeDoor.id', 'intakeSource.doorId')
    .select('intakeSource.doorId')
    .where('intakeSource.dueAt', '<=', now)
    .where('intakeSource.hostKey', 'is not', null)
    .where('intakeDoor.revokedAt', 'is', null)
    .execute()
  return rows.map(({ doorId }) => doorId)
}

interface SourceFile {
  doorId: number
  name: string
  size: number
  modifiedAt: Date
}

/** Lists the records of these files; files without a record are left out. */
export function listKnownFiles(tx: CustomerTx, doorId: number, names: readonly string[]) {
  return tx
    .selectFrom('intakeSourceFile')
    .select(['name', 'size', 'modifiedAt', 'state', 'firstSeenAt', 'problem'])
    .where('doorId', '=', doorId)
    .where('name', 'in', names.length ? [...names] : [''])
    .execute()
}

/** Records that these files were seen on the partner's server at `seenAt`. */
export async function saveSeen(tx: CustomerTx, files: readonly SourceFile[], seenAt: Date): Promise<void> {
  if (files.length === 0) return
  await tx
    .insertInto('intakeSourceFile')
    .values(
      files.map(({ doorId, name, size, modifiedAt }) => ({
        doorId,
        name,
        size,
        modifiedAt,
        state: 'seen' as const,
        seenAt,
        firstSeenAt: seenAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['customerId', 'doorId', 'name', 'size', 'modifiedAt']).doUpdateSet({ seenAt }))
    .execute()
}

export async function markFile(
  tx: CustomerTx,
  { doorId, name, size, modifiedAt }: SourceFile,
  values: { state?: 'taken' | 'refused'; problem: string | null },
): Promise<void> {
  await tx
    .updateTable('intakeSourceFile')
    .set(values)
    .where('doorId', '=', doorId)
    .where('name', '=', name)
    .where('size', '=', size)
    .where('modifiedAt', '=', modifiedAt)
    .execute()
}

export async function deleteFilesBefore(tx: CustomerTx, before: Date): Promise<void> {
  await tx.deleteFrom('intakeSourceFile').where('seenAt', '<', before).execute()
}

/** Settings and state of each door that fetches files, for the screen. */
export const listSources = (tx: CustomerTx) =>
  tx
    .selectFrom('intakeSource')
    .select(['doorId', 'host', 'port', 'userName', 'hostKey', 'folder', 'pattern', 'everyMinutes', 'afterwards', 'moveTo'])
    .select(['lookedAt', 'failingSince', 'lastError'])
    .select(sql<boolean>`secret_kind = 'key'`.as('usesKey'))
    .execute()
export type SourceShown = Awaited<ReturnType<typeof listSources>>[number]
