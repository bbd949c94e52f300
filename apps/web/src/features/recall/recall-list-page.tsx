import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { type FilterField, useFilters } from '../../ui/form/use-filters.ts'
import { ListPage } from '../../ui/table/list-page.tsx'
import { usePageLimit } from '../../ui/table/use-page-limit.ts'
import { formatAmount, formatCount, formatLongDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import css from './recall.module.css'
import { recallColumns } from './recall-columns.tsx'
import { RecallGate } from './recall-gate.tsx'

const SHOW = ['open', 'done', 'all'] as const
type Show = (typeof SHOW)[number]

const fields: readonly FilterField<'show'>[] = [
  {
    kind: 'choice',
    name: 'show',
    label: 'Show',
    keep: true,
    silent: true,
    options: [
      { value: 'open', label: 'To handle' },
      { value: 'done', label: 'Dealt with' },
      { value: 'all', label: 'All recalls that name your packages' },
    ],
  },
]

/** Recalls of packages that arrived here; the search finds all other recalls. */
export default function RecallListPage() {
  return <RecallGate title="Recalls">{() => <RecallList />}</RecallGate>
}

function RecallList() {
  const filters = useFilters(fields, { show: 'open' })
  const show: Show = SHOW.find((one) => one === filters.values.show) ?? 'open'
  const recalls = trpc.recall.readManyHome.useInfiniteQuery(
    { show, limit: 50, ...usePageLimit() },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  )
  const standing = trpc.recall.readStanding.useQuery()
  const [first] = recalls.data?.pages ?? []
  const search = (
    <Button component={Link} href="/recalls/search" leftSection={<Glyph of={IconSearch} size={16} />}>
      All Recalls
    </Button>
  )
  return (
    <ListPage
      name="recalls"
      title="Recalls"
      crumbs={[{ label: 'Recalls' }]}
      lede={<Lede {...standing.data} />}
      action={search}
      label="Recalls"
      tall
      filters={filters}
      query={recalls}
      columns={recallColumns}
      rowKey={(row) => row.id}
      rowHref={(row) => `/recalls/detail/${row.id}`}
      rowClass={(row) => (row.state === 'done' ? css.dismissed : undefined)}
      count={first && formatAmount(first.amount, 'recall')}
      empty={{
        words:
          show === 'open'
            ? 'No recall names packages that were shipped to you. When one does, it appears here.'
            : 'No recall names packages that were shipped to you.',
        action: search,
      }}
      notFound={{ words: 'No recalls match this filter.', action: search }}
      failed={{
        subject: 'The recalls',
        sentence: findServerSentence(recalls.error),
      }}
    />
  )
}

function Lede({ asOf, recalls, waiting }: { asOf?: string | null; recalls?: number; waiting?: number }) {
  if (recalls === undefined) return null
  if (!asOf) return 'No recalls are loaded yet.'
  const known = `${formatAmount(recalls, 'recall')} known, from the FDA's enforcement reports of ${formatLongDate(asOf)}.`
  return waiting ? `${known} Still checking them against your packages: ${formatCount(waiting)} to go.` : known
}
