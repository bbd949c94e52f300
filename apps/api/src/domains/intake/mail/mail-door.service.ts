import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { HOUR_MS } from '../../../core/day.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import { storable } from '../../../core/text/storable.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { QueueFullError } from '../../../outside/fair-queue.ts'
import { wholeBytes } from '../../../outside/storage.ts'
import { isSubscribed } from '../../entitlement/entitlement.service.ts'
import { identifyMail } from '../../exception/reply/mail-identity.service.ts'
import { type IncomingMail, isAutomatic } from '../../exception/reply/reply.rules.ts'
import type { MailIntake, Taken } from '../../exception/reply/reply.service.ts'
import { lockUploadedBytes, safeName, storeMade } from '../../file/file.service.ts'
import { recordDelivery } from '../delivery.service.ts'
import { contentTypeOf } from '../detected-type.ts'
import { type DoorRecord, findDoor, lockDoor, markDoorUsed } from '../door.queries.ts'
import { hasRoom } from '../door-limit.service.ts'
import { isConfirmedSender, readAuthentication } from './authentication.rules.ts'
import { addLeftOut, countMails, findMail, insertIntakeMail } from './mail-door.queries.ts'
import { findMailDoor } from './mail-door-address.ts'
import { findFromAddress, listMailedFiles, type MailedFile, mayArriveFrom } from './mailed-files.ts'

/** A supplier may send a whole morning's orders at once. Beyond this, the mail service keeps the emails and tries again. */
const MAILS_PER_HOUR = 2000

/** Accepts emails that are addressed to a door, and takes the files attached to them as deliveries. */
export const mailDoorIntake: MailIntake = {
  async accept({ secrets }, { to }) {
    return findMailDoor(secrets, to)?.customerId
  },
  receive: receiveMailedFiles,
}

interface Came {
  customerId: number
  door: DoorRecord
  now: Date
  messageId: string
  from: string
  mail: IncomingMail
}

/**
 * Receives the files of an email that was sent to an intake door.
 * @throws QueueFullError if the door got too many emails in an hour or too many bytes in a day; the mail service then delivers the email again later.
 */
async function receiveMailedFiles(deps: Deps, mail: IncomingMail): Promise<Taken> {
  const place = findMailDoor(deps.secrets, mail.to)
  if (!place) return 'unknown'
  const now = deps.clock.now()
  const scope = { customerId: place.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const messageId = identifyMail(mail)
  const first = await withCustomer(deps.db, scope, 'read only', async (tx) => {
    const door = await findDoor(tx, place.id)
    if (door?.kind !== 'mail' || door.revokedAt !== null) return 'unknown'
    const known = await findMail(tx, door.id, messageId)
    if (known?.refused === null) return 'twice'
    if ((await countMails(tx, door.id, new Date(now.getTime() - HOUR_MS))) >= MAILS_PER_HOUR) return 'tooMany'
    return { door, isSubscribed: await isSubscribed(tx, now), wasRefused: known !== undefined }
  })
  if (first === 'tooMany') throw new QueueFullError('Too many emails arrived for one address in an hour.')
  if (typeof first === 'string') {
    deps.log.warn({ doorId: place.id, first }, 'an email with files was not accepted')
    return first
  }
  const came: Came = { customerId: place.customerId, door: first.door, now, messageId, from: findFromAddress(mail), mail }
  const refused = mayArriveFrom(first.door.senders, came.from) ? (first.isSubscribed ? null : 'subscription') : 'sender'
  if (refused && first.wasRefused) return 'twice'
  const { files, leftOut } = refused ? { files: [], leftOut: [] } : listMailedFiles(mail, deps.config.uploadMaxBytes)
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  const arriving = { doorId: first.door.id, now, bytes }
  if (files.length > 0 && !(await withCustomer(deps.db, scope, 'read only', (tx) => hasRoom(tx, arriving))))
    throw new QueueFullError('An address for files has reached its daily limit.')
  const stored: StoredFile[] = []
  for (const { content, ...file } of files) stored.push({ ...file, ...(await storeMade(deps, place.customerId, wholeBytes(content))) })
  return withCustomer(deps.db, scope, 'read write', (tx) => recordMail(tx, deps, came, { refused, stored, leftOut }))
}

interface StoredFile extends Omit<MailedFile, 'content'> {
  sha256: string
  size: number
}

interface Judged {
  refused: 'sender' | 'subscription' | null
  stored: StoredFile[]
  leftOut: string[]
}

/** Records the email and its files in one transaction, so that a crash in between records nothing and the mail service sends the email again. */
async function recordMail(tx: CustomerTx, deps: Deps, came: Came, { refused, stored, leftOut }: Judged): Promise<Taken> {
  const { mail, now, from, messageId } = came
  // The door is locked, so that no email is accepted while its address is being closed.
  const door = await lockDoor(tx, came.door.id)
  if (!door || door.revokedAt !== null) return 'unknown'
  const created = await insertIntakeMail(tx, {
    doorId: door.id,
    messageId,
    receivedAt: now,
    fromAddress: from,
    subject: storable(oneLine(mail.subject.slice(0, 1000))).slice(0, 200),
    authentication: readAuthentication(mail),
    isConfirmed: isConfirmedSender(mail, from),
    isAutomatic: isAutomatic(mail),
    refused,
    leftOut: leftOut.map((words) => storable(words).slice(0, 300)),
  })
  if (!created) return 'twice'
  const actor = { userId: null, now }
  if (refused) {
    const detail = { from, door: door.name, refused }
    await audit(tx, actor, { action: 'intake.refuseMail', subject: 'intakeDoor', subjectId: door.id, detail })
    return 'taken'
  }
  await markDoorUsed(tx, door.id, now, from)
  const repeated: string[] = []
  for (const file of stored)
    if (!(await recordFile(tx, deps, { ...came, door }, { file, mailId: created.id })))
      repeated.push(`${safeName(file.filename)} was already received.`)
  if (repeated.length) await addLeftOut(tx, created.id, repeated)
  if (stored.length === 0)
    await audit(tx, actor, { action: 'intake.emptyMail', subject: 'intakeDoor', subjectId: door.id, detail: { from, door: door.name } })
  await enqueue(tx, 'intake.tellSender', { mailId: created.id })
  return 'taken'
}

/** Records a file of an email; false if the same bytes arrived through this door before. */
async function recordFile(
  tx: CustomerTx,
  { storage }: Deps,
  { customerId, door, now, from }: Came,
  { file: { takenFor, ...file }, mailId }: { file: StoredFile; mailId: number },
): Promise<boolean> {
  const { sha256, size } = file
  await lockUploadedBytes(tx, storage, { customerId }, sha256)
  const { isRepeated } = await recordDelivery(
    tx,
    { customerId, now },
    { userId: null, now },
    {
      filename: safeName(file.filename),
      contentType: contentTypeOf(takenFor),
      size,
      sha256,
      takenFor,
      capture: null,
      door: 'mail',
      doorId: door.id,
      mailId,
      createdById: door.createdById,
      fromName: door.name,
      fromAddress: from,
      from,
    },
  )
  return !isRepeated
}
