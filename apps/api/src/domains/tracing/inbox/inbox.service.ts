import { splitAddresses } from '@seriatim/schema'
import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { linkBase } from '../../../core/config.ts'
import { endOfDay, HOUR_MS } from '../../../core/day.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import { storable } from '../../../core/text/storable.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { QueueFullError } from '../../../outside/fair-queue.ts'
import { findReturned, isFailureReport } from '../../exception/reply/bounce.rules.ts'
import { readHeaderBlock } from '../../exception/reply/mail-head.rules.ts'
import { identifyMail } from '../../exception/reply/mail-identity.service.ts'
import { type IncomingMail, isAutomatic } from '../../exception/reply/reply.rules.ts'
import {
  findSender,
  type MailIntake,
  MOST_TEXT,
  type StoredMail,
  storeReplyFiles,
  type Taken,
} from '../../exception/reply/reply.service.ts'
import { findZone } from '../../location/location.joins.ts'
import { recordUndeliveredMail, sendMail } from '../../mail/mail.service.ts'
import { listRightHolders } from '../../user/access/holder.joins.ts'
import { listSentMails } from '../answer/answer.queries.ts'
import { queueSearch } from '../find/search.service.ts'
import { aboutWords, readItems } from '../items.ts'
import { insertEntry, insertRequest, lockRequest, updateRequest } from '../request.queries.ts'
import { requestName } from '../request.view.ts'
import { findSameRequest } from '../same.service.ts'
import { withdrawUndelivered } from '../send/delivery.service.ts'
import { arrivalMails } from '../tracing.mails.ts'
import { legalDueOf, PRESUMED, targetOf } from '../tracing-clock.ts'
import { countMailedRequests, insertFile, isKnownMail } from './inbox.queries.ts'
import { type Attached, NOTHING_ATTACHED, readAttached } from './read-attached.ts'
import { isReplyOverLimit, noteLimitReached, REPLY_WORDS } from './reply-limit.service.ts'
import { findTracingPlace } from './tracing-address.ts'

/**
 * Maximum number of new requests per hour. A higher number means that somebody floods the address; the mail service keeps the other emails and tries
 * again.
 */
const REQUESTS_PER_HOUR = 40
const HEADER_CHARACTERS = 20_000

/** Accepts emails to the customer's tracing address as new requests, and emails to a request's address as replies. */
export const tracingIntake: MailIntake = {
  async accept({ secrets }, { to }) {
    return findTracingPlace(secrets, to)?.customerId
  },
  receive: receiveTracingMail,
}

async function receiveTracingMail(deps: Deps, mail: IncomingMail): Promise<Taken> {
  const place = findTracingPlace(deps.secrets, mail.to)
  if (!place) return 'unknown'
  const now = deps.clock.now()
  const scope = { customerId: place.customerId, userId: null, scope: 'all', locationIds: [] } as const
  // Puts the request's id in front of the message id, because one email may go to several requests, and each of those must record the email once.
  const messageId = place.requestId === null ? identifyMail(mail) : `${place.requestId} ${identifyMail(mail)}`
  const { requestId } = place
  const budget = { mail, now, requestId }
  const first = await withCustomer(deps.db, scope, 'read only', async (tx) => {
    if (await isKnownMail(tx, messageId)) return 'twice'
    return (await isOverBudget(tx, budget)) ? 'tooMany' : 'taken'
  })
  if (first === 'tooMany' && requestId === null) throw new QueueFullError('Too many tracing requests arrived in an hour.')
  if (first !== 'taken') {
    deps.log.warn({ ...place, first }, 'a tracing email was not accepted')
    if (first === 'tooMany' && requestId !== null)
      await withCustomer(deps.db, scope, 'read write', (tx) => noteLimitReached(tx, { mail, requestId, now }))
    return first
  }
  // Keeps attachments of any type if the email answers no known request: a letter may be the legal request itself, and the email is the evidence of
  // who sent it.
  const kept = await storeReplyFiles(deps, place.customerId, mail, { ofAnyType: requestId === null })
  const read = place.requestId === null ? await readAttached(mail, now) : NOTHING_ATTACHED
  return withCustomer(deps.db, scope, 'read write', async (tx) => {
    const came = { deps, mail, messageId, kept, now }
    return place.requestId === null ? insertFromMail(tx, came, read) : insertReply(tx, came, place.requestId)
  })
}

/** New requests and the replies about each request have separate hourly limits, so that one cannot use up the limit of another. */
const isOverBudget = async (tx: CustomerTx, { mail, now, requestId }: { mail: IncomingMail; now: Date; requestId: number | null }) =>
  requestId === null
    ? (await countMailedRequests(tx, new Date(now.getTime() - HOUR_MS))) >= REQUESTS_PER_HOUR
    : isReplyOverLimit(tx, { mail, now, requestId })

interface Came {
  deps: Deps
  mail: IncomingMail
  messageId: string
  kept: StoredMail
  now: Date
}

/**
 * Records a new request. Its sender is not authenticated, so the identity stays unchecked, and the legal deadline is set as if an official had asked.
 */
