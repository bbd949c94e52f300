import { CUSTOMER_RECIPIENTS_PER_DAY, USER_RECIPIENTS_PER_DAY, USER_RECIPIENTS_PER_HOUR } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { DAY_MS, HOUR_MS } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { mailErrors } from './mail.facts.ts'
import { deleteRecipients, insertRecipients, lockBudget, sumRecipients } from './mail-budget.queries.ts'

type Sender = Pick<Session, 'userId' | 'now'>

/**
 * Deducts recipients from the 24-hour email budget of the user and the customer. Every email that a person sends passes through here, in the
 * transaction of the email's row: pedigrees, incident reports and notices, and every time one of them is sent again.
 *
 * @throws AppError mail_user_spent, mail_hour_spent, mail_customer_spent; nothing is deducted then.
 */
export async function spendRecipients(tx: CustomerTx, sender: Sender, recipients: number): Promise<void> {
  await lockBudget(tx)
  await expectRecipientBudget(tx, sender, recipients)
  await insertRecipients(tx, { userId: sender.userId, at: sender.now, recipients })
}

/**
 * Checks the email budgets that {@link spendRecipients} uses, without deducting anything. For use before an expensive step; the answer may change
 * until the email is sent.
 */
export async function expectRecipientBudget(tx: CustomerTx, { userId, now }: Sender, recipients: number): Promise<void> {
  const { ofUser, ofCustomer } = await sumRecipients(tx, userId, new Date(now.getTime() - DAY_MS))
  if (ofUser + recipients > USER_RECIPIENTS_PER_DAY) throw new AppError(mailErrors.mail_user_spent)
  const hour = await sumRecipients(tx, userId, new Date(now.getTime() - HOUR_MS))
  if (hour.ofUser + recipients > USER_RECIPIENTS_PER_HOUR) throw new AppError(mailErrors.mail_hour_spent)
  if (ofCustomer + recipients > CUSTOMER_RECIPIENTS_PER_DAY) throw new AppError(mailErrors.mail_customer_spent)
}

/** Deletes recipients recorded more than 48 hours ago; the email budget looks back only 24 hours. */
export async function dropOldRecipients(tx: CustomerTx, now: Date): Promise<void> {
  await deleteRecipients(tx, new Date(now.getTime() - 2 * DAY_MS))
}
