import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** One sentence: what will be here, or that nothing was found. */
  children: ReactNode
  /** The one thing that gets it here. */
  action?: ReactNode
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <Stack align="flex-start" gap="sm" px="lg" py="xl" maw="var(--measure)">
      <p>{children}</p>
      {action}
    </Stack>
  )
}
