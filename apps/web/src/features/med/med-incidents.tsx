import { INCIDENT_STATES, INCIDENT_TYPES } from '@seriatim/schema'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf, formatDateTime } from '../../ui/format.ts'

/** A report may name many serial numbers in one text; only whole ones count. */
const names = (text: string, serialNumber: string) => text.split(/[\s,;]+/).includes(serialNumber)

/** Reports to the FDA that name this med, newest first. Nothing to say, nothing shown. */
export function MedIncidents({ serialNumber }: { serialNumber: string }) {
  const { data } = trpc.incidentReport.readManyBySearch.useQuery({ serialNumber, limit: 20 }, { meta: { quiet: true } })
  const incidents = data?.items.filter((row) => names(row.serialNumber.value, serialNumber)) ?? []
  if (incidents.length === 0) return null
  return (
    <section aria-labelledby="med-incidents">
      <div className="story-head">
        <h2 id="med-incidents">Incidents</h2>
        {incidents.length > 1 && <span className="muted">{countOf(incidents.length, 'report')}</span>}
      </div>
      <ul className="card med-rows">
        {incidents.map(({ id, reportType, incidentNumber, dateCreated, state }) => (
          <li key={id.value}>
            <Link href={`/incidenttracker?incident=${id.value}`} className="words">
              {INCIDENT_TYPES[reportType.value]}
            </Link>
            <span>{incidentNumber.value === null ? 'No incident number yet' : `Incident ${incidentNumber.value}`}</span>
            <span className="muted tabular">{formatDateTime(dateCreated.value)}</span>
            <span className="med-rows-end">
              <Badge meaning={state.value === 'TERMINATED' ? 'done' : 'attention'}>{INCIDENT_STATES[state.value]}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
