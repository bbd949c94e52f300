import { type NewInspectionLink, type Ok, splitAddresses, type TracingMail, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { linkBase } from '../../../core/config.ts'
import { DAY_MS, toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import type { CustomerTx, Guest } from '../../../db/types.ts'
import { printMoment } from '../../../print/dates.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { createLink, revokeLink } from '../../inspection-link/inspection-link.service.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { mailErrors } from '../../mail/mail.facts.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { answerName } from '../answer/answer.pdf.ts'
import { type AnswerRecord, findAnswer, findSending, insertSending, lockAnswer, markAnswerSent } from '../answer/answer.queries.ts'
import { expectAnswer, toAnswerFile } from '../answer/answer.service.ts'
import { countWords } from '../find/judge.ts'
import { tracingAddress } from '../inbox/tracing-address.ts'
import { expectLockedRequest, expectOpen, mayAt, mayReadAnswer } from '../request.access.ts'
import { findRequest, insertEntry, type RequestRecord, updateRequest } from '../request.queries.ts'
import { requestName } from '../request.view.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { acknowledgeMails, answerMails } from '../tracing.mails.ts'
import { countDelivered, withdrawUndelivered } from './delivery.service.ts'

type Ctx = Pick<Context, 'config' | 'secrets'>

/**
 * Reads the recipients that a person typed, at most 20.
 * @throws AppError mail_without_recipient, mail_address_invalid, mail_too_many_recipients.
 */
export function collectRecipients(text: string): string[] {
  const { good, bad } = splitAddresses(text)
  if (bad.length) throw new AppError(mailErrors.mail_address_invalid, { facts: { field: 'to' } })
  if (!good.length) throw new AppError(mailErrors.mail_without_recipient, { facts: { field: 'to' } })
  if (good.length > 20) throw new AppError(mailErrors.mail_too_many_recipients, { facts: { field: 'to' } })
  return good
}

/** The addresses for replies and bounces of an email about a request. If the installation receives no email, replies go to the sender's mailbox. */
export function returnAddresses({ config, secrets }: Ctx, session: Session, requestId: number): { replyTo: string; bounceTo?: string } {
  if (config.replyAddress === undefined) return { replyTo: session.emailAddress }
  const own = tracingAddress(secrets, config.replyAddress, { customerId: session.customerId, requestId })
  return { replyTo: own, bounceTo: own }
}

/**
 * Records that the requester was notified that the request arrived. If `to` contains addresses, also emails the acknowledgment to them, except in a
 * drill.
 * @throws AppError tracing_acknowledged, tracing_is_out, tracing_closed, and the errors of the addresses and the email limit.
 */
export async function acknowledge(
  tx: CustomerTx,
  session: Session,
  ctx: Ctx,
  { requestId, to }: { requestId: number; to: string },
): Promise<Ok> {
  const request = await expectLockedRequest(tx, session, requestId)
  if (request.direction === 'out') throw new AppError(tracingErrors.tracing_is_out)
  expectOpen(request)
  if (request.acknowledgedAt) throw new AppError(tracingErrors.tracing_acknowledged)
  const isMailed = to !== '' && !request.isDrill
  const recipients = isMailed ? collectRecipients(to) : []
  const mailId = isMailed
    ? await sendMail(tx, session, {
        kind: acknowledgeMails,
        to: recipients,
        ...returnAddresses(ctx, session, requestId),
        subject: oneLine(subjectOf(request, 'We have your request')).slice(0, 200),
        text: await acknowledgmentText(tx, session, request),
      })
    : null
  await insertSending(tx, sendingOf(session, request, { channel: 'acknowledgment', to: isMailed ? recipients.join(', ') : null, mailId }))
  await updateRequest(tx, requestId, { acknowledgedAt: session.now })
  const words = isMailed ? `acknowledged the request by email to ${recipients.join(', ')}` : 'acknowledged the request'
  await note(tx, session, requestId, words)
  await audit(tx, session, { action: 'tracing.acknowledge', subject: 'tracing', subjectId: requestId, detail: { to: recipients } })
  return { ok: true }
}

const subjectOf = (request: RequestRecord, words: string) =>
  `${words}${request.reference ? ` (${request.reference})` : ''}: ${requestName(request)}`

async function acknowledgmentText(
  tx: CustomerTx,
  session: Session,
  { receivedAt, about, timeZone, number }: RequestRecord,
): Promise<string> {
  const clock = { timeZone, clockHours: session.clockHours }
  return [
    `We received your tracing request on ${printMoment(receivedAt.toISOString(), clock)} (${timeZone}) and recorded it as request ${number}: ${about}.`,
    'We are searching our records and will answer as soon as we can.',
    '',
    writeFullName(session),
    await getCustomerName(tx),
  ].join('\n')
}

interface Sending {
  channel: 'mail' | 'link' | 'download' | 'acknowledgment'
  to?: string | null
  answer?: AnswerRecord
  mailId?: number | null
  linkId?: number | null
}

const sendingOf = (
  session: Session,
  { id }: Pick<RequestRecord, 'id'>,
  { channel, to = null, answer, mailId = null, linkId = null }: Sending,
) => ({
  requestId: id,
  answerId: answer?.id ?? null,
  channel,
  at: session.now,
  byId: session.userId,
  byName: writeFullName(session),
  toWords: to,
  sha256: answer?.sha256 ?? null,
  mailId,
  linkId,
})

async function note(tx: CustomerTx, session: Session, requestId: number, words: string): Promise<void> {
  await insertEntry(tx, { requestId, at: session.now, userId: session.userId, byName: writeFullName(session), words })
}

/**
 * Locks the request and the answer before the file is handed over.
 *
 * @throws AppError tracing_closed, tracing_answer_not_ready, tracing_answer_removed,
 * tracing_not_found.
 */
async function lockToHandOver(tx: CustomerTx, session: Session, { requestId, answerId }: { requestId: number; answerId: number }) {
  const request = await expectLockedRequest(tx, session, requestId)
  const answer = await lockAnswer(tx, answerId)
  if (answer?.requestId !== requestId || !mayReadAnswer(session, answer)) throw new AppError(tracingErrors.tracing_answer_not_found)
  expectOpen(request)
  return { request, answer, file: toAnswerFile(answer) }
}

/** An answer may only be handed over to somebody whose identity was checked, and never for a drill. */
function expectMayLeave({ isDrill, identityAt }: RequestRecord): void {
  if (isDrill) throw new AppError(tracingErrors.tracing_drill_stays)
  if (!identityAt) throw new AppError(tracingErrors.tracing_identity_open)
}

/**
 * Sends an answer by email, as a link to its file.
 *
 * @throws AppError tracing_drill_stays, tracing_identity_open, tracing_answer_not_ready, and the errors of the addresses and the email limit.
 */
export async function mailAnswer(tx: CustomerTx, session: Session, ctx: Ctx, input: TracingMail): Promise<Ok> {
  const { request, answer } = await lockToHandOver(tx, session, input)
  expectMayLeave(request)
  const recipients = collectRecipients(input.to)
  const link = await linkTo(tx, session, request, answer, input.days)
  const text = [
    input.text,
    '',
    `Answer to request ${request.number}: ${countWords(answer.counts as Parameters<typeof countWords>[0])}.`, // the job wrote the column in this shape
    `${linkBase(ctx.config)}${link.path}`,
    `The link works until ${printMoment(link.expiresAt, session)} (${session.timeZone}). SHA-256 of the file: ${answer.sha256}`,
  ].join('\n')
  const mailId = await sendMail(tx, session, {
    kind: answerMails,
    to: recipients,
    ...returnAddresses(ctx, session, request.id),
    subject: oneLine(subjectOf(request, 'Answer to your tracing request')).slice(0, 200),
    text,
  })
  await handOver(tx, session, request, answer, { channel: 'mail', to: recipients.join(', '), answer, mailId, linkId: link.id })
  await audit(tx, session, {
    action: 'tracing.send',
    subject: 'tracing',
    subjectId: request.id,
    detail: { answer: answer.number, to: recipients, sha256: answer.sha256 },
  })
  return { ok: true }
}

async function linkTo(
  tx: CustomerTx,
  session: Session,
  request: RequestRecord,
  answer: AnswerRecord,
  days: number,
): Promise<NewInspectionLink> {
  const until = session.now.getTime() + days * DAY_MS
  const expiresAt = new Date(Math.min(until, answer.keptUntil?.getTime() ?? until))
  return createLink(tx, session, { kind: 'answer', subjectId: answer.id, locationId: request.locationId, expiresAt })
}

/**
 * Records that an answer was handed over. If the delivered answers now cover every item of the request, its clocks stop; an emailed answer counts as
 * delivered only once the email has been sent.
 */
async function handOver(tx: CustomerTx, session: Session, request: RequestRecord, answer: AnswerRecord, sending: Sending): Promise<void> {
  await insertSending(tx, sendingOf(session, request, sending))
  await markAnswerSent(tx, answer.id, session.now)
  await countDelivered(tx, request.id, session.now)
  const where = {
    mail: `by email to ${sending.to}`,
    link: `with a link for ${sending.to}`,
    download: `as a file to ${sending.to}`,
    acknowledgment: '',
  }
  await note(tx, session, request.id, `handed over answer ${answer.number} ${where[sending.channel]}`)
}

/** Creates a link to an answer. The caller hands the link to the recipient. @throws as `mailAnswer`. */
export async function createAnswerLink(
  tx: CustomerTx,
  session: Session,
  input: { requestId: number; answerId: number; days: number },
): Promise<{ path: string; expiresAt: string }> {
  const { request, answer } = await lockToHandOver(tx, session, input)
  expectMayLeave(request)
  const link = await linkTo(tx, session, request, answer, input.days)
  await handOver(tx, session, request, answer, { channel: 'link', to: request.organization, answer, linkId: link.id })
  await audit(tx, session, {
    action: 'tracing.link',
    subject: 'tracing',
    subjectId: request.id,
    detail: { answer: answer.number, sha256: answer.sha256, expiresAt: link.expiresAt },
  })
  return { path: link.path, expiresAt: link.expiresAt }
}

/** Immediately ends a link that was handed over. @throws AppError tracing_answer_not_found, link_not_found. */
export async function endAnswerLink(
  tx: CustomerTx,
  session: Session,
  { requestId, sendingId }: { requestId: number; sendingId: number },
): Promise<Ok> {
  await expectLockedRequest(tx, session, requestId)
  const sending = await findSending(tx, sendingId)
  if (sending?.requestId !== requestId || sending.linkId === null) throw new AppError(tracingErrors.tracing_answer_not_found)
  await revokeLink(tx, session, { linkId: sending.linkId, kind: 'answer' }, ({ subjectId }) => {
    if (subjectId !== sending.answerId) throw new AppError(tracingErrors.tracing_answer_not_found)
  })
  await withdrawUndelivered(tx, requestId, session.now)
  await note(tx, session, requestId, `deactivated the link for ${sending.toWords ?? 'the requester'}`)
  return { ok: true }
}

/**
 * Returns the zip of an answer, for the route that streams it. If the customer downloads the zip, the answer does not count as handed over to the
 * requester.
 * @throws AppError tracing_answer_not_ready.
 */
export async function downloadAnswer(tx: CustomerTx, session: Session, input: { requestId: number; answerId: number }) {
  const { request, answer } = await expectAnswer(tx, session, input, 'tracing:read')
  const stored = toAnswerFile(answer)
  const detail = { answer: answer.number, sha256: stored.sha256 }
  await audit(tx, session, { action: 'tracing.download', subject: 'tracing', subjectId: request.id, detail })
  return { filename: `${answerName(request)}-${answer.number}.zip`, stored }
}

/**
 * Records that the file was downloaded and handed over, such as on a USB stick or in another portal. For a drill, this stops the clock, as sending
 * the answer would.
 */
export async function markHandedOver(tx: CustomerTx, session: Session, input: { requestId: number; answerId: number }): Promise<Ok> {
  const { request, answer } = await lockToHandOver(tx, session, input)
  if (!request.isDrill) expectMayLeave(request)
  await handOver(tx, session, request, answer, { channel: 'download', to: request.organization, answer })
  const detail = { answer: answer.number, sha256: answer.sha256, by: 'download' }
  await audit(tx, session, { action: 'tracing.send', subject: 'tracing', subjectId: request.id, detail })
  return { ok: true }
}

/**
 * Returns what a guest with a link sees about an answer; undefined if the file of the answer is not available, or if the author of the link has lost
 * the right to the answer.
 */
export async function openAnswerForGuest(tx: CustomerTx, { customerId, subjectId, authorId, now }: Guest) {
  const answer = await findAnswer(tx, subjectId)
  const request = answer && (await findRequest(tx, answer.requestId))
  const author = await readPersonSession(tx, { customerId, userId: authorId, timeZone: 'UTC', now })
  if (!request || !author || !mayReadAnswer(author, answer) || !mayAt(author, 'tracing:write', request.locationId)) return undefined
  if (answer.state !== 'ready' || answer.removedAt !== null || answer.sha256 === null) return undefined
  const { sha256, size } = toAnswerFile(answer)
  return {
    name: `Answer to request ${request.number}, ${request.organization}`,
    filename: `${answerName(request)}-${answer.number}.zip`,
    bytes: size,
    sha256,
    keptUntil: answer.keptUntil && toDay(answer.keptUntil, 'UTC'),
  }
}
