import type { ReactNode } from 'react'
import css from './lines.module.css'
import { type RowAction, RowMenu } from './row-menu.tsx'

export interface Line {
  key: string | number
  /** What it is called, for the menu's button: "address 1180 Dock Street". */
  name: string
  content: ReactNode
  /** A smaller line below. */
  sub?: ReactNode
  /** At the right end. */
  end?: ReactNode
  actions?: readonly RowAction[]
}

interface LinesProps {
  lines: readonly Line[]
  /** Names the list where no heading does. */
  label?: string
}

/** Rows of a card, each with a menu of its own. */
export function Lines({ lines, label }: LinesProps) {
  return (
    <ul className={css.lines} aria-label={label}>
      {lines.map(({ key, name, content, sub, end, actions }) => (
        <li key={key}>
          <div className={css.grow}>
            {content}
            {sub && <span className={css.sub}>{sub}</span>}
          </div>
          {end && <div className={css.end}>{end}</div>}
          {actions && actions.length > 0 && <RowMenu label={name} actions={actions} />}
        </li>
      ))}
    </ul>
  )
}
