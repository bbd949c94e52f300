import type { Wish } from '@seriatim/schema'
import { z } from 'zod'
import { audit } from '../../../call/audit.ts'
import { toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { reminderMails } from '../exception.mails.ts'
import { insertEntry } from '../ticket/ticket.joins.ts'
import { findTicketZone } from '../ticket/ticket.queries.ts'
import { insertAsked, listToRemind, markReminded } from './ask.queries.ts'

/**
 * Sends one reminder about the latest request of each ticket to partners that did not answer in time. Tickets of one email share one reminder.
 * Returns the number of emails.
 */
export async function remindPartners(tx: CustomerTx, now: Date): Promise<number> {
  const due = await listToRemind(tx, toDay(now, await findTicketZone(tx, null)))
  let mails = 0
  for (const together of Map.groupBy(due, ({ mailId }) => mailId).values()) {
    const asked: typeof due = []
    for (const one of together) if (await markReminded(tx, one.id, now)) asked.push(one)
    const [first] = asked
    if (!first) continue
    const mailId = await sendMail(
      tx,
      { userId: null, now },
      {
        kind: reminderMails,
        to: first.toAddresses,
        ...(first.replyTo === null ? {} : { replyTo: first.replyTo }),
        subject: `Reminder: ${first.subject}`.slice(0, 200),
        text: ['We still need this from you. This is what we wrote:', '', first.body ?? ''].join('\n'),
      },
    )
    for (const one of asked) await noteReminder(tx, one, { mailId, now })
    mails += 1
  }
  return mails
}

type AskedTicket = Awaited<ReturnType<typeof listToRemind>>[number]

async function noteReminder(tx: CustomerTx, asked: AskedTicket, { mailId, now }: { mailId: number; now: Date }): Promise<void> {
  const { documentExceptionId, serials, report, userId, toAddresses: to, ticketNumber: ticket } = asked
  const wish = asked.wish as Wish // a CHECK constraint allows only these values
  await insertAsked(tx, {
    documentExceptionId,
    mailId,
    at: now,
    userId,
    wish,
    report: z.record(z.string(), z.unknown()).parse(report),
    serials,
    remindOn: null,
  })
  await insertEntry(tx, { documentExceptionId, at: now, userId: null, kind: 'reminded', detail: { to: to.join(', ') } })
  await audit(
    tx,
    { userId: null, now },
    { action: 'exception.remind', subject: 'exception', subjectId: documentExceptionId, detail: { ticket, to } },
  )
}
