import { Button } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '../../../../api/trpc.ts'
import { Card } from '../../../../ui/layout/card.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { loadable } from '../../../../ui/page/loadable.tsx'
import { Loaded } from '../../../../ui/page/loaded.tsx'
import { Muted } from '../../../../ui/text/text.tsx'
import type { StopListProps } from './stop-lines.tsx'

const StopLines = loadable(() => import('./stop-lines.tsx'))

/** Packages stopped at the counter that need an answer, and every scan that was rejected. */
export function StopList({ known, machine, onHold }: StopListProps) {
  const { documentId, stops } = known.index
  const [opened, setOpened] = useState(false)
  const waiting = stops.list().filter(({ answer }) => answer === null).length
  const isShown = waiting > 0 || opened
  const query = trpc.order.readManyStops.useQuery(
    { documentId },
    { enabled: isShown, refetchInterval: 3000, trpc: { context: { background: true } } },
  )
  return (
    <Section
      title={waiting > 0 ? `Set aside (${waiting})` : 'Set aside'}
      aside={
        <Button size="xs" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? 'Hide scans that were not received' : 'Show scans that were not received'}
        </Button>
      }
    >
      {!isShown ? (
        <Muted>Nothing is set aside. A stopped package stays out of Receive All until somebody decides what to do with it.</Muted>
      ) : (
        <Loaded
          query={query}
          subject="The packages that were set aside"
          meaning="They stay out of Receive All; this list cannot reach the server right now."
          waiting={<Card busy>{null}</Card>}
        >
          {(all) => (
            <StopLines
              all={all}
              opened={opened}
              known={known}
              machine={machine}
              onHold={onHold}
              onDone={query.refetch}
              standIn={<Card busy>{null}</Card>}
            />
          )}
        </Loaded>
      )}
    </Section>
  )
}
