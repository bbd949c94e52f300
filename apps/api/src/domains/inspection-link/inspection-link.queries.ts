import type { LinkKind } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

const COLUMNS = [
  'id',
  'kind',
  'subjectId',
  'locationId',
  'createdAt',
  'createdById',
  'createdBy',
  'expiresAt',
  'revokedAt',
  'revokedBy',
  'uses',
  'lastUsedAt',
] as const

interface NewLink {
  kind: LinkKind
  subjectId: number
  locationId: number | null
  tokenHash: Buffer
  createdAt: Date
  createdById: number
  createdBy: string
  expiresAt: Date
}

export const insertLink = (tx: CustomerTx, values: NewLink) =>
  tx.insertInto('inspectionLink').values(values).returning(COLUMNS).executeTakeFirstOrThrow()

export type LinkRecord = Awaited<ReturnType<typeof insertLink>>

/** The links to a subject, newest first. */
export const selectLinks = (tx: CustomerTx, { kind, subjectId }: { kind: LinkKind; subjectId: number }) =>
  tx
    .selectFrom('inspectionLink')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export const lockLink = (tx: CustomerTx, id: number) =>
  tx.selectFrom('inspectionLink').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

export async function markLinkRevoked(tx: CustomerTx, id: number, values: { revokedAt: Date; revokedBy: string }): Promise<void> {
  await tx.updateTable('inspectionLink').set(values).where('id', '=', id).execute()
}

/** The link with this hash; undefined if it has expired or been revoked. */
export const findOpenLink = (tx: CustomerTx, tokenHash: Buffer, now: Date): Promise<LinkRecord | undefined> =>
  tx
    .selectFrom('inspectionLink')
    .select(COLUMNS)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/**
 * Counts a use of the link and returns the link; undefined if it was revoked. A single statement does both, so a link that is being revoked is never
 * used.
 */
export const markLinkUsed = (tx: CustomerTx, id: number, now: Date): Promise<LinkRecord | undefined> =>
  tx
    .updateTable('inspectionLink')
    .set({ uses: sql`uses + 1`, lastUsedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
