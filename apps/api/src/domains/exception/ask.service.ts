import { type ExceptionAsk, type ExceptionLetter, type ExceptionUnit, splitAddresses, type Wish } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import { audit } from '../../audit.ts'
import type { Context } from '../../context.ts'
import { dayOf } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { oneLine } from '../../one-line.ts'
import { sendMail } from '../mail/mail.service.ts'
import { findOwnPlace, insertAsked, listDespatchAdvices, listUnitsOfEvents } from './ask.queries.ts'
import { askMails } from './exception.mails.ts'
import { listEntries, listItems } from './exception.queries.ts'
import { addBusinessDays, groupFindings, type StoredFinding } from './exception.rules.ts'
import { mustFind } from './exception.service.ts'
import { readSettings } from './exception-file.service.ts'
import { setFollowing } from './exception-people.queries.ts'
import { type Asking, letterOf, reportOf, serialsOf } from './letter.ts'
import { findPartnerOf } from './partner-contact.queries.ts'
import { countHeldFor } from './pending.service.ts'
import { replyAddress } from './reply-token.ts'
import { findTicketZone, insertEntry, updateTicket } from './ticket.queries.ts'
import { mustLock } from './ticket.service.ts'

/** Packages that go along as a table. */
const LISTED = 100_000

type Ctx = Pick<Context, 'config' | 'secrets'>

async function askingOf(
  tx: CustomerTx,
  session: Session,
  documentExceptionId: number,
  wish: Wish,
): Promise<Asking & { to: string; partnerName: string | null; askedAt: Date | null }> {
  const ticket = await mustFind(tx, session, documentExceptionId)
  const findings = ticket.findings as StoredFinding[] // written by the import in this shape
  const groups = groupFindings(findings, [])
  const partner = ticket.senderGln === null ? undefined : await findPartnerOf(tx, ticket.senderGln, ticket.locationId)
  const own = await findOwnPlace(tx, ticket.locationId)
  const opened = (await listEntries(tx, ticket.id)).find(({ kind }) => kind === 'opened')
  const zone = await findTicketZone(tx, ticket.locationId)
  return {
    ticketNumber: ticket.ticketNumber,
    customerId: session.customerId,
    ticketId: ticket.id,
    wish,
    file:
      ticket.documentId === null
        ? null
        : {
            identifier: ticket.instanceIdentifier,
            cameAt: new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
              ticket.documentAt ?? ticket.createdAt,
            ),
            shippingNotices: ticket.orderId === null ? [] : await listDespatchAdvices(tx, ticket.orderId),
          },
    poNumber: ticket.poNumber,
    title: ticket.title,
    reportKind: ticket.reportKind,
    notes: opened?.text ?? null,
    groups,
    units: await unitsOf(
      tx,
      ticket,
      groups.flatMap(({ events }) => events),
    ),
    held: await countHeldFor(tx, ticket.id),
    contactName: partner?.contactName ?? null,
    customerName: own.customerName,
    sender: { name: `${session.firstName} ${session.lastName}`, emailAddress: session.emailAddress, gln: own.gln },
    now: session.now,
    to: partner?.emailAddress ?? '',
    partnerName: partner?.name ?? ticket.sender,
    askedAt: ticket.askedAt,
  }
}

async function unitsOf(
  tx: CustomerTx,
  ticket: { id: number; documentId: number | null; orderId: number | null },
  events: readonly number[],
): Promise<ExceptionUnit[]> {
  if (ticket.documentId === null) return listItems(tx, ticket.id, LISTED)
  return ticket.orderId === null ? [] : listUnitsOfEvents(tx, ticket.orderId, events)
}

/** The mail as it would be sent. @throws AppError exception_not_found */
export async function readLetter(
  tx: CustomerTx,
  session: Session,
  { config }: Ctx,
  input: { documentExceptionId: number; wish: Wish },
): Promise<ExceptionLetter> {
  const asking = await askingOf(tx, session, input.documentExceptionId, input.wish)
  const { remindDays } = await readSettings(tx)
  const serials = serialsOf(asking.units)
  const report = JSON.stringify(reportOf(asking), null, 2)
  const { subject, text } = letterOf(asking)
  return {
    partnerName: asking.partnerName,
    contactName: asking.contactName,
    to: asking.to,
    subject,
    text,
    files: [
      { filename: `ticket-${asking.ticketNumber}.json`, words: 'report for their system', size: Buffer.byteLength(report) },
      ...(serials
        ? [{ filename: `serials-${asking.ticketNumber}.csv`, words: amountWords(asking.units.length), size: Buffer.byteLength(serials) }]
        : []),
    ],
    answersLand: config.replyAddress !== undefined,
    remindDays,
    lastAskedAt: asking.askedAt?.toISOString() ?? null,
  }
}

const amountWords = (amount: number) => (amount === 1 ? '1 serial number' : `${amount.toLocaleString('en-US')} serial numbers`)

/**
 * Mails the partner. Answers come to the ticket's own address where the product can take mails, else to the sender.
 *
 * @throws AppError exception_not_found, exception_not_open, mail_without_recipient, mail_address_invalid, mail_too_many_recipients, those of the budget.
 */
export async function askPartner(tx: CustomerTx, session: Session, { config, secrets }: Ctx, input: ExceptionAsk) {
  const ticket = await mustLock(tx, session, input.documentExceptionId)
  if (ticket.currentErrorStatus !== 'OPEN') throw new AppError('exception_not_open')
  const to = recipientsOf(input.to)
  const asking = await askingOf(tx, session, ticket.id, input.wish)
  const { remindDays } = await readSettings(tx)
  const place = { customerId: session.customerId, documentExceptionId: ticket.id }
  const mailId = await sendMail(tx, session, {
    kind: askMails,
    to,
    replyTo: config.replyAddress === undefined ? session.emailAddress : replyAddress(secrets, config.replyAddress, place),
    subject: oneLine(input.subject).slice(0, 200),
    text: input.text,
  })
  const today = dayOf(session.now, await findTicketZone(tx, ticket.locationId))
  await insertAsked(tx, {
    documentExceptionId: ticket.id,
    mailId,
    at: session.now,
    userId: session.userId,
    wish: input.wish,
    report: reportOf(asking),
    serials: serialsOf(asking.units),
    remindOn: input.remind ? addBusinessDays(today, remindDays) : null,
  })
  await updateTicket(tx, ticket.id, { askedAt: session.now, answeredAt: null })
  await setFollowing(tx, { documentExceptionId: ticket.id, userId: session.userId, since: session.now }, true)
  await insertEntry(tx, {
    documentExceptionId: ticket.id,
    at: session.now,
    userId: session.userId,
    kind: 'asked',
    text: input.text,
    detail: { to: to.join(', '), subject: input.subject },
  })
  const detail = { ticket: ticket.ticketNumber, to, wish: input.wish, subject: input.subject }
  await audit(tx, session, { action: 'exception.ask', subject: 'exception', subjectId: ticket.id, detail })
  return { ok: true as const }
}

function recipientsOf(text: string): string[] {
  const { good, bad } = splitAddresses(text)
  if (bad.length) throw new AppError('mail_address_invalid', { facts: { field: 'to' } })
  if (!good.length) throw new AppError('mail_without_recipient', { facts: { field: 'to' } })
  if (good.length > 20) throw new AppError('mail_too_many_recipients', { facts: { field: 'to' } })
  return good
}
