import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Bar } from '../../ui/feedback/progress-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { formatAmount, formatCount, formatWhen } from '../../ui/text/format.ts'
import { HeldBadge } from '../hold/held-badge.tsx'
import { Block } from './block.tsx'
import { JobRow, MutedText, Rows, WaitingJobRow } from './rows.tsx'

const SHOWN = 6

/** Open orders, newest first, each with one button. */
export function ToReceive() {
  const { id } = useLocationScope()
  const search = { open: true, customerLocationId: id }
  const orders = trpc.order.readManySearch.useQuery({ ...search, limit: SHOWN })
  const totals = trpc.order.readTotals.useQuery(search)
  const left = totals.data && `${formatAmount(totals.data.orders, 'order')}, ${formatAmount(totals.data.amountNotReceived, 'package')}`
  return (
    <Block
      id="home-receive"
      title="To receive"
      amount={totals.data && totals.data.orders > 0 && left}
      all={{ href: '/orders?from=any&to=any&open=1', words: 'My Orders' }}
    >
      <Loaded query={orders} subject="The orders" safe="Your orders are safe" waiting={<Jobs orders={undefined} />}>
        {({ items }) => <Jobs orders={items} />}
      </Loaded>
    </Block>
  )
}

type OrderRow = Outputs['order']['readManySearch']['items'][number]

function Jobs({ orders }: { orders: OrderRow[] | undefined }) {
  if (orders?.length === 0) {
    return <NothingOpen />
  }
  return (
    <Rows busy={!orders}>
      {orders
        ? orders.map((order) => <Job key={order.documentId} order={order} />)
        : [144, 112, 128].map((width) => <WaitingJobRow key={width} width={width} />)}
    </Rows>
  )
}

/** Shown if nothing is left to receive. The text says whether there has never been an order, or all orders were received. */
function NothingOpen() {
  const ever = trpc.order.readTotals.useQuery({})
  if (ever.isPending)
    return (
      <Card busy>
        <Skeleton height={132} />
      </Card>
    )
  const isFirst = ever.data?.orders === 0
  return (
    <Card>
      <EmptyState
        action={
          <Button component={Link} href="/orderupload">
            Upload An Order
          </Button>
        }
      >
        {isFirst
          ? 'No orders yet. Upload the EPCIS file that your wholesaler sent you; its packages will be listed here, ready to receive.'
          : 'Nothing is left to receive. New orders will be listed here.'}
      </EmptyState>
    </Card>
  )
}

function Job({ order }: { order: OrderRow }) {
  const href = `/orders/receive/${order.documentId}`
  const { amountOfMeds: total, amountNotReceived: left } = order
  const begun = left < total
  const sender = order.senderNames[0] ?? 'Sender not named'
  const number = order.purchaseOrderNumbers[0]
  const name = number ? `PO ${number}` : 'Order'
  return (
    <JobRow
      title={<Link href={href}>{sender}</Link>}
      under={
        <>
          <p>
            {name}, arrived {formatWhen(order.timeStamp)}
          </p>
          <HeldBadge meds={order.medsHeld} pending={order.medsPending} of={total} />
        </>
      }
      state={
        <>
          <Group component="p" justify="space-between">
            {begun ? (
              <span>
                <b>{formatCount(total - left)}</b> of {formatCount(total)} received
              </span>
            ) : (
              <>
                <b>Not started</b>
                <MutedText>{formatAmount(total, 'package')}</MutedText>
              </>
            )}
          </Group>
          <Bar done={total - left} total={total} />
        </>
      }
      action={
        <Button component={Link} href={href} size="xs" aria-label={`${begun ? 'Continue' : 'Receive'} ${name} from ${sender}`}>
          {begun ? 'Continue' : 'Receive'}
        </Button>
      }
    />
  )
}
