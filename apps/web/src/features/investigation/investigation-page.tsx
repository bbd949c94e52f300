import { Box, Button, Group, Stack } from '@mantine/core'
import { FINDING_KINDS, writeFullName } from '@seriatim/schema'
import { Link } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence, readErrorKey } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { writeDay } from '../../ui/field/date-text.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { DividedList } from '../../ui/list/divided-list.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Facts } from '../../ui/list/facts.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { FoundOrNone, useRouteId } from '../../ui/page/found-or-none.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatAmount, formatDateTime, formatLongDateTime } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { VerifyButton } from '../verification/verify-button.tsx'
import { AddHolds } from './add-holds.tsx'
import { EndButtons, mayEnd } from './end-buttons.tsx'
import { FindingForm } from './finding-form.tsx'
import { type Investigation, OutcomeBadge, writeProductNames } from './investigation-state.tsx'
import { NextStep } from './next-step.tsx'

const crumbs = [
  { label: 'Incident Tracker', href: '/incidenttracker' },
  { label: 'Investigations', href: '/investigations' },
]

/** One investigation: the next step first, then its subject and its findings. */
export default function InvestigationPage() {
  const investigationId = useRouteId('/investigations/:investigationId')
  const investigation = trpc.investigation.readOneById.useQuery({ investigationId }, { enabled: investigationId > 0 })
  const { data } = investigation
  const isNone = investigationId === 0 || readErrorKey(investigation.error) === 'investigation_not_found'
  const ends = data && mayEnd(data) && <EndButtons investigation={data} />
  return (
    <Page
      title={`Investigation ${investigationId || ''}`}
      crumbs={[...crumbs, { label: `Investigation ${investigationId || ''}` }]}
      lede={data ? writeProductNames(data.products) : undefined}
      actions={ends}
      thumb={ends}
      full
    >
      <FoundOrNone
        query={investigation}
        none={isNone ? 'This investigation does not exist, or it belongs to a location you cannot access.' : undefined}
        list={{ href: '/investigations', label: 'All investigations' }}
        subject="This investigation"
        sentence={findServerSentence(investigation.error)}
        meaning="Its record is safe, and held product stays on hold."
        waiting={<Skeleton height={360} />}
      >
        {(found) => (
          <Stack gap="lg">
            <NextStep investigation={found} />
            <AutoGrid least={460}>
              <Findings investigation={found} />
              <Stack gap="lg">
                <InvestigationFacts investigation={found} />
                <InvestigatedHolds investigation={found} />
              </Stack>
            </AutoGrid>
          </Stack>
        )}
      </FoundOrNone>
    </Page>
  )
}

/** Findings in order, oldest first, and the form for the next one. Findings can't be changed. */
function Findings({ investigation }: { investigation: Investigation }) {
  const { id, findings, outcome, mayWrite } = investigation
  const isOpen = outcome === null && mayWrite
  return (
    <Card title="Findings" aside={findings.length > 0 && formatAmount(findings.length, 'finding')}>
      {findings.length === 0 ? (
        <EmptyLine>No findings yet. Record each check with its date.</EmptyLine>
      ) : (
        <DividedList>
          {findings.map(({ id: key, kind, foundOn, words, createdAt, createdBy }) => (
            <Box component="li" key={key}>
              <b>
                {writeDay(foundOn)}, {FINDING_KINDS[kind]}
              </b>
              <Box component="p" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {words}
              </Box>
              <Muted>
                Recorded {formatDateTime(createdAt)}
                {createdBy && ` by ${writeFullName(createdBy)}`}
              </Muted>
            </Box>
          ))}
        </DividedList>
      )}
      {isOpen && (
        <Stack p="md" style={{ borderTop: 'var(--line) solid var(--hairline)' }}>
          <FindingForm investigationId={id} />
        </Stack>
      )}
    </Card>
  )
}

type Hold = Investigation['holds'][number]

const states: Record<Hold['state'], { words: string; meaning?: 'stop' | 'done' }> = {
  held: { words: 'On hold', meaning: 'stop' },
  released: { words: 'Released', meaning: 'done' },
  disposed: { words: 'Disposed of' },
  gone: { words: 'No longer on file' },
}

function makeHref({ medId, documentId }: Hold): string | undefined {
  if (medId !== null) return `/meddetail/${medId}`
  return documentId === null ? undefined : `/orders/receive/${documentId}`
}

/** Asks the manufacturer about a single package on hold. */
function VerifyHeld({ hold: { medId, label, productName, packages }, locationId }: { hold: Hold; locationId: number }) {
  if (medId === null || packages !== 1) return null
  return (
    <VerifyButton
      size="xs"
      label="Verify"
      prefer="suspect"
      subject={{ medId, locationId, name: [productName, label].filter(Boolean).join(', ') }}
    />
  )
}

/** The investigated product, with the state of each hold. */
function InvestigatedHolds({ investigation }: { investigation: Investigation }) {
  const { holds, outcome, mayWrite } = investigation
  return (
    <Card title="Product" aside={outcome === null && mayWrite && <AddHolds investigation={investigation} />}>
      <Lines
        lines={holds.map((hold) => {
          const { holdId, label, productName, packages, state } = hold
          const href = makeHref(hold)
          const name = productName ?? label
          const { words, meaning } = states[state]
          return {
            key: holdId,
            name,
            content: href ? <Link href={href}>{name}</Link> : <b>{name}</b>,
            sub: `${productName ? `${label}, ` : ''}${packages > 0 ? formatAmount(packages, 'package') : 'not on file'}`,
            end: (
              <Group gap="xs">
                {outcome === null && <VerifyHeld hold={hold} locationId={investigation.locationId} />}
                <Badge meaning={meaning}>{words}</Badge>
              </Group>
            ),
          }
        })}
      />
    </Card>
  )
}

function InvestigationFacts({ investigation }: { investigation: Investigation }) {
  const { outcome, report, reason, openedAt, openedBy, endedAt, endedBy, conclusion, locationName } = investigation
  const record = useRecordPdf(investigation.id)
  const by = (person: Investigation['openedBy']) => person && `by ${writeFullName(person)}`
  return (
    <Card
      title="About"
      aside={
        <Button size="xs" loading={record.isSaving} onClick={record.save}>
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

function useRecordPdf(investigationId: number) {
  const utils = trpc.useUtils()
  return useFileSave(() => utils.investigation.readOnePdf.fetch({ investigationId }, FRESH), 'application/pdf')
}
