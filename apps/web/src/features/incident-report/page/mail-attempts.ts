import type { Outputs } from '../../../api/trpc.ts'
import { formatAmount } from '../../../ui/text/format.ts'

type Mail = Outputs['incidentReport']['readOneById']['mails'][number]

/** Describes the number of attempts and the mail server's last answer, for an email that is still waiting after a failed attempt. */
export function describeMailAttempts({ attempts, lastError }: Pick<Mail, 'attempts' | 'lastError'>): string {
  const last = lastError ? `; last answer: ${lastError.replace(/[.\s]+$/, '')}` : ''
  return `Tried ${formatAmount(attempts, 'time')}, trying again${last}`
}
