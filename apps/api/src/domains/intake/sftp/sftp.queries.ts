import type { TakenFor } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** A file that arrived under a temporary name. */
export interface Part {
  doorId: number
  name: string
  size: number
  sha256: string
  takenFor: TakenFor
  fromAddress: string
  putAt: Date
}

const PART = ['doorId', 'name', 'size', 'sha256', 'fromAddress', 'putAt'] as const

const selectParts = (tx: CustomerTx) =>
  tx
    .selectFrom('intakePart')
    .select(PART)
    .select((eb) => eb.ref('takenFor').$castTo<TakenFor>().as('takenFor'))

/** Saves a file, replacing one of the same name. */
export async function savePart(tx: CustomerTx, part: Part): Promise<void> {
  const { doorId: _, name: __, ...values } = part
  await tx
    .insertInto('intakePart')
    .values(part)
    .onConflict((conflict) => conflict.columns(['customerId', 'doorId', 'name']).doUpdateSet(values))
    .execute()
}

export const lockPart = (tx: CustomerTx, { doorId, name }: Pick<Part, 'doorId' | 'name'>): Promise<Part | undefined> =>
  selectParts(tx).where('doorId', '=', doorId).where('name', '=', name).forUpdate().executeTakeFirst()

export async function deletePart(tx: CustomerTx, { doorId, name }: Pick<Part, 'doorId' | 'name'>): Promise<void> {
  await tx.deleteFrom('intakePart').where('doorId', '=', doorId).where('name', '=', name).execute()
}

export async function countParts(tx: CustomerTx, doorId: number): Promise<number> {
  const { amount } = await tx
    .selectFrom('intakePart')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('doorId', '=', doorId)
    .executeTakeFirstOrThrow()
  return amount
}

/** Files that arrived under a temporary name before this time and were never renamed. */
export const listPartsBefore = (tx: CustomerTx, before: Date): Promise<Part[]> =>
  selectParts(tx).where('putAt', '<', before).orderBy('putAt').limit(500).execute()

/** Whether these bytes were delivered through the door, under any name. */
export async function isDelivered(tx: CustomerTx, { doorId, sha256 }: Pick<Part, 'doorId' | 'sha256'>): Promise<boolean> {
  const row = await tx
    .selectFrom('inboundMessage')
    .select('id')
    .where('doorId', '=', doorId)
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A file of a drop folder as the SFTP client sees it in the folder's listing. */
export interface SeenFile {
  name: string
  size: number
  at: Date
}

const MOST_LISTED = 500

/** Files of a door that its sender can still see, newest first: those delivered since this time, and those under a temporary name. */
export async function listSeen(tx: CustomerTx, doorId: number, since: Date): Promise<SeenFile[]> {
  return tx
    .selectFrom('inboundMessage')
    .select(['filename as name', 'size', 'lastAt as at'])
    .where('doorId', '=', doorId)
    .where('lastAt', '>', since)
    .unionAll(tx.selectFrom('intakePart').select(['name', 'size', 'putAt as at']).where('doorId', '=', doorId))
    .orderBy(sql`at`, 'desc')
    .limit(MOST_LISTED)
    .execute()
}
