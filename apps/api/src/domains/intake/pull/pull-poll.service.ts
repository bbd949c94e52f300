import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { DAY_MS, MINUTE_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { UnavailableError } from '../../../core/unavailable.ts'
import type { CustomerTx } from '../../../db/types.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { type RemoteFile, type SftpFolder, type SftpTarget, withSftpFolder } from '../../../outside/sftp-folder.ts'
import { sftpProblem } from '../../../outside/sftp-problem.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { listAdmins } from '../../user/access/admin.joins.ts'
import { lockDoor } from '../door.queries.ts'
import { pullMails } from '../intake.mails.ts'
import { isTemporaryName } from '../sftp/drop-path.rules.ts'
import { findSource, listDueSources, listKnownFiles, type SourceRecord, saveSeen, updateSource } from './pull.queries.ts'
import { isPlainName, matchesPattern } from './pull.rules.ts'
import { takeFile, tidy } from './pull-file.service.ts'
import { findCurrent, lockCurrent, OutdatedCheckError } from './pull-source.service.ts'

/** Time limit for one check, so that a slow server does not block a slot that other customers need. */
const CHECK_MS = 15 * MINUTE_MS
/** How long a file must stay unchanged on the server before it is taken. */
const SETTLED_MS = MINUTE_MS
/** Maximum number of files taken in one check; the next check continues. */
const MOST_AT_ONCE = 100
/** Maximum number of files checked in a folder. More files mean that nobody cleans the folder up. */
const MOST_LISTED = 5000

/** Queues a check for every door that is due. */
export async function queueDueSources(tx: CustomerTx, customerId: number, now: Date): Promise<void> {
  for (const doorId of await listDueSources(tx, now)) {
    const source = await findSource(tx, doorId)
    if (!source) continue
    await updateSource(tx, doorId, { dueAt: new Date(now.getTime() + source.everyMinutes * MINUTE_MS) })
    const queue = `pull ${customerId} ${doorId}`
    await enqueue(tx, 'intake.pull', { doorId }, { queue, key: queue })
  }
}

/** The data for connecting to the server from which a door fetches, with the decrypted secret. */
export const toTarget = (source: SourceRecord, { config, secrets }: Pick<Deps, 'config' | 'secrets'>, deadlineMs: number): SftpTarget => ({
  deadlineMs,
  host: source.host,
  port: source.port,
  user: source.userName,
  secret: { kind: source.secretKind, value: secrets.decrypt(source.secret) },
  hostKey: source.hostKey,
  allowsLocal: config.allowsLocalReceivers,
  timeoutMs: config.pullTimeoutMs,
})

/** The newest files of the folder that match the door's pattern, newest first, and the number of all that match. */
export async function listWanted(folder: SftpFolder, { folder: path, pattern }: Pick<SourceRecord, 'folder' | 'pattern'>) {
  const { files, isCut } = await folder.list(path)
  const wanted = files.filter(({ name }) => isPlainName(name) && matchesPattern(name, pattern) && !isTemporaryName(name))
  wanted.sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime())
  return { files: wanted.slice(0, MOST_LISTED), amount: wanted.length, isCut }
}

/** Checks a partner's server once, and takes the files that have not changed for a minute. Failures are shown on the door. */
export async function pullFiles(job: JobContext, doorId: number): Promise<void> {
  const source = await job.inTx('read only', (tx) => findSource(tx, doorId))
  if (!source || source.hostKey === null) return
  try {
    const result = await withSftpFolder(toTarget(source, job, CHECK_MS), (folder) => takeFiles(job, source, folder))
    await job.inTx('read write', (tx) => recordSuccess(tx, source, { now: job.clock.now(), ...result }))
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    // This is not a failure: the check stopped because somebody changed or revoked the door. A changed door is due at once, so its next check
    // follows.
    if (error instanceof OutdatedCheckError) return job.log.info({ doorId }, 'a check ended because its door was changed or revoked')
    job.log.warn({ err: error, doorId }, 'files could not be fetched from a partner')
    const why = error instanceof AppError ? error.message : sftpProblem(error)
    await job.inTx('read write', (tx) => recordFailure(tx, source, { now: job.clock.now(), why }))
  }
}

interface Checked {
  /** True if the next check still has new files to fetch: there were more than one check may fetch, or some may not be complete yet. */
  hasNew: boolean
  /**
   * Problems as sentences: first the notes that some files in the partner's folder are not checked, then one sentence for each file that could not be
   * fetched, moved or deleted.
   */
  problems: string[]
}

const keyOf = ({ name, size, modifiedAt }: RemoteFile) => `${size} ${modifiedAt.getTime()} ${name}`

