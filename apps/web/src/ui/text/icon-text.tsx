import { Group, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Meaning } from '../feedback/badge.tsx'
import { Glyph } from './glyph.tsx'

/** De-emphasized words within a line. */
export function Quiet({ children }: { children: ReactNode }) {
  return (
    <Text span inherit c="var(--ink-2)">
      {children}
    </Text>
  )
}

interface SignedProps {
  of: Icon
  /** Omit for a state that needs no attention. */
  meaning?: Meaning | undefined
  size?: 14 | 16 | 20 | undefined
  children: ReactNode
}

/** An icon with its text on one line, in the color of its meaning. */
export function IconText({ of, meaning, size = 16, children }: SignedProps) {
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" c={meaning ? `var(--${meaning}-text)` : 'inherit'}>
      <Glyph of={of} size={size} /> <span>{children}</span>
    </Group>
  )
}
