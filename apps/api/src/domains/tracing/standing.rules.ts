import type { TracingStanding } from '@seriatim/schema'

interface Standing {
  direction: 'in' | 'out'
  acknowledgedAt: Date | null
  answeredAt: Date | null
  coveredAt: Date | null
  endedAt: Date | null
}

/** The status of a request, derived from the steps that were taken for it. */
export function standingOf({ direction, acknowledgedAt, answeredAt, coveredAt, endedAt }: Standing): TracingStanding {
  if (endedAt) return 'closed'
  if (direction === 'out') return answeredAt ? 'answered' : 'open'
  if (coveredAt) return 'answered'
  if (answeredAt) return 'partly'
  return acknowledgedAt ? 'open' : 'new'
}

/**
 * Returns, for each answer and for the acknowledgment, only the newest of its sendings. A sending without an answer id is one of the acknowledgment.
 * `sendings` must be sorted, oldest first.
 */
export function newestOf<Of extends { answerId: number | null }>(sendings: readonly Of[]): Of[] {
  return [...new Map(sendings.map((sending) => [sending.answerId, sending])).values()]
}

/** Whether these answers, given as lists of item numbers, cover a whole request. */
export function coversAll(answers: readonly (readonly number[])[], itemCount: number): boolean {
  return itemCount > 0 && new Set(answers.flat()).size >= itemCount
}
