import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { FilterBar } from '../form/filter-bar.tsx'
import { type Draft, FilterFields, makeChips, useDraft } from '../form/filter-fields.tsx'
import type { Filters } from '../form/use-filters.ts'
import type { FailedQuery } from '../page/loaded.tsx'
import { type Crumb, Page } from '../page/page.tsx'
import { ColumnMenu, pickColumns } from './column-menu.tsx'
import { DataTable, type TableColumn } from './data-table.tsx'
import type { Sort } from './data-table-head.tsx'
import { useListPreferences } from './list-preferences.ts'
import { ViewMenu } from './view-menu.tsx'

/** A list loaded in pages, matching React Query's infinite queries. */
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
  /** Key under which the person's columns and saved views are stored: "orders". */
  name: string
  title: string
  crumbs: readonly Crumb[]
  lede?: ReactNode
  /** Shown above the search. */
  children?: ReactNode
  /** The primary action, for desktop and for the thumb bar. */
  action?: ReactNode
  thumbAction?: ReactNode
  /** Accessible name of the search and the table, such as "Orders". */
  label: string
  query: ListQuery<Row>
  columns: readonly TableColumn<Row>[]
  rowKey: (row: Row) => string | number
  rowHref?: ((row: Row) => string) | undefined
  rowClass?: ((row: Row) => string | undefined) | undefined
  /** Whether the page currently shows this row's details. */
  isCurrent?: ((row: Row) => boolean) | undefined
  filters: Filters<Name>
  /** The search text as typed, before it is in the URL. Required if the page itself evaluates that text, for example as a scan. */
  draft?: Draft<Name> | undefined
  /** Called when the search is submitted, instead of putting the typed text into the URL. */
  onSearch?: (() => void) | undefined
  advancedLabel?: string | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** "9 orders" */
  count?: ReactNode
  /** Shown between the search and the rows, such as tabs for views of the list. */
  cut?: ReactNode
  /** Shown right of the count, e.g. an export button. */
  aside?: ReactNode
  /** Totals by column key. */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** Shown before there is any data at all. */
  empty: { words: string; action?: ReactNode }
  /** Shown when a search finds nothing. */
  notFound?: { words: string; action?: ReactNode } | undefined
  failed: Omit<FailedQuery, 'query'>
  /** Rows have two lines. */
  tall?: boolean | undefined
  className?: string | undefined
}

const NOT_FOUND = 'No results. Please modify the search parameters and search again.'

/** Names of the URL parameters for a list's filters and sort order. */
const namesInAddress = <Name extends string>({ values }: Filters<Name>) => [...Object.keys(values), 'sort', 'order']

export function ClearSearch({ onClear }: { onClear: () => void }) {
  return <Button onClick={onClear}>Clear the search</Button>
}

/**
 * A page with a list: search in the URL, chips, rows loaded in pages, totals, and the loading, empty and error states. A new list needs fields
 * (`useFilters`), columns and a query.
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
