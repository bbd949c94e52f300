import { Group, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Meaning } from '../feedback/badge.tsx'
import { Glyph } from './glyph.tsx'

/** Words in a line that stand back. */
export function Quiet({ children }: { children: ReactNode }) {
  return (
    <Text span inherit c="var(--ink-2)">
      {children}
    </Text>
  )
}

interface SignedProps {
  of: Icon
  /** Absent: a state that asks for nothing. */
  meaning?: Meaning | undefined
  size?: 14 | 16 | 20 | undefined
  children: ReactNode
}

/** A sign and its words in one line, in the color of what they mean. */
export function IconText({ of, meaning, size = 16, children }: SignedProps) {
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" c={meaning ? `var(--${meaning}-text)` : 'inherit'}>
      <Glyph of={of} size={size} /> <span>{children}</span>
    </Group>
  )
}
