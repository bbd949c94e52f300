import { Stack } from '@mantine/core'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { DispenseChecks } from './dispense-checks.tsx'
import { DispenseDays } from './dispense-days.tsx'
import { DispenseRule } from './dispense-rule.tsx'
import { IntakeTabs } from './intake-tabs.tsx'

/** Lists by day the checks that the pharmacy's system requested before dispensing packages, and how Seriatim answered each one. */
export default function DispensePage() {
  const overview = trpc.dispense.readOneOverview.useQuery(undefined)
  const [{ day: wanted }, setQuery] = useQueryState()
  return (
    <Page
      title="Dispense checks"
      crumbs={[{ label: 'Incoming Files', href: '/intake' }, { label: 'Dispense checks' }]}
      lede="Checks that your pharmacy system requests before it dispenses a package. A check never changes a package."
      full
    >
      <IntakeTabs />
      <Loaded
        query={overview}
        subject="The dispense checks"
        sentence={findServerSentence(overview.error)}
        safe="Your pharmacy system still gets answers"
        waiting={<SkeletonCard />}
      >
        {(found) => {
          const day = wanted && /^\d{4}-\d\d-\d\d$/.test(wanted) ? wanted : (found.days[0]?.day ?? found.today)
          return (
            <Stack gap="xl">
              <DispenseRule overview={found} />
              <Section title="Days" aside="The last 30 days, in your time zone.">
                <DispenseDays days={found.days} shown={day} onDay={(next) => setQuery({ day: next })} />
              </Section>
              {found.days.length > 0 && (
                <Section title={`Checks on ${formatDate(day)}`}>
                  <DispenseChecks key={day} day={day} />
                </Section>
              )}
            </Stack>
          )
        }}
      </Loaded>
    </Page>
  )
}
