import { splitAddresses } from '@seriatim/schema'
import { AppError } from '../../../core/errors.ts'
import { mailErrors } from '../../mail/mail.facts.ts'

const MOST_RECIPIENTS = 20

/** Splits a text into email addresses. @throws AppError mail_without_recipient, mail_address_invalid, mail_too_many_recipients. */
export function collectRecipients(text: string, field = 'mailTo'): string[] {
  const { good, bad } = splitAddresses(text)
  if (bad.length > 0) throw new AppError(mailErrors.mail_address_invalid, { facts: { field } })
  if (good.length === 0) throw new AppError(mailErrors.mail_without_recipient, { facts: { field } })
  if (good.length > MOST_RECIPIENTS) throw new AppError(mailErrors.mail_too_many_recipients, { facts: { field } })
  return good
}
