import type { StoredDelivery } from '@seriatim/schema'
import type { Deps } from '../../../call/deps.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { type RemoteFile, RemoteFileError, type SftpFolder } from '../../../outside/sftp-folder.ts'
import { mustBeSubscribed } from '../../entitlement/entitlement.service.ts'
import { lockUploadedBytes, safeName } from '../../file/file.service.ts'
import { recordDelivery } from '../delivery.service.ts'
import { contentTypeOf } from '../detected-type.ts'
import { findDoor, markDoorUsed } from '../door.queries.ts'
import { makeDoorSession } from '../door.service.ts'
import { keepDelivery } from '../intake-body.service.ts'
import { markFile, type SourceRecord } from './pull.queries.ts'
import { remotePath } from './pull.rules.ts'
import { expectCurrent, lockCurrent } from './pull-source.service.ts'

/**
 * Fetches one file from the partner's server and delivers it.
 * @returns a sentence about the problem if only this file could not be taken; null if there was none.
 * @throws OutdatedCheckError if the door was changed or revoked during the check.
 */
export async function takeFile(job: JobContext, source: SourceRecord, folder: SftpFolder, file: RemoteFile): Promise<string | null> {
  const { customerId } = source
  const now = job.clock.now()
  const ref = { ...file, doorId: source.doorId }
  try {
    const door = await job.inTx('read only', (tx) => expectCurrent(tx, findDoor, source))
    const session = makeDoorSession(door, { customerId, now, timeZone: 'UTC' })
    const bytes = expectSize(folder.read(remotePath(source.folder, file.name)), file.size)
    const stored = await keepDelivery({ ...job, now, session }, { filename: file.name, contentType: 'application/octet-stream', bytes })
    await job.inTx('read write', async (tx) => {
      await recordPulled(tx, job, { source, file: ref, stored, now })
      await markFile(tx, ref, { state: 'taken', problem: null })
    })
  } catch (error) {
    const problem = fileProblem(file, error)
    if (problem === undefined) throw error
    // A file that is too large, empty or damaged would fail again, so it is refused for good. A file with any other problem is tried again at the
    // next check.
    const isFinal = error instanceof AppError && error.code !== 'TOO_MANY_REQUESTS'
    await job.inTx('read write', async (tx) => {
      await lockCurrent(tx, source)
      await markFile(tx, ref, { ...(isFinal ? { state: 'refused' } : {}), problem })
    })
    return problem
  }
  return tidy(job, source, folder, file)
}

/** Returns a sentence about why this one file could not be fetched; undefined if something other than the file caused the error. */
function fileProblem({ name }: RemoteFile, error: unknown): string | undefined {
  if (error instanceof ChangedFileError) return `${name} changed while it was being read. It will be read again.`
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')
    return `${name} is waiting because this door has reached its daily limit.`
  if (error instanceof AppError && ['PAYLOAD_TOO_LARGE', 'BAD_REQUEST'].includes(error.code)) return `${name}: ${error.message}`
  if (!(error instanceof RemoteFileError)) return undefined
  if (/permission denied/i.test(error.message)) return `${name} could not be read. The server does not allow this user to read it.`
  if (/no such file/i.test(error.message)) return `${name} could not be read. It is no longer on the server.`
  return `${name} could not be read. The server refused to send it.`
}

/** The server sent a different number of bytes than it listed. */
class ChangedFileError extends Error {
  override name = 'ChangedFileError'
}

/**
 * Passes the bytes of a file through.
 * @throws ChangedFileError after the last byte if the file is longer or shorter than `size`, the size in the server's listing.
 */
async function* expectSize(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    if (read > size) break
    yield chunk
  }
  if (read !== size) throw new ChangedFileError(`${read} bytes instead of ${size}`)
}

interface Pulled {
  source: SourceRecord
  file: RemoteFile
  stored: StoredDelivery
  now: Date
}

async function recordPulled(tx: CustomerTx, { storage }: Pick<Deps, 'storage'>, { source, file, stored, now }: Pulled): Promise<void> {
  const { customerId, doorId, host } = source
  const door = await lockCurrent(tx, source)
  await mustBeSubscribed(tx, now)
  await lockUploadedBytes(tx, storage, { customerId }, stored.sha256)
  await markDoorUsed(tx, doorId, now, host)
  const { sha256, size, takenFor } = stored
  await recordDelivery(
    tx,
    { customerId, now },
    { userId: null, now },
    {
      door: 'pull',
      doorId,
      createdById: door.createdById,
      fromName: door.name,
      fromAddress: host,
      filename: safeName(file.name),
      contentType: contentTypeOf(takenFor),
      size,
      sha256,
      takenFor,
      capture: null,
    },
  )
}

/**
 * Moves or deletes a fetched file on the partner's server, depending on the door's settings. Leaves the file alone if the partner has replaced it
 * since it was listed.
 * @returns a sentence about the problem, if there was one; the problem is also recorded.
 * @throws OutdatedCheckError.
 */
export async function tidy(
  job: Pick<JobContext, 'inTx'>,
  source: SourceRecord,
  remote: SftpFolder,
  file: RemoteFile,
): Promise<string | null> {
  if (source.afterwards === 'leave') return null
  const problem = await moveOrRemove(job, source, remote, file)
  await job.inTx('read write', async (tx) => {
    await lockCurrent(tx, source)
    await markFile(tx, { ...file, doorId: source.doorId }, { problem })
  })
  return problem
}

async function moveOrRemove(
  job: Pick<JobContext, 'inTx'>,
  source: SourceRecord,
  remote: SftpFolder,
  { name, size, modifiedAt }: RemoteFile,
): Promise<string | null> {
  const { afterwards, moveTo, folder } = source
  const path = remotePath(folder, name)
  try {
    const now = await remote.stat(path)
    if (now?.size !== size || now.modifiedAt.getTime() !== modifiedAt.getTime()) return null
    await job.inTx('read only', (tx) => expectCurrent(tx, findDoor, source))
    if (moveTo === null) await remote.remove(path)
    else await remote.move(path, remotePath(moveTo, name))
    return null
  } catch (error) {
    if (!(error instanceof RemoteFileError)) throw error
    return `${name} was downloaded, but the server did not let us ${afterwards} it.`
  }
}
