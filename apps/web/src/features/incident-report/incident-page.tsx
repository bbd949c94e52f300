import './incident.css'
import './incident-page.css'
import { Button } from '@mantine/core'
import { Link, useRoute } from 'wouter'
import { saidOr } from '../../api/query-client.ts'
import { Failed } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { IncidentClock } from './incident-clock.tsx'
import { IncidentFields } from './incident-fields.tsx'
import { IncidentHistory } from './incident-history.tsx'
import { IncidentHolds } from './incident-holds.tsx'
import { IncidentSent } from './incident-sent.tsx'
import { Agreed, IncidentStanding } from './incident-state.tsx'
import { Notices } from './notices.tsx'
import { useIncident } from './use-incident.ts'

const crumbs = [
  { label: 'Home', href: '/' },
  { label: 'Incident Tracker', href: '/incidenttracker' },
]

/** Incident Info as a page of its own, whose address can be handed on. */
export default function IncidentPage() {
  const [, params] = useRoute('/incidenttracker/:incidentId')
  const incident = useIncident(Number(params?.incidentId) || 0)
  const { data } = incident
  if (!data)
    return (
      <Page title="Incident Info" crumbs={crumbs}>
        {incident.error ? (
          <Failed
            query={incident}
            what={saidOr(incident.error, 'This incident could not be loaded.')}
            meaning="What was reported is safe."
          />
        ) : (
          <div className="card skeleton incident-preview-wait" aria-busy="true" />
        )}
      </Page>
    )
  const { id, form, incidentNumber, state, locationId } = data
  const next = state !== 'TERMINATED' && (
    <>
      <Button component={Link} href={`/reportanincident/${id}/terminate`}>
        Terminate
      </Button>
      <Button component={Link} href={`/reportanincident/${id}/followup`} variant="filled">
        Follow Up
      </Button>
    </>
  )
  return (
    <Page
      title="Incident Info"
      crumbs={[...crumbs, { label: incidentNumber ?? 'No number yet' }]}
      lede={`${form.nameOfProduct}, ${incidentNumber ? `incident number ${incidentNumber}` : 'no incident number yet'}`}
      {...(next ? { actions: next, thumb: next } : {})}
      full
    >
      <div className="incident-page">
        <div className="incident-page-part">
          <h2>Where it stands</h2>
          <div className="card incident-info">
            <IncidentStanding incident={data} />
            <IncidentClock incident={data} />
            <IncidentHolds locationId={locationId} form={form} />
            {state === 'TERMINATION' && <Agreed incidentId={id} />}
          </div>
          <div className="card incident-info">
            <IncidentFields incident={data} />
          </div>
        </div>
        <div className="incident-page-part">
          <h2>What happened</h2>
          <div className="card incident-info">
            <IncidentSent incident={data} />
            <Notices incident={data} />
          </div>
          <div className="card incident-info">
            <IncidentHistory incidentId={id} />
          </div>
        </div>
      </div>
    </Page>
  )
}
