import { Readable } from 'node:stream'
import type { UnpackedArrival } from '../../db/types.ts'
import type { JobContext } from '../../jobs/job.ts'
import { deleteUnneededBytes, lockUploadedBytes, storeMade } from '../file/file.service.ts'
import { UnreadableError } from '../upload/document-source.service.ts'
import { toOutcomeRow } from '../upload/outcome.rules.ts'
import { deleteProgress, lockUpload, updateUpload } from '../upload/upload.joins.ts'
import { registerFor } from '../upload/upload.service.ts'
import { isDocument, type UnpackedFile, unpackSeveral } from '../upload/zip-source.service.ts'

interface ZipUpload {
  uploadId: number
  customerId: number
  doorId: number | null
  path: string
}

/**
 * Creates an upload for each document in a zip of several files, in the name of the person who sent the zip. Files that are not documents are stored
 * but not imported. If the job is killed, it can run again without creating duplicates: the stored files have the same hashes, and one transaction
 * writes all uploads together with the outcome of the zip.
 * @returns false for a zip that contains only one file; the caller then imports that file as a document.
 * @throws UnreadableError if the zip cannot be unpacked, or if its contents are larger than what its door accepts per day. Nothing is imported then.
 */
export async function unpackUpload(job: JobContext, zip: ZipUpload): Promise<boolean> {
  const { uploadId, customerId } = zip
  const files = await storeFiles(job, zip)
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

/**
 * Stores each file of a zip. If the zip is refused, its unpacked files are deleted at once, because they would use storage that no limit takes into
 * account.
 */
async function storeFiles(job: JobContext, { customerId, doorId, path }: ZipUpload): Promise<UnpackedFile[] | undefined> {
  const stored: string[] = []
  const at = job.clock.now()
  const room = doorId === null ? undefined : await job.inTx('read only', async (tx) => tx.listeners.zipOpened?.(tx, { doorId, at }))
  try {
    return await unpackSeveral(path, {
      room,
      async keep(bytes) {
        const kept = await storeMade(job, customerId, Readable.from(bytes))
        stored.push(kept.sha256)
        return kept
      },
    })
  } catch (error) {
    if (error instanceof UnreadableError)
      for (const sha256 of stored) await job.inTx('read write', (tx) => deleteUnneededBytes(tx, job.storage, { customerId, sha256 }))
    throw error
  }
}
