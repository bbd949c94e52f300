import { outcomeWords, type UploadOutcome } from '@seriatim/schema'
import { z } from 'zod'
import { DAY_MS } from '../../core/day.ts'
import { StorageUnavailableError, UnavailableError } from '../../core/unavailable.ts'
import { withBulk } from '../../db/bulk-tx.ts'
import { isCollision } from '../../db/constraints.ts'
import { defineJob, type JobContext } from '../../jobs/job.ts'
import { reopenCorrection } from '../correction/finish-correction.service.ts'
import { noteUnusableAnswer } from '../exception/reply/answer.service.ts'
import { readGlnOwners } from '../location/location.service.ts'
import { startsAsZip, UnreadableError } from '../upload/document-source.service.ts'
import { parseOutcome, toOutcomeRow, WAITING } from '../upload/outcome.rules.ts'
import { findUpload, lockUpload, saveProgress, updateUpload } from '../upload/upload.joins.ts'
import { retryMissed } from '../upload/waiting.service.ts'
import type { ReadDocument } from './document.ts'
import { readDocument } from './document-reader.ts'
import { applyConcurrentHolds, importDocument } from './import.service.ts'
import { unpackUpload } from './unpack.service.ts'

class StoppedError extends Error {}

const ATTEMPTS = 5
/**
 * Number of process crashes during the same document after which the document counts as their cause. Other causes rarely kill the process this often
 * while it reads one document.
 */
const MAX_CRASHES = 10
const FAULT: UploadOutcome = { kind: 'fault', facts: {} }

/**
 * Reads an uploaded document and creates its order. If the process is killed at any point, the job starts again from the stored bytes without losing
 * or duplicating anything.
 */
export const importJob = defineJob({
  name: 'order.import',
  payload: z.object({ uploadId: z.number(), isSettled: z.boolean().default(false) }),
  attempts: ATTEMPTS,
  lane: 'long',
  async run({ uploadId, isSettled }, job) {
    const upload = await job.inTx('read only', (tx) => findUpload(tx, uploadId))
    if (!upload || job.customerId === null) return
    const isReopened = job.isReplay === true && parseOutcome(upload).kind === 'fault'
    if (isReopened) await job.inTx('read write', (tx) => updateUpload(tx, uploadId, { ...toOutcomeRow(WAITING), finishedAt: null }))
    if (upload.status === 'processing' || isReopened) await importUpload(job, { upload, customerId: job.customerId, isSettled })
    // If a job crashes here, the document is already imported. The restarted job skips the import and continues with this call.
    await retryOnCollision(() => job.inTx('read write', (tx) => applyConcurrentHolds(tx, uploadId)))
    await job.inTx('read write', (tx) => retryMissed(tx, { ...job, now: job.clock.now() }, uploadId))
  },
})

interface Wanted {
  upload: NonNullable<Awaited<ReturnType<typeof findUpload>>>
  customerId: number
  isSettled: boolean
}

async function importUpload(job: JobContext, { upload, customerId, isSettled }: Wanted): Promise<void> {
  const { id: uploadId } = upload
  // Gives up on the file after this many attempts without a result: reading it has killed the process each time and would do so again.
  if (job.attempt > MAX_CRASHES) {
    job.log.error({ job: 'order.import', uploadId, customerId }, 'import failed: the process died at every attempt to read the file')
    return recordOutcome(job, uploadId, FAULT)
  }
  const began = Date.now()
  let file: Awaited<ReturnType<typeof job.storage.local>> | undefined
  try {
    file = await job.storage.local(customerId, upload.sha256)
    await recordWaiting(job, upload, undefined)
    const { doorId, isAllOrNothing } = upload
    if (!isAllOrNothing && (await startsAsZip(file.path)) && (await unpackUpload(job, { uploadId, customerId, doorId, path: file.path })))
      return
    const read = await readWithProgress(job, { uploadId, path: file.path })
    await showWriting(job, uploadId, upload.size)
    const scope = { customerId, userId: job.userId, scope: 'all', locationIds: [] } as const
    await retryOnCollision(() =>
      withBulk(
        job.pool,
        scope,
        (tx, client) =>
          importDocument(tx, client, { customerId, uploadId, read, isSettled, now: job.clock.now(), seconds: (Date.now() - began) / 1000 }),
        job.db.listeners,
      ),
    )
  } catch (error) {
    if (error instanceof StoppedError) return
    if (error instanceof UnreadableError) return recordOutcome(job, uploadId, error.outcome)
    const isRefused = error instanceof StorageUnavailableError && error.isRefused
    if (isRefused && (await endRefused(job, upload))) return
    // If the database caused the error, this write fails too. That second error is ignored, because the first one is to be reported.
    if (!isRefused) await recordWaiting(job, upload, undefined).catch(() => undefined)
    if (job.isLastAttempt && !(error instanceof UnavailableError)) await recordOutcome(job, uploadId, FAULT)
    throw error
  } finally {
    await file?.release()
  }
}

