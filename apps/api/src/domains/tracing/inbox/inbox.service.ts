import { createHash } from 'node:crypto'
import type { TracingItem } from '@seriatim/schema'
import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { HOUR_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import { storable } from '../../../core/text/storable.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { type IncomingMail, isAutomatic, isBounce } from '../../exception/reply/reply.rules.ts'
import { findSender, type KeptMail, type MailIntake, storeReplyFiles, type Taken } from '../../exception/reply/reply.service.ts'
import { findZone } from '../../location/location.joins.ts'
import { recordUndeliveredMail, sendMail } from '../../mail/mail.service.ts'
import { listAdmins } from '../../user/access/admin.joins.ts'
import { findLastMail } from '../answer/answer.queries.ts'
import { aboutWords, fingerprintOf, readItems } from '../items.ts'
import { findSame, insertEntry, insertRequest, lockRequest, updateRequest } from '../request.queries.ts'
import { requestName } from '../request.view.ts'
import { readRequestFile } from '../request-file.service.ts'
import { arrivalMails } from '../tracing.mails.ts'
import { searchNew } from '../tracing.service.ts'
import { legalDueOf, targetOf } from '../tracing-clock.ts'
import { countMailEntries, insertFile, isKnownMail } from './inbox.queries.ts'
import { findTracingPlace } from './tracing-address.ts'

/** More mails in an hour mean that programs write to each other, or that somebody floods us. */
const MAILS_PER_HOUR = 40
const HEADER_CHARACTERS = 20_000

/** Takes mails to the customer's tracing address as new requests, and mails to a request's address as replies. */
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
  const messageId = storable(mail.messageId ?? createHash('sha256').update(mail.writing.all).digest('hex')).slice(0, 500)
  const judge = (tx: CustomerTx) => judgeMail(tx, messageId, now)
  const first = await withCustomer(deps.db, scope, 'read only', judge)
  if (first !== 'taken') {
    deps.log.warn({ ...place, first }, 'a tracing email was not accepted')
    return first
  }
  const kept = await storeReplyFiles(deps, place.customerId, mail)
  const read = place.requestId === null ? await readAttached(mail, now) : { items: [], head: null }
  return withCustomer(deps.db, scope, 'read write', async (tx) => {
    const came = { deps, mail, messageId, kept, now }
    return place.requestId === null ? insertFromMail(tx, came, read) : insertReply(tx, came, place.requestId)
  })
}

async function judgeMail(tx: CustomerTx, messageId: string, now: Date): Promise<Taken> {
  if (await isKnownMail(tx, messageId)) return 'twice'
  return (await countMailEntries(tx, new Date(now.getTime() - HOUR_MS))) >= MAILS_PER_HOUR ? 'tooMany' : 'taken'
}

interface Came {
  deps: Deps
  mail: IncomingMail
  messageId: string
  kept: KeptMail
  now: Date
}

interface Attached {
  items: TracingItem[]
  head: Awaited<ReturnType<typeof readRequestFile>>['request']
}

/** What the first attachment that is a request asks; a mail without one is recorded without items. */
async function readAttached({ attachments }: IncomingMail, now: Date): Promise<Attached> {
  for (const { filename, content } of attachments) {
    if (!/\.(json|csv|txt)$/i.test(filename) || content.length > 5_000_000) continue
    try {
      const { request, items } = await readRequestFile({ text: content.toString('utf8') }, now.getUTCFullYear())
      return { items, head: request }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return { items: [], head: null }
}

/** A new request. Its sender proves nothing, so the identity stays unchecked and the law's time runs as if an official asked. */
async function insertFromMail(tx: CustomerTx, came: Came, { items: typed, head }: Attached): Promise<Taken> {
  const { mail, now } = came
  const timeZone = await findZone(tx)
  const items = readItems(typed)
  const from = findSender(mail)
  const organization = (head?.organization ?? from) || 'Sender not named'
  const fingerprint = fingerprintOf({ direction: 'in', organization, reference: head?.reference ?? null }, items)
  const same = items.length ? await findSame(tx, fingerprint) : undefined
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
      emailAddress: /[^\s<>@]{1,64}@[^\s<>@]{1,189}/.exec(from)?.[0] ?? null,
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
      legalDueAt: legalDueOf({ receivedAt: now, timeZone, asker: 'fda', basis: 'recall' }),
      statedDueAt: null,
      mailHeaders: storable([...mail.headers].map(([name, value]) => `${name}: ${value}`).join('\n')).slice(0, HEADER_CHARACTERS),
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
  await insertMailEntry(tx, came, created.id, `arrived by email from ${from}`)
  const detail = { number: created.number, from, items: items.length }
  await audit(tx, { userId: null, now }, { action: 'tracing.mail', subject: 'tracing', subjectId: created.id, detail })
  if (items.length) await searchNew(tx, { now, scope: 'all' }, { id: created.id, timeZone })
  await announce(tx, came, { id: created.id, locationId: null, words: `Request ${created.number} arrived by email from ${from}` })
  return 'taken'
}

async function insertMailEntry(tx: CustomerTx, { kept, messageId, now }: Came, requestId: number, words: string): Promise<void> {
  const text = [kept.text, ...kept.notes].filter(Boolean).join('\n\n') || null
  const entryId = await insertEntry(tx, { requestId, at: now, userId: null, byName: null, words: words.slice(0, 500), text, messageId })
  for (const { filename, contentType, sha256, size } of [...kept.documents, ...kept.files])
    await insertFile(tx, { requestId, entryId, filename, contentType, sha256, size })
}

/** A mail to the address of a request. A bounce marks the last mail as not delivered; a person's reply answers a request of ours. */
async function insertReply(tx: CustomerTx, came: Came, requestId: number): Promise<Taken> {
  const { mail, now } = came
  const request = await lockRequest(tx, requestId)
  if (!request) return 'unknown'
  const from = findSender(mail)
  const automatic = isAutomatic(mail)
  const bounced = isBounce(mail) && (await noteBounce(tx, requestId))
  const words = bounced ? `an email bounced: ${from}` : automatic ? `automatic reply from ${from}` : `reply from ${from}`
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

async function noteBounce(tx: CustomerTx, requestId: number): Promise<boolean> {
  const last = await findLastMail(tx, requestId)
  if (last?.mailId == null || last.mailStatus !== 'sent') return false
  await recordUndeliveredMail(tx, last.mailId, { firstName: 'Their mail', lastName: 'server' })
  return true
}

/** Tells the admins who may answer. */
async function announce(
  tx: CustomerTx,
  { deps: { config }, now }: Came,
  { id, locationId, words }: { id: number; locationId: number | null; words: string },
): Promise<void> {
  const admins = (await listAdmins(tx)).filter(
    (one) => one.isCustomerAdmin || (locationId !== null && one.locationIds.includes(locationId)),
  )
  for (const { emailAddress } of admins)
    await sendMail(
      tx,
      { userId: null, now },
      {
        kind: arrivalMails,
        to: [emailAddress],
        subject: oneLine(words).slice(0, 200),
        text: `${words}\n\n${config.publicUrl ?? ''}/tracing/${id}`,
      },
    )
}
