import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { getSession } from '../../api/session/session.ts'
import { me, showApp } from '../../test-app.tsx'
import { serve } from '../../test-server.ts'
import { routes } from '../route/routes.ts'
import { SideMenu } from './side-menu.tsx'

const calls = serve('auth', 'deleteOneToken')

const staff = { ...me, id: 3, userCustomerLocations: [] }
const links = () => Object.fromEntries(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]))

describe('the side menu', () => {
  test('[SHELL-001 SHELL-002 SHELL-005 SHELL-007 SHELL-009 SHELL-017] lists its items, each with its label and a link to its path', () => {
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

  test('[SHELL-041] lists the standard items in their order', () => {
    showApp('/', { user: staff, children: <SideMenu /> })
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Home',
      'My GLNs',
      'Trading Partners',
      'My Orders',
      'My Pedigrees',
      'Send A Pedigree',
      'Upload An Order',
      'Report An Incident',
      'Incident Tracker',
      'Recalls',
      'Document Exceptions',
      'What Applies To Us',
      'Procedures',
      'Settings',
      'Sign Out',
    ])
  })

  test('[SHELL-010 SHELL-011] links to reporting an incident and to the tracker', () => {
    showApp('/', { user: staff, children: <SideMenu /> })
    expect(links()).toMatchObject({ 'Report An Incident': '/reportanincident', 'Incident Tracker': '/incidenttracker' })
  })

  test('[SHELL-012] shows a red badge with the number of warnings on the tracker, and no badge without warnings', async () => {
    let count = 3
    const answers = { 'incidentReport.readCountByUser': () => ({ count }) }
    const { inputs } = showApp('/', { answers, children: <SideMenu /> })
    const badge = await screen.findByText('3')
    expect(badge.closest('a')?.getAttribute('href')).toBe('/incidenttracker')
    expect(badge.textContent).toBe('3 without an incident number')
    expect(badge.dataset.stop).toBe('true')
    expect(document.querySelectorAll('[data-count]')).toHaveLength(1)
    cleanup()
    count = 0
    const empty = showApp('/', { answers, children: <SideMenu /> })
    await waitFor(() => expect(empty.inputs('incidentReport.readCountByUser')).toHaveLength(1))
    expect(inputs('incidentReport.readCountByUser')).toHaveLength(1)
    expect(document.querySelectorAll('[data-count]')).toHaveLength(0)
  })

  test('[SHELL-039] shows on each item’s badge the count that the item’s call returns, and turns the exceptions badge red while an exception is overdue', async () => {
    let overdue: unknown[] = []
    const answers = {
      'incidentReport.readCountByUser': () => ({ count: 2 }),
      'documentException.readCount': () => ({ count: 4 }),
      'documentException.readManyByFilters': () => ({ items: overdue, nextCursor: null }),
      'recall.readStanding': () => ({ hasRecalls: true, asOf: null, recalls: 1, waiting: 0 }),
      'recall.readOneActiverecalledmedcountByUserid': () => ({ count: 9, recalls: 2 }),
    }
    const badges = () =>
      Object.fromEntries(
        [...document.querySelectorAll('[data-count]')].map((badge) => [badge.closest('a')?.getAttribute('href'), badge.textContent]),
      )
    const { inputs } = showApp('/', { answers, children: <SideMenu /> })
    await waitFor(() =>
      expect(badges()).toEqual({
        '/incidenttracker': '2 without an incident number',
        '/recalls': '9 packages in 2 recalls',
        '/exceptions': '4 open',
      }),
    )
    await waitFor(() => expect(inputs('documentException.readManyByFilters')).toEqual([{ view: 'overdue', limit: 1 }]))
    cleanup()
    overdue = [{}]
    showApp('/', { answers, children: <SideMenu /> })
    const late = await screen.findByText('4', { exact: true })
    await waitFor(() => expect(late.textContent).toBe('4 open, some overdue'))
    expect(late.dataset.stop).toBe('true')
  })

  test('has a page for every item', () => {
    showApp('/', { children: <SideMenu /> })
    const paths = routes.map((route) => route.path)
    for (const [label, href] of Object.entries(links())) if (label !== 'Sign Out') expect(paths).toContain(href)
  })

  test('[SHELL-018] clears stored data on Sign Out and returns to the start page, even when the server is unreachable', async () => {
    calls.deleteOneToken.mockRejectedValue(new TypeError('Failed to fetch'))
    const { history } = showApp('/orders', { children: <SideMenu /> })
    await userEvent.click(screen.getByRole('link', { name: 'Sign Out' }))
    await waitFor(() => expect(getSession()).toBeUndefined())
    expect(localStorage.getItem('auth_data')).toBeNull()
    expect(history?.at(-1)).toBe('/')
  })
})
