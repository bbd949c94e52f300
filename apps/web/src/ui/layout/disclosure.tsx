import { Group } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Glyph } from '../text/glyph.tsx'
import css from './disclosure.module.css'

interface FoldProps {
  /** One-line summary of the content. */
  title: ReactNode
  /** Shown at the right end: a count or a status. */
  end?: ReactNode
  opened: boolean
  onToggle?: ((isOpen: boolean) => void) | undefined
  children: ReactNode
}

/** One of several collapsible parts of a card. */
export function Disclosure({ title, end, opened, onToggle, children }: FoldProps) {
  return (
    <details className={css.fold} open={opened} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <Group component="summary" className={css.head} gap="4px 12px" mih={44} px="md" py={6}>
        <Glyph of={IconChevronRight} size={16} />
        {title}
        <Group component="span" gap="4px 12px" ml="auto" c="var(--ink-2)">
          {end}
        </Group>
      </Group>
      {children}
    </details>
  )
}
