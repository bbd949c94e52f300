import type { Wish } from '@seriatim/schema'
import { audit } from '../../audit.ts'
import { dayOf } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { sendMail } from '../mail/mail.service.ts'
import { insertAsked, listToRemind, markReminded } from './ask.queries.ts'
import { reminderMails } from './exception.mails.ts'
import { findTicketZone, insertEntry } from './ticket.queries.ts'

/** Partners that were asked and did not answer in time are reminded, once for each time they were asked. Returns how many mails were made. */
export async function remindPartners(tx: CustomerTx, now: Date): Promise<number> {
  const due = await listToRemind(tx, dayOf(now, await findTicketZone(tx, null)))
  let mails = 0
  for (const asked of due) {
    if (!(await markReminded(tx, asked.id, now))) continue
    const mailId = await sendMail(
      tx,
      { userId: null, now },
      {
        kind: reminderMails,
        to: asked.toAddresses,
        ...(asked.replyTo === null ? {} : { replyTo: asked.replyTo }),
        subject: `Reminder: ${asked.subject}`.slice(0, 200),
        text: ['We have not heard from you yet. This is what we wrote:', '', asked.body ?? ''].join('\n'),
      },
    )
    const { documentExceptionId, serials } = asked
    const wish = asked.wish as Wish // one of the column's
    await insertAsked(tx, {
      documentExceptionId,
      mailId,
      at: now,
      userId: asked.userId,
      wish,
      report: asked.report,
      serials,
      remindOn: null,
    })
    await insertEntry(tx, { documentExceptionId, at: now, userId: null, kind: 'reminded', detail: { to: asked.toAddresses.join(', ') } })
    const detail = { ticket: asked.ticketNumber, to: asked.toAddresses }
    await audit(tx, { userId: null, now }, { action: 'exception.remind', subject: 'exception', subjectId: documentExceptionId, detail })
    mails += 1
  }
  return mails
}
