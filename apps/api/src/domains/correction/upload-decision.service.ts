import { writeFullName } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { fileErrors } from '../file/file.facts.ts'
import { readAgain, setIgnored } from '../upload/corrected-upload.service.ts'
import { toOutcomeRow } from '../upload/outcome.rules.ts'
import { uploadErrors } from '../upload/upload.facts.ts'
import { findUpload, lockUpload, updateUpload } from '../upload/upload.joins.ts'
import { isVisibleUpload, readVisibleUpload } from '../upload/upload.service.ts'
import { settleByUpload } from './correction.service.ts'
import { reopenCorrection } from './finish-correction.service.ts'

/** Stops an import in progress: what it has written to the database is rolled back, and the uploaded file is kept. */
export async function stopUpload(tx: CustomerTx, session: Session, uploadId: number): Promise<{ ok: true }> {
  const upload = await readVisibleUpload(tx, session, uploadId)
  if (upload.status !== 'processing') throw new AppError(uploadErrors.upload_not_open)
  await updateUpload(tx, uploadId, { ...toOutcomeRow({ kind: 'stopped', facts: {} }), finishedAt: session.now })
  await reopenCorrection(tx, { uploadId, why: `${writeFullName(session)} stopped the upload`, now: session.now })
  await audit(tx, session, { action: 'order.stopUpload', subject: 'upload', subjectId: uploadId })
  return { ok: true }
}

/**
 * Decides about a document that has the same identifier as an earlier one but different bytes: keeps the new document, replaces the earlier one with
 * it, or ignores it (decision 29).
 */
export async function decideDuplicate(
  tx: CustomerTx,
  session: Session,
  { uploadId, choice, reason }: { uploadId: number; choice: 'keep' | 'replace' | 'ignore'; reason: string },
): Promise<{ ok: true }> {
  const upload = await lockUpload(tx, uploadId)
  const row = await findUpload(tx, uploadId)
  if (!upload || !row || !isVisibleUpload(row, session)) throw new AppError(fileErrors.upload_not_found)
  must(session, 'order:settle', upload.locationId)
  if (upload.status !== 'differs') throw new AppError(uploadErrors.upload_not_open)
  await audit(tx, session, { action: 'order.settleUpload', subject: 'upload', subjectId: uploadId, detail: { choice, reason } })
  if (await settleByUpload(tx, session, { uploadId, choice, reason })) return { ok: true }
  if (choice === 'ignore') await setIgnored(tx, session, uploadId)
  else await readAgain(tx, session, uploadId, true)
  return { ok: true }
}
