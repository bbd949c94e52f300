import { Box, Button } from '@mantine/core'
import { formatAmount, SHIPMENT_PURPOSES, SHIPMENT_VIEWS, type ShipmentSummary } from '@seriatim/schema'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDate, formatDateTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { LimitsCard } from './limits-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { StateBadge, shipmentName } from './shipment-words.tsx'

const VIEW_WORDS = {
  all: 'All',
  draft: 'Not sent',
  approval: 'To approve',
  sent: 'Sent',
  voided: 'Voided',
  loans: 'Open loans',
  returns: 'Returns',
} as const

/** Packages that left or are about to leave, newest first. */
export default function OutboundListPage() {
  const asked = new URLSearchParams(useSearch()).get('view')
  const view = SHIPMENT_VIEWS.find((one) => one === asked) ?? 'all'
  const list = trpc.shipment.readMany.useInfiniteQuery({ view }, { getNextPageParam: (page) => page.nextCursor ?? undefined })
  const mayWrite = mayUse('shipment:write', useSession())
  const begin = mayWrite && (
    <Button component={Link} href="/outbound/new" variant="filled" leftSection={<Glyph of={IconPlus} size={16} />}>
      Send packages
    </Button>
  )
  return (
    <Page
      title="Shipments"
      crumbs={[{ label: 'Shipments' }]}
      lede="Packages that you sold, lent, returned or gave away, with the documents that went with them."
      actions={
        <>
          <ExportButton view={view} />
          {begin}
        </>
      }
      thumb={begin}
      full
    >
      <LinkTabs
        label="Shipment views"
        tabs={SHIPMENT_VIEWS.map((one) => ({
          href: one === 'all' ? '/outbound' : `/outbound?view=${one}`,
          label: VIEW_WORDS[one],
          current: one === view ? ('page' as const) : undefined,
        }))}
      />
      <Loaded
        query={list}
        subject="The shipments"
        sentence={findServerSentence(list.error)}
        safe="Your shipments are safe"
        waiting={<SkeletonCard />}
      >
        {({ pages }) => <Shipments rows={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      {list.hasNextPage && (
        <Button mt="md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
      {/** These cards wait until the list above has loaded: its height is unknown before that, and the cards must not jump. */}
      {!list.isPending && (
        <Box mt="xl">
          <LimitsCard />
          <Box mt="xl">
            <RulesCard />
          </Box>
        </Box>
      )}
    </Page>
  )
}

function ExportButton({ view }: { view: (typeof SHIPMENT_VIEWS)[number] }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.shipment.readManyCsv.fetch({ view }, FRESH), 'text/csv')
  return (
    <Button leftSection={<Glyph of={IconDownload} size={16} />} loading={isSaving} onClick={save}>
      Export
    </Button>
  )
}

function Shipments({ rows }: { rows: readonly ShipmentSummary[] }) {
  if (rows.length === 0)
    return (
      <Card>
        <EmptyLine>Nothing is here yet. Packages that you send will be listed here with their documents.</EmptyLine>
      </Card>
    )
  return (
    <Card>
      <PlainTable label="Shipments" head={['No.', 'To', 'Why', 'Packages', 'From', 'Sent', 'State']} stacks>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Link href={`/outbound/${row.id}`} aria-label={shipmentName(row)}>
                {row.id}
              </Link>
            </td>
            <td data-label="To">
              <b>{row.toName}</b>
            </td>
            <td data-label="Why">
              <span>
                {SHIPMENT_PURPOSES[row.purpose].name}
                {row.dueBack && (
                  <SubText>
                    Due back {formatDate(row.dueBack)}
                    {row.back > 0 && `, ${row.back} of ${row.meds} back`}
                  </SubText>
                )}
                {row.rma && <SubText>RMA {row.rma}</SubText>}
              </span>
            </td>
            <td data-label="Packages">{formatAmount(row.meds, 'package')}</td>
            <td data-label="From">{row.locationName}</td>
            <td data-label="Sent">
              <span>
                {row.sentAt ? formatDateTime(row.sentAt) : 'Not yet'}
                <SubText>
                  {row.sentAt ? '' : 'Begun '}
                  {row.sentAt ? `Started by ${row.createdBy}` : `by ${row.createdBy}, ${formatDateTime(row.createdAt)}`}
                </SubText>
              </span>
            </td>
            <td data-label="State">
              <StateBadge of={row} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </Card>
  )
}
