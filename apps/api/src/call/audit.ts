import type { CustomerTx } from '../db/types.ts'
import type { Session } from './access/access.ts'

/** Actions of the audit trail. Each domain adds its own in its `*.facts.ts`, so a call can only name actions that have a label. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by module augmentation
export interface AuditActions {}

/** Subjects of the audit trail. Each domain adds its own in its `*.facts.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by module augmentation
export interface AuditKinds {}

export type AuditAction = keyof AuditActions & string
export type AuditKind = keyof AuditKinds & string

export interface AuditEntry {
  action: AuditAction
  subject: AuditKind
  subjectId: number | null
  /** Details of the line: counts, a receipt's id, or values before and after. Never list single meds here or include a secret. */
  detail?: Record<string, unknown>
}

/** The author of an audit line: a signed-in user, or null for a job that acts without a user. */
export type Actor = Pick<Session, 'now' | 'notes'> & { userId: number | null }

/** Writes one line of the audit trail in the same transaction as the action that it records. Returns its id. */
export async function audit(tx: CustomerTx, actor: Actor, { action, subject, subjectId, detail = {} }: AuditEntry): Promise<number> {
  const { id } = await tx
    .insertInto('audit')
    .values({ at: actor.now, userId: actor.userId, action, subject, subjectId, detail: JSON.stringify(detail) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (actor.notes) actor.notes.isAudited = true
  await tx.listeners.audited?.(tx, [{ action, subject, subjectId, detail, at: actor.now }])
  return id
}

const AT_ONCE = 1000

/** Like `audit`, for many subjects that one call changes. */
export async function auditMany(tx: CustomerTx, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const rows = entries
      .slice(at, at + AT_ONCE)
      .map(({ detail = {}, ...entry }) => ({ ...entry, at: actor.now, userId: actor.userId, detail: JSON.stringify(detail) }))
    await tx.insertInto('audit').values(rows).execute()
  }
  const audited = entries.map(({ action, subject, subjectId, detail = {} }) => ({ action, subject, subjectId, detail, at: actor.now }))
  await tx.listeners.audited?.(tx, audited)
  if (entries.length && actor.notes) actor.notes.isAudited = true
}

/** Marks a call that changed nothing because the requested state was there already. The trail records changes, not requests. */
export function auditNothing({ notes }: Pick<Session, 'notes'>): void {
  if (notes) notes.isAudited = true
}
