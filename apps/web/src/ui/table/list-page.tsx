import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { FilterBar } from '../form/filter-bar.tsx'
import { type Draft, FilterFields, makeChips, useDraft } from '../form/filter-fields.tsx'
import type { Filters } from '../form/use-filters.ts'
import type { Failure } from '../page/loaded.tsx'
import { type Crumb, Page } from '../page/page.tsx'
import { ColumnMenu, pickColumns } from './column-menu.tsx'
import { type Column, DataTable } from './data-table.tsx'
import type { Sort } from './data-table-head.tsx'
import { useListPreferences } from './list-preferences.ts'
import { ViewMenu } from './view-menu.tsx'

/** A list read piece by piece, as React Query's infinite queries are. */
interface ListQuery<Row> {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined
  isError: boolean
  failureCount: number
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface ListPageProps<Row, Name extends string> {
  /** Under which a person's columns and saved views of it are kept: "orders". */
  name: string
  title: string
  crumbs: readonly Crumb[]
  lede?: ReactNode
  /** Above the search. */
  children?: ReactNode
  /** The one primary action, at the desk and for the thumb. */
  action?: ReactNode
  thumbAction?: ReactNode
  /** "Orders": names the search and the table. */
  label: string
  query: ListQuery<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  rowHref?: ((row: Row) => string) | undefined
  rowClass?: ((row: Row) => string | undefined) | undefined
  /** The row that the page shows more of. */
  isCurrent?: ((row: Row) => boolean) | undefined
  filters: Filters<Name>
  /** Where the page reads what is typed, such as a scan. */
  draft?: Draft<Name> | undefined
  /** In the place of searching for what is typed. */
  onSearch?: (() => void) | undefined
  advancedLabel?: string | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** "9 orders" */
  count?: ReactNode
  /** Between the search and its rows, such as views of the same list. */
  cut?: ReactNode
  /** Right of the count, e.g. an export. */
  aside?: ReactNode
  /** Each under its column's key. */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** Before there is anything at all. */
  empty: { words: string; action?: ReactNode }
  /** When a search finds nothing. */
  notFound?: { words: string; action?: ReactNode } | undefined
  failed: Omit<Failure, 'query'>
  /** Two lines in a row. */
  tall?: boolean | undefined
  className?: string | undefined
}

const NOT_FOUND = 'No results. Please modify the search parameters and search again.'

/** Of a list that can be sorted, its order too. */
const namesInAddress = <Name extends string>({ values }: Filters<Name>) => [...Object.keys(values), 'sort', 'order']

export function ClearSearch({ onClear }: { onClear: () => void }) {
  return <Button onClick={onClear}>Clear the search</Button>
}

/**
 * A page with a list: search in the address, chips, rows, more of them by key, totals; what stands there while it loads, when nothing was found and when
 * it fails. A new list is fields (`useFilters`), columns and a query.
 */
export function ListPage<Row, Name extends string>(props: ListPageProps<Row, Name>) {
  const { title, crumbs, action, thumbAction = action, label, query, filters, empty, failed } = props
  const [sheet, setSheet] = useState(false)
  const ownList = useListPreferences(props.name)
  const own = useDraft(filters)
  const { draft, change, trimmed } = props.draft ?? own
  const rows = query.data?.pages.flatMap((page) => page.items)
  const shown = (isAdvanced: boolean) => filters.fields.filter((field) => (field.advanced ?? false) === isAdvanced)
  const collectFields = (isAdvanced: boolean) => <FilterFields fields={shown(isAdvanced)} draft={draft} onChange={change} />
  const nothing = filters.isUsual ? empty : (props.notFound ?? { words: NOT_FOUND, action: <ClearSearch onClear={filters.clear} /> })
  return (
    <Page
      title={title}
      crumbs={crumbs}
      full
      actions={action}
      lede={props.lede}
      thumb={
        <>
          <Button onClick={() => setSheet(true)}>Filters</Button>
          {thumbAction}
        </>
      }
    >
      {props.children}
      <FilterBar
        label={label}
        onSubmit={props.onSearch ?? (() => filters.set(trimmed()))}
        chips={makeChips(filters)}
        count={props.count}
        aside={
          <>
            {props.aside}
            <ColumnMenu columns={props.columns} own={ownList} />
            <ViewMenu own={ownList} names={namesInAddress(filters)} />
          </>
        }
        cut={props.cut}
        sheetOpened={sheet}
        onSheetClose={() => setSheet(false)}
        advanced={shown(true).length > 0 && collectFields(true)}
        advancedLabel={props.advancedLabel}
      >
        {collectFields(false)}
      </FilterBar>
      <DataTable
        label={label}
        columns={pickColumns(props.columns, ownList)}
        rows={rows}
        rowKey={props.rowKey}
        rowHref={props.rowHref}
        rowClass={props.rowClass}
        isCurrent={props.isCurrent}
        sort={props.sort}
        onSort={props.onSort}
        tall={props.tall ?? false}
        className={props.className}
        footer={props.totals}
        more={{ has: query.hasNextPage, loading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        empty={<EmptyState action={nothing.action}>{nothing.words}</EmptyState>}
        failed={{ ...failed, query }}
      />
    </Page>
  )
}
