import { Group, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Outputs } from '../../../api/trpc.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Progress } from '../../../ui/feedback/progress-bar.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import type { QueryState } from '../../../ui/page/loaded.tsx'
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx'
import { formatAmount, formatCount, formatDate, formatDateTime } from '../../../ui/text/format.ts'
import { IconText } from '../../../ui/text/icon-text.tsx'
import type { Partner } from '../partner-words.ts'

export type Story = Outputs['tradingPartner']['readOneStory']
type Order = Story['orders'][number]

const columns: readonly TableColumn<Order>[] = [
  { key: 'po', label: 'PO number', link: true, card: 'title', cell: (order) => order.purchaseOrderNumber ?? 'No PO number' },
  { key: 'received', label: 'Received', card: 'line', cell: (order) => formatDateTime(order.timeStamp) },
  { key: 'location', label: 'Location', card: 'line', leaves: 'medium', cell: (order) => order.locationName },
  {
    key: 'meds',
    label: 'Packages received',
    card: 'foot',
    cell: (order) => <Progress done={order.amountOfMeds - order.amountNotReceived} total={order.amountOfMeds} />,
  },
  { key: 'findings', label: 'Findings', card: 'mark', cell: (order) => <Findings order={order} /> },
]

function Findings({ order: { findings } }: { order: Order }) {
  const all = findings.reject + findings.warn
  if (all === 0) return null
  return <Badge meaning={findings.reject > 0 ? 'stop' : 'attention'}>{formatAmount(all, 'finding')}</Badge>
}

/** The latest orders from the partner's GLNs. */
export function PartnerOrders({ partner, story }: { partner: Partner; story: QueryState<Story> }) {
  const { data } = story
  const empty =
    partner.globalLocationNumbers.length === 0
      ? 'We match orders to a partner by GLN. Add the partner’s GLN under Global Location Numbers.'
      : 'No orders from their GLNs yet.'
  return (
    <Section
      title="Orders"
      aside={
        <Group component="span" display="inline-flex" gap="md">
          {partner.type !== 'downstream' && <Link href={`/tradingpartner/${partner.id}/scorecard`}>Scorecard</Link>}
          {data && data.amountOfOrders > data.orders.length && (
            <Link href={`/orders?from=any&to=any&location=any&partner=${partner.id}`}>All {formatCount(data.amountOfOrders)}</Link>
          )}
        </Group>
      }
    >
      <DataTable<Order>
        label="Orders"
        columns={columns}
        rows={data?.orders}
        rowKey={(order) => order.documentId}
        rowHref={(order) => `/orders/receive/${order.documentId}`}
        empty={<EmptyState>{empty}</EmptyState>}
        failed={{
          query: story,
          subject: 'Their orders, open exceptions, incidents and notices',
        }}
      />
    </Section>
  )
}

/** Open tickets with this partner. */
export function PartnerExceptions({ story: { data } }: { story: QueryState<Story> }) {
  if (!data) return null
  const { exceptions, openExceptions, incidents } = data
  return (
    <Section
      title="Open exceptions"
      aside={openExceptions > exceptions.length ? `${formatCount(exceptions.length)} of ${formatCount(openExceptions)}` : undefined}
    >
      <Stack gap="md">
        {exceptions.length > 0 && (
          <Card>
            <Lines
              lines={exceptions.map((exception) => ({
                key: exception.id,
                name: `ticket ${exception.ticketNumber}`,
                content: (
                  <>
                    <Text span inherit mr="sm" fw={600}>
                      <Link href={`/exceptions/${exception.id}`}>{exception.ticketNumber}</Link>
                    </Text>
                    {exception.message ?? exception.errorType}
                  </>
                ),
                sub: exception.poNumber ? `PO ${exception.poNumber}` : undefined,
                end: formatDate(exception.createdAt),
              }))}
            />
          </Card>
        )}
        {incidents.length > 0 && (
          <Card title="Open incidents">
            <Lines
              lines={incidents.map((incident) => ({
                key: incident.id,
                name: `incident ${incident.number ?? 'without a number'}`,
                content: <Link href={`/incidenttracker/${incident.id}`}>{incident.number ?? 'No incident number yet'}</Link>,
                sub: incident.productName ?? undefined,
                end: formatDate(incident.openedAt),
              }))}
            />
          </Card>
        )}
        {exceptions.length === 0 && incidents.length === 0 && (
          <IconText of={IconCheck} meaning="done">
            No open exceptions or incidents.
          </IconText>
        )}
      </Stack>
    </Section>
  )
}

const MAIL = { waiting: 'On its way', sent: 'Sent', failed: 'Not sent', stopped: 'Held back' } as const

/** Notices of illegitimate product that were mailed to the partner. */
export function PartnerNotices({ story: { data } }: { story: QueryState<Story> }) {
  if (!data?.notices.length) return null
  return (
    <Section title="Notices">
      <Card>
        <Lines
          lines={data.notices.map((notice) => ({
            key: notice.id,
            name: `notice about ${notice.productName}`,
            content: <Link href={`/incidenttracker/${notice.incidentId}`}>{notice.productName}</Link>,
            sub: `To ${notice.to.join(', ')}`,
            end: `${MAIL[notice.mail]} ${formatDate(notice.at)}`,
          }))}
        />
      </Card>
    </Section>
  )
}
