import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { clearSession } from '../api/session.ts'
import { PageOutlet, useMatch } from './page-outlet.tsx'

vi.mock('./routes.tsx', () => ({
  routes: [
    {
      path: '/orders/receive/:documentId',
      title: (p: { documentId: string }) => `Order ${p.documentId}`,
      right: 'everyone',
      page: () => <h1>Receive</h1>,
    },
    { path: '/locations', title: 'Manage Locations', right: 'customerAdmin', page: () => <h1>Locations</h1> },
    { path: '/users', title: 'Users', right: 'everyone', page: () => <h1>Users</h1> },
  ],
  redirects: { '/usermanagement': '/users' },
}))

function Outlet() {
  return <PageOutlet match={useMatch()} />
}

async function open(path: string): Promise<string | null> {
  const { hook } = memoryLocation({ path })
  render(
    <MantineProvider>
      <Router hook={hook}>
        <Outlet />
      </Router>
    </MantineProvider>,
  )
  return (await screen.findByRole('heading', { level: 1 })).textContent
}

beforeEach(clearSession)

describe('pages', () => {
  it('are found by their address, which can name the window', async () => {
    expect(await open('/orders/receive/7')).toBe('Receive')
    expect(document.title).toBe('Order 7 · Seriatim')
  })

  it('may lead elsewhere', async () => {
    expect(await open('/usermanagement')).toBe('Users')
  })

  it('are not shown without the right', async () => {
    expect(await open('/locations')).toBe('You do not have access to this page')
  })

  it('say so when there is none', async () => {
    expect(await open('/nowhere')).toBe('Page not found')
  })
})
