import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { loadable } from '../../ui/loadable.tsx'
import { Failed } from '../../ui/loaded.tsx'
import type { ChartProps } from './report-chart.tsx'

const ReportChart = loadable(() => import('./report-chart.tsx'))

interface ReportPartProps {
  report: { isError: boolean; isFetching: boolean; data: unknown; refetch: () => unknown }
  /** Nothing of the kind happened in these days. */
  isEmpty: boolean
  totals: readonly (readonly [amount: string, words: string])[]
  chart: ChartProps
  children: ReactNode
}

/** Totals, chart and tables of one report, and what stands there while they load, fail or have nothing to tell. */
export function ReportPart({ report, isEmpty, totals, chart, children }: ReportPartProps) {
  if (report.isError)
    return (
      <Failed
        query={report}
        what="The report could not be loaded."
        meaning="Your records are safe; this page just cannot reach the server."
      />
    )
  if (!report.data)
    return (
      <div className="card report-loading" aria-busy="true">
        {[200, 260, 180].map((width) => (
          <span key={width} className="skeleton" style={{ width }} />
        ))}
      </div>
    )
  if (isEmpty)
    return (
      <div className="card">
        <EmptyState>Nothing of this kind happened in these days. Choose other days, or another location.</EmptyState>
      </div>
    )
  return (
    <>
      <p className="report-totals" role="status">
        {totals.map(([amount, words]) => (
          <span key={words}>
            <b>{amount}</b> {words}
          </span>
        ))}
      </p>
      <div className="card report-chart-card">
        <ReportChart {...chart} standIn={<div className="report-chart" />} />
      </div>
      <div className="report-tables">{children}</div>
    </>
  )
}

/** A count; on a phone's card, where no heading stands above it, with its word. */
export function Amount({ n, of }: { n: number; of: string }) {
  return (
    <>
      {formatCount(n)}
      <span className="only-s"> {of}</span>
    </>
  )
}

/** What is beyond the rows on screen. */
export function RowsLeft({ shown, all }: { shown: number; all: number }) {
  if (shown >= all) return null
  return (
    <p className="muted">
      The newest {formatCount(shown)} of {formatCount(all)} are shown; the CSV has all of them.
    </p>
  )
}
