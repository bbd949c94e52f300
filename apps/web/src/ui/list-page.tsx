import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import type { Sort } from './data-table-head.tsx'
import { EmptyState } from './empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import { chipsOf, FilterFields, useDraft } from './filter-fields.tsx'
import { Failed } from './loaded.tsx'
import { type Crumb, Page } from './page.tsx'
import type { Filters } from './use-filters.ts'

/** A list read piece by piece, as React Query's infinite queries are. */
interface ListQuery<Row> {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined
  isError: boolean
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface ListPageProps<Row, Name extends string> {
  title: string
  crumbs: readonly Crumb[]
  /** The one primary action, at the desk and for the thumb. */
  action?: ReactNode
  thumbAction?: ReactNode
  /** "Orders": names the search and the table. */
  label: string
  query: ListQuery<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  rowHref?: (row: Row) => string
  filters: Filters<Name>
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** "9 orders" */
  count?: ReactNode
  /** Right of the count, e.g. an export. */
  aside?: ReactNode
  /** Each under its column's key. */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  empty: { words: string; action?: ReactNode }
  /** `now`: it is known to fail, before the last try has. */
  failed: { what: string; meaning: string; below?: ReactNode; now?: boolean }
  className?: string | undefined
}

/**
 * A page with a list: search in the address, chips, rows, more of them by key, totals; what stands there while it loads, when nothing was found and when
 * it fails. A new list is fields (`useFilters`), columns and a query.
 */
export function ListPage<Row, Name extends string>(props: ListPageProps<Row, Name>) {
  const {
    title,
    crumbs,
    action,
    thumbAction = action,
    label,
    query,
    filters,
    sort,
    onSort,
    rowHref,
    totals,
    empty,
    failed,
    className,
  } = props
  const [sheet, setSheet] = useState(false)
  const { draft, change, trimmed } = useDraft(filters)
  const rows = query.data?.pages.flatMap((page) => page.items)
  const shown = (isAdvanced: boolean) => filters.fields.filter((field) => (field.advanced ?? false) === isAdvanced)
  const fieldsOf = (isAdvanced: boolean) => <FilterFields fields={shown(isAdvanced)} draft={draft} onChange={change} />
  return (
    <Page
      title={title}
      crumbs={crumbs}
      full
      actions={action}
      thumb={
        <>
          <Button onClick={() => setSheet(true)}>Filters</Button>
          {thumbAction}
        </>
      }
    >
      <FilterBar
        label={label}
        onSubmit={() => filters.set(trimmed())}
        chips={chipsOf(filters)}
        count={props.count}
        aside={props.aside}
        sheetOpened={sheet}
        onSheetClose={() => setSheet(false)}
        advanced={shown(true).length > 0 && fieldsOf(true)}
      >
        {fieldsOf(false)}
      </FilterBar>
      <DataTable
        label={label}
        columns={props.columns}
        rows={rows}
        rowKey={props.rowKey}
        {...(rowHref ? { rowHref } : {})}
        {...(sort ? { sort } : {})}
        {...(onSort ? { onSort } : {})}
        {...(className ? { className } : {})}
        {...(totals ? { footer: totals } : {})}
        more={{ has: query.hasNextPage, loading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        empty={<EmptyState action={empty.action}>{empty.words}</EmptyState>}
        error={
          (query.isError || failed.now) &&
          !rows && (
            <>
              <Failed query={query} what={failed.what} meaning={failed.meaning} />
              {failed.below}
            </>
          )
        }
      />
    </Page>
  )
}
