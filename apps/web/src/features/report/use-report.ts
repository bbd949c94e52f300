import { DAY_MS, NARROWED_REPORTS, REPORT_TEXTS, type ReportKind, type ReportText, reportKind } from '@seriatim/schema'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { addDays, localDay } from '../../ui/text/format.ts'

export type Range = Inputs['report']['readReceiving']
export type ReportTexts = Partial<Record<ReportText, string>>

const DAYS = 30
const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** The report and its range, kept in the address bar; default: the last thirty days. */
export function useReportChoice() {
  const [query, setQuery] = useQueryState()
  const { locations } = useLocationScope()
  const known = reportKind.safeParse(query.kind)
  const kind: ReportKind = known.success ? known.data : 'receiving'
  const today = localDay(new Date())
  const to = isDay(query.to) ? query.to : today
  const from = isDay(query.from) ? query.from : addDays(to, 1 - DAYS)
  const texts = Object.fromEntries(REPORT_TEXTS.flatMap((name) => (query[name] ? [[name, query[name].slice(0, 200)]] : []))) as ReportTexts // the names come from REPORT_TEXTS
  const narrowing = NARROWED_REPORTS.includes(kind) ? texts : {}
  const range: Range = { from, to, customerLocationId: Number(query.location) || 0, ...narrowing }
  const makeHref = (other: ReportKind) => `/reports?${new URLSearchParams({ ...query, kind: other })}`
  const problem =
    from > to
      ? 'Choose a last day on or after the first day.'
      : Date.parse(to) - Date.parse(from) > 366 * DAY_MS
        ? 'A report covers at most a year.'
        : undefined
  return { kind, range, texts, setQuery, locations, hrefOf: makeHref, problem }
}

export function useReceivingReport(range: Range) {
  return trpc.report.readReceiving.useQuery(range)
}
export function usePedigreeReport(range: Range) {
  return trpc.report.readPedigrees.useQuery(range)
}
export function useIncidentReport(range: Range) {
  return trpc.report.readIncidents.useQuery(range)
}
export function useRecallReport(range: Range) {
  return trpc.report.readRecalls.useQuery(range)
}

export function useExceptionReport(range: Range) {
  return trpc.report.readExceptions.useQuery(range)
}

export function useShipmentReport(range: Range) {
  return trpc.report.readShipments.useQuery(range)
}

/** Every day of a range, including days without activity. */
export function everyDay({ from, to }: Range): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length < 400; day = addDays(day, 1)) days.push(day)
  return days
}
