import { listRegimeDue, type RegimeDue } from '@seriatim/schema'
import { audit } from '../../call/audit.ts'
import { toDay } from '../../core/day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { printDay } from '../../print/dates.ts'
import { findZone } from '../location/location.joins.ts'
import { sendMail } from '../mail/mail.service.ts'
import { listAdmins } from '../user/access/admin.joins.ts'
import { regimeMails } from './regime.mails.ts'
import { markRegimeReminded, type RemindedDue } from './regime.queries.ts'
import { readRegimeRecord } from './regime.service.ts'

/** How many days before the due day a reminder may be sent, by kind of due date. */
const REMIND_DAYS = { count: 30, review: 0, ownRule: 30 } as const

const mayRemind = (due: RegimeDue): due is RemindedDue => due.what !== 'begins' && due.daysLeft <= REMIND_DAYS[due.what]

/**
 * Reminds the customer admin, once per due day, of a missing head count, of the head count's next review, and of contract rules that end soon.
 *
 * @returns whether an email was sent.
 */
export async function remindOfRegime(tx: CustomerTx, now: Date): Promise<boolean> {
  const timeZone = await findZone(tx)
  const record = await readRegimeRecord(tx, timeZone)
  const soon = listRegimeDue(record, toDay(now, timeZone)).filter(mayRemind)
  if (!soon.length) return false
  const admin = (await listAdmins(tx)).find((one) => one.isCustomerAdmin)
  if (!admin) return false
  const due: RemindedDue[] = []
  for (const one of soon) if (await markRegimeReminded(tx, one, now)) due.push(one)
  if (!due.length) return false
  const actor = { userId: null, now }
  await sendMail(tx, actor, { kind: regimeMails, to: [admin.emailAddress], ...makeRegimeMail(due) })
  const detail = { due: due.map(({ on, words }) => `${on}: ${words}`) }
  await audit(tx, actor, { action: 'regime.remind', subject: 'regime', subjectId: null, detail })
  return true
}

const SUBJECTS = {
  count: 'Count your employees',
  review: 'Review your head count',
  ownRule: 'A contract rule ends soon',
} as const

function makeRegimeMail(due: readonly RemindedDue[]): { subject: string; text: string } {
  const [first] = due
  const subject = due.length === 1 && first ? SUBJECTS[first.what] : `${due.length} dates under What Applies To Us need your attention`
  const lines = due.map(({ on, words }) => `- ${printDay(on)}: ${words}`)
  return { subject, text: [...lines, '', 'Open What Applies To Us in Seriatim to count, attest or end a rule.'].join('\n') }
}
