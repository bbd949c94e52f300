import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { expectRequest } from '../request.access.ts'
import { listFiles } from '../request.queries.ts'
import { tracingErrors } from '../tracing.facts.ts'

/** A file that was attached to an email, for the route that streams it. @throws AppError tracing_not_found, tracing_file_not_found. */
export async function downloadRequestFile(tx: CustomerTx, session: Session, { requestId, fileId }: { requestId: number; fileId: number }) {
  await expectRequest(tx, session, requestId, 'tracing:read')
  const file = (await listFiles(tx, requestId)).find(({ id }) => id === fileId)
  if (!file) throw new AppError(tracingErrors.tracing_file_not_found)
  await audit(tx, session, { action: 'tracing.download', subject: 'tracing', subjectId: requestId, detail: { file: file.filename } })
  return { filename: file.filename, stored: { sha256: file.sha256, size: Number(file.size) } }
}
