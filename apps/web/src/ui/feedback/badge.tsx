import { Badge as MantineBadge } from '@mantine/core'
import { type Icon, IconAlertOctagon, IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Glyph } from '../text/glyph.tsx'
import css from './badge.module.css'

export type Meaning = 'done' | 'attention' | 'stop' | 'info'

export const meaningIcons = {
  done: IconCheck,
  attention: IconAlertTriangle,
  stop: IconAlertOctagon,
  info: IconInfoCircle,
} as const

interface BadgeProps {
  /** Omit for a state that needs no attention. */
  meaning?: Meaning | undefined
  /** Shown instead of the icon that belongs to `meaning`. */
  icon?: Icon | undefined
  children: ReactNode
}

/** Shows a state by shape, word and color, never by color alone. */
export function Badge({ meaning, icon, children }: BadgeProps) {
  return (
    <MantineBadge
      component="span"
      color={meaning ?? 'none'}
      className={css.badge}
      leftSection={<Glyph of={icon ?? meaningIcons[meaning ?? 'info']} size={14} />}
    >
      {children}
    </MantineBadge>
  )
}
