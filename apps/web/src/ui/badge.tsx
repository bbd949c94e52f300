import { IconAlertOctagon, IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

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
  children: ReactNode
}

/** A state in a shape, a word and a colour; never in colour alone. */
export function Badge({ meaning, children }: BadgeProps) {
  const Icon = meaningIcons[meaning ?? 'info']
  return (
    <span className={meaning ? `badge badge--${meaning}` : 'badge'}>
      <Icon className="ic" aria-hidden="true" /> {children}
    </span>
  )
}
