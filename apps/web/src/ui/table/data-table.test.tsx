import { MantineProvider } from '@mantine/core'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { DataTable, type TableColumn } from './data-table.tsx'

interface Row {
  id: number
  name: string
}
const columns: readonly TableColumn<Row>[] = [
  { key: 'name', label: 'Name', link: true, sort: 'name', cell: (row) => row.name },
  { key: 'id', label: 'Id', cell: (row) => row.id },
]
const rows = ['a', 'b', 'c'].map((name, at) => ({ id: at + 1, name }))

function show(props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) {
  const memory = memoryLocation({ path: '/', record: true })
  render(
    <MantineProvider>
      <Router hook={memory.hook}>
        <DataTable label="Things" columns={columns} rows={rows} rowKey={(row) => row.id} rowHref={(row) => `/thing/${row.id}`} {...props} />
      </Router>
    </MantineProvider>,
  )
  return memory
}

describe('the data table', () => {
  test('opens the row’s link from any of its cells', async () => {
    const memory = show()
    expect(screen.getByRole('link', { name: 'b' }).getAttribute('href')).toBe('/thing/2')
    await userEvent.click(screen.getByText('3'))
    expect(memory.history).toEqual(['/', '/thing/3'])
  })

  test('moves between rows with the arrow keys', async () => {
    show()
    screen.getByRole('link', { name: 'a' }).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('b')
  })

  test('shows its sort order and requests the opposite order on a click', async () => {
    const onSort = vi.fn()
    show({ sort: { key: 'name', direction: 'desc' }, onSort })
    const head = screen.getByRole('columnheader', { name: /Name/ })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(within(head).getByRole('button'))
    expect(onSort).toHaveBeenCalledWith({ key: 'name', direction: 'asc' })
  })

  test('renders every row for printing, even when only some are in view', () => {
    const many = Array.from({ length: 260 }, (_, at) => ({ id: at + 1, name: `row ${at + 1}` }))
    show({ rows: many })
    expect(screen.queryByText('row 260')).toBeNull()
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(screen.getByText('row 260')).toBeTruthy()
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(screen.queryByText('row 260')).toBeNull()
  })

  test('shows a placeholder while loading, and a message when there are no rows', () => {
    show({ rows: undefined })
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    show({ rows: [], empty: <p>No results.</p> })
    expect(screen.getByText('No results.')).toBeTruthy()
  })
})
