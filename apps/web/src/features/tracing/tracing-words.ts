import { TRACING_BASES, type TracingCounts, type TracingItem, type TracingResult, type TracingSummary } from '@seriatim/schema'
import { formatDay } from '../../ui/text/format.ts'

export const requestName = ({ number, isDrill }: Pick<TracingSummary, 'number' | 'isDrill'>): string =>
  isDrill ? `Drill ${number}` : `Request ${number}`

export const RESULT_WORDS: Record<TracingResult, string> = {
  found: 'Information and statement',
  partly: 'Found in part',
  notFound: 'Not found',
  outside: 'Outside our records',
  elsewhere: 'At another location',
}

/** "4 of 5 found" */
export function foundWords(counts: TracingCounts | null, items: number): string {
  return counts ? `${counts.found + counts.partly} of ${items} found` : 'Not searched yet'
}

export const gapsOf = (counts: TracingCounts | null): number => (counts ? counts.partly + counts.outside + counts.elsewhere : 0)

export function whyWords({ basis, about }: Pick<TracingSummary, 'basis' | 'about'>): { why: string; about: string } {
  return { why: TRACING_BASES[basis], about }
}

/** "Thanksgiving does not count" */
export function daysOffWords(daysOff: TracingSummary['daysOff']): string {
  const [holiday] = daysOff.filter(({ name }) => name !== 'Saturday' && name !== 'Sunday')
  if (holiday) return `${holiday.name}, ${formatDay(holiday.day)}, does not count`
  return daysOff.length ? 'The weekend does not count' : '2 business days'
}

export function itemText({ serialNumber, lotNumber, gtin, ndc, expirationDate, from, to }: TracingItem): { first: string; rest: string } {
  const parts = [
    serialNumber,
    lotNumber && `Lot ${lotNumber}`,
    gtin && `GTIN ${gtin}`,
    ndc && `NDC ${ndc}`,
    expirationDate && `expires ${formatDay(expirationDate)}`,
    (from || to) && `received ${from ? formatDay(from) : 'any day'} to ${to ? formatDay(to) : 'today'}`,
  ].filter((part): part is string => Boolean(part))
  return { first: parts[0] ?? '', rest: parts.slice(1).join(', ') }
}
