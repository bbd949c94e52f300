import { Readable } from 'node:stream'
import { refusalOfSniffed, SNIFF_BYTES, sniff } from '@seriatim/schema'
import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { linkBase } from '../../../core/config.ts'
import { HOUR_MS } from '../../../core/day.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import { storable } from '../../../core/text/storable.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { detectSmallFileType, safeName } from '../../file/file.service.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { registerFor } from '../../upload/upload.service.ts'
import { countReplies, findAsker, insertReply, isKnownReply, listAskedTogether, markAnswered } from '../ask/ask.queries.ts'
import { replyMails } from '../exception.mails.ts'
import { listFollowers } from '../ticket/exception-people.queries.ts'
import { insertEntry, updateTicket } from '../ticket/ticket.joins.ts'
import { attachStoredFile, type NoteAttachment } from '../ticket/ticket-file.service.ts'
import { lockTicket } from '../ticket/ticket-read.joins.ts'
import { identifyMail } from './mail-identity.service.ts'
import { isLimitNoted } from './reply.queries.ts'
import { type IncomingMail, isAutomatic, type MailHead } from './reply.rules.ts'
import { findReplyPlace, type ReplyPlace } from './reply-token.ts'

/** The outcome of an email. The sender never learns it, so addresses cannot be probed. */
export type Taken = 'taken' | 'automatic' | 'twice' | 'unknown' | 'tooMany'

/** How another module of the product, such as tracing, receives the emails that are sent to its own addresses. */
export interface MailIntake {
  /**
   * Returns the id of the customer to whom the email is addressed, if one of its recipients is an address of this intake; otherwise undefined, which
   * leaves the email to other domains.
   */
  accept(deps: Deps, head: MailHead): Promise<number | undefined>
  receive(deps: Deps, mail: IncomingMail): Promise<Taken>
}

/**
 * Maximum total size of the attachments kept from one email; a note names each attachment that was not kept because of this limit. Files that may be
 * EPCIS documents do not count toward it.
 */
const MAX_STORED_BYTES = 25 * 1024 * 1024
/** Maximum number of attachments taken from one email. Each becomes a file with its own rows, and an email could have a million tiny ones. */
export const MOST_FILES = 50
/**
 * More answers per hour than this mean that two programs are writing to each other. Automatic answers have a separate limit, so that they cannot
 * crowd out people. Dropped emails leave one line on the ticket.
 */
const REPLIES_PER_HOUR = 20
/** Maximum number of characters that the ticket shows of an answer and of the notes about it; a longer text is stored as a file. */
export const MOST_TEXT = 20_000
const WHOLE = 'whole-mail.txt'
const ORIGINAL = 'email.eml'

/** What was stored from an email: its files, its text, and sentences about the parts that were left out. */
export interface StoredMail {
  documents: NoteAttachment[]
  files: NoteAttachment[]
  /** The text that the email's writer wrote, as the ticket shows it. */
  text: string
  /**
   * Sentences about the parts of the email that the ticket does not show. For a part that was discarded, the sentence gives the reason; for a part
   * that was stored as a file, the file's name.
   */
  notes: string[]
}

/**
 * Adds an answer to the ticket to whose address it was sent. EPCIS files go through the intake, other attachments stay on the ticket. Automatic email
 * is stored too, because a partner's ticket system sends files as well, but it notifies nobody and the ticket keeps waiting. We never reply
 * automatically, so no email loop can start here.
 */
