import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** One-sentence placeholder for an empty card. Use `EmptyState` if there is an action. */
export const EmptyLine = ({ children }: { children: ReactNode }) => (
  <Box component="p" p="md" c="var(--ink-2)">
    {children}
  </Box>
)
