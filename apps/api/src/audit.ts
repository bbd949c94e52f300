import type { AuditKind } from '@seriatim/schema'
import type { Session } from './access.ts'
import type { CustomerTx } from './db/types.ts'

export interface AuditEntry {
  /** What was done, `order.receive`. */
  action: string
  subject: AuditKind
  subjectId: number | null
  /** Counts, a receipt's id, values before and after: never one entry per med, never a secret. */
  detail?: Record<string, unknown>
}

/** Who is written into the trail: a signed-in user, or nobody for what a job did by itself. */
export type Actor = Pick<Session, 'now'> & { userId: number | null }

/** Writes one line of the audit trail in the transaction of what it records. */
export async function audit(tx: CustomerTx, actor: Actor, { action, subject, subjectId, detail = {} }: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ at: actor.now, userId: actor.userId, action, subject, subjectId, detail: JSON.stringify(detail) })
    .execute()
}
