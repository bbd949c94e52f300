import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const mailErrors = defineErrors({
  mail_without_recipient: { code: 'BAD_REQUEST', text: 'Enter at least one address in To.' },
  mail_address_invalid: { code: 'BAD_REQUEST', text: 'One of the addresses is not an email address.' },
  mail_too_many_recipients: { code: 'BAD_REQUEST', text: 'Enter at most 20 addresses in To and Cc together.' },
  mail_too_large: { code: 'BAD_REQUEST', text: 'The selected attachments total more than 20 MB. Clear some of them.' },
  mail_too_many_today: {
    code: 'TOO_MANY_REQUESTS',
    text: 'You have sent 50 pedigrees in 24 hours, the daily limit. Nothing was sent.',
    retryAfter: 3600,
  },
  mail_user_spent: {
    code: 'TOO_MANY_REQUESTS',
    text: 'You have emailed 1,000 recipients in 24 hours, the daily limit. Nothing was sent. Ask a colleague, or try again tomorrow.',
    retryAfter: 3600,
  },
  mail_hour_spent: {
    code: 'TOO_MANY_REQUESTS',
    text: 'You can email 200 recipients an hour, and this email would exceed that limit. Nothing was sent. Send to fewer recipients, or try again in an hour.',
    retryAfter: 3600,
  },
  mail_customer_spent: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Your organization has emailed 5,000 recipients in 24 hours, the daily limit. Nothing was sent. Try again tomorrow.',
    retryAfter: 3600,
  },
  mail_not_found: { code: 'NOT_FOUND', text: 'This email no longer exists, or its pedigree belongs to a location you cannot access.' },
  mail_not_sent: { code: 'CONFLICT', text: 'This email was not sent, so it cannot be marked as not delivered.' },
  mail_not_failed: { code: 'CONFLICT', text: 'This email is being sent or was already sent, so it cannot be sent again.' },
  mail_held_since: {
    code: 'CONFLICT',
    text: 'The package was put on hold before the email was sent, so the email was held back. Send it again after the hold is released, or confirm that you want to send it anyway.',
  },
  mail_voided_since: { code: 'CONFLICT', text: 'The pedigree was voided before the email was sent, so the email was held back.' },
})

export const mailFacts = {
  errors: mailErrors,
  constraints: {},
  rights: {},
  kinds: {},
  actions: {},
  sentences: {},
} as const satisfies DomainFacts
