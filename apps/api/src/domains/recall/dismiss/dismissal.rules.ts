const NUMBERS = ['quarantined', 'returned', 'destroyed', 'dispensed'] as const

/** What a person reports about the packages of a recalled lot when dismissing it. */
export interface DismissalReport extends Record<(typeof NUMBERS)[number], number | null> {
  noneOnHand: boolean | null
  notes: string | null
}

/** What was done with the packages, in words: "3 returned, 1 destroyed. Return 5521". "Dismissed" if nothing was reported. */
export function dismissalSummary(said: DismissalReport): string {
  const numbers = NUMBERS.flatMap((name) => (said[name] ? [`${said[name]} ${name}`] : []))
  return [said.noneOnHand ? 'None on hand' : '', numbers.join(', '), said.notes ?? ''].filter(Boolean).join('. ') || 'Dismissed'
}

/** Whether two reports have the same content; they may come from two people, or from one person who repeats a report. */
export const isSameReport = (one: DismissalReport, other: DismissalReport): boolean =>
  (one.noneOnHand ?? false) === (other.noneOnHand ?? false) &&
  (one.notes ?? '') === (other.notes ?? '') &&
  NUMBERS.every((name) => (one[name] ?? 0) === (other[name] ?? 0))
