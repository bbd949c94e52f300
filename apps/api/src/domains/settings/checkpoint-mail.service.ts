import { type CheckpointMail, splitAddresses } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readCheckpoint } from '../audit/audit-log.service.ts'
import { sendMail } from '../mail/mail.service.ts'
import { deleteCheckpointMail, findCheckpointMail, markCheckpointMailed, saveCheckpointMail } from './checkpoint-mail.queries.ts'
import { checkpointMails } from './settings.mails.ts'
import { normalizeAddresses } from './settings.service.ts'

export async function readCheckpointMail(tx: CustomerTx): Promise<CheckpointMail> {
  return { emailAddress: (await findCheckpointMail(tx))?.emailAddress ?? '' }
}

/** Sets the recipients of the daily checkpoint; empty turns it off. */
export async function updateCheckpointMail(tx: CustomerTx, session: Session, { emailAddress }: CheckpointMail): Promise<void> {
  const after = normalizeAddresses(emailAddress)
  const before = (await findCheckpointMail(tx))?.emailAddress ?? null
  if (before === after) return auditNothing(session)
  if (after === null) await deleteCheckpointMail(tx)
  else await saveCheckpointMail(tx, after)
  const detail = { field: 'checkpointEmailAddress', before, after }
  await audit(tx, session, { action: 'customer.updateSettings', subject: 'customer', subjectId: session.customerId, detail })
}

/** Emails the newest checkpoint unless it was mailed before. @returns whether an email was sent. */
export async function mailCheckpoint(tx: CustomerTx, customerId: number, now: Date): Promise<boolean> {
  const wanted = await findCheckpointMail(tx)
  const checkpoint = wanted && (await readCheckpoint(tx))
  if (!checkpoint || checkpoint.size === wanted.mailedSize) return false
  const text = [
    `This is the signed checkpoint of the audit trail of customer ${customerId}, over its first ${checkpoint.size} lines, made ${checkpoint.madeAt}.`,
    'Keep this email. If the audit trail is ever changed, or its end is cut off, the trail no longer matches this checkpoint, and this email proves it.',
    '',
    checkpoint.note,
    `Public key: ${checkpoint.key}`,
  ].join('\n')
  const subject = `Checkpoint of the audit trail: ${checkpoint.size} lines`
  await sendMail(tx, { userId: null, now }, { kind: checkpointMails, to: splitAddresses(wanted.emailAddress).good, subject, text })
  await markCheckpointMailed(tx, checkpoint.size)
  return true
}
