import { Stack } from '@mantine/core'
import { findServerSentence, readErrorKey } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Beside } from '../../ui/layout/beside.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Found, useAddressId } from '../../ui/page/found.tsx'
import { Page } from '../../ui/page/page.tsx'
import { EndButtons, mayEnd } from './end-buttons.tsx'
import { Findings } from './findings.tsx'
import { InvestigatedHolds } from './investigated-holds.tsx'
import { InvestigationFacts } from './investigation-facts.tsx'
import { writeProducts } from './investigation-state.tsx'
import { NextStep } from './next-step.tsx'

const crumbs = [
  { label: 'Incident Tracker', href: '/incidenttracker' },
  { label: 'Investigations', href: '/investigations' },
]

/** One investigation: what comes next first, then what it is about and what was found. */
export default function InvestigationPage() {
  const investigationId = useAddressId('/investigations/:investigationId')
  const investigation = trpc.investigation.readOneById.useQuery({ investigationId }, { enabled: investigationId > 0 })
  const { data } = investigation
  const isNone = investigationId === 0 || readErrorKey(investigation.error) === 'investigation_not_found'
  const ends = data && mayEnd(data) && <EndButtons investigation={data} />
  return (
    <Page
      title={`Investigation ${investigationId || ''}`}
      crumbs={[...crumbs, { label: `Investigation ${investigationId || ''}` }]}
      lede={data ? writeProducts(data.products) : undefined}
      actions={ends}
      thumb={ends}
      full
    >
      <Found
        query={investigation}
        none={isNone ? 'This investigation does not exist, or it belongs to a location that you do not have.' : undefined}
        list={{ href: '/investigations', label: 'All investigations' }}
        subject="This investigation"
        sentence={findServerSentence(investigation.error)}
        meaning="Its record is safe, and held product stays on hold."
        waiting={<Skeleton height={360} />}
      >
        {(found) => (
          <Stack gap="lg">
            <NextStep investigation={found} />
            <Beside least={460}>
              <Findings investigation={found} />
              <Stack gap="lg">
                <InvestigationFacts investigation={found} />
                <InvestigatedHolds investigation={found} />
              </Stack>
            </Beside>
          </Stack>
        )}
      </Found>
    </Page>
  )
}
