import { Box, Group } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Right of the title: how many, since when. */
  aside?: ReactNode
  children: ReactNode
}

/** One part of a detail page, named by its title. */
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
