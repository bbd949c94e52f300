import { Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { type FilterField, useFilters } from '../../ui/form/use-filters.ts'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { usePageLimit } from '../../ui/table/use-page-limit.ts'
import { formatAmount, formatDate } from '../../ui/text/format.ts'
import { type InvestigationRow, OutcomeBadge, writeProductNames } from './investigation-state.tsx'

const fields: readonly FilterField<'state'>[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'Status',
    keep: true,
    options: [
      { value: '', label: 'All' },
      { value: 'open', label: 'Open' },
      { value: 'ended', label: 'Ended' },
    ],
  },
]

const columns: readonly TableColumn<InvestigationRow>[] = [
  { key: 'id', nowrap: true, label: 'Number', link: true, card: 'line', cell: ({ id }) => `Investigation ${id}` },
  { key: 'product', label: 'Product', card: 'title', cell: ({ products }) => writeProductNames(products) },
  {
    key: 'reason',
    label: 'Suspected',
    card: 'line',
    cell: ({ reason }) => (
      <Text inherit lineClamp={2}>
        {reason}
      </Text>
    ),
  },
  { key: 'packages', label: 'Packages', nowrap: true, leaves: 'medium', cell: ({ packages }) => packages },
  { key: 'findings', label: 'Findings', nowrap: true, leaves: 'medium', cell: ({ findings }) => findings },
  {
    key: 'opened',
    label: 'Opened',
    nowrap: true,
    card: 'foot',
    cell: ({ openedAt, openedBy }) => `${formatDate(openedAt)}${openedBy ? `, ${openedBy.firstName} ${openedBy.lastName}` : ''}`,
  },
  { key: 'location', label: 'Location', leaves: 'wide', cell: ({ locationName }) => locationName },
  {
    key: 'outcome',
    label: 'Status',
    nowrap: true,
    card: 'mark',
    cell: ({ outcome, report }) => <OutcomeBadge outcome={outcome} report={report} />,
  },
]

/** Investigations of suspect product, newest first. */
export default function InvestigationListPage() {
  const filters = useFilters(fields)
  const { id: customerLocationId } = useLocationScope()
  const { state } = filters.values
  const investigations = trpc.investigation.readManySearch.useInfiniteQuery(
    { state: state === 'open' || state === 'ended' ? state : '', customerLocationId, ...usePageLimit() },
    { getNextPageParam: (page) => page.nextCursor ?? undefined, trpc: { abortOnUnmount: true } },
  )
  const amount = investigations.data?.pages.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <ListPage
      name="investigations"
      title="Investigations"
      crumbs={[{ label: 'Incident Tracker', href: '/incidenttracker' }, { label: 'Investigations' }]}
      lede="Suspect product stays on hold while it is investigated. Cleared product is released; illegitimate product is reported on Form 3911."
      action={
        <Button component={Link} href="/incidenttracker">
          Incident Tracker
        </Button>
      }
      label="Investigations"
      filters={filters}
      query={investigations}
      columns={columns}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/investigations/${id}`}
      count={
        amount !== undefined && (investigations.hasNextPage ? `More than ${amount} investigations` : formatAmount(amount, 'investigation'))
      }
      empty={{
        words: 'No investigations yet. Put suspect product on hold, then choose Investigate on its pedigree or order.',
        action: (
          <Button component={Link} href="/searchmeds">
            Find a package
          </Button>
        ),
      }}
      failed={{
        subject: 'The investigations',
        sentence: findServerSentence(investigations.error),
        safe: 'Held product stays on hold',
      }}
    />
  )
}