export async function receiveReply(deps: Deps, mail: IncomingMail): Promise<Taken> {
  const place = findReplyPlace(deps.secrets, mail.to)
  if (!place) return dropUnknownAddress(deps, mail)
  const now = deps.clock.now()
  const scope = { customerId: place.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const messageId = identifyMail(mail)
  const automatic = isAutomatic(mail)
  const first = await acceptReply(deps, place, { ...mail, messageId })
  if (first !== 'taken') return first
  const kept = await storeReplyFiles(deps, place.customerId, mail)
  return withCustomer(deps.db, scope, 'read write', (tx) => insertReplyEntry(tx, deps, { place, mail, messageId, kept, automatic, now }))
}

export function dropUnknownAddress({ log }: Deps, { to }: MailHead): 'unknown' {
  log.warn({ to: to.length }, 'an email to an unknown ticket address was dropped')
  return 'unknown'
}

/** Decides from the header alone whether the ticket accepts this email, before any work goes into its content. */
export async function acceptReply(deps: Deps, place: ReplyPlace, head: MailHead): Promise<Taken> {
  const now = deps.clock.now()
  const scope = { customerId: place.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const automatic = isAutomatic(head)
  const messageId = storable(head.messageId ?? '').slice(0, 500)
  const first = await withCustomer(deps.db, scope, 'read only', (tx) => judgeReply(tx, place, { messageId, automatic, now }))
  if (first !== 'taken') deps.log.warn({ ...place, first }, 'a reply about a ticket was not accepted')
  if (first === 'tooMany')
    await withCustomer(deps.db, scope, 'read write', (tx) => noteLimitReached(tx, { place, mail: head, automatic, now }))
  return first
}

async function judgeReply(
  tx: CustomerTx,
  { documentExceptionId }: ReplyPlace,
  { messageId, automatic, now }: { messageId: string; automatic: boolean; now: Date },
): Promise<Taken> {
  if (await isKnownReply(tx, documentExceptionId, messageId)) return 'twice'
  return (await countReplies(tx, documentExceptionId, { since: new Date(now.getTime() - HOUR_MS), isAutomatic: automatic })) >=
    REPLIES_PER_HOUR
    ? 'tooMany'
    : 'taken'
}

/** Content types of the files that may be documents. */
const DOCUMENT_TYPE = {
  xml: 'application/xml',
  epcisJson: 'application/json',
  zip: 'application/zip',
  empty: undefined,
  other: undefined,
} as const

const ANY_TYPE = 'application/octet-stream'

/**
 * Stores the files of an email: its documents and its attachments. If the ticket shows only part of the email's text, also stores the whole text as a
 * file.
 * @param ofAnyType stores attachments of every type, and the email itself.
 */
export async function storeReplyFiles(
  { storage }: Deps,
  customerId: number,
  { writing, attachments, raw }: IncomingMail,
  { ofAnyType = false } = {},
): Promise<StoredMail> {
  const { own, isWhole, all } = writing
  const kept: StoredMail = { documents: [], files: [], text: storable(own.slice(0, MOST_TEXT)), notes: [] }
  if (!isWhole || own.length > MOST_TEXT) {
    const stored = await storage.put(customerId, Readable.from([Buffer.from(all)]))
    kept.files.push({ filename: WHOLE, contentType: 'text/plain', ...stored })
    kept.notes.push(
      own === '' ? `This email is too complex to show here. The complete email is in ${WHOLE}.` : `The complete email is in ${WHOLE}.`,
    )
  }
  if (attachments.length > MOST_FILES) kept.notes.push(`Attachments kept: the first ${MOST_FILES} of ${attachments.length}.`)
  let room = MAX_STORED_BYTES
  for (const { filename: given, content } of attachments.slice(0, MOST_FILES)) {
    const filename = safeName(given)
    const sniffed = sniff(content.subarray(0, SNIFF_BYTES))
    const isDocument = content.length > 0 && !refusalOfSniffed(sniffed)
    const smallType = isDocument ? DOCUMENT_TYPE[sniffed.kind] : await detectSmallFileType(filename, content)
    const contentType = smallType ?? (ofAnyType ? ANY_TYPE : undefined)
    if (ofAnyType && content.length === 0) kept.notes.push(`${filename} was not kept: it is empty.`)
    else if (!contentType) kept.notes.push(`${filename} was not kept: it is not a picture, a PDF, a table or a text file.`)
    else if (!isDocument && content.length > room) kept.notes.push(`${filename} was not kept: the attachments total more than 25 MB.`)
    else {
      if (!isDocument) room -= content.length
      const stored = await storage.put(customerId, Readable.from([content]))
      kept[isDocument ? 'documents' : 'files'].push({ filename, contentType, ...stored })
    }
  }
  if (ofAnyType && raw) {
    const stored = await storage.put(customerId, Readable.from([Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)]))
    kept.files.push({ filename: ORIGINAL, contentType: 'message/rfc822', ...stored })
  }
  return kept
}

interface Came {
  place: ReplyPlace
  mail: MailHead
  automatic: boolean
  now: Date
}

/** The sender's name and address as the email claims them, on one line. They prove nothing. */
export const findSender = ({ from }: MailHead) => storable(oneLine(from.slice(0, 1000)).slice(0, 200))

/**
 * Adds a note to the ticket that an email was discarded because the ticket had reached its hourly limit. Adds at most one such note per hour for
 * people's emails, and one for automatic emails.
 */
async function noteLimitReached(tx: CustomerTx, { place: { documentExceptionId }, mail, automatic, now }: Came): Promise<void> {
  const ticket = await lockTicket(tx, documentExceptionId)
  const writer = automatic ? 'program' : 'person'
  if (!ticket || (await isLimitNoted(tx, documentExceptionId, { since: new Date(now.getTime() - HOUR_MS), writer }))) return
  const from = findSender(mail)
  const what = `Too many emails ${automatic ? 'from programs ' : ''}in one hour: an email from ${from} was not kept. If you need it, ask the sender to send it again later`
  await insertEntry(tx, { documentExceptionId, at: now, userId: null, kind: 'linked', detail: { what, tooMany: writer } })
  const detail = { ticket: ticket.ticketNumber, from, automatic, notKept: true }
  await audit(tx, { userId: null, now }, { action: 'exception.reply', subject: 'exception', subjectId: documentExceptionId, detail })
}

interface Writing extends Came {
  messageId: string
  kept: StoredMail
}

async function insertReplyEntry(tx: CustomerTx, deps: Deps, { place, mail, messageId, kept, automatic, now }: Writing): Promise<Taken> {
  const { customerId, documentExceptionId } = place
  const ticket = await lockTicket(tx, documentExceptionId)
  if (!ticket) return 'unknown'
  // Checks again under the ticket's lock, because many emails may have arrived at once.
  const again = await judgeReply(tx, place, { messageId, automatic, now })
  if (again === 'tooMany') await noteLimitReached(tx, { place, mail, automatic, now })
  if (again !== 'taken') return again
  const from = findSender(mail)
  const detail = automatic
    ? { what: `Automatic reply from ${from}` }
    : { from, subject: storable(oneLine(mail.subject.slice(0, 1000)).slice(0, 200)) }
  const text = [kept.text, ...kept.notes]
    .filter(Boolean)
    .join('\n\n')
    .slice(0, 2 * MOST_TEXT)
  const entryId = await insertEntry(tx, {
    documentExceptionId,
    at: now,
    userId: null,
    kind: 'reply',
    text: text || null,
    detail,
  })
  await insertReply(tx, { documentExceptionId, entryId, messageId, fromAddress: from, isAutomatic: automatic, at: now })
  await audit(
    tx,
    { userId: null, now },
    {
      action: 'exception.reply',
      subject: 'exception',
      subjectId: documentExceptionId,
      detail: { ticket: ticket.ticketNumber, from, automatic, files: [...kept.documents, ...kept.files].map(({ filename }) => filename) },
    },
  )
  for (const file of [...kept.documents, ...kept.files])
    await attachStoredFile(tx, { userId: null, now }, { documentExceptionId, entryId }, file)
  const userId = await findAsker(tx, documentExceptionId)
  for (const file of kept.documents) await registerFor(tx, { customerId, userId, now, from }, file, documentExceptionId)
  if (automatic) return 'automatic'
  await updateTicket(tx, documentExceptionId, { answeredAt: now })
  const together = await listAskedTogether(tx, documentExceptionId)
  await markAnswered(tx, documentExceptionId, now)
  for (const other of together) await noteOnSharedTickets(tx, other, { ticket, from, now })
  await mailFollowers(tx, deps, { ticket, from, text, now })
  return 'taken'
}

/**
 * A partner can be asked about several tickets in one email. After a reply on `ticket`, marks another of these tickets as answered too, and adds an
 * entry that links to `ticket`.
 */
async function noteOnSharedTickets(
  tx: CustomerTx,
  documentExceptionId: number,
  { ticket, from, now }: { ticket: { id: number; ticketNumber: number }; from: string; now: Date },
): Promise<void> {
  await updateTicket(tx, documentExceptionId, { answeredAt: now })
  await markAnswered(tx, documentExceptionId, now)
  const detail = { what: `${from} replied on ticket ${ticket.ticketNumber}`, href: `/exceptions/${ticket.id}` }
  await insertEntry(tx, { documentExceptionId, at: now, userId: null, kind: 'linked', detail })
}

async function mailFollowers(
  tx: CustomerTx,
  { config }: Deps,
  { ticket, from, text, now }: { ticket: { id: number; ticketNumber: number; title: string }; from: string; text: string; now: Date },
): Promise<void> {
  for (const { emailAddress } of await listFollowers(tx, ticket.id))
    await sendMail(
      tx,
      { userId: null, now },
      {
        kind: replyMails,
        to: [emailAddress],
        subject: `Ticket ${ticket.ticketNumber}: ${from} answered`.slice(0, 200),
        text: [`${ticket.title}`, '', text, '', `${linkBase(config)}/exceptions/${ticket.id}`].join('\n'),
      },
    )
}
