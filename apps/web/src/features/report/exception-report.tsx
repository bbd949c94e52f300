import { EXCEPTION_STATUSES, typeOrKind } from '@seriatim/schema'
import { Link } from 'wouter'
import type { Outputs } from '../../api/trpc.ts'
import { PhoneOnly } from '../../ui/layout/phone-only.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { addDays, formatCount, formatDate, formatDay, weekStart } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { Amount, ReportPart, RowsLeft } from './report-part.tsx'
import { type Range, useExceptionReport } from './use-report.ts'

type Report = Outputs['report']['readExceptions']
type Figures = Pick<Report, 'opened' | 'resolved' | 'closed' | 'open' | 'overdue' | 'medianDays' | 'longestDays'>

const days = (amount: number | null) => (amount === null ? '–' : `${amount.toLocaleString('en-US')} ${amount === 1 ? 'day' : 'days'}`)

/** Shows the median number of days. On phones, where rows become cards without column headings, the word "Median" precedes it. */
const Median = ({ medianDays }: Pick<Figures, 'medianDays'>) =>
  medianDays === null ? (
    '–'
  ) : (
    <>
      <PhoneOnly>Median </PhoneOnly>
      {days(medianDays)}
    </>
  )

const figures = <Row extends Figures>(): TableColumn<Row>[] => [
  { key: 'opened', label: 'Opened', align: 'end', card: 'line', cell: ({ opened }) => <Amount n={opened} of="opened" /> },
  { key: 'resolved', label: 'Resolved', align: 'end', card: 'line', cell: ({ resolved }) => <Amount n={resolved} of="resolved" /> },
  { key: 'closed', label: 'Closed', align: 'end', card: 'line', cell: ({ closed }) => <Amount n={closed} of="closed" /> },
  { key: 'open', label: 'Open now', align: 'end', card: 'line', cell: ({ open }) => <Amount n={open} of="open now" /> },
  { key: 'overdue', label: 'Overdue', align: 'end', card: 'line', cell: ({ overdue }) => <Amount n={overdue} of="overdue" /> },
  { key: 'median', label: 'Median', align: 'end', nowrap: true, card: 'foot', cell: Median },
  { key: 'longest', label: 'Longest', align: 'end', leaves: 'medium', nowrap: true, cell: ({ longestDays }) => days(longestDays) },
]

const partners: TableColumn<Report['partners'][number]>[] = [
  {
    key: 'partner',
    label: 'Partner',
    card: 'title',
    cell: ({ partner, gln }) => {
      const name = partner ?? 'Sender not named'
      return gln ? <Link href={`/exceptions?${new URLSearchParams({ view: 'partner', gln })}`}>{name}</Link> : name
    },
  },
  ...figures<Report['partners'][number]>(),
]

const types: TableColumn<Report['types'][number]>[] = [
  { key: 'type', label: 'Error', card: 'title', cell: ({ type }) => typeOrKind(type) },
  ...figures<Report['types'][number]>(),
]

const weeks: TableColumn<Report['weeks'][number]>[] = [
  { key: 'week', label: 'Week of', card: 'title', cell: ({ week }) => formatDate(week) },
  { key: 'opened', label: 'Opened', align: 'end', card: 'line', cell: ({ opened }) => <Amount n={opened} of="opened" /> },
  { key: 'resolved', label: 'Resolved', align: 'end', card: 'line', cell: ({ resolved }) => <Amount n={resolved} of="resolved" /> },
  { key: 'closed', label: 'Closed', align: 'end', card: 'line', cell: ({ closed }) => <Amount n={closed} of="closed" /> },
]

const tickets: TableColumn<Report['rows'][number]>[] = [
  { key: 'ticket', label: 'Ticket #', link: true, card: 'state', cell: ({ ticketNumber }) => ticketNumber },
  { key: 'at', label: 'Opened', card: 'line', nowrap: true, cell: ({ at }) => formatDate(at) },
  { key: 'partner', label: 'Partner', card: 'line', cell: ({ partner }) => partner ?? 'Sender not named' },
  { key: 'title', label: 'What is wrong', card: 'title', cell: ({ title }) => title },
  { key: 'type', label: 'Error', leaves: 'wide', cell: ({ type }) => typeOrKind(type) },
  {
    key: 'status',
    label: 'Status',
    card: 'line',
    nowrap: true,
    cell: ({ status, isOverdue, days: taken }) => (
      <>
        {EXCEPTION_STATUSES[status]}
        {isOverdue && ', overdue'}
        {taken !== null && <PhoneOnly> in {days(taken)}</PhoneOnly>}
      </>
    ),
  },
  { key: 'days', label: 'Resolved in', align: 'end', nowrap: true, cell: (row) => days(row.days) },
  { key: 'location', label: 'Location', leaves: 'wide', cell: ({ locationName }) => locationName ?? 'No location yet' },
]

/** Tickets of the range by partner, type and week, with their resolution times. */
export function ExceptionReport({ range }: { range: Range }) {
  const report = useExceptionReport(range)
  const { data } = report
  const known = new Map(data?.weeks.map((week) => [week.week, week]))
  return (
    <ReportPart
      report={report}
      isEmpty={data?.partners.length === 0}
      totals={data ? makeTotals(data) : []}
      chart={{
        by: 'week',
        data: everyWeek(range).map((week) => ({
          week: formatDay(week),
          opened: known.get(week)?.opened ?? 0,
          resolved: known.get(week)?.resolved ?? 0,
          closed: known.get(week)?.closed ?? 0,
        })),
        series: [
          { name: 'opened', label: 'Opened', color: 'var(--attention)' },
          { name: 'resolved', label: 'Resolved', color: 'var(--action)' },
          { name: 'closed', label: 'Closed', color: 'var(--info)' },
        ],
      }}
    >
      <Section title="By partner">
        <Muted>
          Opened, resolved and closed: during this period. Open and overdue: as of now. Median and longest: the time from opened to
          resolved.
        </Muted>
        <DataTable label="Exceptions by partner" columns={partners} rows={data?.partners} rowKey={(row) => row.gln ?? row.partner ?? ''} />
      </Section>
      <Section title="By type">
        <DataTable label="Exceptions by type" columns={types} rows={data?.types} rowKey={(row) => row.type} />
      </Section>
      <Section title="By week">
        <DataTable label="Exceptions by week" columns={weeks} rows={data?.weeks} rowKey={(row) => row.week} />
      </Section>
      <Section title="Tickets">
        <DataTable
          label="Tickets"
          columns={tickets}
          rows={data?.rows}
          rowKey={(row) => row.id}
          rowHref={(row) => `/exceptions/${row.id}`}
        />
        <RowsLeft shown={data?.rows.length ?? 0} all={data?.tickets ?? 0} />
      </Section>
    </ReportPart>
  )
}

function makeTotals({ opened, resolved, open, overdue, medianDays, longestDays }: Report): (readonly [amount: string, words: string])[] {
  return [
    [formatCount(opened), 'opened'],
    [formatCount(resolved), 'resolved'],
    [formatCount(open), 'open now'],
    [formatCount(overdue), 'overdue'],
    ...(medianDays === null ? [] : [[days(medianDays), 'median to resolve'] as const]),
    ...(longestDays === null ? [] : [[days(longestDays), 'longest'] as const]),
  ]
}

/** Returns the first day, a Sunday, of each week in the range; at most 60 weeks. */
function everyWeek({ from, to }: Range): string[] {
  const weeks: string[] = []
  for (let week = weekStart(from); week <= to && weeks.length < 60; week = addDays(week, 7)) weeks.push(week)
  return weeks
}
