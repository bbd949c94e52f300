import { Box, Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Meaning, meaningIcons } from '../feedback/badge.tsx'
import { Glyph } from '../text/glyph.tsx'
import { Muted } from '../text/text.tsx'

interface NoteProps {
  meaning?: Meaning | undefined
  /** Shown instead of the icon that belongs to `meaning`. */
  icon?: Icon | undefined
  title: ReactNode
  /** Whether screen readers announce the note at once. */
  alert?: boolean | undefined
  action?: ReactNode
  children?: ReactNode
}

/** A short callout in the page. */
export function Note({ meaning, icon, title, alert, action, children }: NoteProps) {
  const tone = meaning === 'info' ? undefined : meaning
  return (
    <Group
      data-meaning={meaning}
      wrap="nowrap"
      align="flex-start"
      gap="sm"
      px="md"
      py="sm"
      bdrs="md"
      bg={tone ? `var(--${tone}-tint)` : 'var(--sunk)'}
      role={alert ? 'alert' : undefined}
    >
      <Glyph of={icon ?? meaningIcons[meaning ?? 'info']} color={tone && `var(--${tone}-text)`} />
      <Box miw={0}>
        <b>{title}</b>
        {children && <Muted>{children}</Muted>}
        {action && <Box mt="sm">{action}</Box>}
      </Box>
    </Group>
  )
}
