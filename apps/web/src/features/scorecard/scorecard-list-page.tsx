import { Box, Button } from '@mantine/core'
import {
  countFigure,
  formatAmount,
  formatFigure,
  SCORECARD_FIGURES,
  type ScorecardFigure,
  type ScorecardKey,
  type ScorecardPage,
  type ScorecardRow,
} from '@seriatim/schema'
import { Link } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { type FilterField, useFilters } from '../../ui/form/use-filters.ts'
import { PhoneOnly } from '../../ui/layout/phone-only.tsx'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import type { Sort } from '../../ui/table/data-table-head.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { ComputedAt } from './computed-at.tsx'
import { listProductOptions } from './product-options.ts'
import { PERIODS, SORTS, useScorecardFilters } from './use-scorecard-filters.ts'

type Name = 'name' | 'months' | 'location' | 'gtin'

/** Figures that fit as columns on a desktop; the supplier's own scorecard also shows the remaining ones. */
const SHOWN: readonly { key: ScorecardKey; leaves?: 'medium' | 'wide'; card?: 'line' | 'mark' | 'foot' }[] = [
  { key: 'orders', card: 'foot' },
  { key: 'firstTimeRight', card: 'line' },
  { key: 'statement', leaves: 'medium', card: 'line' },
  { key: 'minutes', leaves: 'medium' },
  { key: 'missing', leaves: 'wide', card: 'line' },
  { key: 'unexpected', leaves: 'wide' },
  { key: 'hoursToFix', leaves: 'wide' },
  { key: 'resent', leaves: 'wide' },
]

const columns: readonly TableColumn<ScorecardRow>[] = [
  {
    key: 'name',
    label: 'Supplier',
    sort: 'name',
    link: true,
    card: 'title',
    cell: (row) => row.partnerName + (row.isActive ? '' : ' (deactivated)'),
  },
  ...SHOWN.map(({ key, ...place }) => ({
    key,
    label: SCORECARD_FIGURES[key].label,
    sort: key,
    ...place,
    cell: ({ figures }: ScorecardRow) => <Value figure={key} of={figures} />,
  })),
]

function Value({ figure, of }: { figure: ScorecardKey; of: ScorecardRow['figures'] }) {
  return (
    <>
      {figure !== 'orders' && <PhoneOnly>{SCORECARD_FIGURES[figure].label} </PhoneOnly>}
      {figure === 'orders' ? formatAmount(of.orders.amount, 'order') : formatFigure(figure, of[figure])}
      {figure !== 'orders' && <SubText>{describeCounts(figure, of[figure])}</SubText>}
    </>
  )
}

/**
 * The counts from which a percentage was computed, shown below it. If the counts are too small for a percentage, they are shown in its place, and
 * this text says "Fewer than ten".
 */
function describeCounts(figure: ScorecardKey, of: ScorecardFigure): string {
  if (of.basis === 0) return ''
  return of.value === null ? 'Fewer than ten' : countFigure(figure, of)
}

function useScorecardList() {
  const { query, setQuery, locations, usualLocation, filters: chosen } = useScorecardFilters(3)
  const fields: readonly FilterField<Name>[] = [
    { kind: 'text', name: 'name', label: 'Supplier', keep: true },
    {
      kind: 'choice',
      name: 'months',
      label: 'Period',
      silent: true,
      options: Object.entries(PERIODS).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'choice',
      name: 'location',
      label: 'Location',
      options: [{ value: '', label: 'Any' }, ...locations.map(({ id, name }) => ({ value: String(id), label: name }))],
      hidden: locations.length === 1,
    },
    { kind: 'choice', name: 'gtin', label: 'Product', options: [] },
  ]
  const filters = useFilters(fields, { months: '3', location: usualLocation })
  const sort = SORTS.find((one) => one === query.sort) ?? 'orders'
  const order: Sort['direction'] = query.order === 'asc' || query.order === 'desc' ? query.order : sort === 'name' ? 'asc' : 'desc'
  const setSort = (next: Sort) => setQuery({ sort: next.key, order: next.direction })
  const search = { name: filters.values.name, ...chosen, sort, order } as const
  return { filters, search, sort: { key: sort, direction: order } as const, setSort }
}

function describeCount({ items, unassignedOrders }: ScorecardPage): string {
  const suppliers = formatAmount(items.length, 'supplier')
  return unassignedOrders === 0 ? suppliers : `${suppliers}, and ${formatAmount(unassignedOrders, 'order')} from other senders`
}

export default function ScorecardListPage() {
  const { filters, search, sort, setSort } = useScorecardList()
  const found = trpc.scorecard.readMany.useQuery(search, { placeholderData: (before) => before })
  const utils = trpc.useUtils()
  const csv = useFileSave(() => utils.scorecard.readManyCsv.fetch(search, FRESH), 'text/csv')
  const { data: page } = found
  const fields = filters.fields.map((field) =>
    field.kind === 'choice' && field.name === 'gtin'
      ? { ...field, options: listProductOptions(page?.products, filters.values.gtin) }
      : field,
  )
  // The server returns all suppliers at once, as a list with a single page.
  const list = { ...found, data: page && { pages: [page] }, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }
  return (
    <ListPage
      name="scorecards"
      title="Supplier Scorecards"
      crumbs={[{ label: 'Trading Partners', href: '/tradingpartner' }, { label: 'Scorecards' }]}
      lede="How complete, correct and timely your suppliers’ data is. Percentages appear once a supplier has ten orders."
      label="Scorecards"
      filters={{ ...filters, fields }}
      query={list}
      columns={columns}
      rowKey={(row) => row.partnerId}
      rowHref={(row) => `/tradingpartner/${row.partnerId}/scorecard`}
      sort={sort}
      onSort={setSort}
      tall
      count={page && describeCount(page)}
      aside={
        <Button size="xs" loading={csv.isSaving} onClick={csv.save}>
          Save as CSV
        </Button>
      }
      empty={{
        words: 'Your suppliers will be listed here with their figures.',
        action: (
          <Button component={Link} href="/tradingpartner">
            Trading Partners
          </Button>
        ),
      }}
      failed={{ subject: 'The scorecards', sentence: findServerSentence(list.error) }}
    >
      <Box mb="md">
        <ComputedAt found={page} />
      </Box>
    </ListPage>
  )
}
