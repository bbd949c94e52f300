import type { Right } from './rights.ts'

/** Which number stands beside the item; `use-menu-badges` supplies it. */
export type BadgeName = 'incidents' | 'recalls' | 'exceptions'

export interface MenuItem {
  label: string
  path: string
  right: Right
  badge?: BadgeName
  /** Other addresses that belong to this item. */
  also?: readonly string[]
  /** The screen exists. What is not there yet is not offered. */
  available: boolean
}

const item = (label: string, path: string, available: boolean, more: Partial<MenuItem> = {}): MenuItem => ({
  label,
  path,
  right: 'everyone',
  available,
  ...more,
})

/** The documented items in their documented order, grouped by space; the last group stands at the bottom, with Sign Out after it. */
export const menuGroups: readonly (readonly MenuItem[])[] = [
  [item('Home', '/', true), item('My GLNs', '/gln', true), item('Trading Partners', '/tradingpartner', true)],
  [
    item('My Orders', '/orders', true),
    item('My Pedigrees', '/searchmeds', true, { also: ['/meddetail', '/inputmeds'] }),
    item('Send A Pedigree', '/sendapedigree', true),
    item('Upload An Order', '/orderupload', true),
  ],
  [
    item('Report An Incident', '/reportanincident', true),
    item('Incident Tracker', '/incidenttracker', true, { badge: 'incidents' }),
    item('Recalls', '/recalls', false, { badge: 'recalls' }),
    item('Document Exceptions', '/exceptions', true, { badge: 'exceptions' }),
  ],
  [
    item('Manage Subscription', '/subscription', true, { right: 'customerAdmin' }),
    item('Manage Locations', '/locations', true, { right: 'customerAdmin' }),
    item('Manage Users', '/users', true, { right: 'anyAdmin' }),
  ],
  [item('Settings', '/settings/changepassword', true, { also: ['/settings', '/audit'] })],
]

export const menuItems: readonly MenuItem[] = menuGroups.flat()

export function isAvailable(path: string): boolean {
  return menuItems.some((entry) => entry.available && (entry.path === path || entry.also?.includes(path)))
}

/** The item a page belongs to: the longest address that it begins with. */
export function activeItem(path: string): MenuItem | undefined {
  const fits = (base: string) => (base === '/' ? path === '/' : path === base || path.startsWith(`${base}/`))
  const candidates = menuItems.flatMap((entry) => [entry.path, ...(entry.also ?? [])].filter(fits).map((base) => ({ entry, base })))
  return candidates.toSorted((a, b) => b.base.length - a.base.length)[0]?.entry
}
