import { Button } from '@mantine/core'
import { INCIDENT_TYPES } from '@seriatim/schema'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { LostButton } from './lost-button.tsx'
import { triesOf } from './mail-tries.ts'
import { useDownloadReport } from './use-download-report.ts'

type Incident = Outputs['incidentReport']['readOneById']
type Mail = Incident['mails'][number]

/** The reports of the incident with their mails, newest first, and the notices: a line for each who got one. */
export function IncidentSent({ incident: { reports, mails } }: { incident: Incident }) {
  const download = useDownloadReport()
  const notices = mails.filter((mail) => mail.kind === 'notice')
  return (
    <section aria-labelledby="incident-sent">
      <h3 id="incident-sent">What was sent</h3>
      <ul className="incident-mails">
        {reports.map((report) => (
          <li key={report.id} className="card">
            <span className="grow">{INCIDENT_TYPES[report.reportType]}</span>
            <span className="muted tabular">{formatDateTime(report.createdAt)}</span>
            <Button
              size="xs"
              variant="subtle"
              aria-label={`Download: ${INCIDENT_TYPES[report.reportType]} of ${formatDateTime(report.createdAt)}`}
              onClick={() => void download(report.filepath)}
            >
              Download
            </Button>
            <Mails mails={mails.filter((mail) => mail.kind === 'report' && mail.reportId === report.id).reverse()} />
          </li>
        ))}
        {notices.length > 0 && (
          <li className="card">
            <span className="grow">Notices to trading partners</span>
            <Mails mails={notices} />
          </li>
        )}
      </ul>
    </section>
  )
}

function Mails({ mails }: { mails: readonly Mail[] }) {
  if (mails.length === 0) return null
  return (
    <ul>
      {mails.map((mail) => (
        <MailLine key={mail.id} mail={mail} />
      ))}
    </ul>
  )
}

function MailLine({ mail }: { mail: Mail }) {
  const again = trpc.incidentReport.sendOneAgain.useMutation({ meta: { done: 'The email is on its way.', touches: ['incidentReport'] } })
  const to = mail.to.join(', ')
  return (
    <li>
      <span className="grow words">
        {mail.kind === 'notice' ? `Notice to ${mail.partnerName}: ` : mail.recipient === 'fda' ? 'To the FDA: ' : 'To '}
        {to}
        {mail.lastError && mail.status === 'failed' && (
          <span className="stop">
            {mail.isLost ? ' ' : ' The mail server said: '}
            {mail.lastError}
          </span>
        )}
        {mail.attempts > 0 && mail.status === 'waiting' && <span className="attention"> {triesOf(mail)}.</span>}
      </span>
      <span className="muted tabular">{formatDateTime(mail.at)}</span>
      {mail.status === 'sent' ? (
        <>
          <Badge meaning="done">Sent</Badge>
          <LostButton mail={mail} to={to} />
        </>
      ) : mail.status === 'waiting' ? (
        <Badge meaning={mail.attempts > 0 ? 'attention' : 'info'}>{mail.attempts > 0 ? 'Trying again' : 'On its way'}</Badge>
      ) : (
        <>
          <Badge meaning="stop">Failed</Badge>
          <Button
            size="xs"
            aria-label={`Send again to ${to}`}
            loading={again.isPending}
            onClick={() => again.mutate({ incidentMailId: mail.id })}
          >
            Send again
          </Button>
        </>
      )}
    </li>
  )
}
