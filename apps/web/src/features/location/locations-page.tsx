import { Button, Group, Text } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { RevealTogether } from '../../ui/layout/reveal-together.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Failed } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatCount } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { cityAndState } from './location-words.ts'

type Row = Outputs['location']['readAllHydratedByUserid'][number]
type Limit = Outputs['location']['readOneLimit']

const columns: readonly TableColumn<Row>[] = [
  { key: 'name', label: 'Name', link: true, card: 'title', cell: (row) => row.name },
  { key: 'city', label: 'City, state', card: 'line', cell: (row) => cityAndState(row.customerLocationDefaultAddress) || '–' },
  {
    key: 'gln',
    label: 'GLN',
    leaves: 'medium',
    cell: (row) => (row.globalLocationNumber ? <Code groups={groupCode('gln', row.globalLocationNumber)} /> : '–'),
  },
  { key: 'glns', label: 'GLNs', card: 'line', cell: (row) => formatAmount(row.customerLocationGlobalLocationNumbers.length, 'GLN') },
  {
    key: 'state',
    label: 'Status',
    card: 'mark',
    cell: (row) => (row.closed ? <Badge>Closed</Badge> : <Badge meaning="done">In use</Badge>),
  },
]

/** All locations of the customer, and how many more the subscriptions allow. */
export default function LocationsPage() {
  const locations = trpc.location.readAllHydratedByUserid.useQuery()
  const limit = trpc.location.readOneLimit.useQuery()
  const isRoom = limit.data !== undefined && (limit.data.unused === 'unlimited' || limit.data.unused > 0)
  const add = isRoom && (
    <Button component={Link} href="/locations/add" variant="filled" leftSection={<Glyph of={IconPlus} size={16} />}>
      Add Location
    </Button>
  )
  return (
    <Page title="Manage Locations" crumbs={[{ label: 'Manage Locations' }]} actions={add} thumb={add}>
      <RevealTogether waiting={<SkeletonCard />}>
        {limit.data && <Subscriptions limit={limit.data} />}
        {limit.isError && !limit.data && <Failed query={limit} subject="Your subscriptions" verb="counted" />}
        <DataTable<Row>
          label="Locations"
          columns={columns}
          rows={locations.data}
          rowKey={(row) => row.id}
          rowHref={(row) => `/locations/${row.id}`}
          failed={{
            query: locations,
            subject: 'The locations',
            sentence: findServerSentence(locations.error),
          }}
        />
      </RevealTogether>
    </Page>
  )
}

const limitText = (amount: Limit['total']) => (amount === 'unlimited' ? 'Unlimited' : formatCount(amount))

function Subscriptions({ limit: { total, unused } }: { limit: Limit }) {
  return (
    <Group gap="8px 24px" mb="md" align="baseline" c="var(--ink-2)">
      <Group component="dl" gap="8px 24px">
        <Count label="Total subscriptions" amount={total} />
        <Count label="Unused subscriptions" amount={unused} />
      </Group>
      {unused === 0 && (
        <p>
          All your subscriptions are in use. Go to <Link href="/subscription">Manage Subscription</Link> to add one.
        </p>
      )}
    </Group>
  )
}

function Count({ label, amount }: { label: string; amount: Limit['total'] }) {
  return (
    <Group gap="xs" align="baseline">
      <dt>{label}</dt>
      <Text component="dd" fz="xl" fw={600} c="var(--ink-1)">
        {limitText(amount)}
      </Text>
    </Group>
  )
}
