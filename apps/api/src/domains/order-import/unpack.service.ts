import { Readable } from 'node:stream'
import type { UnpackedArrival } from '../../db/types.ts'
import type { JobContext } from '../../jobs/job.ts'
import { lockUploadedBytes } from '../file/file.service.ts'
import { toOutcomeRow } from '../upload/outcome.rules.ts'
import { deleteProgress, lockUpload, updateUpload } from '../upload/upload.joins.ts'
import { registerFor } from '../upload/upload.service.ts'
import { isDocument, unpackSeveral } from '../upload/zip-source.service.ts'

/**
 * Makes an upload of each document in a zip of several files, in the name of the person who sent the zip. Other files are stored. A job that is
 * killed starts over: the files have the same hashes, and their rows are written in one transaction with the outcome of the zip.
 *
 * @returns false for a zip of one file, which is read as a document.
 * @throws UnreadableError for a zip that cannot be unpacked; nothing of it is imported then.
 */
export async function unpackUpload(
  job: JobContext,
  { uploadId, customerId, path }: { uploadId: number; customerId: number; path: string },
) {
  const files = await unpackSeveral(path, (bytes) => job.storage.put(customerId, Readable.from(bytes)))
  if (!files) return false
  const now = job.clock.now()
  await job.inTx('read write', async (tx) => {
    const upload = await lockUpload(tx, uploadId)
    if (upload?.status !== 'processing') return
    const by = { customerId, userId: upload.createdById, doorId: upload.doorId, now }
    const unpacked: UnpackedArrival['files'] = []
    for (const { takenFor, ...file } of files) {
      await lockUploadedBytes(tx, job.storage, { customerId }, file.sha256)
      const own = isDocument(takenFor) ? await registerFor(tx, by, file, upload.documentExceptionId ?? undefined) : null
      unpacked.push({ ...file, takenFor, uploadId: own })
    }
    await tx.listeners.filesUnpacked?.(tx, { uploadId, files: unpacked, at: now })
    await deleteProgress(tx, uploadId)
    const documents = unpacked.filter((file) => file.uploadId !== null).length
    const outcome = { kind: 'unpacked', facts: { documents, others: unpacked.length - documents } } as const
    await updateUpload(tx, uploadId, { ...toOutcomeRow(outcome), finishedAt: now })
  })
  return true
}
