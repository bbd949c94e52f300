import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { keyOf, sentenceOf } from '../../api/query-client.ts'
import type { Outputs } from '../../api/trpc.ts'
import { useNetwork } from '../../offline/network.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { countOf, formatCount } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress-bar.tsx'
import { KeptOrders } from './kept-orders.tsx'
import { orderColumns, orderHref } from './order-columns.tsx'
import { OrderSearchForm } from './order-search-form.tsx'
import { useOrderFilters, useOrders } from './use-order-search.ts'

export default function OrderListPage() {
  const { filters, setFilters, isThisWeek, searchLast90Days, locations } = useOrderFilters()
  const { orders, totals, rows } = useOrders(filters)
  const [sheet, setSheet] = useState(false)
  // What this device can do stands there at once, not after the last try.
  const { isAway } = useNetwork()
  return (
    <Page
      title="Search Overview"
      crumbs={[{ label: 'Home', href: '/' }, { label: 'My Orders' }]}
      full
      actions={
        <Button component={Link} href="/orderupload" variant="filled" leftSection={<IconUpload className="ic ic-16" aria-hidden="true" />}>
          Upload An Order
        </Button>
      }
      thumb={
        <>
          <Button onClick={() => setSheet(true)}>Filters</Button>
          <Button component={Link} href="/orderupload" variant="filled">
            Upload An Order
          </Button>
        </>
      }
    >
      <OrderSearchForm
        filters={filters}
        onSearch={setFilters}
        isThisWeek={isThisWeek}
        locations={locations}
        count={totals && countOf(totals.orders, 'order')}
        sheetOpened={sheet}
        onSheetClose={() => setSheet(false)}
      />
      <DataTable
        label="Orders"
        className="orders"
        columns={orderColumns}
        rows={rows}
        rowKey={(order) => order.documentId}
        rowHref={orderHref}
        sort={{ key: 'timeStamp', direction: 'desc' }}
        more={{ has: orders.hasNextPage, loading: orders.isFetchingNextPage, onMore: () => void orders.fetchNextPage() }}
        {...(totals ? { footer: totalsOf(totals) } : {})}
        empty={
          <EmptyState action={<Button onClick={searchLast90Days}>Search the last 90 days</Button>}>
            No results. Please modify the search parameters and search again.
          </EmptyState>
        }
        error={
          (orders.isError || isAway) &&
          !rows && (
            <>
              <ErrorState
                what={keyOf(orders.error) ? sentenceOf(orders.error) : 'The orders could not be loaded.'}
                meaning="Your orders are safe; this page just cannot reach the server."
                retrying={orders.isFetching}
                onRetry={() => void orders.refetch()}
              />
              <KeptOrders />
            </>
          )
        }
      />
    </Page>
  )
}

function totalsOf({ orders, complete, amountOfMeds, amountNotReceived }: Outputs['order']['readTotals']) {
  return {
    sender: (
      <span className="spill">
        <b>{formatCount(orders)}</b> {orders === 1 ? 'order' : 'orders'}, <b>{formatCount(complete)}</b> complete,{' '}
        <b>{formatCount(amountNotReceived)}</b> {amountNotReceived === 1 ? 'med' : 'meds'} to go
      </span>
    ),
    meds: <Progress done={amountOfMeds - amountNotReceived} total={amountOfMeds} />,
  }
}
