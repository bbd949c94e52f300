import { Button } from '@mantine/core'
import { NOTIFY_MS, writeFullName } from '@seriatim/schema'
import { Link, useLocation } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { ClockChip } from '../../ui/feedback/clock-chip.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { formatLongDateTime } from '../../ui/text/format.ts'
import type { Investigation } from './investigation-state.tsx'

/** Shows the next step, or how the investigation ended. */
export function NextStep({ investigation }: { investigation: Investigation }) {
  const { outcome, findings, mayWrite, mayClear } = investigation
  if (outcome === 'illegitimate') return <Report investigation={investigation} />
  if (outcome === 'cleared')
    return (
      <Note meaning="done" title="Cleared">
        {ended(investigation)} The product was released.
      </Note>
    )
  return (
    <Note meaning="attention" title="The product stays on hold until this investigation ends">
      {findings.length === 0
        ? 'Check the transaction history with the supplier, examine the packages, and record what you find below.'
        : mayClear
          ? 'When the findings are complete, clear the product or mark it as illegitimate.'
          : mayWrite
            ? 'When the findings are complete, mark the product as illegitimate, or ask a location admin to clear it.'
            : 'A location admin will end the investigation.'}
    </Note>
  )
}

function ended({ endedAt, endedBy, conclusion }: Investigation): string {
  return `${conclusion?.replace(/\.$/, '')} (${endedBy ? `${writeFullName(endedBy)}, ` : ''}${formatLongDateTime(endedAt ?? '')}).`
}

function Report({ investigation }: { investigation: Investigation }) {
  const { id: investigationId, report, endedAt, mayWrite } = investigation
  const [, navigate] = useLocation()
  const start = trpc.investigation.createOneReport.useMutation({
    meta: { touches: ['incidentReport', 'investigation'] },
    onSuccess: ({ draftId }) => navigate(`/reportanincident?draft=${draftId}`),
  })
  if (report.incidentId !== null)
    return (
      <Note
        meaning="stop"
        title="Illegitimate and reported"
        action={
          <Button component={Link} href={`/incidenttracker/${report.incidentId}`}>
            {report.incidentNumber ? `Open incident ${report.incidentNumber}` : 'Open the incident'}
          </Button>
        }
      >
        {ended(investigation)}
      </Note>
    )
  const due = new Date(Date.parse(endedAt ?? '') + NOTIFY_MS).toISOString()
  return (
    <Note
      meaning="stop"
      title={
        <>
          Illegitimate: report it on Form 3911 <ClockChip due={due} />
        </>
      }
      action={
        mayWrite && (
          <Button variant="filled" loading={start.isPending} onClick={() => start.mutate({ investigationId })}>
            {report.draftId === null ? 'Start Form 3911' : 'Continue Form 3911'}
          </Button>
        )
      }
    >
      {ended(investigation)} The FDA and your trading partners must be notified by {formatLongDateTime(due)}.
    </Note>
  )
}
