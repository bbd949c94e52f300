import { Box, Button, Group, Stack } from '@mantine/core'
import { NOTIFY_MS, NOTIFY_TEXT, writeFullName } from '@seriatim/schema'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../../api/session/session.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { isCustomerAdmin } from '../../../shell/route/rights.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { formatAmount, formatLongDateTime } from '../../../ui/text/format.ts'
import { IncidentPart } from '../form/incident-part.tsx'
import { describeMailAttempts } from '../page/mail-attempts.ts'
import { ReportedElsewhere } from '../page/reported-elsewhere.tsx'

type Incident = Outputs['incidentReport']['readOneById']
type Notified = NonNullable<Incident['told']['fda']>

/**
 * Shows the 24-hour deadline: who must be notified by law, who has been notified, and who recorded that. Renders nothing if the incident was
 * terminated, or if it has no initial report and thus no deadline.
 */
export function IncidentClock({ incident }: { incident: Incident }) {
  const { reports, told, terminatedAt, determinedAt } = incident
  if (terminatedAt || !reports.some((report) => report.reportType === 'INITIAL')) return null
  const due = Date.parse(determinedAt) + NOTIFY_MS
  return (
    <IncidentPart id="incident-clock" title={`Within ${NOTIFY_TEXT}`}>
      <Box component="p" mb="sm" c="var(--ink-2)">
        Notify the FDA and your trading partners by <b>{formatLongDateTime(new Date(due).toISOString())}</b>.
      </Box>
      <Stack component="ul" gap="sm">
        <Fda incident={incident} notified={told.fda} due={due} />
        <Partners incident={incident} notified={told.partners} due={due} />
      </Stack>
    </IncidentPart>
  )
}

interface PartProps {
  incident: Incident
  notified: Notified | null
  /** End of the 24-hour deadline, as Unix time in milliseconds. */
  due: number
}

function useStatement(done: string) {
  return trpc.incidentReport.updateNotificationById.useMutation({ meta: { done, touches: ['incidentReport'] } })
}

function Fda({ incident, notified, due }: PartProps) {
  const [opened, setOpened] = useState(false)
  const undo = useStatement('Undone.')
  const { id: incidentId, clock, mails, reports, incidentNumber, unmailed } = incident
  const input = { incidentId, who: 'fda' } as const
  const isAdmin = isCustomerAdmin(useSession())
  const isWaiting = clock?.missing.includes('fdaMailWaiting')
  const first = reports.findLast((report) => report.reportType === 'INITIAL')
  const toFda = mails.filter((mail) => mail.kind === 'report' && mail.reportId === first?.id && mail.recipient !== 'copy')
  const failed = toFda.filter((mail) => mail.status === 'failed')
  // Addresses of failed emails are left out, because a separate button ("Send again") sends these emails.
  const open = unmailed.filter((address) => !failed.some((mail) => mail.to.includes(address)))
  const late = toFda.find((mail) => mail.status === 'waiting' && mail.attempts > 0)
  const again = trpc.incidentReport.sendOneAgain.useMutation({ meta: { done: 'The email is on its way.', touches: ['incidentReport'] } })
  const mail = trpc.incidentReport.sendOneToRegulator.useMutation({
    meta: { done: 'The email is on its way.', touches: ['incidentReport'] },
  })
  return (
    <Group component="li" gap="8px 12px" align="flex-start">
      <NotifiedBadge notified={notified} />
      <Box component="p" flex="1 1 200px" miw={0}>
        <b>FDA.</b>{' '}
        {notified
          ? fdaWords(notified, incidentNumber, due)
          : clock?.missing.includes('fdaMailFailed')
            ? `The email to ${failed.flatMap((mail) => mail.to).join(', ')} was not delivered. Send it again, or report another way and record it here.`
            : isWaiting
              ? late
                ? `The email with the first report has not been delivered yet. ${describeMailAttempts(late)}.`
                : 'The email with the first report is on its way.'
              : open.length > 0
                ? `The report has not been emailed to the FDA at  ${open.join(', ')}.`
                : 'Not sent: no FDA email address is set. Report the incident on the FDA’s 3911 platform and record that here.'}{' '}
        {!notified && clock?.missing.includes('fdaNotTold') && open.length === 0 && isAdmin && (
          <Link href="/settings/othersettings">Set the FDA email address</Link>
        )}
      </Box>
      {!notified && failed.length > 0 && (
        <Button size="xs" loading={again.isPending} onClick={() => failed.map((mail) => again.mutate({ incidentMailId: mail.id }))}>
          Send again
        </Button>
      )}
      {!notified && open.length > 0 && (
        <Button size="xs" loading={mail.isPending} onClick={() => mail.mutate({ incidentId })}>
          Email the report to the FDA
        </Button>
      )}
      {!notified && (
        <Button size="xs" onClick={() => setOpened(true)}>
          Reported another way
        </Button>
      )}
      {notified?.how === 'told' && (
        <Button size="xs" variant="subtle" loading={undo.isPending} onClick={() => undo.mutate({ ...input, how: 'notYet' })}>
          Undo
        </Button>
      )}
      <ReportedElsewhere opened={opened} onClose={() => setOpened(false)} incidentId={incidentId} />
    </Group>
  )
}

