import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { CHARTED_KEYS, formatAmount, type Scorecard } from '@seriatim/schema'
import { Link } from 'wouter'
import { explainMissing } from '../../api/explain-missing.ts'
import { saveBase64, saveText } from '../../api/file/download.ts'
import { FRESH } from '../../api/file/use-file-save.ts'
import { trpc } from '../../api/trpc.ts'
import { FileButtons } from '../../ui/field/file-buttons.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { FoundOrNone, useRouteId } from '../../ui/page/found-or-none.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ComputedAt } from './computed-at.tsx'
import { FigureCard } from './figure-card.tsx'
import { MedianLine } from './month-bars.tsx'
import { MonthsTable } from './months-table.tsx'
import { listProductOptions } from './product-options.ts'
import { PERIODS, useScorecardFilters } from './use-scorecard-filters.ts'

/** A supplier's figures by month, beside the median of all partners. */
export default function ScorecardPage() {
  const partnerId = useRouteId('/tradingpartner/:partnerId/scorecard')
  const { filters, setQuery, locations } = useScorecardFilters(12)
  const card = trpc.scorecard.readOne.useQuery({ partnerId, ...filters }, { enabled: partnerId > 0, placeholderData: (before) => before })
  const { data } = card
  const utils = trpc.useUtils()
  const wanted = { partnerId, ...filters }
  const files = {
    'Letter to the supplier': async () => saveBase64(await utils.scorecard.readOneLetter.fetch(wanted, FRESH), 'application/pdf'),
    'Save as CSV': async () => saveText(await utils.scorecard.readManyCsv.fetch(wanted, FRESH), 'text/csv'),
  }
  return (
    <Page
      title={data?.partner.name ?? 'Supplier Scorecard'}
      crumbs={[
        { label: 'Trading Partners', href: '/tradingpartner' },
        { label: 'Scorecards', href: '/tradingpartner/scorecards' },
      ]}
      lede={data ? describeTotal(data) : '\u00a0'}
      actions={
        <Button component={Link} href={`/tradingpartner/${partnerId}`}>
          Trading partner
        </Button>
      }
      full
    >
      <Group gap="sm" align="flex-end" mb="md">
        <NativeSelect
          label="Period"
          w={136}
          data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
          value={String(filters.months)}
          onChange={(event) => setQuery({ months: event.currentTarget.value === '12' ? undefined : event.currentTarget.value })}
        />
        {locations.length !== 1 && (
          <NativeSelect
            label="Location"
            w={176}
            data={[{ value: '0', label: 'Any' }, ...locations.map(({ id, name }) => ({ value: String(id), label: name }))]}
            value={String(filters.customerLocationId)}
            onChange={(event) => setQuery({ location: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          label="Product"
          w={240}
          data={listProductOptions(data?.products, filters.gtin)}
          value={filters.gtin}
          onChange={(event) => setQuery({ gtin: event.currentTarget.value })}
        />
        <Box ml="auto">
          <FileButtons files={files} />
        </Box>
      </Group>
      <FoundOrNone
        none={explainMissing(partnerId, card, 'No supplier was found for this link.')}
        list={{ href: '/tradingpartner/scorecards', label: 'Scorecards' }}
        query={card}
        subject="This scorecard"
        safe="Your orders are safe"
        waiting={<SkeletonCard />}
      >
        {(found) => <Figures card={found} />}
      </FoundOrNone>
    </Page>
  )
}

function Figures({ card }: { card: Scorecard }) {
  return (
    <Stack gap="md">
      <ComputedAt found={card} />
      {card.total.orders.amount === 0 && card.total.firstTimeRight.of === 0 && (
        <Note title={card.computedAt === null ? 'The figures have not been computed yet.' : 'No orders or files in this period.'}>
          {card.computedAt === null
            ? 'They are computed within half an hour after the first order arrives.'
            : 'Choose a longer period or another location, or check that all GLNs of this supplier are on its page.'}
        </Note>
      )}
      <Section title="Figures for the period" aside={<Legend />}>
        <Box display="grid" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))', gap: 'var(--s-3)' }}>
          {CHARTED_KEYS.map((key) => (
            <FigureCard key={key} figure={key} card={card} />
          ))}
        </Box>
      </Section>
      <MonthsTable card={card} />
    </Stack>
  )
}

/** Explains the bars, the outlines and the median line, once for all charts on the page. */
function Legend() {
  return (
    <Group component="span" display="inline-flex" gap="md" fz="xs">
      <span>Solid bar: at least ten orders, tickets or returns</span>
      <span>Outline: fewer than ten</span>
      <span>
        <svg width={28} height={8} viewBox="0 0 28 8" aria-hidden="true">
          <MedianLine width={28} y={4} />
        </svg>{' '}
        median of all partners
      </span>
    </Group>
  )
}

const describeTotal = ({ total }: Scorecard) =>
  `Scorecard based on ${formatAmount(total.orders.amount, 'order')} with ${formatAmount(total.units.amount, 'package')}`
