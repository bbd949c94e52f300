import { outcomeWords } from '@seriatim/schema'
import { HOUR_MS } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { listMessagesOfMail } from '../delivery.queries.ts'
import { outcomeOf, storedSentence } from '../delivery.service.ts'
import { deliveryReportMails } from '../intake.mails.ts'
import { countReported, findMailOfUpload, lockIntakeMail, markReported } from './mail-door.queries.ts'
import { mayArriveFrom } from './mailed-files.ts'

/**
 * Maximum number of reports to senders per door and hour, so that nobody can use the door's address to flood a mailbox. The limit is higher for a
 * sender on the door's list, who might send all orders of a morning at once, than for one whose address was only confirmed by the receiving mail
 * server.
 */
const REPORTS_PER_HOUR = { listed: 1000, confirmed: 60 }

/**
 * Sends one report to the sender of an email about the results of its files, after all of them have been read. An automatic email gets no report,
 * because two programs could keep answering each other. The sender's address must be on the door's list or confirmed by the receiving mail server;
 * otherwise it may be forged and gets no report.
 */
export async function reportToSender(tx: CustomerTx, mailId: number, now: Date): Promise<void> {
  const mail = await lockIntakeMail(tx, mailId)
  if (!mail || mail.toldAt !== null || mail.refused !== null || mail.isAutomatic || mail.fromAddress === '') return
  const isListed = mail.senders.length > 0 && mayArriveFrom(mail.senders, mail.fromAddress)
  if (!isListed && !mail.isConfirmed) return
  const messages = await listMessagesOfMail(tx, mailId)
  if (messages.some(({ status, kind }) => status === 'processing' && kind !== 'notAddressed')) return
  if ((await countReported(tx, mail.doorId, new Date(now.getTime() - HOUR_MS))) >= REPORTS_PER_HOUR[isListed ? 'listed' : 'confirmed'])
    return
  await markReported(tx, mailId, now)
  const lines = messages.map((row) => {
    const outcome = outcomeOf(row)
    return `${row.filename}: ${outcome ? outcomeWords(outcome).sentence : storedSentence(row)}`
  })
  await sendMail(
    tx,
    { userId: null, now },
    {
      kind: deliveryReportMails,
      to: [mail.fromAddress],
      subject: `Re: ${mail.subject || 'Your files'}`.slice(0, 200),
      text: [
        messages.length + mail.leftOut.length === 0 ? 'Your email contained no file.' : 'Your email was received.',
        '',
        ...lines,
        ...mail.leftOut,
        '',
        'This is an automatic message. Replies to it are not read.',
      ].join('\n'),
    },
  )
}

/** Called when an upload has a result: a report to the sender of its email may now be due. */
export async function uploadSettled(tx: CustomerTx, uploadId: number): Promise<void> {
  const found = await findMailOfUpload(tx, uploadId)
  if (found?.mailId != null) await enqueue(tx, 'intake.tellSender', { mailId: found.mailId })
}
