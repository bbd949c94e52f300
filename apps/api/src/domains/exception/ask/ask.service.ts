import { type ExceptionLetter, type ExceptionsAsk, formatAmount, splitAddresses, type Wish, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import { readPrepared } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printMoment } from '../../../print/dates.ts'
import { selectPending } from '../../hold/data-pending.joins.ts'
import { mailErrors } from '../../mail/mail.facts.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { shippingNoticesInFile } from '../document/file-units.service.ts'
import { exceptionErrors } from '../exception.facts.ts'
import { askMails } from '../exception.mails.ts'
import { selectTicketEntries } from '../exception.queries.ts'
import { groupTicketFindings, type StoredFinding, sortIds } from '../exception.rules.ts'
import { readVisibleTicket } from '../exception.service.ts'
import { replyAddress } from '../reply/reply-token.ts'
import { readSettings } from '../report/exception-file.service.ts'
import { addBusinessDays } from '../ticket/business-days.rules.ts'
import { setFollowing } from '../ticket/exception-people.queries.ts'
import { insertEntry, updateTicket } from '../ticket/ticket.joins.ts'
import { findTicketZone, selectTicketZone } from '../ticket/ticket.queries.ts'
import { lockInOrder, lockVisibleTicket } from '../ticket/ticket.service.ts'
import { insertAsked, selectDespatchAdvices, selectOwnPlace } from './ask.queries.ts'
import { askedUnits } from './asked-units.service.ts'
import { combinedLetter, type LetterFacts, writeLetter, writeSerialsCsv } from './letter.ts'
import { selectSenderPartner } from './partner-contact.queries.ts'
import { makeReport } from './pdg-report.ts'

type Ctx = Pick<Context, 'config' | 'secrets'>

/** A request about one ticket, and its recipient. */
type AskedTicket = LetterFacts & {
  to: string
  partnerName: string | null
  /** Key that is the same for all tickets of one partner, whichever of its GLNs the file names as the sender. */
  partnerKey: string
  locationId: number | null
  askedAt: Date | null
}

async function readAsked(tx: CustomerTx, session: Session, documentExceptionId: number, wish: Wish): Promise<AskedTicket> {
  const ticket = await readVisibleTicket(tx, session, documentExceptionId)
  const findings = ticket.findings as StoredFinding[] // the import stores a ticket's findings as StoredFindings
  const groups = groupTicketFindings(findings, [])
  const found = await readPrepared(tx, {
    partners: selectSenderPartner(ticket.senderGln, ticket.locationId),
    places: selectOwnPlace(ticket.locationId),
    zones: selectTicketZone(ticket.locationId),
    entries: selectTicketEntries(tx, ticket.id).where('entry.kind', '=', 'opened'),
    advices: selectDespatchAdvices(ticket.orderId),
    pending: selectPending(ticket.id),
  })
  const [[partner], [own], [opened]] = [found.partners, found.places, found.entries]
  const clock = { timeZone: found.zones[0]?.zone ?? 'UTC', clockHours: session.clockHours }
  const cameAt = ticket.documentId === null ? null : (ticket.documentAt ?? ticket.createdAt)
  return {
    ticketNumber: ticket.ticketNumber,
    customerId: session.customerId,
    ticketId: ticket.id,
    wish,
    cameAt: cameAt && printMoment(cameAt.toISOString(), clock),
    identifier: ticket.instanceIdentifier,
    shippingNotices: ticket.orderId === null ? await shippingNoticesInFile(tx, ticket.id) : found.advices.map(({ number }) => number),
    poNumber: ticket.poNumber,
    title: ticket.title,
    reportKind: ticket.reportKind,
    counterKind: ticket.counterKind,
    notes: opened?.text ?? null,
    groups,
    truncated: ticket.truncated as Record<string, number>, // the import wrote it in this shape
    ...(await askedUnits(tx, ticket, groups)),
    held: found.pending[0]?.amount ?? 0,
    contactName: partner?.contactName ?? null,
    customerName: own?.customerName ?? '',
    sender: { name: writeFullName(session), emailAddress: session.emailAddress, gln: own?.gln ?? null },
    now: session.now,
    to: partner?.emailAddress ?? '',
    partnerName: partner?.name ?? ticket.sender,
    partnerKey: partner ? `partner ${partner.id}` : (ticket.senderGln ?? `ticket ${ticket.id}`),
    locationId: ticket.locationId,
    askedAt: ticket.askedAt,
  }
}

/**
 * Drafts the email to the partner about one or several tickets; an email about several tickets lists all of them. @throws AppError
 * exception_not_found, exception_partners_differ.
 */
