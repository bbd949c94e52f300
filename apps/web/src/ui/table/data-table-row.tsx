import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Skeleton } from '../layout/skeleton.tsx'
import css from './data-table.module.css'

export interface TableColumn<Row> {
  key: string
  label: string
  /** Shows the heading to screen readers only. */
  hiddenLabel?: boolean | undefined
  /** Replaces the heading, e.g. with a checkbox that selects all rows. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** Whether this cell contains the link that opens the row. */
  link?: boolean | undefined
  align?: 'end' | undefined
  /** The server's key for sorting by this column; without a key the column can't be sorted. */
  sort?: string | undefined
  /** Width of the column in pixels (number) or as a percentage of the table's width (string). */
  width?: number | string | undefined
  /** Hides the column in windows narrower than `wide` or `medium`. */
  leaves?: 'wide' | 'medium' | undefined
  nowrap?: boolean | undefined
  /** The cells contain words, so digits and hyphens need not align vertically. */
  words?: boolean | undefined
  className?: string | undefined
  /** Slot on a phone's card; `title` and `foot` hold the two most important facts. Without it the card omits the column. */
  card?: 'title' | 'line' | 'mark' | 'state' | 'foot' | 'menu' | undefined
}

interface DataRowProps<Row> {
  row: Row
  columns: readonly TableColumn<Row>[]
  href?: string | undefined
  /** Called instead of following the link. */
  onOpen?: (() => void) | undefined
  index?: number | undefined
  current?: boolean | undefined
  className?: string | undefined
}

export function DataRow<Row>({ row, columns, href, onOpen, index, current, className }: DataRowProps<Row>) {
  const [, navigate] = useLocation()
  const follow = (event: MouseEvent<HTMLTableRowElement>) => {
    const target = event.target as HTMLElement // the target of a click is always an element
    if (!(href || onOpen) || event.defaultPrevented || target.closest('a, button, input, label, [role="menu"]')) return
    if (!event.currentTarget.contains(target) || (getSelection()?.toString() ?? '') !== '') return
    if (!href) onOpen?.()
    else if (event.metaKey || event.ctrlKey) window.open(href, '_blank', 'noopener')
    else navigate(href)
  }
  const cells = columns.map((column) => (
    <td key={column.key} data-card={column.card} className={cellClass(column)}>
      {href && column.link ? (
        <Link href={href} className={css.link} data-row-link>
          {column.cell(row)}
        </Link>
      ) : onOpen && column.link ? (
        <button type="button" className={css.link} data-row-link onClick={onOpen}>
          {column.cell(row)}
        </button>
      ) : (
        column.cell(row)
      )}
    </td>
  ))
  if (!href && !onOpen)
    return (
      <tr aria-rowindex={index} className={className}>
        {cells}
      </tr>
    )
  return (
    <tr
      className={[css.row, className].filter(Boolean).join(' ')}
      aria-current={current ? 'true' : undefined}
      aria-rowindex={index}
      onClick={follow}
    >
      {cells}
    </tr>
  )
}

export function cellClass<Row>(column: TableColumn<Row>): string | undefined {
  return (
    [
      column.align === 'end' && css.end,
      column.leaves && css[column.leaves],
      column.nowrap && css.nowrap,
      column.words && css.words,
      column.className,
    ]
      .filter(Boolean)
      .join(' ') || undefined
  )
}

const lengths = ['64%', '78%', '52%', '70%', '80%', '58%', '74%']

/** Placeholder rows with the same columns as the rows that are being loaded. */
export function SkeletonRows<Row>({ columns }: { columns: readonly TableColumn<Row>[] }) {
  return lengths.slice(0, 6).map((_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows are all alike
    <tr key={line}>
      {columns.map((column, at) => (
        <td key={column.key} data-card={column.card} className={cellClass(column)}>
          {!column.hiddenLabel && <Skeleton share={lengths[(line + at) % lengths.length]} />}
        </td>
      ))}
    </tr>
  ))
}
