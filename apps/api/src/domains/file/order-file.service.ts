import type { UploadOutcome } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import type { Context } from '../../context.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { outcomeOf, registerUpload } from '../order/upload.service.ts'
import { lockBytes } from './file.queries.ts'
import { type Kept, mustBeKept } from './kept.ts'

export { readDocument, readUpload, readUploads, retryUpload, settle, stopUpload } from '../order/upload.service.ts'

const POLL_MS = 150

interface Stored extends Kept {
  wait: boolean
}

/**
 * Puts a stored file into the queue and waits for what becomes of it, but no longer than 20 s (rest.md). The reading goes on without us.
 *
 * @throws AppError upload_not_found when the bytes were not uploaded as an order by this user.
 */
export async function takeOrder(ctx: Context, session: Session, { wait, seal, ...file }: Stored): Promise<UploadOutcome> {
  mustBeKept(ctx.secrets, session, 'order', { sha256: file.sha256, seal })
  const uploadId = await ctx.inTx('read write', async (tx: CustomerTx) => {
    // From here to the row the sweep of left-over bytes waits: what is accepted is there.
    await lockBytes(tx, file.sha256)
    const size = await ctx.storage.size(session.customerId, file.sha256).catch(() => undefined)
    if (size === undefined) throw new AppError('upload_not_found')
    return registerUpload(tx, session, { ...file, size })
  })
  const look = () => ctx.inTx('read only', (tx) => outcomeOf(tx, session, uploadId))
  const end = Date.now() + ctx.config.uploadWaitSeconds * 1000
  let outcome = await look()
  while (wait && outcome.status === 'processing' && Date.now() < end && !ctx.request.signal?.aborted) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    outcome = await look()
  }
  return outcome
}
