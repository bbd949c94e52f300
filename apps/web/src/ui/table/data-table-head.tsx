import { Group, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Glyph } from '../text/glyph.tsx'
import { VisuallyHidden } from '../text/text.tsx'
import { cellClass, type TableColumn } from './data-table-row.tsx'

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

interface TableHeadProps<Row> {
  columns: readonly TableColumn<Row>[]
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
}

const orders = { asc: 'ascending', desc: 'descending' } as const

export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const active = sort && column.sort === sort.key ? sort : undefined
          const Arrow = active?.direction === 'asc' ? IconArrowUp : IconArrowDown
          const words = (
            <Group component="span" display="inline-flex" gap={4} wrap="nowrap" mih={28}>
              {column.label} {active && <Glyph of={Arrow} size={12} />}
            </Group>
          )
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
                <VisuallyHidden>{column.label}</VisuallyHidden>
              ) : key && onSort ? (
                <UnstyledButton fz="inherit" onClick={() => onSort({ key, direction: active?.direction === 'desc' ? 'asc' : 'desc' })}>
                  {words}
                </UnstyledButton>
              ) : (
                words
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
