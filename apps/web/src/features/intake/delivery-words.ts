import { type Delivery, outcomeWords, TAKEN_FOR } from '@seriatim/schema'
import type { Meaning } from '../../ui/feedback/badge.tsx'

/** The outcome of a delivery, for a table cell. */
export function deliveryWords({ outcome, takenFor }: Pick<Delivery, 'outcome' | 'takenFor'>): string {
  return outcome ? outcomeWords(outcome).brief : `Stored, not read: ${TAKEN_FOR[takenFor].split(':')[0]}`
}

export function deliveryMeaning({ status }: Pick<Delivery, 'status'>): Meaning | undefined {
  if (status === 'imported') return 'done'
  if (status === 'exception' || status === 'differs' || status === 'kept') return 'attention'
  return status === 'refused' || status === 'stopped' ? 'stop' : undefined
}
