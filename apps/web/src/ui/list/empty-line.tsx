import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** In a card in the place of its lines, in a sentence. What has a deed to begin with is an `EmptyState`. */
export const EmptyLine = ({ children }: { children: ReactNode }) => (
  <Box component="p" p="md" c="var(--ink-2)">
    {children}
  </Box>
)
