import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** Places fields or cards side by side, and stacks them where they would be narrower than `least` pixels. */
export function AutoGrid({ least = 160, children }: { least?: number; children: ReactNode }) {
  return (
    <Box
      display="grid"
      style={{
        gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`,
        gap: 'var(--s-3)',
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  )
}
