import type { Session } from '../../call/access/access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { toOutcomeRow, WAITING } from './outcome.rules.ts'
import { queueImport } from './queue-import.ts'
import { updateUpload } from './upload.joins.ts'

/**
 * Queues another import of a corrected file after somebody has decided about it. With `isSettled`, the file becomes an order even if an earlier order
 * exists for the same goods.
 */
export async function readAgain(tx: CustomerTx, session: Pick<Session, 'customerId'>, uploadId: number, isSettled: boolean): Promise<void> {
  await updateUpload(tx, uploadId, { ...toOutcomeRow(WAITING), finishedAt: null, documentId: null })
  await queueImport(tx, session, { uploadId, isSettled })
}

export async function setIgnored(tx: CustomerTx, { now }: Pick<Session, 'now'>, uploadId: number): Promise<void> {
  await updateUpload(tx, uploadId, { ...toOutcomeRow({ kind: 'ignored', facts: {} }), finishedAt: now })
}
