import { z } from 'zod'
import { audit } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { HOUR_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { StorageUnavailableError, UnavailableError } from '../../../core/unavailable.ts'
import { forEachCustomer } from '../../../jobs/customers.ts'
import { defineJob, type JobContext } from '../../../jobs/job.ts'
import { packPath, removeOldPackFiles, removePackFile } from '../../../pack/pack-folder.ts'
import { deleteUnneededBytes } from '../../file/file.service.ts'
import { inspectionErrors } from '../inspection.facts.ts'
import { buildPack, findMaker, PackStoppedError } from './build.service.ts'
import { findPackToBuild, listOverduePacks, lockPack, markEnded, markRemoved, type PackToBuild, updateProgress } from './pack.queries.ts'

const ATTEMPTS = 5
/** How long a pack waits while the file storage is unavailable. */
const WAIT_MS = 6 * HOUR_MS
/** If the file storage is unavailable this long after the build of a pack began, the pack fails, even if the storage was available in between. */
const WHOLE_WAIT_MS = 24 * HOUR_MS

const FAILURES = {
  right: 'The person who requested this pack can no longer create packs for these locations. Ask somebody who can.',
  full: 'The disk of the server or the file storage is full. Tell the operator of this installation, then create the pack again.',
  unavailable: 'The file storage was unavailable for too long. Create the pack again once it is available.',
  fault:
    'Something went wrong while the pack was being created. Create it again. If that fails too, tell the operator of this installation.',
} as const

/** Builds a pack. A killed job starts over from the beginning; the pack's row shows how far the job is. */
export const buildPackJob = defineJob({
  name: 'pack.build',
  payload: z.object({ packId: z.number() }),
  attempts: ATTEMPTS,
  lane: 'long',
  async run({ packId }, job) {
    const pack = await job.inTx('read only', (tx) => findPackToBuild(tx, packId))
    if (!pack || (pack.state !== 'queued' && pack.state !== 'building')) return removeRest(job, packId)
    const session = await findMaker(job, pack)
    if (!session) return endPack(job, packId, FAILURES.right)
    const begin = { state: 'building' as const, beganAt: pack.beganAt ?? job.clock.now(), phase: 'Beginning', done: 0, total: 0 }
    if (!(await job.inTx('read write', (tx) => updateProgress(tx, packId, begin)))) return removeRest(job, packId)
    try {
      await buildPack(job, pack, session)
    } catch (error) {
      await endOrRetry(job, pack, error)
    }
  },
  abandon: ({ packId }, job) => endPack(job, packId, FAILURES.fault),
})

const LOST_RIGHT: readonly string[] = [inspectionErrors.pack_place_not_found.key, coreErrors.not_allowed.key]

/** Records why a pack failed, or throws so that the job is retried. */
async function endOrRetry(job: JobContext, pack: PackToBuild, error: unknown): Promise<void> {
  if (error instanceof PackStoppedError) {
    if (job.signal.aborted) throw error
    return
  }
  if (error instanceof AppError && LOST_RIGHT.includes(error.key)) return endPack(job, pack.id, FAILURES.right)
  if (isDiskFull(error)) {
    job.log.error({ err: error, packId: pack.id }, 'pack failed: no space is left')
    return endPack(job, pack.id, FAILURES.full)
  }
  if (error instanceof UnavailableError && (await hasWaitedTooLong(job, pack.id))) {
    job.log.error({ err: error, packId: pack.id }, 'pack failed: the file storage was unavailable for too long')
    return endPack(job, pack.id, FAILURES.unavailable)
  }
  if (job.isLastAttempt && !(error instanceof UnavailableError)) await endPack(job, pack.id, FAILURES.fault)
  throw error
}

/**
 * Stores in the pack's row when the file storage became unavailable.
 * @returns whether the pack has waited too long.
 */
async function hasWaitedTooLong(job: JobContext, packId: number): Promise<boolean> {
  const now = job.clock.now()
  return job.inTx('read write', async (tx) => {
    const pack = await lockPack(tx, packId)
    const since = pack?.waitingSince ?? now
    const begun = pack?.beganAt ?? now
    await updateProgress(tx, packId, { waitingSince: since, phase: 'Waiting for the file storage' })
    return now.getTime() - since.getTime() >= WAIT_MS || now.getTime() - begun.getTime() >= WHOLE_WAIT_MS
  })
}

function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StorageUnavailableError && at.isFull) return true
    if ('code' in at && (at.code === 'ENOSPC' || at.code === 'EDQUOT')) return true
  }
  return false
}

/** Removes the partial file of an attempt whose process was killed. */
async function removeRest({ config, customerId }: JobContext, packId: number): Promise<void> {
  if (customerId !== null) await removePackFile(packPath({ config, customerId, name: packId }))
}

async function endPack(job: JobContext, packId: number, failure: string): Promise<void> {
  await removeRest(job, packId)
  const now = job.clock.now()
  await job.inTx('read write', async (tx) => {
    if (!(await markEnded(tx, packId, { state: 'failed', failure, finishedAt: now }))) return
    await audit(tx, { now, userId: null }, { action: 'pack.fail', subject: 'pack', subjectId: packId, detail: { failure } })
  })
}

/**
 * Runs every night. Removes the stored files of packs that have expired (30 days after they were made), and temporary files that an interrupted job
 * left in the pack folder.
 */
export const removePacksJob = defineJob({
  name: 'pack.remove',
  payload: z.unknown(),
  attempts: 3,
  schedule: '23 9 * * *',
  async run(_, { config, db, system, storage, clock }) {
    const now = clock.now()
    await removeOldPackFiles(config)
    await forEachCustomer({ db, system }, async (tx, customerId) => {
      for (const { id, number, sha256 } of await listOverduePacks(tx, now)) {
        if (sha256 === null) continue
        await markRemoved(tx, id, now)
        await deleteUnneededBytes(tx, storage, { customerId, sha256 })
        await audit(tx, { now, userId: null }, { action: 'pack.remove', subject: 'pack', subjectId: id, detail: { number } })
      }
    })
  },
})
