import type { MailKind } from '../mail/mail-kind.ts'
import { findAskMail } from './out/ask.queries.ts'
import { itemsCsv, questionJson } from './out/question-files.ts'
import { listItems } from './request.queries.ts'
import { countSentMail, withdrawMail } from './send/delivery.service.ts'

/** Notifies the asker that the request was received and is being processed. */
export const acknowledgeMails: MailKind = { name: 'tracing.acknowledge', isCounted: true, onFailure: withdrawMail }

/** Delivers an answer, with a link to its file. */
export const answerMails: MailKind = { name: 'tracing.answer', isCounted: true, onSent: countSentMail, onFailure: withdrawMail }

const prepare: MailKind['prepare'] = async (mailId, { inTx }) => {
  const asked = await inTx('read only', async (tx) => {
    const request = await findAskMail(tx, mailId)
    return request && { request, items: await listItems(tx, request.id) }
  })
  if (!asked) return { attachments: [] }
  const { request, items } = asked
  return {
    attachments: [
      { filename: `request-${request.number}.json`, contentType: 'application/json', content: Buffer.from(questionJson(request, items)) },
      { filename: `request-${request.number}.csv`, contentType: 'text/csv', content: Buffer.from(itemsCsv(items)) },
    ],
  }
}

/** Asks a trading partner about packages; the items are attached as JSON and CSV. */
export const questionMails: MailKind = { name: 'tracing.ask', isCounted: true, prepare }

/** Reminds a trading partner that has not answered. */
export const questionReminderMails: MailKind = { name: 'tracing.remind', prepare }

/** Notifies the people who may answer that a request or a reply arrived by email. */
export const arrivalMails: MailKind = { name: 'tracing.arrival' }

/** Reminds the customer admin that there was no drill for a year. */
export const drillMails: MailKind = { name: 'tracing.drillDue' }
