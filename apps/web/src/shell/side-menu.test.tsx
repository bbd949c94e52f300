import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { getSession } from '../api/session.ts'
import { me, showApp } from '../test-app.tsx'
import { serve } from '../test-server.ts'
import { routes } from './routes.tsx'
import { SideMenu } from './side-menu.tsx'

const calls = serve('auth', 'deleteOneToken')

const staff = { ...me, id: 3, userCustomerLocations: [] }
const links = () => Object.fromEntries(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]))

describe('side menu', () => {
  it('[SHELL-001 SHELL-002 SHELL-005 SHELL-007 SHELL-009 SHELL-017] lists its items, each with its label and leading to its path', () => {
    showApp('/orderupload', { user: staff, children: <SideMenu /> })
    expect(links()).toMatchObject({
      Home: '/',
      'My Orders': '/orders',
      'My Pedigrees': '/searchmeds',
      'Upload An Order': '/orderupload',
      Settings: '/settings/changepassword',
    })
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Upload An Order')
  })

  it('offers nothing that has no page', () => {
    showApp('/', { children: <SideMenu /> })
    const paths = routes.map((route) => route.path)
    for (const [label, href] of Object.entries(links())) if (label !== 'Sign Out') expect(paths).toContain(href)
  })

  it('[SHELL-018] Sign Out clears what was kept and goes to the beginning, also when the server cannot be reached', async () => {
    calls.deleteOneToken.mockRejectedValue(new TypeError('Failed to fetch'))
    const { history } = showApp('/orders', { children: <SideMenu /> })
    await userEvent.click(screen.getByRole('link', { name: 'Sign Out' }))
    await waitFor(() => expect(getSession()).toBeUndefined())
    expect(localStorage.getItem('auth_data')).toBeNull()
    expect(history?.at(-1)).toBe('/')
  })
})
