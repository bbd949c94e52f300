import type { ReviewDue } from '@seriatim/schema'
import { audit } from '../../../call/audit.ts'
import { addMonths } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { listAdmins } from '../access/admin.joins.ts'
import { reviewMails } from '../customer/customer.mails.ts'
import { findLastReview, findOpenReview, getCustomerStart, markReviewReminded } from './access-review.queries.ts'

interface Due {
  /** When the last review was finished; if there was none, when the customer was created. */
  since: Date
  wasReviewed: boolean
  /** Number of whole years since `since`; 0 if no review is due yet. */
  years: number
}

async function findDue(tx: CustomerTx, now: Date): Promise<Due> {
  const last = (await findLastReview(tx))?.finishedAt
  const since = last ?? (await getCustomerStart(tx))
  let years = Math.max(0, now.getUTCFullYear() - since.getUTCFullYear())
  if (years > 0 && addMonths(since, 12 * years) > now) years -= 1
  return { since, wasReviewed: last != null, years }
}

/** Whether Home shows that the yearly review is due; it does not while a review is in progress. */
export async function readReviewDue(tx: CustomerTx, { now }: { now: Date }): Promise<ReviewDue> {
  const { since, wasReviewed, years } = await findDue(tx, now)
  const isDue = years > 0 && !(await findOpenReview(tx))
  return { isDue, lastFinishedAt: wasReviewed ? since.toISOString() : null }
}

/** Reminds the customer admin once a year that the access review is due, unless one is in progress. @returns whether the reminder was sent now. */
export async function remindOfReview(tx: CustomerTx, now: Date): Promise<boolean> {
  const { since, wasReviewed, years } = await findDue(tx, now)
  if (years === 0 || (await findOpenReview(tx))) return false
  const admin = (await listAdmins(tx)).find((one) => one.isCustomerAdmin)
  if (!admin || !(await markReviewReminded(tx, { since, years, at: now }))) return false
  const text = [
    wasReviewed
      ? `Your last access review was finished on ${printDay(since.toISOString().slice(0, 10))}, more than a year ago.`
      : 'Nobody has reviewed who has access in your organization yet.',
    '',
    'Check once a year that each person still needs the access they have: in Seriatim, open Manage Users, then Access review, and start a review.',
    'Remove what a person no longer needs, and confirm the rest line by line. Inspectors ask for the result; you can save it as PDF or CSV.',
  ].join('\n')
  const actor = { userId: null, now }
  await sendMail(tx, actor, { kind: reviewMails, to: [admin.emailAddress], subject: 'Your yearly access review is due', text })
  await audit(tx, actor, {
    action: 'accessReview.remind',
    subject: 'customer',
    subjectId: null,
    detail: { since: since.toISOString(), years },
  })
  return true
}