/** If the storage denies access for this long, the upload fails and its uploader is notified. */
const REFUSED_MS = DAY_MS

/**
 * Handles a storage that denies access. The first denials record only since when the upload waits. If the denial has lasted for `REFUSED_MS`, ends
 * the upload as failed and returns true.
 */
async function endRefused(job: JobContext, upload: Wanted['upload']): Promise<boolean> {
  const now = job.clock.now()
  const since = findRefusedSince(upload) ?? now.toISOString()
  if (now.getTime() - Date.parse(since) >= REFUSED_MS) {
    job.log.error({ uploadId: upload.id, customerId: job.customerId, since }, 'import failed: the storage denied access')
    await recordOutcome(job, upload.id, { kind: 'fault', facts: { isRefused: true } })
    return true
  }
  await recordWaiting(job, upload, since)
  return false
}

function findRefusedSince(upload: Wanted['upload']): string | undefined {
  const known = parseOutcome(upload)
  return known.kind === 'waiting' ? known.facts.refusedSince : undefined
}

/**
 * Records that an upload waits for the storage. `refusedSince` is the time since which the storage has denied access; undefined if it waits for
 * another reason, which also erases the earlier time.
 */
async function recordWaiting(job: JobContext, upload: Wanted['upload'], refusedSince: string | undefined): Promise<void> {
  if (findRefusedSince(upload) === refusedSince) return
  await job.inTx('read write', async (tx) => {
    const isOpen = (await lockUpload(tx, upload.id))?.status === 'processing'
    if (isOpen)
      await updateUpload(tx, upload.id, toOutcomeRow({ kind: 'waiting', facts: refusedSince === undefined ? {} : { refusedSince } }))
  })
}

const MAX_ATTEMPTS = 3

/** Retries a transaction that collided with a concurrent one; the retry sees the rows that the other transaction committed. */
async function retryOnCollision(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isCollision(error)) throw error
    }
  }
}

async function recordOutcome(job: JobContext, uploadId: number, outcome: UploadOutcome): Promise<void> {
  const now = job.clock.now()
  await job.inTx('read write', async (tx) => {
    await updateUpload(tx, uploadId, { ...toOutcomeRow(outcome), finishedAt: now })
    await reopenCorrection(tx, { uploadId, why: 'it could not be read', now })
    const upload = await lockUpload(tx, uploadId)
    if (upload) await noteUnusableAnswer(tx, upload, { documentId: null, why: outcomeWords(outcome).sentence, now })
    await tx.listeners.uploadUnreadable?.(tx, { uploadId, at: now })
  })
}

async function readWithProgress(job: JobContext, { uploadId, path }: { uploadId: number; path: string }): Promise<ReadDocument> {
  const beganAt = job.clock.now()
  const isZip = await startsAsZip(path)
  const owners = await job.inTx('read only', readGlnOwners)
  let last = 0
  return readDocument(path, isZip, {
    now: beganAt,
    owners,
    async onProgress(done, total) {
      if (job.signal.aborted) throw new Error('The server is shutting down; the document is read again at the next start.')
      const time = Date.now()
      if (time - last < 1000) return
      last = time
      await job.inTx('read write', async (tx) => {
        if ((await findUpload(tx, uploadId))?.status !== 'processing') throw new StoppedError()
        await saveProgress(tx, { uploadId, phase: 'reading', done: Math.min(done, total), total, beganAt, updatedAt: job.clock.now() })
      })
    },
  })
}

/** Announces the final transaction, which writes all rows; from now on the import cannot be stopped. */
async function showWriting(job: JobContext, uploadId: number, size: number): Promise<void> {
  const now = job.clock.now()
  await job.inTx('read write', (tx) =>
    saveProgress(tx, { uploadId, phase: 'writing', done: size, total: size, beganAt: now, updatedAt: now }),
  )
}
