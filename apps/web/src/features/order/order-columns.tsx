import { Box, Group } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'wouter'
import { download } from '../../api/file/download.ts'
import type { Outputs } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Progress } from '../../ui/feedback/progress-bar.tsx'
import { PhoneOnly } from '../../ui/layout/phone-only.tsx'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatCount, formatListTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import { HeldBadge } from '../hold/held-badge.tsx'
import css from './order-list.module.css'

export type OrderRow = Outputs['order']['readManySearch']['items'][number]

export function orderHref(order: OrderRow): string {
  return `/orders/receive/${order.documentId}`
}

function orderName(order: OrderRow): string {
  const [first] = order.purchaseOrderNumbers
  return first ? `PO ${first}` : `order from ${order.senderNames[0] ?? 'an unnamed sender'}`
}

/** Number of findings. Errors and warnings both count, as on every other screen. */
const amountOfFindings = ({ findings }: Pick<OrderRow, 'findings'>) => findings.reject + findings.warn

/**
 * Link to the page that shows the findings: of the upload or, without an upload, of the ticket. Undefined if there are no findings, or neither upload
 * nor ticket.
 */
export function findingsHref(order: Pick<OrderRow, 'findings' | 'uploadId' | 'ticketId'>): string | undefined {
  const { uploadId, ticketId } = order
  if (amountOfFindings(order) === 0) return undefined
  if (uploadId !== null) return `/orderupload?upload=${uploadId}`
  return ticketId === null ? undefined : `/exceptions/${ticketId}`
}

/** Marks in an order's row: a badge if packages are on hold, and one mark for the order's state or findings. */
function Marks({ order }: { order: OrderRow }) {
  return (
    <Group component="span" gap="4px 10px">
      <HeldBadge meds={order.medsHeld} pending={order.medsPending} of={order.amountOfMeds} />
      <Findings order={order} />
    </Group>
  )
}

/**
 * Shows one badge: "Voided", "Closed short", the number of findings, or the number of meds that were not shipped, in this order of precedence. Shows
 * no badge if none of them applies.
 */
function Findings({ order }: { order: OrderRow }) {
  const { findings, isVoided, isClosed, medsHeld } = order
  if (isVoided) return <Badge meaning="stop">Voided</Badge>
  if (isClosed) return <Badge meaning="attention">Closed short</Badge>
  const href = findingsHref(order)
  if (href) {
    return (
      <Link href={href} title="Read the findings">
        <Badge meaning={findings.reject > 0 ? 'stop' : 'attention'}>{formatAmount(amountOfFindings(order), 'finding')}</Badge>
      </Link>
    )
  }
  if (findings.notShipped > 0) return <Badge meaning="attention">{formatCount(findings.notShipped)} not shipped</Badge>
  return medsHeld > 0 ? null : <VisuallyHidden>None</VisuallyHidden>
}

const seeFindings = (order: OrderRow) => {
  const href = findingsHref(order)
  return href ? [{ label: `See ${formatAmount(amountOfFindings(order), 'finding')}`, href }] : []
}

function More({ count }: { count: number }) {
  if (count < 1) return null
  return (
    <Box component="span" c="var(--ink-3)">
      {' '}
      +{count}
      <VisuallyHidden> more</VisuallyHidden>
    </Box>
  )
}

export const orderColumns: readonly TableColumn<OrderRow>[] = [
  {
    key: 'state',
    label: 'All received',
    hiddenLabel: true,
    width: 40,
    card: 'state',
    cell: (order) =>
      order.amountNotReceived === 0 && (
        <Box component="span" c="var(--done-text)" display="block" role="img" aria-label="Everything received">
          <Glyph of={IconCircleCheck} />
        </Box>
      ),
  },
  {
    key: 'sender',
    label: 'Sender',
    link: true,
    card: 'title',
    className: css.oneLine,
    cell: (order) => (
      <>
        {order.senderNames[0] ?? 'Sender not named'}
        <More count={order.senderNames.length - 1} />
      </>
    ),
  },
  {
    key: 'po',
    label: 'PO number',
    card: 'line',
    className: `${css.oneLine} ${css.po}`,
    cell: (order) => (
      <>
        {order.purchaseOrderNumbers[0] && <PhoneOnly>PO </PhoneOnly>}
        {order.purchaseOrderNumbers[0] ?? '–'}
        <More count={order.purchaseOrderNumbers.length - 1} />
      </>
    ),
  },
  {
    key: 'received',
    label: 'Received',
    sort: 'timeStamp',
    card: 'line',
    className: css.oneLine,
    cell: (order) => formatListTime(order.timeStamp),
  },
  { key: 'location', label: 'Location', className: css.oneLine, leaves: 'medium', cell: (order) => order.customerLocationName },
  {
    key: 'gln',
    label: 'GLN',
    leaves: 'wide',
    cell: (order) => (order.globalLocationNumber ? <Code groups={groupCode('gln', order.globalLocationNumber)} /> : '–'),
  },
  {
    key: 'meds',
    label: 'Packages received',
    card: 'foot',
    cell: (order) => <Progress done={order.amountOfMeds - order.amountNotReceived} total={order.amountOfMeds} />,
  },
  { key: 'findings', label: 'Findings', card: 'mark', cell: (order) => <Marks order={order} /> },
  {
    key: 'menu',
    label: 'Actions',
    hiddenLabel: true,
    width: 52,
    card: 'menu',
    align: 'end',
    cell: (order) => (
      <RowMenu
        label={orderName(order)}
        actions={[
          { label: order.isReadOnly ? 'Open order' : 'Receive order', href: orderHref(order) },
          ...(order.isReadOnly ? [] : seeFindings(order)),
          {
            label: 'Download EPCIS document',
            onClick: () => void download(`/api/v1/file/download/epcisdoc?documentId=${order.documentId}`, 'epcis.xml'),
          },
        ]}
      />
    ),
  },
]
