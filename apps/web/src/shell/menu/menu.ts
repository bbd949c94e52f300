import type { Permission } from '@seriatim/schema/rights'
import { routes } from '../route/routes.ts'

/** The count shown with the item; `use-menu-badges` supplies it. */
export type BadgeName = 'incidents' | 'recalls' | 'exceptions' | 'tracing'

export interface MenuItem {
  label: string
  path: string
  /** Right needed to see the item; undefined if everybody may see it. */
  right?: Permission
  badge?: BadgeName
  /** Other paths that highlight this item. */
  also?: readonly string[]
}

const item = (label: string, path: string, more: Partial<MenuItem> = {}): MenuItem => ({ label, path, ...more })

/** Menu items in the documented order. The menu puts space between the groups, and shows the last group at the bottom above Sign Out. */
export const menuGroups: readonly (readonly MenuItem[])[] = [
  [item('Home', '/'), item('My GLNs', '/gln'), item('Trading Partners', '/tradingpartner')],
  [
    item('My Orders', '/orders'),
    item('My Pedigrees', '/searchmeds', { also: ['/meddetail', '/inputmeds'] }),
    item('Send A Pedigree', '/sendapedigree'),
    item('Upload An Order', '/orderupload'),
    item('Incoming Files', '/intake', { right: 'intake:read' }),
    item('Shipments', '/outbound', { right: 'shipment:read' }),
  ],
  [
    item('Report An Incident', '/reportanincident'),
    item('Incident Tracker', '/incidenttracker', { badge: 'incidents' }),
    item('Recalls', '/recalls', { badge: 'recalls' }),
    item('Document Exceptions', '/exceptions', { badge: 'exceptions' }),
    item('Verifications', '/verify', { right: 'verification:read', also: ['/settings/verification'] }),
    item('Tracing Requests', '/tracing', { right: 'tracing:read', badge: 'tracing' }),
  ],
  [
    item('Answer An Inspection', '/inspection', { right: 'pack:make' }),
    item('What Applies To Us', '/rules', { right: 'regime:read' }),
    item('Procedures', '/procedures', { right: 'sop:read' }),
  ],
  [
    item('Manage Subscription', '/subscription', { right: 'subscription:read' }),
    item('Manage Locations', '/locations', { right: 'location:write' }),
    item('Manage Users', '/users', { right: 'user:manage' }),
  ],
  [item('Settings', '/settings/changepassword', { also: ['/settings', '/audit'] })],
]

export const menuItems: readonly MenuItem[] = menuGroups.flat()

/** Whether a screen exists at this path; the menu hides items that have none. */
export function isAvailable(path: string): boolean {
  return routes.some((route) => route.path === path)
}

/** Menu item of a page: the one with the longest matching path prefix. */
export function activeItem(path: string): MenuItem | undefined {
  const fits = (base: string) => (base === '/' ? path === '/' : path === base || path.startsWith(`${base}/`))
  const candidates = menuItems.flatMap((entry) => [entry.path, ...(entry.also ?? [])].filter(fits).map((base) => ({ entry, base })))
  return candidates.toSorted((a, b) => b.base.length - a.base.length)[0]?.entry
}
