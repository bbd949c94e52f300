import { Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Glyph } from '../ui/text/glyph.tsx'

interface StripProps {
  meaning: 'attention' | 'info'
  icon: Icon
  action?: ReactNode
  children: ReactNode
}

/** A bar across the page with a notice that concerns everything below it. */
export function Strip({ meaning, icon, action, children }: StripProps) {
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      px="md"
      py={6}
      bg={`var(--${meaning}-tint)`}
      c={`var(--${meaning}-text)`}
      style={{ borderBottom: `1px solid var(--${meaning}-line)` }}
    >
      <Glyph of={icon} size={16} />
      <p>{children}</p>
      {action}
    </Group>
  )
}
