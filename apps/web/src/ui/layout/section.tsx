import { Box, Group } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Shown right of the title: a count or a date. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled part of a detail page. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group align="baseline" justify="space-between" gap="0 16px" mb="xs">
        <h2 id={id}>{title}</h2>
        {aside && (
          <Box component="span" c="var(--ink-2)">
            {aside}
          </Box>
        )}
      </Group>
      {children}
    </section>
  )
}
