import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { clearSession } from '../../api/session/session.ts'
import { loadable } from '../../ui/page/loadable.tsx'
import { PageOutlet, useMatch } from './page-outlet.tsx'
import type { PageRoute } from './page-route.ts'

const pageWith = (heading: string) => loadable(async () => ({ default: () => <h1>{heading}</h1> }))

const known: PageRoute[] = [
  {
    path: '/orders/receive/:documentId',
    title: ({ documentId }) => `Order ${documentId}`,
    page: pageWith('Receive'),
  },
  { path: '/locations', title: 'Manage Locations', right: 'location:write', page: pageWith('Locations') },
  { path: '/people', title: 'People', page: pageWith('People') },
]
const leads = { '/peoplemanagement': '/people' }

function Outlet() {
  return <PageOutlet match={useMatch(known)} leads={leads} />
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

describe('the pages of the app', () => {
  test('are found by URL and can set the window title', async () => {
    expect(await open('/orders/receive/7')).toBe('Receive')
    expect(document.title).toBe('Order 7 · Seriatim')
  })

  test('can redirect to another page', async () => {
    expect(await open('/peoplemanagement')).toBe('People')
  })

  test('are hidden from users without permission', async () => {
    expect(await open('/locations')).toBe('You do not have access to this page')
  })

  test('show a message for an unknown URL', async () => {
    expect(await open('/nowhere')).toBe('Page not found')
  })
})