async function insertFromMail(tx: CustomerTx, came: Came, { items: typed, unread, head }: Attached): Promise<Taken> {
  const { mail, now } = came
  const timeZone = await findZone(tx)
  const items = readItems(typed)
  const from = findSender(mail)
  const organization = (head?.organization ?? from) || 'Sender not named'
  const emailAddress = findAddress(from)
  const mailHeaders = mail.raw ? storable(readHeaderBlock(mail.raw)).slice(0, HEADER_CHARACTERS) : ''
  const asking = { organization, emailAddress, reference: head?.reference ?? null, mailHeaders }
  const { fingerprint, same } = await findSameRequest(tx, asking, items)
  const created = await insertRequest(
    tx,
    {
      direction: 'in',
      isDrill: false,
      locationId: null,
      asker: head?.asker ?? 'other',
      organization,
      name: head?.name ?? null,
      role: head?.role ?? null,
      emailAddress,
      phone: head?.phone ?? null,
      tradingPartnerId: null,
      identityHow: null,
      identityBy: null,
      identityAt: null,
      channel: 'email',
      basis: head?.basis ?? 'other',
      wish: head?.wish ?? 'information',
      reference: head?.reference ?? (storable(oneLine(mail.subject.slice(0, 1000))).slice(0, 100) || null),
      incidentNumber: head?.incidentNumber ?? null,
      note: head?.note ?? null,
      receivedAt: now,
      timeZone,
      targetAt: targetOf({ receivedAt: now }),
      legalDueAt: legalDueOf({ receivedAt: now, timeZone, ...PRESUMED }),
      statedDueAt: head?.statedDue ? endOfDay(head.statedDue, timeZone) : null,
      mailHeaders,
      origin: null,
      fingerprint,
      duplicateOfId: same?.id ?? null,
      about: aboutWords(items) || 'Items not entered yet',
      remindOn: null,
      createdAt: now,
      createdById: null,
      createdBy: null,
    },
    items,
  )
  await insertMailEntry(tx, came, created.id, `arrived by email from ${from}`, unread)
  const detail = { number: created.number, from, items: items.length }
  await audit(tx, { userId: null, now }, { action: 'tracing.mail', subject: 'tracing', subjectId: created.id, detail })
  if (items.length) await queueSearch(tx, created.id)
  await announce(tx, came, { id: created.id, locationId: null, words: `Request ${created.number} arrived by email from ${from}` })
  return 'taken'
}

/** The address in `Grace Holloway <grace@board.tst>`. */
const findAddress = (from: string): string | null => from.split(/[\s<>]/).flatMap((part) => splitAddresses(part).good)[0] ?? null

async function insertMailEntry(
  tx: CustomerTx,
  { kept, messageId, now }: Came,
  requestId: number,
  words: string,
  unread: readonly string[] = [],
): Promise<void> {
  const text =
    [kept.text, ...kept.notes, ...unread]
      .filter(Boolean)
      .join('\n\n')
      .slice(0, 2 * MOST_TEXT) || null
  const entryId = await insertEntry(tx, { requestId, at: now, userId: null, byName: null, words: words.slice(0, 500), text, messageId })
  for (const { filename, contentType, sha256, size } of [...kept.documents, ...kept.files])
    await insertFile(tx, { requestId, entryId, filename, contentType, sha256, size })
}

/**
 * Records an email that arrived at the address of a request. If the email is a bounce, the email that bounced is marked as not delivered. If a person
 * wrote it, a request sent by the customer counts as answered.
 */
async function insertReply(tx: CustomerTx, came: Came, requestId: number): Promise<Taken> {
  const { mail, now } = came
  const request = await lockRequest(tx, requestId)
  if (!request) return 'unknown'
  // Checks again under the request's lock, because many emails may have arrived at once.
  if (await isReplyOverLimit(tx, { mail, now, requestId })) {
    await noteLimitReached(tx, { mail, now, requestId })
    return 'tooMany'
  }
  const from = findSender(mail)
  const automatic = isAutomatic(mail)
  const returned = isFailureReport(mail) ? await noteBounce(tx, came, requestId) : undefined
  const bounced = returned !== undefined
  const words = bounced ? `the email to ${returned} came back undelivered` : `${REPLY_WORDS[automatic ? 'program' : 'person']}${from}`
  await insertMailEntry(tx, came, requestId, words)
  const actor = { userId: null, now }
  const detail = { from, automatic, bounced, files: [...came.kept.documents, ...came.kept.files].map(({ filename }) => filename) }
  await audit(tx, actor, { action: bounced ? 'tracing.undelivered' : 'tracing.reply', subject: 'tracing', subjectId: requestId, detail })
  if (automatic && !bounced) return 'automatic'
  if (!bounced && request.direction === 'out' && !request.answeredAt)
    await updateRequest(tx, requestId, { answeredAt: now, remindOn: null })
  await announce(tx, came, { id: requestId, locationId: request.locationId, words: `${requestName(request)}: ${words}` })
  return 'taken'
}

/**
 * Records a bounce that came to the request's address. If it quotes none of our emails, it is assumed to be about the request's newest email.
 * @returns the recipient of the email that bounced.
 */
async function noteBounce(tx: CustomerTx, { mail, now }: Came, requestId: number): Promise<string | undefined> {
  const sent = await listSentMails(tx, requestId)
  const returned = findReturned(mail, sent) ?? sent[0]
  if (returned?.status !== 'sent') return undefined
  await recordUndeliveredMail(tx, returned.mailId, { firstName: 'Their mail', lastName: 'server' })
  await withdrawUndelivered(tx, requestId, now)
  return returned.toWords ?? 'the recipient'
}

/** Notifies the people who may answer at the request's location, or at any location if the whole company is asked. */
async function announce(
  tx: CustomerTx,
  { deps: { config }, now }: Came,
  { id, locationId, words }: { id: number; locationId: number | null; words: string },
): Promise<void> {
  for (const { emailAddress } of await listRightHolders(tx, 'tracing:write', locationId))
    await sendMail(
      tx,
      { userId: null, now },
      {
        kind: arrivalMails,
        to: [emailAddress],
        subject: oneLine(words).slice(0, 200),
        text: `${words}\n\n${linkBase(config)}/tracing/${id}`,
      },
    )
}
