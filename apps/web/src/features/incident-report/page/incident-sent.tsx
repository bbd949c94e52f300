import { Box, Button, Group, Text } from '@mantine/core'
import { INCIDENT_TYPES } from '@seriatim/schema'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { Quiet } from '../../../ui/text/icon-text.tsx'
import { IncidentPart } from '../form/incident-part.tsx'
import { useDownloadReport } from '../preview/use-download-report.ts'
import { describeMailAttempts } from './mail-attempts.ts'

type Incident = Outputs['incidentReport']['readOneById']
type Mail = Incident['mails'][number]

/** Lists the sent reports with their emails, newest first, and the emailed notices, one line per recipient. */
export function IncidentSent({ incident: { reports, mails } }: { incident: Incident }) {
  const download = useDownloadReport()
  const notices = mails.filter((mail) => mail.kind === 'notice')
  return (
    <IncidentPart id="incident-sent" title="What was sent">
      <DividedList bare>
        {reports.map((report) => (
          <li key={report.id}>
            <Group gap="8px 12px">
              <Box flex="1 1 200px">
                <b>{INCIDENT_TYPES[report.reportType]}</b>
              </Box>
              <Quiet>{formatDateTime(report.createdAt)}</Quiet>
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Download: ${INCIDENT_TYPES[report.reportType]} of ${formatDateTime(report.createdAt)}`}
                onClick={() => void download(report.filepath)}
              >
                Download
              </Button>
            </Group>
            <Mails mails={mails.filter((mail) => mail.kind === 'report' && mail.reportId === report.id).reverse()} />
          </li>
        ))}
        {notices.length > 0 && (
          <li>
            <b>Notices to trading partners</b>
            <Mails mails={notices} />
          </li>
        )}
      </DividedList>
    </IncidentPart>
  )
}

function Mails({ mails }: { mails: readonly Mail[] }) {
  if (mails.length === 0) return null
  return (
    <Box component="ul" pl="md">
      {mails.map((mail) => (
        <MailLine key={mail.id} mail={mail} />
      ))}
    </Box>
  )
}

function MailLine({ mail }: { mail: Mail }) {
  const again = trpc.incidentReport.sendOneAgain.useMutation({ meta: { done: 'The email is on its way.', touches: ['incidentReport'] } })
  const to = mail.to.join(', ')
  return (
    <Group component="li" gap="8px 12px" pt="xs">
      <Box component="span" flex="1 1 200px" miw={0}>
        {mail.kind === 'notice' ? `Notice to ${mail.partnerName}: ` : mail.recipient === 'fda' ? 'To the FDA: ' : 'To '}
        {to}
        {mail.lastError && mail.status === 'failed' && (
          <Text span inherit c="var(--stop-text)">
            {mail.isLost ? ' ' : ' The mail server said: '}
            {mail.lastError}
          </Text>
        )}
        {mail.attempts > 0 && mail.status === 'waiting' && (
          <Text span inherit c="var(--attention-text)">
            {' '}
            {describeMailAttempts(mail)}.
          </Text>
        )}
      </Box>
      <Quiet>{formatDateTime(mail.at)}</Quiet>
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
    </Group>
  )
}

interface LostButtonProps {
  mail: Outputs['incidentReport']['readOneById']['mails'][number]
  to: string
}

/** Marks an email as not delivered, because a server that accepts an email doesn't always deliver it. */
export function LostButton({ mail, to }: LostButtonProps) {
  const lose = useDialogMutation(trpc.incidentReport.updateLostById.useMutation({ meta: { done: 'Saved.', touches: ['incidentReport'] } }))
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={`Not delivered to ${to}`} onClick={lose.open}>
        Not delivered
      </Button>
      <ConfirmDialog
        opened={lose.opened}
        onClose={lose.close}
        title="The email was not delivered"
        confirmLabel="Not delivered"
        pending={lose.isPending}
        onConfirm={() => void lose.submit({ incidentMailId: mail.id })}
      >
        <p>
          The email to {to} counts as failed and can be sent again.
          {mail.recipient !== 'copy' && mail.kind === 'report' ? ' It no longer counts as the notification to the FDA.' : ''} Your name is
          recorded.
        </p>
      </ConfirmDialog>
    </>
  )
}
