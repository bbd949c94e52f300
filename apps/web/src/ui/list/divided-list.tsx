import type { ReactNode } from 'react'
import css from './divided-list.module.css'

interface DividedProps {
  /** Names the list. */
  label?: string | undefined
  /** In order: what came first, or what comes next. */
  ordered?: boolean | undefined
  /** In a dialog, which has its own room at the sides. */
  bare?: boolean | undefined
  /** `<li>` elements. */
  children: ReactNode
}

/** A list of whatever, a hairline between one and the next. Rows with a menu of their own are `Lines`. */
export function DividedList({ label, ordered, bare, children }: DividedProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={[css.divided, bare && css.bare].filter(Boolean).join(' ')} aria-label={label}>
      {children}
    </List>
  )
}
