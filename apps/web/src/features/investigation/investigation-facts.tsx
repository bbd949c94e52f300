import { Button } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { formatLongDateTime } from '../../ui/text/format.ts'
import { type Investigation, OutcomeBadge } from './investigation-state.tsx'
import { useRecordPdf } from './use-record-pdf.ts'

/** Who opened it when and why, and how it ended. */
export function InvestigationFacts({ investigation }: { investigation: Investigation }) {
  const { outcome, report, reason, openedAt, openedBy, endedAt, endedBy, conclusion, locationName } = investigation
  const record = useRecordPdf(investigation.id)
  const by = (person: Investigation['openedBy']) => person && `by ${writeFullName(person)}`
  return (
    <Card
      title="About"
      aside={
        <Button size="xs" loading={record.isPending} onClick={() => void record.download()}>
          Download the record
        </Button>
      }
    >
      <CardBody>
        <Facts
          facts={[
            { label: 'Status', value: <OutcomeBadge outcome={outcome} report={report} /> },
            { label: 'Suspected', value: reason },
            { label: 'Opened', value: formatLongDateTime(openedAt), sub: by(openedBy) },
            ...(endedAt
              ? [
                  { label: 'Ended', value: formatLongDateTime(endedAt), sub: by(endedBy) },
                  { label: 'Conclusion', value: conclusion },
                ]
              : []),
            { label: 'Location', value: locationName },
          ]}
        />
      </CardBody>
    </Card>
  )
}
