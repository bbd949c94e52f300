import type { MailKind } from '../mail/mail-kind.ts'
import { listAskedByMail } from './ask/ask.queries.ts'

/** Notifies a colleague mentioned in a note. */
export const mentionMails: MailKind = { name: 'exception.mention', isCounted: true }

/** Notifies the followers of a ticket when the partner has answered. */
export const replyMails: MailKind = { name: 'exception.reply' }

/** Attaches each ticket's report and serial numbers as they were when the email was created. */
const prepare: MailKind['prepare'] = async (mailId, { inTx }) => {
  const asked = await inTx('read only', (tx) => listAskedByMail(tx, mailId))
  return {
    attachments: asked.flatMap(({ ticketNumber, report, serials }) => [
      {
        filename: `ticket-${ticketNumber}.json`,
        contentType: 'application/json',
        content: Buffer.from(JSON.stringify(report, null, 2)),
      },
      ...(serials === null ? [] : [{ filename: `serials-${ticketNumber}.csv`, contentType: 'text/csv', content: Buffer.from(serials) }]),
    ]),
  }
}

/** Tells a partner which problems our tickets have found and what we need from the partner, with each ticket's report attached. */
export const askMails: MailKind = { name: 'exception.ask', isCounted: true, prepare }

/** Reminds a partner that has not answered our email about a ticket. */
export const reminderMails: MailKind = { name: 'exception.reminder', prepare }
