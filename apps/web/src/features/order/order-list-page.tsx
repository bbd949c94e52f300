import { Box, Button } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { Link } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { type Inputs, type Outputs, trpc } from '../../api/trpc.ts'
import { Progress } from '../../ui/feedback/progress-bar.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { formatAmount, formatCount } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { OfflineOrders } from './offline-orders.tsx'
import { orderColumns, orderHref } from './order-columns.tsx'
import { useOrderFilters, useOrders } from './use-order-search.ts'

export default function OrderListPage() {
  const { filters, searchLast90Days } = useOrderFilters()
  const { search, orders, totals } = useOrders(filters.values)
  const nothing = {
    words: 'No results. Please modify the search parameters and search again.',
    action: <Button onClick={searchLast90Days}>Search the last 90 days</Button>,
  }
  return (
    <ListPage
      name="orders"
      title="Search Overview"
      crumbs={[{ label: 'My Orders' }]}
      action={
        <Button component={Link} href="/orderupload" variant="filled" leftSection={<Glyph of={IconUpload} size={16} />}>
          Upload An Order
        </Button>
      }
      thumbAction={
        <Button component={Link} href="/orderupload" variant="filled">
          Upload An Order
        </Button>
      }
      label="Orders"
      filters={filters}
      query={orders}
      columns={orderColumns}
      rowKey={(order) => order.documentId}
      rowHref={orderHref}
      sort={{ key: 'timeStamp', direction: 'desc' }}
      aside={<SaveOrders search={search} />}
      count={totals && formatAmount(totals.orders, 'order')}
      totals={totals && makeTotals(totals)}
      empty={nothing}
      notFound={nothing}
      failed={{
        subject: 'The orders',
        sentence: findServerSentence(orders.error),
        safe: 'Your orders are safe',
        below: <OfflineOrders />,
      }}
    />
  )
}

/** Totals of the order list, by column. The text in the first column may extend over the columns to its right. */
function makeTotals({ orders, complete, amountOfMeds, amountNotReceived }: Outputs['order']['readTotals']) {
  return {
    sender: (
      <Box pos="relative" h={20}>
        <Box pos="absolute" w="max-content">
          <b>{formatCount(orders)}</b> {orders === 1 ? 'order' : 'orders'}, <b>{formatCount(complete)}</b> complete,{' '}
          <b>{formatCount(amountNotReceived)}</b> {amountNotReceived === 1 ? 'package' : 'packages'} to go
        </Box>
      </Box>
    ),
    meds: <Progress done={amountOfMeds - amountNotReceived} total={amountOfMeds} />,
  }
}

/** Saves all orders that the search finds as a CSV file, not only the visible rows. */
function SaveOrders({ search }: { search: Inputs['order']['readManyCsv'] }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.order.readManyCsv.fetch(search, FRESH), 'text/csv')
  return (
    <Button size="xs" loading={isSaving} leftSection={<Glyph of={IconDownload} size={16} />} onClick={save}>
      Save as CSV
    </Button>
  )
}
