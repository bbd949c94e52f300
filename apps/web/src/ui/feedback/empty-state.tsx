import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** One sentence: what will appear here, or that nothing was found. */
  children: ReactNode
  /** What the user can do here, as a button or a link below the sentence. */
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