async function takeFiles(job: JobContext, source: SourceRecord, folder: SftpFolder): Promise<Checked> {
  const now = job.clock.now()
  const { files, amount, isCut } = await listWanted(folder, source)
  const known = await job.inTx('read write', (tx) => rememberFiles(tx, source, files, now))
  const problems = new Map(files.map((file) => [file, known.get(keyOf(file))?.problem ?? null]))
  const stateOf = (file: RemoteFile) => known.get(keyOf(file))?.state ?? 'seen'
  const isSettled = (file: RemoteFile) => now.getTime() - (known.get(keyOf(file))?.firstSeenAt ?? now).getTime() >= SETTLED_MS
  const waiting = files.filter((file) => stateOf(file) === 'seen')
  const stable = waiting.filter(isSettled)
  const fresh = stable.filter((file) => problems.get(file) === null)
  // Files that failed before come last, so that they don't delay the others.
  const next = [...fresh, ...stable.filter((file) => problems.get(file) !== null)].slice(0, MOST_AT_ONCE)
  for (const file of next) {
    if (job.signal.aborted) break
    problems.set(file, await takeFile(job, source, folder, file))
  }
  // An earlier process may have died after fetching these files and before moving or deleting them.
  for (const file of files.filter((one) => stateOf(one) === 'taken')) problems.set(file, await tidy(job, source, folder, file))
  const long = isCut ? ['The folder has too many entries. Some of its files are not checked.'] : []
  const cut = amount > files.length ? [`${amount} files match. Only the newest ${files.length} are checked.`] : []
  return {
    hasNew: fresh.length > MOST_AT_ONCE || stable.length < waiting.length,
    problems: [...long, ...cut, ...[...problems.values()].filter((problem) => problem !== null)],
  }
}

/** Records which files are in the partner's folder now, and returns what was on record about them before. @throws OutdatedCheckError. */
async function rememberFiles(tx: CustomerTx, source: SourceRecord, files: readonly RemoteFile[], now: Date) {
  await lockCurrent(tx, source)
  const { doorId } = source
  const rows = await listKnownFiles(
    tx,
    doorId,
    files.map(({ name }) => name),
  )
  await saveSeen(
    tx,
    files.map((file) => ({ ...file, doorId })),
    now,
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** @throws OutdatedCheckError. */
async function recordSuccess(tx: CustomerTx, source: SourceRecord, { now, hasNew, problems }: Checked & { now: Date }): Promise<void> {
  await lockCurrent(tx, source)
  const more = problems.length > 2 ? [`Number of other files with a problem: ${problems.length - 2}.`] : []
  await updateSource(tx, source.doorId, {
    lookedAt: now,
    failingSince: null,
    notifiedAt: null,
    lastError: problems.length ? [...problems.slice(0, 2), ...more].join(' ').slice(0, 500) : null,
    // Checks again in a minute, because a new file is taken once it has not changed for a minute.
    ...(hasNew ? { dueAt: new Date(now.getTime() + MINUTE_MS) } : {}),
  })
}

/**
 * Stores the error of a failed fetch on the door, where users see it. Emails the admins of the door once the failure has lasted for a day. Records
 * nothing if the settings have changed since or the door was revoked.
 */
async function recordFailure(tx: CustomerTx, checked: SourceRecord, { now, why }: { now: Date; why: string }): Promise<void> {
  const current = await findCurrent(tx, lockDoor, checked)
  if (!current) return
  const { source } = current
  const { doorId, name, host, locationId } = source
  const failingSince = source.failingSince ?? now
  const isDue = source.notifiedAt === null && now.getTime() - failingSince.getTime() >= DAY_MS
  await updateSource(tx, doorId, { failingSince, lastError: why.slice(0, 500), ...(isDue ? { notifiedAt: now } : {}) })
  if (!isDue) return
  const by = { userId: null, now }
  const managers = (await listAdmins(tx)).filter(
    ({ isCustomerAdmin, locationIds }) => isCustomerAdmin || (locationId !== null && locationIds.includes(locationId)),
  )
  const text = [
    `Seriatim has not been able to fetch files from ${host} for "${name}" for a day.`,
    why,
    '',
    'Open Incoming Files and test the door. The files are fetched as soon as the connection works again.',
  ].join('\n')
  const subject = `Files cannot be fetched: ${name}`
  for (const { emailAddress } of managers) await sendMail(tx, by, { kind: pullMails, to: [emailAddress], subject, text })
  await audit(tx, by, { action: 'intake.pullFails', subject: 'intakeDoor', subjectId: doorId, detail: { name, host, reason: why } })
}
