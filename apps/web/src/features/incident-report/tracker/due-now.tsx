import { Box, Button, Group } from '@mantine/core'
import { INCIDENT_MISSING } from '@seriatim/schema'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { RunningClock } from '../../../ui/feedback/running-clock.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { Failed } from '../../../ui/page/loaded.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import { Quiet } from '../../../ui/text/icon-text.tsx'
import { Muted } from '../../../ui/text/text.tsx'

/** Maximum number of rows in each of the two lists. Longer lists would push the incidents below them out of view. */
const SHOWN = 5

/** Pending work: incidents whose 24-hour clock is still running, earliest deadline first, followed by open investigations. */
export function DueNow() {
  const clocks = trpc.incidentReport.readManyClocks.useQuery(undefined)
  const open = trpc.investigation.readManySearch.useQuery({ state: 'open', limit: SHOWN })
  const failed = [clocks, open].find((query) => query.isError && !query.data)
  if (failed)
    return (
      <Box mb="lg">
        <Failed query={failed} subject="What is due" safe="The 24-hour deadlines still apply" />
      </Box>
    )
  const running = clocks.data ?? []
  const investigations = open.data?.items ?? []
  if (running.length + investigations.length === 0) return null
  return (
    <Box mb="lg" maw={1400}>
      <Section title="Due now" aside={<Link href="/investigations">All investigations</Link>}>
        <Card>
          <DividedList>
            {running.slice(0, SHOWN).map(({ id, productName, serialNumber, locationName, clock }) => (
              <Group component="li" key={`incident ${id}`} gap="6px 16px">
                <Box flex="1 1 220px" miw={0}>
                  <Link href={`/incidenttracker?incident=${id}`}>{productName}</Link>
                  <Muted>{[serialNumber.split(/[\s,;]+/)[0], locationName].filter(Boolean).join(', ')}</Muted>
                </Box>
                <RunningClock due={clock.dueAt} missing={clock.missing.map((one) => INCIDENT_MISSING[one])} />
                <Button
                  component={Link}
                  href={`/incidenttracker?incident=${id}`}
                  size="xs"
                  ml="auto"
                  aria-label={`Open the incident for ${productName}`}
                >
                  Open
                </Button>
              </Group>
            ))}
            {investigations.map(({ id, products, openedAt, locationName, findings }) => (
              <Group component="li" key={`investigation ${id}`} gap="6px 16px">
                <Box flex="1 1 220px" miw={0}>
                  <Link href={`/investigations/${id}`}>{products[0] ?? `Investigation ${id}`}</Link>
                  <Muted>
                    {locationName}, since {formatDate(openedAt)}
                  </Muted>
                </Box>
                <Badge meaning="attention">{findings === 0 ? 'Under investigation, no findings yet' : 'Under investigation'}</Badge>
                <Button component={Link} href={`/investigations/${id}`} size="xs" ml="auto" aria-label={`Open investigation ${id}`}>
                  Open
                </Button>
              </Group>
            ))}
          </DividedList>
        </Card>
        {running.length > SHOWN && <Quiet>{running.length - SHOWN} more below, each with its own deadline</Quiet>}
      </Section>
    </Box>
  )
}
