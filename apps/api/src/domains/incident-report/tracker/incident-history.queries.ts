import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/**
 * Lists the audit lines of an incident and its reports, newest first. Leaves out lines about drafts: drafts have ids of their own, so a draft may
 * have the same id as a report.
 */
export function listIncidentLines(
  tx: CustomerTx,
  { threadId, reportIds, since }: { threadId: number; reportIds: readonly number[]; since: Date },
) {
  return tx
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.userId')
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.detail', 'user.firstName', 'user.lastName'])
    .where('audit.subject', '=', 'incident')
    .where('audit.at', '>=', since)
    .where('audit.action', 'not like', 'incident.draft%')
    .where((eb) =>
      eb.or([
        sql<boolean>`audit.subject_id = any(${[...reportIds]}::bigint[])`,
        sql<boolean>`audit.detail ->> 'threadId' = ${String(threadId)}`,
      ]),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .execute()
}
