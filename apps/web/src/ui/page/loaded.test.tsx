import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Loaded } from './loaded.tsx'
import { ServerUnreachable } from './server-unreachable.ts'

const asked = { data: undefined as string | undefined, isError: false, failureCount: 0, isFetching: false, refetch: vi.fn() }
const show = (query: typeof asked, isUnreachable = false) =>
  render(
    <MantineProvider>
      <ServerUnreachable value={isUnreachable}>
        <Loaded query={query} subject="The list" safe="It is safe" waiting="Coming">
          {(data) => <p>{data}</p>}
        </Loaded>
      </ServerUnreachable>
    </MantineProvider>,
  )

test('the loading wrapper waits for the data and then shows it', () => {
  show(asked)
  expect(screen.getByText('Coming')).toBeTruthy()
  show({ ...asked, data: '' })
  expect(document.querySelector('p')?.textContent).toBe('')
})

test('the loading wrapper keeps its data when a refetch fails', () => {
  show({ ...asked, data: 'Old', isError: true })
  expect(screen.getByText('Old')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the loading wrapper reports which data failed to load, and can retry', async () => {
  show({ ...asked, isError: true })
  expect(screen.getByRole('alert').textContent).toContain('The list could not be loaded.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(asked.refetch).toHaveBeenCalledOnce()
})

test('without a network, the loading wrapper shows a failure after its first attempt and keeps retrying', () => {
  show({ ...asked, failureCount: 1 })
  expect(screen.queryByRole('alert')).toBeNull()
  show({ ...asked, failureCount: 1 }, true)
  expect(screen.getByRole('alert').textContent).toContain('The list could not be loaded.')
})
