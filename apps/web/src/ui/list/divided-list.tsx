import type { ReactNode } from 'react'
import css from './divided-list.module.css'

interface DividedProps {
  /** Accessible name of the list. */
  label?: string | undefined
  /** Whether the order of the items matters, as in a timeline or a sequence. */
  ordered?: boolean | undefined
  /** Omits the side padding, for a dialog that has its own. */
  bare?: boolean | undefined
  /** `<li>` elements. */
  children: ReactNode
}

/** A list with hairlines between its items. Use `Lines` if the rows have menus. */
export function DividedList({ label, ordered, bare, children }: DividedProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={[css.divided, bare && css.bare].filter(Boolean).join(' ')} aria-label={label}>
      {children}
    </List>
  )
}
