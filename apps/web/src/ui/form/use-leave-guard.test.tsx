import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Router, useLocation } from 'wouter'
import { guardNavigation, useLeaveGuard } from './use-leave-guard.tsx'

function Form() {
  return <p>Form {useLeaveGuard(true, 'It is not saved.').question}</p>
}

function Pages() {
  const [path, go] = useLocation()
  return (
    <>
      <button type="button" onClick={() => go('/elsewhere')}>
        Go
      </button>
      {path === '/form' ? <Form /> : <p>At {path}</p>}
    </>
  )
}

function show() {
  render(
    <MantineProvider env="test">
      <Router aroundNav={guardNavigation}>
        <Pages />
      </Router>
    </MantineProvider>,
  )
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

let before: string
beforeEach(() => {
  before = location.href
  history.pushState(null, '', '/before')
  history.pushState(null, '', '/form')
})
afterEach(() => history.replaceState(null, '', before))

describe('a page with unsaved input', () => {
  test('asks before the browser’s Back button leaves it, and leaves or stays as the user chooses', async () => {
    show()
    history.back()
    await screen.findByText('It is not saved.')
    expect(location.pathname).toBe('/form')
    expect(screen.getByText('Form')).toBeTruthy()
    await press('Stay')
    await waitFor(() => expect(screen.queryByText('It is not saved.')).toBeNull())
    history.back()
    await press('Leave without saving')
    await screen.findByText('At /before')
  })

  test('asks before a button or the header’s search opens another page', async () => {
    show()
    await press('Go')
    await screen.findByText('It is not saved.')
    expect(location.pathname).toBe('/form')
    await press('Leave without saving')
    await screen.findByText('At /elsewhere')
  })
})
