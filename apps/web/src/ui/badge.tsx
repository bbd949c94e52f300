import { Badge as MantineBadge } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconCheck, IconInfoCircle, type IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import css from './badge.module.css'

export type Meaning = 'done' | 'attention' | 'stop' | 'info'

export const meaningIcons = {
  done: IconCheck,
  attention: IconAlertTriangle,
  stop: IconAlertOctagon,
  info: IconInfoCircle,
} as const

interface BadgeProps {
  /** Absent: a state that asks for nothing. */
  meaning?: Meaning
  /** Where another sign says it better than the meaning's own. */
  icon?: ComponentType<IconProps>
  children: ReactNode
}

/** A state in a shape, a word and a colour; never in colour alone. */
export function Badge({ meaning, icon, children }: BadgeProps) {
  const Icon = icon ?? meaningIcons[meaning ?? 'info']
  return (
    <MantineBadge
      component="span"
      color={meaning ?? 'none'}
      classNames={{ root: css.badge, section: css.icon, label: css.label }}
      leftSection={<Icon size={14} stroke={2.25} aria-hidden="true" />}
    >
      {children}
    </MantineBadge>
  )
}
