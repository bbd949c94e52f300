import type { Outputs } from '../../../api/trpc.ts'
import { formatAmount } from '../../../ui/text/format.ts'

type Mail = Outputs['incidentReport']['readOneById']['mails'][number]

/** Of a mail that waits although it was tried: how often, and what the mail server said last. */
export function describeMailAttempts({ attempts, lastError }: Pick<Mail, 'attempts' | 'lastError'>): string {
  const last = lastError ? `; last answer: ${lastError.replace(/[.\s]+$/, '')}` : ''
  return `Tried ${formatAmount(attempts, 'time')}, trying again${last}`
}
