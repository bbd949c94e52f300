import type { Permission } from '@seriatim/schema/rights'
import { routes } from '../route/routes.ts'

/** Which number stands beside the item; `use-menu-badges` supplies it. */
export type BadgeName = 'incidents' | 'recalls' | 'exceptions'

export interface MenuItem {
  label: string
  path: string
  /** What it takes; absent: everybody has it. */
  right?: Permission
  badge?: BadgeName
  /** Other addresses that belong to this item. */
  also?: readonly string[]
}

const item = (label: string, path: string, more: Partial<MenuItem> = {}): MenuItem => ({ label, path, ...more })

/** The documented items in their documented order, grouped by space; the last group stands at the bottom, with Sign Out after it. */
export const menuGroups: readonly (readonly MenuItem[])[] = [
  [item('Home', '/'), item('My GLNs', '/gln'), item('Trading Partners', '/tradingpartner')],
  [
    item('My Orders', '/orders'),
    item('My Pedigrees', '/searchmeds', { also: ['/meddetail', '/inputmeds'] }),
    item('Send A Pedigree', '/sendapedigree'),
    item('Upload An Order', '/orderupload'),
  ],
  [
    item('Report An Incident', '/reportanincident'),
    item('Incident Tracker', '/incidenttracker', { badge: 'incidents' }),
    item('Recalls', '/recalls', { badge: 'recalls' }),
    item('Document Exceptions', '/exceptions', { badge: 'exceptions' }),
  ],
  [
    item('Manage Subscription', '/subscription', { right: 'subscription:read' }),
    item('Manage Locations', '/locations', { right: 'location:write' }),
    item('Manage Users', '/users', { right: 'user:manage' }),
  ],
  [item('Settings', '/settings/changepassword', { also: ['/settings', '/audit'] })],
]

export const menuItems: readonly MenuItem[] = menuGroups.flat()

/** Whether there is a screen at this address: what is not there yet is not offered. */
export function isAvailable(path: string): boolean {
  return routes.some((route) => route.path === path)
}

/** The item a page belongs to: the longest address that it begins with. */
export function activeItem(path: string): MenuItem | undefined {
  const fits = (base: string) => (base === '/' ? path === '/' : path === base || path.startsWith(`${base}/`))
  const candidates = menuItems.flatMap((entry) => [entry.path, ...(entry.also ?? [])].filter(fits).map((base) => ({ entry, base })))
  return candidates.toSorted((a, b) => b.base.length - a.base.length)[0]?.entry
}
