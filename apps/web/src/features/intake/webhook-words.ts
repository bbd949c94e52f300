import { formatAmount, type Webhook, type WebhookDelivery } from '@seriatim/schema'
import type { Meaning } from '../../ui/feedback/badge.tsx'
import { formatDateTime } from '../../ui/text/format.ts'

interface StateWords {
  meaning: Meaning | undefined
  words: string
  /** Text below `words`: when the webhook was turned off, or the number of waiting events. Undefined if there is nothing to add. */
  sub: string | undefined
}

const OFF = {
  person: { meaning: undefined, words: 'Off' },
  gone: { meaning: 'stop', words: 'Off: the receiver answered 410' },
  failing: { meaning: 'stop', words: 'Off: failed for three days' },
} as const

export function webhookState({ offAt, offReason, failingSince, waiting }: Webhook): StateWords {
  if (offAt !== null && offReason !== null) return { ...OFF[offReason], sub: `Since ${formatDateTime(offAt)}` }
  const sub = waiting > 0 ? `${formatAmount(waiting, 'event')} waiting` : undefined
  if (failingSince !== null) return { meaning: 'attention', words: `Failing since ${formatDateTime(failingSince)}`, sub }
  return { meaning: 'done', words: 'On', sub }
}

/** The result of a delivery in words: `Answered 204`, followed by an error if there is one; if no answer came, the error or `Not sent yet`. */
export function answerWords({ status, error }: { status: number | null; error: string | null }): string {
  if (status === null) return error ?? 'Not sent yet'
  return error ? `Answered ${status}. ${error}` : `Answered ${status}`
}

const STATES = { delivered: ['done', 'Delivered'], waiting: ['attention', 'Waiting'], failed: ['stop', 'Failed'] } as const

/** The state of a delivery, for a table cell. A delivery before its first attempt needs no attention. */
export function deliveryStateWords({ state, attempts }: Pick<WebhookDelivery, 'state' | 'attempts'>): {
  meaning: Meaning | undefined
  words: string
} {
  const [meaning, words] = STATES[state]
  return { meaning: state === 'waiting' && attempts === 0 ? undefined : meaning, words }
}
