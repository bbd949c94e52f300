import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './rows.module.css'

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/** Lines of one card, a hairline between two. */
export function Rows({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <ul className={css.rows} aria-busy={busy}>
      {children}
    </ul>
  )
}

/** A short line: what it is, what about it, since when. */
export function Row({ children }: { children: ReactNode }) {
  return <li className={css.row}>{children}</li>
}

/** What takes the room that the line has left. */
export function RowWords({ children }: { children: ReactNode }) {
  return <span className={css.words}>{children}</span>
}

/** What stands back. */
export function Quiet({ children }: { children: ReactNode }) {
  return <span className={css.quiet}>{children}</span>
}

/** The place of such a line while it comes: no heading yet, for an empty one is read out as one. */
export function WaitingJobRow({ width }: { width: number }) {
  return (
    <li className={css.job}>
      <Skeleton width={width} />
      <Skeleton />
      <Skeleton height={28} />
    </li>
  )
}

interface JobRowProps {
  title: ReactNode
  under: ReactNode
  /** How far it is. `start`: as wide as it is, not as the column. */
  state: ReactNode
  align?: 'start'
  action: ReactNode
}

/** A line that is worked on: what it is, how far it is, and the one button. */
export function JobRow({ title, under, state, align, action }: JobRowProps) {
  return (
    <li className={css.job}>
      <div>
        <h3 className={css.title}>{title}</h3>
        {under}
      </div>
      <div className={classes(css.state, align === 'start' && css.start)}>{state}</div>
      <div className={css.action}>{action}</div>
    </li>
  )
}
