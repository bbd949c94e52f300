import { Button, Stack } from '@mantine/core'
import type { TracingRequest } from '@seriatim/schema'
import { IconAlertTriangle, IconFlag, IconPrinter } from '@tabler/icons-react'
import { Link } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { ClockChip } from '../../ui/feedback/clock-chip.tsx'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { useRouteId } from '../../ui/page/found-or-none.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { Answers } from './answers.tsx'
import { FoundTable } from './found-table.tsx'
import { Asker, EndButton, Story } from './request-cards.tsx'
import { daysOffWords, LONG_SEARCH, requestName } from './tracing-words.ts'

const POLL_MS = 1500
const STANDING = {
  new: { meaning: 'attention', words: 'Not answered yet' },
  open: { meaning: 'attention', words: 'Acknowledged, not answered yet' },
  partly: { meaning: 'attention', words: 'Answered in part' },
  answered: { meaning: 'done', words: 'Answered' },
  closed: { meaning: undefined, words: 'Closed' },
} as const

/** A tracing request: its deadlines, its items with what was found for each, the answers with their deliveries, the asker, and the history. */
export default function TracingPage() {
  const requestId = useRouteId('/tracing/:requestId')
  const query = trpc.tracing.readOne.useQuery(
    { requestId },
    {
      enabled: requestId > 0,
      refetchInterval: ({ state }) => (state.data && isChanging(state.data) ? POLL_MS : false),
    },
  )
  return (
    <Loaded
      query={query}
      subject="This request"
      sentence={findServerSentence(query.error)}
      safe="Your records are safe"
      waiting={<SkeletonCard />}
    >
      {(request) => <RequestPage request={request} />}
    </Loaded>
  )
}

/** Whether the request may change by itself: an answer is being prepared, one of its emails is waiting, or a long search is running. */
const isChanging = ({ answers, searchedItems, items, standing }: TracingRequest) =>
  answers.some(
    ({ state, sendings }) => state === 'queued' || state === 'building' || sendings.some(({ mailStatus }) => mailStatus === 'waiting'),
  ) ||
  (searchedItems < items && items > LONG_SEARCH && standing !== 'closed')

function RequestPage({ request }: { request: TracingRequest }) {
  const { standing, organization, about, isDrill, mayWrite, direction, duplicateOf } = request
  const name = requestName(request)
  const look = STANDING[standing]
  return (
    <Page
      title={name}
      crumbs={[{ label: 'Tracing Requests', href: '/tracing' }, { label: name }]}
      lede={
        <>
          <b>{organization}</b>, {about} {isDrill && <Badge icon={IconFlag}>Drill</Badge>}{' '}
          <Badge meaning={direction === 'out' && standing === 'open' ? 'attention' : look.meaning}>
            {direction === 'out' && standing === 'open' ? 'No answer yet' : look.words}
          </Badge>
        </>
      }
      actions={
        <>
          {isDrill && <DrillSheetButton requestId={request.id} />}
          {mayWrite && <EndButton request={request} />}
        </>
      }
      full
    >
      <Stack gap="lg">
        {request.isUndelivered && (
          <Note meaning="stop" icon={IconAlertTriangle} alert title="The last email about this request did not arrive.">
            {direction === 'in'
              ? 'The request does not count as answered, so the clock is still running. Check the address below and send the answer again, or hand it over with a link.'
              : 'The partner has not received your request. Check the address and ask again.'}
          </Note>
        )}
        {duplicateOf && (
          <Note meaning="attention" title={`Request ${duplicateOf.number} asked for the same items.`}>
            <Link href={`/tracing/${duplicateOf.id}`}>Open request {duplicateOf.number}</Link>
          </Note>
        )}
        <Clocks request={request} />
        <Columns>
          <Column>
            <FoundTable request={request} />
            {direction === 'in' && <Answers request={request} />}
          </Column>
          <Column>
            <Asker request={request} />
            <Story request={request} />
          </Column>
        </Columns>
      </Stack>
    </Page>
  )
}

function Clocks({ request }: { request: TracingRequest }) {
  const { targetAt, legalDueAt, statedDueAt, standing, daysOff, direction, answeredAt, isDrill } = request
  const isSettled = standing === 'answered' || standing === 'closed'
  const chip = (due: string) => (isSettled ? <b>{formatWhen(due)}</b> : <ClockChip due={due} />)
  return (
    <Card label="Clocks">
      <CardBody>
        <AutoGrid least={200}>
          {targetAt && (
            <div>
              <SubText>Our target, 24 hours</SubText>
              {chip(targetAt)}
              {!isSettled && <SubText>{formatWhen(targetAt)}</SubText>}
            </div>
          )}
          <div>
            <SubText>By law</SubText>
            {legalDueAt ? chip(legalDueAt) : 'None'}
            <SubText>{legalDueAt ? `${formatWhen(legalDueAt)}. ${daysOffWords(daysOff)}` : noLawWords(isDrill, direction)}</SubText>
          </div>
          {statedDueAt && (
            <div>
              <SubText>{direction === 'out' ? 'We asked for an answer by' : 'Answer requested by'}</SubText>
              {chip(statedDueAt)}
            </div>
          )}
          <div>
            <SubText>Received</SubText>
            <b>{formatWhen(request.receivedAt)}</b>
            {answeredAt && <SubText>Answered {formatWhen(answeredAt)}</SubText>}
          </div>
        </AutoGrid>
      </CardBody>
    </Card>
  )
}

function noLawWords(isDrill: boolean, direction: 'in' | 'out'): string {
  if (isDrill) return 'A drill has no legal deadline'
  return direction === 'out' ? 'The partner has its own deadline' : 'No legal deadline for this reason'
}

function DrillSheetButton({ requestId }: { requestId: number }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.tracing.readOneDrillPdf.fetch({ requestId }, FRESH), 'application/pdf')
  return (
    <Button leftSection={<Glyph of={IconPrinter} size={16} />} loading={isSaving} onClick={save}>
      Drill sheet
    </Button>
  )
}
