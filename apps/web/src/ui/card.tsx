import { Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './card.module.css'

interface CardProps {
  title?: ReactNode
  /** Its name, where no title says it; or the id of what does. */
  label?: string
  labelledBy?: string
  /** Right of the title. */
  aside?: ReactNode
  foot?: ReactNode
  className?: string | undefined
  busy?: boolean
  children: ReactNode
}

/** White with one hairline and no shadow. Never a card in a card. */
export function Card({ title, label, labelledBy, aside, foot, className, busy, children }: CardProps) {
  return (
    <Paper
      component="section"
      className={[css.card, className].filter(Boolean).join(' ')}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-busy={busy}
    >
      {(title || aside) && (
        <div className={css.head}>
          {title && <h2>{title}</h2>}
          {aside && <span className={css.aside}>{aside}</span>}
        </div>
      )}
      {children}
      {foot && <CardFoot>{foot}</CardFoot>}
    </Paper>
  )
}

/** What stands in a card with room around it. */
export function CardBody({ children }: { children: ReactNode }) {
  return (
    <Stack gap="md" px="md" pt="xs" pb="lg">
      {children}
    </Stack>
  )
}

/** Below a hairline: what more there is, or what can be done. */
function CardFoot({ children }: { children: ReactNode }) {
  return <div className={css.foot}>{children}</div>
}
