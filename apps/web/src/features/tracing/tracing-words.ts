import {
  ANSWER_BUSINESS_DAYS,
  TRACING_BASES,
  type TracingCounts,
  type TracingItem,
  type TracingLine,
  type TracingResult,
  type TracingSummary,
} from '@seriatim/schema'
import { formatAmount, formatCount, formatDay } from '../../ui/text/format.ts'

export const requestName = ({ number, isDrill }: Pick<TracingSummary, 'number' | 'isDrill'>): string =>
  isDrill ? `Drill ${number}` : `Request ${number}`

/** Requests with more items than this show the progress of their search. */
export const LONG_SEARCH = 500

export const RESULT_WORDS: Record<TracingResult, string> = {
  found: 'Information and statement',
  partly: 'Found in part',
  notFound: 'Not found',
  outside: 'Outside our records',
  elsewhere: 'At another location',
}

/** Says how many items were found, such as "4 of 5 found", or how many have been searched so far. */
export function foundWords({ counts, items, searchedItems }: Pick<TracingSummary, 'counts' | 'items' | 'searchedItems'>): string {
  if (counts) return `${formatCount(counts.found + counts.partly)} of ${formatCount(items)} found`
  return searchedItems ? `Searched ${formatCount(searchedItems)} of ${formatAmount(items, 'item')}` : 'Not searched yet'
}

/** The number of packages; "more than 10,000 packages" if the count stopped at that number. */
export const amountWords = ({ amount, hasMore }: Pick<TracingLine, 'amount' | 'hasMore'>): string =>
  `${hasMore ? 'more than ' : ''}${formatAmount(amount, 'package')}`

export const gapsOf = (counts: TracingCounts | null): number => (counts ? counts.partly + counts.outside + counts.elsewhere : 0)

export function whyWords({ basis, about }: Pick<TracingSummary, 'basis' | 'about'>): { why: string; about: string } {
  return { why: TRACING_BASES[basis], about }
}

/** Says what the deadline skips, such as "The weekend does not count", or else the number of business days. */
export function daysOffWords(daysOff: TracingSummary['daysOff']): string {
  const [holiday] = daysOff.filter(({ name }) => name !== 'Saturday' && name !== 'Sunday')
  if (holiday) return `${holiday.name}, ${formatDay(holiday.day)}, does not count`
  return daysOff.length ? 'The weekend does not count' : formatAmount(ANSWER_BUSINESS_DAYS, 'business day')
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