export async function readLetter(
  tx: CustomerTx,
  session: Session,
  { config }: Ctx,
  input: { documentExceptionIds: readonly number[]; wish: Wish },
): Promise<ExceptionLetter> {
  const askings: AskedTicket[] = []
  for (const id of sortIds(input.documentExceptionIds)) askings.push(await readAsked(tx, session, id, input.wish))
  const first = ofOnePartner(askings)
  const { remindDays } = await readSettings(tx)
  const { subject, text } = askings.length === 1 ? writeLetter(first) : combinedLetter(askings)
  return {
    partnerName: first.partnerName,
    contactName: first.contactName,
    to: first.to,
    subject,
    text,
    files: askings.flatMap(collectFiles),
    answersLand: config.replyAddress !== undefined,
    remindDays,
    lastAskedAt:
      askings
        .flatMap(({ askedAt }) => askedAt?.toISOString() ?? [])
        .sort()
        .at(-1) ?? null,
  }
}

/** @throws AppError exception_not_found; exception_partners_differ, because an email goes to one partner. */
function ofOnePartner(askings: readonly AskedTicket[]): AskedTicket {
  const [first] = askings
  if (!first) throw new AppError(exceptionErrors.exception_not_found)
  if (askings.some(({ partnerKey }) => partnerKey !== first.partnerKey)) throw new AppError(exceptionErrors.exception_partners_differ)
  return first
}

function collectFiles(asking: AskedTicket): ExceptionLetter['files'] {
  const serials = writeSerialsCsv(asking.units)
  const report = JSON.stringify(makeReport(asking), null, 2)
  return [
    { filename: `ticket-${asking.ticketNumber}.json`, words: 'report for their system', size: Buffer.byteLength(report) },
    ...(serials
      ? [
          {
            filename: `serials-${asking.ticketNumber}.csv`,
            words: formatAmount(asking.units.length, 'serial number'),
            size: Buffer.byteLength(serials),
          },
        ]
      : []),
  ]
}

/**
 * Emails the partner about one ticket or several. Answers come to the address of the first ticket, and the other tickets link to that ticket. If the
 * installation cannot receive email, answers go to the sender.
 *
 * @throws AppError exception_not_found, exception_not_open, exception_partners_differ, mail_without_recipient, mail_address_invalid,
 * mail_too_many_recipients, and the errors of the email budget.
 */
export async function askPartner(tx: CustomerTx, session: Session, { config, secrets }: Ctx, input: ExceptionsAsk) {
  const to = collectRecipients(input.to)
  const askings: AskedTicket[] = []
  for (const id of await lockInOrder(tx, input.documentExceptionIds)) {
    const ticket = await lockVisibleTicket(tx, session, id)
    if (ticket.currentErrorStatus !== 'OPEN') throw new AppError(exceptionErrors.exception_not_open)
    askings.push(await readAsked(tx, session, id, input.wish))
  }
  const first = ofOnePartner(askings)
  const { remindDays } = await readSettings(tx)
  const place = { customerId: session.customerId, documentExceptionId: first.ticketId }
  const mailId = await sendMail(tx, session, {
    kind: askMails,
    to,
    replyTo: config.replyAddress === undefined ? session.emailAddress : replyAddress(secrets, config.replyAddress, place),
    subject: oneLine(input.subject).slice(0, 200),
    text: input.text,
  })
  for (const asking of askings) {
    const today = toDay(session.now, await findTicketZone(tx, asking.locationId))
    const remindOn = input.remind ? addBusinessDays(today, remindDays) : null
    await keepAsked(tx, session, asking, { to, mailId, remindOn, subject: input.subject, text: input.text })
  }
  return { ok: true as const }
}

interface Sent {
  to: string[]
  mailId: number
  remindOn: string | null
  subject: string
  text: string
}

async function keepAsked(
  tx: CustomerTx,
  session: Session,
  asking: AskedTicket,
  { to, mailId, remindOn, subject, text }: Sent,
): Promise<void> {
  const { ticketId: documentExceptionId, ticketNumber, wish } = asking
  const { userId, now: at } = session
  await insertAsked(tx, {
    documentExceptionId,
    mailId,
    at,
    userId,
    wish,
    report: makeReport(asking),
    serials: writeSerialsCsv(asking.units),
    remindOn,
  })
  await updateTicket(tx, documentExceptionId, { askedAt: at, answeredAt: null })
  await setFollowing(tx, { documentExceptionId, userId, since: at }, true)
  await insertEntry(tx, { documentExceptionId, at, userId, kind: 'asked', text, detail: { to: to.join(', '), subject } })
  const detail = { ticket: ticketNumber, to, wish, subject }
  await audit(tx, session, { action: 'exception.ask', subject: 'exception', subjectId: documentExceptionId, detail })
}

function collectRecipients(text: string): string[] {
  const { good, bad } = splitAddresses(text)
  if (bad.length) throw new AppError(mailErrors.mail_address_invalid, { facts: { field: 'to' } })
  if (!good.length) throw new AppError(mailErrors.mail_without_recipient, { facts: { field: 'to' } })
  if (good.length > 20) throw new AppError(mailErrors.mail_too_many_recipients, { facts: { field: 'to' } })
  return good
}
