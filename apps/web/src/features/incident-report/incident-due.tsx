import { ClockChip, useNow } from '../../ui/clock-chip.tsx'
import { formatLongDateTime } from '../../ui/format.ts'
import { Bar } from '../../ui/progress-bar.tsx'
import type { IncidentFormState } from './use-incident-form.ts'

/** The 24 hours that the law gives. */
export function Due({ state: { due, form } }: { state: IncidentFormState }) {
  const now = useNow()
  if (!due || form.reportType !== 'INITIAL') return null
  const [from, to] = [Date.parse(due.from), Date.parse(due.to)]
  return (
    <div className="card incident-due">
      <ClockChip due={due.to} />
      <p className="grow">
        Report this product by <b>{formatLongDateTime(due.to)}</b>, 24 hours after it was determined to be illegitimate.
      </p>
      <div className="incident-track">
        <Bar done={Math.max(0, Math.min(now - from, to - from - 1))} total={to - from} />
        <p>
          <span>Determined {formatLongDateTime(due.from)}</span>
          <span>Due {formatLongDateTime(due.to)}</span>
        </p>
        {due.zone && <p>Date and time were entered in the zone {due.zone}.</p>}
      </div>
    </div>
  )
}
