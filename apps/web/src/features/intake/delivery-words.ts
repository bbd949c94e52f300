import { type Delivery, outcomeWords, TAKEN_FOR } from '@seriatim/schema'
import type { Meaning } from '../../ui/feedback/badge.tsx'

export function deliveryWords({ outcome, takenFor }: Pick<Delivery, 'outcome' | 'takenFor'>): string {
  return outcome ? outcomeWords(outcome).brief : `Stored, not read: ${TAKEN_FOR[takenFor].split(':')[0]}`
}

export function deliveryMeaning({ status, removedAt }: Pick<Delivery, 'status' | 'removedAt'>): Meaning | undefined {
  if (removedAt !== null) return undefined
  if (status === 'imported') return 'done'
  if (status === 'exception' || status === 'differs' || status === 'kept') return 'attention'
  return status === 'refused' || status === 'stopped' ? 'stop' : undefined
}

/** The receiving mail server's checks of an email's sender: `spf=pass dkim=fail` becomes "SPF pass, DKIM fail". */
export function authenticationWords(authentication: string): string {
  if (authentication === '') return 'Sender not verified'
  return authentication
    .split(' ')
    .map((one) => {
      const [method = '', result = ''] = one.split('=')
      return `${method.toUpperCase()} ${result}`
    })
    .join(', ')
}
