import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import css from './data-table.module.css'
import { type Column, cellClass } from './data-table-row.tsx'
import { Glyph } from './glyph.tsx'
import { Spoken } from './text.tsx'

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort?: Sort
  onSort?: (sort: Sort) => void
}

const orders = { asc: 'ascending', desc: 'descending' } as const

export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const active = sort && column.sort === sort.key ? sort : undefined
          const Arrow = active?.direction === 'asc' ? IconArrowUp : IconArrowDown
          const arrow = active && <Glyph of={Arrow} size={12} />
          const { sort: key } = column
          return (
            <th
              key={column.key}
              scope="col"
              className={cellClass(column)}
              aria-sort={active && orders[active.direction]}
              style={column.width ? { width: column.width } : undefined}
            >
              {column.head ? (
                column.head
              ) : column.hiddenLabel ? (
                <Spoken>{column.label}</Spoken>
              ) : key && onSort ? (
                <button
                  type="button"
                  className={css.th}
                  onClick={() => onSort({ key, direction: active?.direction === 'desc' ? 'asc' : 'desc' })}
                >
                  {column.label} {arrow}
                </button>
              ) : (
                <span className={css.th}>
                  {column.label} {arrow}
                </span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
