import type { ReactNode } from 'react'
import css from './plain-table.module.css'

interface PlainTableProps {
  /** Accessible name of the table, such as "Packages". */
  label: string
  /** Column headings; an empty heading is for a column without a name. */
  head?: readonly ReactNode[] | undefined
  /**
   * On phones each row becomes a block, each cell shows its `data-label`, and cells with `data-desk` are hidden. If this is not set, the table
   * scrolls sideways.
   */
  stacks?: boolean | undefined
  /** All columns except the first are numeric. */
  numbers?: boolean | undefined
  /** Uses smaller text, for dense data that is seldom read. */
  small?: boolean | undefined
  /** The rows; with `groups`, one `<tbody>` per group. */
  children: ReactNode
  groups?: boolean | undefined
  /** Accessible name of the scrolling region, which makes the region focusable. Needed if nothing in the table can be focused. */
  region?: string | undefined
}

/** A short table that is only read. Use `DataTable` for rows that are searched, sorted or opened. */
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
