import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { ClockChip } from '../../ui/clock-chip.tsx'
import { Code, groupCode } from '../../ui/code.tsx'
import { countOf } from '../../ui/format.ts'

type Draft = Outputs['incidentReport']['readManyDrafts'][number]

const SHOWN = 5
const DAY_MS = 86_400_000

const hrefOf = ({ id, incidentId, form }: Draft) =>
  incidentId === null ? `/reportanincident?draft=${id}` : `/reportanincident/${incidentId}/${form.reportType.toLowerCase()}?draft=${id}`

/** Reports that were begun and not sent: the law gives 24 hours. The one that runs out first stands first. Nothing to say, nothing shown. */
export function IncidentsOnTheClock() {
  const { data: drafts = [] } = trpc.incidentReport.readManyDrafts.useQuery(undefined, { meta: { quiet: true } })
  if (drafts.length === 0) return null
  return (
    <section className="work" aria-labelledby="home-incidents">
      <div className="work-head">
        <h2 id="home-incidents">Incidents on the clock</h2>
        <span className="n">{drafts.length}</span>
        <Link href="/incidenttracker">Incident Tracker</Link>
      </div>
      <ul className="card">
        {drafts.slice(0, SHOWN).map((draft) => (
          <Row key={draft.id} draft={draft} />
        ))}
      </ul>
      {drafts.length > SHOWN && <p className="muted">{countOf(drafts.length - SHOWN, 'more draft')} in the Incident Tracker</p>}
    </section>
  )
}

function Row({ draft }: { draft: Draft }) {
  const { form, determinedAt, locationName } = draft
  const name = form.nameOfProduct || 'Report without a product'
  const [serial] = form.serialNumber.split(/[\s,;]+/).filter(Boolean)
  return (
    <li className="job">
      <div>
        <h3>
          <Link href={hrefOf(draft)}>{name}</Link>
        </h3>
        <p>
          {serial ? (
            <>
              Serial <Code groups={groupCode(serial, 'serial')} boldTail />
            </>
          ) : (
            locationName
          )}
          , classified {form.classification}
        </p>
      </div>
      <div className="state state--start">
        {determinedAt && form.reportType === 'INITIAL' ? (
          <ClockChip due={new Date(Date.parse(determinedAt) + DAY_MS).toISOString()} />
        ) : (
          <span className="muted">Not sent yet</span>
        )}
      </div>
      <Button component={Link} href={hrefOf(draft)} size="xs" aria-label={`Continue the report on ${name}`}>
        Continue
      </Button>
    </li>
  )
}
