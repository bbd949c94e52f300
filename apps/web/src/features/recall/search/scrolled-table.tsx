import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlainTable } from '../../../ui/table/plain-table.tsx'

/** A table as wide as its dialog, with its own scrolling. */
export function ScrolledTable({ label, head, children }: { label: string; head: readonly string[]; children: ReactNode }) {
  return (
    // A scroll area must be reachable by keyboard.
    <Box component="section" tabIndex={0} aria-label={`${label} (scrollable)`} mah="50vh" mt="sm" mx={-8} style={{ overflow: 'auto' }}>
      <PlainTable label={label} head={head} stacks>
        {children}
      </PlainTable>
    </Box>
  )
}