function fdaWords(notified: Notified, incidentNumber: string | null, due: number): string {
  if (notified.how === 'number') return `The FDA acknowledged the report and assigned number ${incidentNumber}.`
  if (notified.how === 'mail') return `The FDA’s mail server accepted the report ${formatWhen(notified, due)}`
  return `Reported outside Seriatim ${formatWhen(notified, due)}${notified.reference ? ` Reference: ${notified.reference}.` : ''} Recorded by ${pickName(notified)}.`
}

function Partners({ incident: { id: incidentId, mails }, notified, due }: PartProps) {
  const [asking, setAsking] = useState<'told' | 'none'>()
  const state = useDialogMutation(useStatement('Saved.'), () => setAsking(undefined))
  const undo = useStatement('Undone.')
  const input = { incidentId, who: 'partners' } as const
  const notices = mails.filter((mail) => mail.kind === 'notice')
  const failed = notices.filter((mail) => mail.status === 'failed').length
  // If notices were sent from here and none of them failed, one click records that all partners were notified. In any other case, the user must first
  // confirm this.
  const say = () => (notices.length > 0 && failed === 0 ? void state.submit({ ...input, how: 'told' }) : setAsking('told'))
  return (
    <Group component="li" gap="8px 12px" align="flex-start">
      <NotifiedBadge notified={notified} />
      <Box component="p" flex="1 1 200px" miw={0}>
        <b>Trading partners.</b>{' '}
        {notified
          ? `${notified.how === 'none' ? 'There are none' : 'All were notified'}, recorded by ${pickName(notified)} ${formatWhen(notified, due)}`
          : notices.length > 0
            ? `${formatAmount(notices.length, 'notice')} sent${failed > 0 ? `; ${failed} of them failed` : ''}. Confirm when all partners have been notified.`
            : 'Send notices here, or notify partners another way, then confirm that all have been notified.'}
      </Box>
      {notified ? (
        <Button size="xs" variant="subtle" loading={undo.isPending} onClick={() => undo.mutate({ ...input, how: 'notYet' })}>
          Undo
        </Button>
      ) : (
        <Group gap="xs">
          <Button size="xs" loading={state.isPending} onClick={say}>
            All have been notified
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setAsking('none')}>
            There are none
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === 'none' ? 'There are no partners to notify' : 'All partners have been notified'}
        confirmLabel={asking === 'none' ? 'There are none' : 'All have been notified'}
        pending={state.isPending}
        onConfirm={() => asking && void state.submit({ ...input, how: asking })}
      >
        <p>
          {asking === 'none'
            ? 'Confirm this if no immediate trading partner may have received the product.'
            : failed > 0
              ? `${formatAmount(failed, 'notice')} failed. Confirm only if these partners were notified another way.`
              : 'No notice was sent from here. Confirm only if you notified every partner another way, for example by phone.'}{' '}
          Your name and the time are recorded.
        </p>
      </ConfirmDialog>
    </Group>
  )
}

const NotifiedBadge = ({ notified }: { notified: Notified | null }) =>
  notified ? <Badge meaning="done">Notified</Badge> : <Badge meaning="attention">Not notified</Badge>

const pickName = ({ by }: Notified) => (by ? writeFullName(by) : 'Seriatim')

const formatWhen = ({ at }: Notified, due: number) =>
  at ? `(${formatLongDateTime(at)}${Date.parse(at) > due ? `, after the ${NOTIFY_TEXT}` : ''}).` : ''
