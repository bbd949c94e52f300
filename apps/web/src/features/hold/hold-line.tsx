import { Box, Button } from '@mantine/core'
import { IconAlertOctagon, IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { Banner } from '../../ui/feedback/banner.tsx'
import { HoldActions } from './hold-actions.tsx'
import { HoldNotes, holdTitle, holdWords, isPending, TicketOfHold, useHolds } from './hold-notes.tsx'
import { ReleaseButton } from './release-button.tsx'

/** Summarizes the holds of an order in one line that expands to all holds with their actions. */
export function HoldLine({ documentId }: { documentId: number }) {
  const [opened, setOpened] = useState(false)
  const holds = useHolds({ documentId })
  const items = holds.data?.pages.flatMap((page) => page.items) ?? []
  const active = items.filter((hold) => hold.releasedAt === null)
  // Suspect product is mentioned before product that waits for paperwork.
  const first = active.find((hold) => !isPending(hold)) ?? active[0]
  if (!first) return null
  const more = active.length > 1 || holds.hasNextPage
  if (opened) {
    return (
      <Box flex="1 1 100%">
        <HoldNotes documentId={documentId} />
        <Button size="xs" variant="subtle" aria-expanded onClick={() => setOpened(false)}>
          Hide the holds
        </Button>
      </Box>
    )
  }
  return (
    <Banner
      meaning={isPending(first) ? 'info' : 'stop'}
      icon={isPending(first) ? IconHourglass : IconAlertOctagon}
      title={holdTitle(first)}
      more={holdWords(first)}
    >
      {isPending(first) && <TicketOfHold hold={first} />}
      <HoldActions hold={first} isQuiet />
      {first.mayRelease && <ReleaseButton holdId={first.id} size="xs" />}
      <Button size="xs" variant="subtle" aria-expanded={false} onClick={() => setOpened(true)}>
        {more ? 'Show all holds' : 'Details'}
      </Button>
    </Banner>
  )
}
