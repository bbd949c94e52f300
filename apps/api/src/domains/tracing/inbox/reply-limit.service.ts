import { audit } from '../../../call/audit.ts'
import { HOUR_MS } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { isFailureReport } from '../../exception/reply/bounce.rules.ts'
import { type IncomingMail, isAutomatic } from '../../exception/reply/reply.rules.ts'
import { findSender } from '../../exception/reply/reply.service.ts'
import { insertEntry, lockRequest } from '../request.queries.ts'
import { countEntriesLike } from './inbox.queries.ts'

/**
 * Maximum number of replies per hour about one request. A higher number means that two programs are writing to each other. People and programs are
 * counted separately, so that neither crowds out the other.
 */
const REPLIES_PER_HOUR = 20

/** Prefix of the history entry of a reply. Replies are counted by searching for this prefix. */
export const REPLY_WORDS = { person: 'reply from ', program: 'automatic reply from ' } as const
const LIMIT_WORDS = {
  person: 'Too many emails in one hour: an email from ',
  program: 'Too many emails from programs in one hour: an email from ',
} as const

interface Replied {
  mail: IncomingMail
  requestId: number
  now: Date
}

const writerOf = (mail: IncomingMail) => (isAutomatic(mail) ? 'program' : 'person')
const hourBefore = (now: Date) => new Date(now.getTime() - HOUR_MS)

/** Whether to drop a reply. A bounce is never dropped, because it reports that an answer of ours did not arrive. */
export async function isReplyOverLimit(tx: CustomerTx, { mail, requestId, now }: Replied): Promise<boolean> {
  if (isFailureReport(mail)) return false
  const words = REPLY_WORDS[writerOf(mail)]
  return (await countEntriesLike(tx, { requestId, since: hourBefore(now), words })) >= REPLIES_PER_HOUR
}

/** Adds one line per hour to a request's history, instead of one for each email over the hourly limit. */
export async function noteLimitReached(tx: CustomerTx, { mail, requestId, now }: Replied): Promise<void> {
  const words = LIMIT_WORDS[writerOf(mail)]
  if (!(await lockRequest(tx, requestId)) || (await countEntriesLike(tx, { requestId, since: hourBefore(now), words }))) return
  const from = findSender(mail)
  const line = `${words}${from} was not kept. If you need it, ask the sender to send it again later`
  await insertEntry(tx, { requestId, at: now, userId: null, byName: null, words: line.slice(0, 500), text: null, messageId: null })
  const detail = { from, automatic: isAutomatic(mail) }
  await audit(tx, { userId: null, now }, { action: 'tracing.replyDropped', subject: 'tracing', subjectId: requestId, detail })
}
