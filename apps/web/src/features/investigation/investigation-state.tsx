import type { Outputs } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'

export type InvestigationRow = Outputs['investigation']['readManySearch']['items'][number]
export type Investigation = Outputs['investigation']['readOneById']

/** Status of an investigation; unreported illegitimate product stands out most. */
export function OutcomeBadge({ outcome, report }: Pick<InvestigationRow, 'outcome' | 'report'>) {
  if (outcome === null) return <Badge meaning="attention">Open</Badge>
  if (outcome === 'cleared') return <Badge meaning="done">Cleared</Badge>
  return <Badge meaning="stop">{report.incidentId === null ? 'Illegitimate, not reported' : 'Illegitimate'}</Badge>
}

/** `Amoxicillin, Lisinopril and 3 more` */
export function writeProductNames(products: readonly string[]): string {
  const [first = 'Product not named', second, ...more] = products
  if (second === undefined) return first
  return more.length > 0 ? `${first}, ${second} and ${more.length} more` : `${first} and ${second}`
}
