import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { formatAmount, TRACING_VIEWS, type TracingFigures, type TracingSummary } from '@seriatim/schema'
import { IconAlertTriangle, IconArrowDownLeft, IconArrowUpRight, IconCheck, IconFlag, IconPlus, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { ClockChip } from '../../ui/feedback/clock-chip.tsx'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDate, formatDateTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { Muted, SubText } from '../../ui/text/text.tsx'
import { daysOffWords, foundWords, gapsOf, requestName, whyWords } from './tracing-words.ts'

const VIEW_WORDS = { open: 'Open', in: 'To us', out: 'From us', drills: 'Drills', all: 'All' } as const

/** Tracing requests with both clocks (our 24-hour target and the legal deadline). Open ones are sorted by deadline, other views newest first. */
export default function TracingListPage() {
  const asked = new URLSearchParams(useSearch()).get('view')
  const view = TRACING_VIEWS.find((one) => one === asked) ?? 'open'
  const list = trpc.tracing.readMany.useInfiniteQuery({ view }, { getNextPageParam: (page) => page.nextCursor ?? undefined })
  const figures = trpc.tracing.readOneFigures.useQuery()
  const mayWrite = mayUse('tracing:write', useSession())
  const record = (
    <Button component={Link} href="/tracing/new" variant="filled" leftSection={<Glyph of={IconPlus} size={16} />}>
      Record a request
    </Button>
  )
  const ask = (
    <Button component={Link} href="/tracing/ask" leftSection={<Glyph of={IconSend} size={16} />}>
      Ask a partner
    </Button>
  )
  return (
    <Page
      title="Tracing Requests"
      crumbs={[{ label: 'Tracing Requests' }]}
      lede="Requests that ask where a package came from, and our own requests to partners."
      actions={
        mayWrite && (
          <>
            {ask}
            {record}
          </>
        )
      }
      thumb={mayWrite && record}
      full
    >
      <Stack gap="xl">
        <Loaded
          query={figures}
          subject="The figures"
          sentence={findServerSentence(figures.error)}
          safe="Your requests are safe"
          waiting={<Figures figures={undefined} />}
        >
          {(data) => <Figures figures={data} />}
        </Loaded>
        <div>
          <LinkTabs
            label="Request views"
            tabs={TRACING_VIEWS.map((one) => ({
              href: one === 'open' ? '/tracing' : `/tracing?view=${one}`,
              label: VIEW_WORDS[one],
              current: one === view ? ('page' as const) : undefined,
            }))}
          />
          <Loaded
            query={list}
            subject="The requests"
            sentence={findServerSentence(list.error)}
            safe="Your requests are safe"
            waiting={<SkeletonCard />}
          >
            {({ pages }) => <Requests rows={pages.flatMap(({ items }) => items)} view={view} />}
          </Loaded>
          {list.hasNextPage && (
            <Button mt="md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
        {/** Rendered only after the list above has loaded: until then the list's height is unknown, and the element below would move. */}
        {mayWrite && !list.isPending && <StartDrill figures={figures.data} />}
      </Stack>
    </Page>
  )
}

const drillWords = ({ endedAt, gaps }: NonNullable<TracingFigures['lastDrill']>) =>
  [formatDate(endedAt), gaps === null ? [] : formatAmount(gaps, 'gap')].flat().join(', ')

/** The figures above the list. Their placeholders have the same height, so that nothing below moves when the figures arrive. */
function Figures({ figures }: { figures: TracingFigures | undefined }) {
  const { lastDrill = null, answered = 0, overdue = 0 } = figures ?? {}
  const shown = (text: string) => (figures ? text : '…')
  const minutes = lastDrill && `${Math.floor(lastDrill.minutes / 60)} h ${lastDrill.minutes % 60} min`
  return (
    <Card label="Figures">
      <CardBody>
        <AutoGrid least={180}>
          <Figure name="To answer" figure={shown(String(figures?.toAnswer))} sub={overdue ? `${overdue} overdue` : shown('None overdue')} />
          <Figure name="Waiting for partners" figure={shown(String(figures?.waiting))} sub="requests we sent" />
          <Figure
            name="Answered within 24 hours"
            figure={shown(answered ? `${figures?.answeredInTarget} of ${answered}` : 'None yet')}
            sub="last 12 months, not counting drills"
          />
          <Figure
            name="Last drill"
            figure={shown(minutes ?? 'None yet')}
            sub={lastDrill ? drillWords(lastDrill) : 'Practice once a year'}
          />
        </AutoGrid>
      </CardBody>
    </Card>
  )
}

function Figure({ name, figure, sub }: { name: string; figure: string; sub: string }) {
  return (
    <div>
      <SubText>{name}</SubText>
      <b style={{ fontSize: 'var(--t-20, 20px)' }}>{figure}</b>
      <SubText>{sub}</SubText>
    </div>
  )
}

function Requests({ rows, view }: { rows: readonly TracingSummary[]; view: (typeof TRACING_VIEWS)[number] }) {
  if (!rows.length)
    return (
      <Card>
        <EmptyLine>{view === 'open' ? 'No requests are waiting for an answer.' : 'No requests have been recorded here yet.'}</EmptyLine>
      </Card>
    )
  return (
    <Card>
      <PlainTable
        label="Tracing requests"
        head={['No.', 'Direction', 'Who', 'Reason and items', 'Received', 'Our target, 24 h', 'By law', 'Answer']}
        stacks
      >
        {rows.map((row) => (
          <RequestRow key={row.id} row={row} />
        ))}
      </PlainTable>
    </Card>
  )
}

function RequestRow({ row }: { row: TracingSummary }) {
  const { why, about } = whyWords(row)
  return (
    <tr>
      <td>
        <Link href={`/tracing/${row.id}`} aria-label={requestName(row)}>
          {row.isDrill ? `D${row.number}` : row.number}
        </Link>
      </td>
      <td data-label="Direction">
        {row.isDrill ? (
          <Badge icon={IconFlag}>Drill</Badge>
        ) : (
          <IconText of={row.direction === 'in' ? IconArrowDownLeft : IconArrowUpRight}>
            {row.direction === 'in' ? 'To us' : 'From us'}
          </IconText>
        )}
      </td>
      <td data-label="Who">
        <span>
          <b>{row.organization}</b>
          <SubText>{row.isDrill ? 'Not a real request' : row.direction === 'out' ? 'We asked' : checkedWords(row)}</SubText>
        </span>
      </td>
      <td data-label="Reason and items">
        <span>
          {why}
          <SubText>{about}</SubText>
        </span>
      </td>
      <td data-label="Received">{formatDateTime(row.receivedAt)}</td>
      <td data-label="Our target">
        <TargetCell row={row} />
      </td>
      <td data-label="By law">
        <LawCell row={row} />
      </td>
      <td data-label="Answer">
        <div>
          {row.direction === 'out' ? (row.answeredAt ? 'Answered' : 'No answer yet') : foundWords(row)}
          {row.isUndelivered && (
            <div>
              <IconText of={IconAlertTriangle} meaning="stop">
                Email did not arrive
              </IconText>
            </div>
          )}
          {gapsOf(row.counts) > 0 && row.direction === 'in' && (
            <div>
              <IconText of={IconAlertTriangle} meaning="attention">
                {formatAmount(gapsOf(row.counts), 'gap')}
              </IconText>
            </div>
          )}
        </div>
      </td>
    </tr>
  )
}

const checkedWords = ({ name, isIdentityChecked }: TracingSummary) =>
  `${name ? `${name}, ` : ''}${isIdentityChecked ? 'checked' : 'identity not checked'}`

const isSettled = ({ standing }: TracingSummary) => standing === 'answered' || standing === 'closed'

function TargetCell({ row }: { row: TracingSummary }) {
  if (row.targetAt === null)
    return (
      <span>
        None<SubText>Their clock</SubText>
      </span>
    )
  if (isSettled(row)) return <SubText>{row.answeredAt ? `Answered ${formatDateTime(row.answeredAt)}` : 'Closed without an answer'}</SubText>
  return (
    <span>
      <ClockChip due={row.targetAt} />
      <SubText>{formatDateTime(row.targetAt)}</SubText>
    </span>
  )
}

function LawCell({ row }: { row: TracingSummary }) {
  const due = row.direction === 'out' ? row.statedDueAt : row.legalDueAt
  if (due === null)
    return (
      <span>
        None<SubText>{row.isDrill ? 'Not for a drill' : 'No legal deadline'}</SubText>
      </span>
    )
  if (isSettled(row))
    return row.coveredAt !== null && row.coveredAt <= due ? (
      <IconText of={IconCheck} meaning="done">
        In time
      </IconText>
    ) : (
      <SubText>Due {formatDateTime(due)}</SubText>
    )
  return (
    <span>
      {Date.parse(due) < Date.now() ? <ClockChip due={due} /> : formatDateTime(due)}
      <SubText>{row.direction === 'out' ? 'As we asked' : daysOffWords(row.daysOff)}</SubText>
    </span>
  )
}

function StartDrill({ figures }: { figures: TracingFigures | undefined }) {
  const [amount, setAmount] = useState(3)
  const [, navigate] = useLocation()
  const start = trpc.tracing.createOneDrill.useMutation({
    meta: { quiet: true, touches: ['tracing'], done: 'The drill has started. Answer it like a real request.' },
    onSuccess: ({ id }) => id && navigate(`/tracing/${id}`),
  })
  return (
    <Section title="Practice" aside="A drill never leaves the company. Every page of the answer is marked Drill.">
      <Card foot={figures && `${formatAmount(figures.drillsInYear, 'drill')} in 12 months`}>
        <CardBody>
          <Muted>An inspector picks packages from the shelf: we draw them at random from what you received in the last six months.</Muted>
          {start.error && <Note meaning="stop" alert title={toRefusal(start.error).sentence} />}
          <Group align="flex-end" gap="sm" mt="sm">
            <NumberInput label="Packages" min={1} max={50} w={120} value={amount} onChange={(value) => setAmount(Number(value) || 1)} />
            <Button
              leftSection={<Glyph of={IconFlag} size={16} />}
              loading={start.isPending}
              onClick={() => start.mutate({ packages: amount })}
            >
              Start a drill
            </Button>
          </Group>
        </CardBody>
      </Card>
    </Section>
  )
}
