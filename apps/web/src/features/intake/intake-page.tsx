import { Button, Stack } from '@mantine/core'
import type { IntakeOverview } from '@seriatim/schema'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { DoorsSection } from './doors-section.tsx'
import { IntakeTabs } from './intake-tabs.tsx'
import { NewDoorDialog } from './new-door-dialog.tsx'

const POLL_MS = 5000

/** The doors through which files arrive, and the outcome of each file. */
export default function IntakePage() {
  const overview = trpc.intake.readOneOverview.useQuery(undefined, { refetchInterval: POLL_MS })
  const [isMaking, setMaking] = useState(false)
  const mayMake = overview.data && (overview.data.mayOpenForAll || overview.data.locations.length > 0)
  const makeButton = mayMake && (
    <Button variant="filled" leftSection={<Glyph of={IconKey} size={16} />} onClick={() => setMaking(true)}>
      Create door
    </Button>
  )
  return (
    <Page
      title="Incoming files"
      crumbs={[{ label: 'Incoming Files' }]}
      lede={overview.data && writeLede(overview.data)}
      actions={makeButton}
      thumb={makeButton}
      full
    >
      <IntakeTabs />
      <Loaded
        query={overview}
        subject="The doors"
        sentence={findServerSentence(overview.error)}
        safe="Files are still received"
        waiting={<SkeletonCard />}
      >
        {(found) => (
          <Stack gap="xl">
            <DoorsSection overview={found} />
            <DeliveriesSection counts={found.counts} />
            {isMaking && <NewDoorDialog overview={found} onClose={() => setMaking(false)} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

/** The sentence below the title, such as "3 senders have a door. 2 files need attention." */
function writeLede({ doors, counts }: IntakeOverview): string {
  const open = doors.filter(({ revokedAt }) => revokedAt === null).length
  const senders = open === 1 ? '1 sender has a door' : `${open} senders have a door`
  const left = counts.attention + counts.kept
  const files = left === 0 ? 'No files need attention' : left === 1 ? '1 file needs attention' : `${left} files need attention`
  return `${senders}. ${files}.`
}
