import type { Session } from '../../call/access/access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readAgain, setIgnored } from '../upload/corrected-upload.service.ts'

/** The upload behind a corrected file is read once more, settled now; or is left alone for good. */
export function readImportAgain(
  tx: CustomerTx,
  session: Pick<Session, 'customerId' | 'now'>,
  uploadId: number,
  { isSettled, isIgnored = false }: { isSettled: boolean; isIgnored?: boolean },
): Promise<void> {
  return isIgnored ? setIgnored(tx, session, uploadId) : readAgain(tx, session, uploadId, isSettled)
}
