import { SCORECARD_KEYS, SCORECARD_MONTHS } from '@seriatim/schema'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { useQueryState } from '../../ui/form/use-query-state.ts'

export const PERIODS: Readonly<Record<number, string>> = { 1: 'This month', 3: '3 months', 6: '6 months', 12: '12 months' }

/** Period, location and product of a scorecard, kept in the URL. */
export function useScorecardFilters(usualMonths: number) {
  const [query, setQuery] = useQueryState()
  const { locations, id } = useLocationScope()
  const months = SCORECARD_MONTHS.find((one) => String(one) === query.months) ?? usualMonths
  const customerLocationId = query.location === undefined ? id : Number(query.location) || 0
  const gtin = /^\d{14}$/.test(query.gtin ?? '') ? (query.gtin ?? '') : ''
  return { query, setQuery, locations, usualLocation: id === 0 ? '' : String(id), filters: { months, customerLocationId, gtin } }
}

export const SORTS = ['name', ...SCORECARD_KEYS] as const
