import { Button, Divider, Group } from '@mantine/core'
import { Fragment, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Card } from '../layout/card.tsx'
import { Failed, type FailedQuery, useFailed } from '../page/loaded.tsx'
import css from './data-table.module.css'
import { type Sort, TableHead } from './data-table-head.tsx'
import { DataRow, SkeletonRows, type TableColumn } from './data-table-row.tsx'
import { useRowWindow } from './use-row-window.ts'

export type { TableColumn } from './data-table-row.tsx'

interface DataTableProps<Row> {
  /** Accessible name of the table, such as "Orders". */
  label: string
  columns: readonly TableColumn<Row>[]
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Target of a row; the whole row is clickable, and the first `link` column holds the real link. */
  rowHref?: ((row: Row) => string) | undefined
  /** Opens a dialog for a row; the first `link` column holds its button. */
  onOpen?: ((row: Row) => void) | undefined
  /** Heading before the first of consecutive rows with the same `key`; no heading if `words` is empty. */
  band?: ((row: Row) => { key: string; words: ReactNode }) | undefined
  rowClass?: ((row: Row) => string | undefined) | undefined
  /** Whether the page currently shows this row's details. */
  isCurrent?: ((row: Row) => boolean) | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Totals by column key. */
  footer?: Readonly<Record<string, ReactNode>> | undefined
  empty?: ReactNode
  /** The query behind the rows; if it fails before any row has arrived, its error is shown in their place. */
  failed?: FailedQuery | undefined
  more?: { has: boolean; loading: boolean; onMore: () => void } | undefined
  /** Rows have two lines. */
  tall?: boolean | undefined
  className?: string | undefined
}

/** A table on desktops, cards on phones. Beyond 200 rows it renders only those in view. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    rowHref,
    onOpen,
    band,
    rowClass,
    isCurrent,
    sort,
    onSort,
    footer,
    empty,
    failed,
    more,
    tall,
    className,
  } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const window = useRowWindow(body, rows?.length ?? 0)
  const hasFailed = useFailed(failed?.query)
  if (failed && !rows && hasFailed) return <Failed {...failed} />
  if (rows?.length === 0 && empty) return <Card>{empty}</Card>
  const shown = rows?.slice(window.start, window.end)
  return (
    <div className={css.card}>
      <table
        className={[css.table, tall && css.tall, className].filter(Boolean).join(' ')}
        data-table
        aria-label={label}
        aria-busy={!rows}
        aria-rowcount={window.isCut && rows ? rows.length + 1 : undefined}
      >
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody ref={body} onKeyDown={moveByArrows}>
          {window.before > 0 && <Spacer height={window.before} columns={columns.length} />}
          {shown ? (
            shown.map((row, at) => {
              const own = band?.(row)
              const before = at === 0 ? undefined : shown[at - 1]
              return (
                <Fragment key={rowKey(row)}>
                  {own?.words && (before === undefined || band?.(before).key !== own.key) && (
                    <tr className={css.band}>
                      <td colSpan={columns.length}>{own.words}</td>
                    </tr>
                  )}
                  <DataRow
                    row={row}
                    columns={columns}
                    current={isCurrent?.(row) ?? false}
                    href={rowHref ? rowHref(row) : undefined}
                    onOpen={onOpen ? () => onOpen(row) : undefined}
                    index={window.isCut ? window.start + at + 2 : undefined}
                    className={rowClass?.(row)}
                  />
                </Fragment>
              )
            })
          ) : (
            <SkeletonRows columns={columns} />
          )}
          {window.after > 0 && <Spacer height={window.after} columns={columns.length} />}
        </tbody>
        {footer && rows && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={[column.leaves && css[column.leaves], column.className].filter(Boolean).join(' ') || undefined}
                >
                  {footer[column.key]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {more?.has && (
        <>
          <Divider />
          <Group gap="sm" mih={44} px="md" c="var(--ink-2)">
            <span>
              {rows?.length.toLocaleString('en-US')} shown
              <span className={css.printed}>. There are more: load them before you print, or download the CSV.</span>
            </span>
            <Button size="xs" loading={more.loading} onClick={more.onMore}>
              More
            </Button>
          </Group>
        </>
      )}
    </div>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr className={css.spacer} data-spacer>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus between rows with the up and down arrow keys. Enter needs no code, because the browser follows the focused link. */
function moveByArrows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = steps[event.key]
  const from = document.activeElement
  if (!step || !(from instanceof HTMLElement) || !from.hasAttribute('data-row-link')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const next = links[links.indexOf(from) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
