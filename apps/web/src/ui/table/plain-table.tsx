import type { ReactNode } from 'react'
import css from './plain-table.module.css'

interface PlainTableProps {
  /** Names the table: "Packages". */
  label: string
  /** What stands above the columns; an empty one names nothing. */
  head?: readonly ReactNode[] | undefined
  /** On a phone each row is a block, a cell has its `data-label` before it, one with `data-desk` is left out. Without it the table is pushed sideways there. */
  stacks?: boolean | undefined
  /** All columns but the first are numbers. */
  numbers?: boolean | undefined
  /** Smaller letters, for much that is read seldom. */
  small?: boolean | undefined
  /** The rows, or with `groups` a `<tbody>` for each group of them. */
  children: ReactNode
  groups?: boolean | undefined
  /** Has nothing that takes the focus, so that what is pushed sideways is reached by keyboard as a region of this name. */
  region?: string | undefined
}

/** A few rows that are read and lead nowhere. What is searched, sorted or opened is a `DataTable`. */
export function PlainTable({ label, head, stacks, numbers, small, children, groups, region }: PlainTableProps) {
  return (
    <div className={css.scroll} {...(region ? { role: 'region', 'aria-label': region, tabIndex: 0 } : {})}>
      <table
        aria-label={label}
        className={[css.table, stacks && css.stacks, numbers && css.numbers, small && css.small].filter(Boolean).join(' ')}
      >
        {head && (
          <thead>
            <tr>
              {head.map((words, at) =>
                words ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <th key={at} scope="col">
                    {words}
                  </th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <td key={at} />
                ),
              )}
            </tr>
          </thead>
        )}
        {groups ? children : <tbody>{children}</tbody>}
      </table>
    </div>
  )
}
